import { isIP } from 'node:net'
import { misuse, type ExitStatus } from '../../failure/failure.ts'
import {
  buildApp,
  largestUpload,
  listen,
  tryAddress,
  type ListeningApp,
  type World,
} from '../../server/server.ts'
import { formPath } from '../../wire/wire.ts'
import { type First, publishedForms, withSessionKey } from '../../server/provision.ts'
import { defineCommand, number, text, type Context } from '../command.ts'
import { chosenWords, portOf } from '../option-values.ts'
import { dataOptions, dataPlaceOf, dataWords, openServedFolder } from '../settings/open-data-folder.ts'
import { isCi } from '../terminal/ask.ts'
import { holdsData } from '../settings/settings.ts'
import { untilStopped } from '../host/until-signal.ts'

const options = {
  ...dataOptions,
  host: text('--host <address>', 'the address to listen on (default: 127.0.0.1)'),
  port: number('--port <n>', 'the port to listen on; 0 picks a free one (default: 8080)'),
  uploadQuota: number(
    '--upload-quota <MiB>',
    'how much one client address may send per hour, counted separately for forms that take files (default: 200)',
  ),
  trustProxy: text(
    '--trust-proxy <addresses>',
    'the proxies whose X-Forwarded-For header is trusted (default: none)',
  ),
  publicUrl: text(
    '--public-url <url>',
    'where people reach the service, such as https://forms.example.com: answers then name uploaded files by address instead of by path',
  ),
  exec: text(
    '--exec <command>',
    'run this command with FORMCTL_BASE_URL, FORMCTL_API_KEY, FORMCTL_ENVIRONMENT_ID and FORMCTL_SOURCE_FORM_ID set, then stop and exit with its status',
  ),
}

export const command = defineCommand({
  description:
    'Runs the service on a data folder until Ctrl-C. The first start creates the folder, an environment, source forms and an API key, which is shown once, and only on a terminal. With -o json, one line on stdout says when the service is ready and holds the first key: keep it out of logs. Failed requests are logged on stderr, all of them with --verbose.',
  args: [],
  options,
  outputs: ['table', 'json'],
  endsItself: true,
  examples: [
    { command: 'formctl serve', shows: 'runs the service, and shows its address and first key' },
    { command: 'formctl serve --port 0 --exec "npm test"', shows: 'runs the tests against the service' },
  ],
  async run(given, context) {
    const { exec } = given.options
    if (exec?.trim() === '') throw misuse('--exec names no command.')
    const address = { host: given.options.host ?? '127.0.0.1', port: portOf(given.options.port ?? 8080) }
    const uploadQuota = quotaOf(given.options.uploadQuota)
    const trustedProxy = proxiesOf(given.options.trustProxy)
    const publicUrl = publicUrlOf(given.options.publicUrl)
    const { folder, source, store } = await dataPlaceOf(context, given.options)
    // Before the folder is created: if nothing can listen, no folder is left behind and no key is shown in vain.
    if (store !== undefined || !(await holdsData(context.host.files, folder))) await tryAddress(address)
    const { environment } = context.globals
    const { world, first, close, announce, shown } = await openServedFolder(context.host, folder, {
      environmentId: environment,
      isServed: true,
      store,
    })
    try {
      const session = withSessionKey(world, first.environmentId)
      const isVerbose = context.globals.verbose
      const app = buildApp({ ...session.world, publicUrl }, { isVerbose, trustedProxy, uploadQuota })
      const listening = await listen(app, address)
      try {
        announce(listening.url)
        const inData = dataWords(given.options, context.globals)
        const isFolder = store === undefined && source === undefined
        const embedded = isFolder ? folder : undefined
        await sayReady({ listening, first, inData, shown, embedded, exec, store: world.store }, context)
        const apiKey = first.apiKey ?? session.apiKey
        return await (exec === undefined
          ? stopped(context)
          : context.host.run(exec, variables({ ...first, apiKey }, listening.url)))
      } finally {
        await listening.close()
      }
    } finally {
      await close()
    }
  },
})

const mebibyte = 1024 * 1024

/** In bytes; at least one response with as many files as are allowed. */
function quotaOf(mebibytes: number | undefined): number | undefined {
  if (mebibytes === undefined) return undefined
  if (Number.isInteger(mebibytes) && mebibytes * mebibyte >= largestUpload) return mebibytes * mebibyte
  throw misuse(
    `--upload-quota ${mebibytes} is too small: give a whole number from ${largestUpload / mebibyte} on, in MiB.`,
  )
}

/** Checks --trust-proxy, as the errors of fastify do not say what is wrong. */
function proxiesOf(proxies: string | undefined): string | undefined {
  if (proxies === undefined || proxies.split(',').every((one) => isProxy(one.trim()))) return proxies
  throw misuse(
    `--trust-proxy ${proxies} names no proxy: give IP addresses or subnets, separated by commas, or loopback.`,
  )
}

function isProxy(name: string): boolean {
  const [address = '', bits = '1'] = name.split('/')
  const most = { 4: 32, 6: 128 }[isIP(address)] ?? 0
  return name === 'loopback' || (/^[1-9]\d*$/.test(bits) && Number(bits) <= most)
}

function publicUrlOf(given: string | undefined): string | undefined {
  if (given === undefined) return undefined
  const url = URL.parse(given)
  // An origin: forms and files have their paths below it.
  if (url && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`) return url.origin
  throw misuse(`--public-url ${given} is no address: give http:// or https:// and a host, without a path.`)
}

type Begun = {
  readonly first: First
  /** The options that named the data, for a piece of advice. */
  readonly inData: string
  readonly exec: string | undefined
}

async function sayKey({ first: { apiKey }, inData, exec }: Begun, context: Context): Promise<void> {
  const { terminal, host } = context
  if (apiKey === undefined) return
  // Elsewhere stderr is a file or a log, which others can read.
  if (!host.stderr.isTerminal || isCi(host.env))
    return exec === undefined ? sayNoKey(inData, terminal) : undefined
  await terminal.sayNewKey(`API key: ${terminal.err.bold(apiKey)}`)
  await terminal.warn('This key is shown only now: keep it where no one else reads.')
}

async function sayNoKey(option: string, { say }: Context['terminal']): Promise<void> {
  await say(
    `No API key is shown, since this output may be kept: formctl service key create${option} makes one, and --exec hands one to a command.`,
  )
}

/** Says where the newest published forms are, whatever their environment, or how to publish one. */
async function sayForms(
  { listening: { url }, store, embedded }: Ready,
  { terminal: { say, plain }, globals }: Context,
): Promise<void> {
  const newest = (await publishedForms(store))
    .toReversed()
    .toSorted((a, b) => (a.createdAt < b.createdAt ? 1 : a.createdAt > b.createdAt ? -1 : 0))
  if (newest.length === 0) {
    const words = embedded === undefined ? globals : { ...globals, baseUrl: `embedded:${embedded}` }
    return say(
      `No form is published here yet. To publish one:\n  formctl forms apply form.yaml${chosenWords(words)}`,
    )
  }
  const shown = newest.slice(0, mostShown).map(({ id, name }) => `  ${url}${formPath(id)}  ${plain(name)}`)
  const rest = newest.length > mostShown ? [`  and ${newest.length - mostShown} more`] : []
  await say(['Forms:', ...shown, ...rest].join('\n'))
}

const mostShown = 10

type Ready = Begun & {
  readonly listening: ListeningApp
  /** The folder or the URL of the database. */
  readonly shown: string
  /** The folder, unless settings name it: these hold for the next command, too. */
  readonly embedded: string | undefined
  readonly store: World['store']
}

async function sayReady(ready: Ready, context: Context): Promise<void> {
  const { listening, shown, first, exec } = ready
  const { terminal, globals } = context
  const { environmentId, sourceFormId } = first
  await terminal.say(`Serving ${shown} at ${terminal.err.bold(listening.url)} (Ctrl-C stops it).`)
  if (globals.output === 'json')
    return terminal.printJson({ schema_version: 1, url: listening.url, ...first })
  await terminal.say(`Environment: ${environmentId}`)
  await terminal.say(`Source form: ${sourceFormId}`)
  if (exec === undefined) await sayForms(ready, context)
  await sayKey(ready, context)
}

/** Waits until the service is stopped. */
async function stopped({ host, terminal }: Context): Promise<ExitStatus> {
  const exit = await untilStopped(host.signal)
  await terminal.say('Stopping; what was sent is kept.')
  return exit
}

const variables = (
  { environmentId, sourceFormId, apiKey }: Required<First>,
  url: string,
): Readonly<Record<string, string>> => ({
  FORMCTL_BASE_URL: url,
  FORMCTL_API_KEY: apiKey,
  FORMCTL_ENVIRONMENT_ID: environmentId,
  FORMCTL_SOURCE_FORM_ID: sourceFormId,
})
