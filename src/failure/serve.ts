import { define } from './define.ts'

/** An address to listen on; `of` is what the names of its options begin with, such as `metrics-`. */
type Address = { readonly host: string; readonly port: number; readonly of?: string }

/** A store with its kind, which the scheme of its address says; a path has none. */
const placeOf = (path: string): string =>
  `${/^https?:/.test(path) ? 'bucket' : /^postgres(ql)?:/.test(path) ? 'database' : 'data folder'} ${path}`

/** Failures of the service that formctl runs itself. */
export const serveFailures = {
  'port-in-use': define<Address>({
    exit: 3,
    sentence: ({ host, port, of = '' }) =>
      `Port ${port} on ${host} is in use. Choose another with --${of}port, or --${of}port 0 for any.`,
  }),
  'address-unusable': define<Address & { readonly reason: string }>({
    exit: 3,
    sentence: ({ host, port, of = '', reason }) =>
      `Cannot listen on ${host}, port ${port}: ${reason}. Choose others with --${of}host and --${of}port.`,
  }),
  'folder-served': define<{ readonly path: string; readonly pid: number; readonly url: string }>({
    exit: 3,
    sentence: ({ path, pid, url }) =>
      `The data folder ${path} is already served${url && ` at ${url}`} by process ${pid}. Use that service, stop it, or name another folder.`,
  }),
  'store-unusable': define<{
    readonly path: string
    readonly reason: string
    /** Whether the process can't write to it any more, until it is started again. */
    readonly isLasting?: boolean
    /** Whether it may have been written all the same: the connection was lost at the commit. */
    readonly isUnknown?: boolean
  }>({
    exit: 3,
    sentence: ({ path, reason }) => `The ${placeOf(path)} cannot be used: ${reason}.`,
  }),
  'disk-full': define<{ readonly path: string }>({
    exit: 3,
    status: 507,
    sentence: ({ path }) =>
      `There is too little space left on the disk of the ${placeOf(path)}. Free some, then try again; nothing of this was kept.`,
  }),
  'store-busy': define<Readonly<Record<string, never>>>({
    exit: 7,
    status: 503,
    sentence: () => 'The data is busy with other writes, so nothing of this was kept. Try again in a second.',
  }),
  'no-data-folder': define<{ readonly path: string }>({
    exit: 3,
    sentence: ({ path }) =>
      `There is no data folder at ${path}. Name the right one after embedded:, or make one: formctl forms apply and forms generate do with the first form, formctl serve --data ${path} when it starts.`,
  }),
  'thing-unknown': define<{
    readonly thing: string
    readonly id: string
    readonly meant?: string | undefined
  }>({
    exit: 5,
    sentence: ({ thing, id, meant }) =>
      `There is no ${thing} ${id} here.${meant === undefined ? '' : ` Did you mean ${meant}?`}`,
  }),
} as const
