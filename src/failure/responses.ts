import { closed, define, problemText, thousands, type Problem } from './define.ts'

/** Failures of what is made of responses. */
export const responsesFailures = {
  // Exports that cannot be made as requested.
  'saved-reply-broken': define<{
    path: string
    problem: Problem
    /** Whether records before the fault were printed already. */
    hasPrinted?: boolean
  }>({
    exit: 3,
    sentence: ({ path, problem, hasPrinted = false }) =>
      `${path} is not a complete saved reply: ${problemText(problem)}. ${hasPrinted ? 'The standard output is incomplete. ' : ''}Give the whole file as the service sent it: {"data": [...]}, or one response per line.`,
  }),
  'not-complete': define<{ reason: string }>({
    exit: 1,
    sentence: ({ reason }) => `Nothing was written, because --require-complete was not met: ${reason}`,
  }),
  'column-unknown': define<{
    unknown: readonly UnknownColumn[]
  }>({
    exit: 2,
    sentence: ({ unknown }) => [...renamedWords(unknown), ...absentWords(unknown)].join(' '),
  }),
  'too-many-columns': define<{
    table: string
    columns: number
    format: string
    most: number
  }>({
    exit: 2,
    sentence: ({ table, columns, format, most }) =>
      `The table ${table} has ${columns} columns, but ${format} allows at most ${most}; nothing was written. Use --layout relational or --layout long, which have one row per answer, or choose columns with --columns.`,
  }),
  'redact-key': define<{ problem: string }>({
    exit: 2,
    sentence: ({ problem }) =>
      `${problem} Make one with "openssl rand -hex 32 > redact.key", keep it secret, and give --redact-key-file redact.key or set FORMCTL_REDACT_KEY. With the same key, equal values give equal hashes.`,
  }),
  'columns-file-unusable': define<{ path: string; problem: string }>({
    exit: 3,
    sentence: ({ path, problem }) =>
      `${path} cannot be used: ${problem} Fix it, or restore it from version control.`,
  }),
  'columns-file-newer': define<{ path: string; version: number }>({
    exit: 3,
    sentence: ({ path, version }) =>
      `${path} was written by a newer formctl (file version ${version}; this formctl reads version 1). Update formctl.`,
  }),
  'columns-file-full': define<{ path: string; columns: number }>({
    exit: 3,
    sentence: ({ path, columns }) =>
      `${path} would have ${columns} columns, more than a columns file allows, so nothing was written. Choose forms with --form, or leave --columns-file out.`,
  }),
  'column-type-broken': define<{
    column: string
    type: string
    value: string
    response: string
  }>({
    exit: 1,
    sentence: ({ column, type, value, response }) =>
      `Column "${column}" has type ${type} in the columns file, and response ${response} has ${JSON.stringify(value.slice(0, 80))}. Nothing was written; change the type there, or add on_mismatch: text beside it.`,
  }),
  'questions-collide': define<{ question: string; response: string }>({
    exit: 1,
    sentence: ({ question, response }) =>
      `Response ${response} answers two questions that share the column "${question}". Nothing was written; take one of them out of the list of questions in the columns file.`,
  }),
  'columns-file-changed': define<{ path: string }>({
    exit: 3,
    sentence: ({ path }) => `${path} was changed while the export ran. Nothing was written; run it again.`,
  }),

  // Files that people uploaded and that cannot be downloaded.
  'upload-gone': define<{ url: string; status: number }>({
    exit: 5,
    sentence: ({ url, status }) => `The file at ${url} is gone (status ${status}), so it was left out.`,
  }),
  'upload-refused': define<{ url: string; problem: string }>({
    exit: 6,
    sentence: ({ url, problem }) =>
      `${url} does not give the file: ${closed(problem)} Open the address in a browser to see why.`,
  }),
  'upload-differs': define<{ url: string; bytes: number; size: number }>({
    exit: 6,
    sentence: ({ url, bytes, size }) =>
      `The file at ${url} has ${bytes > size ? 'more' : 'fewer'} bytes than its answer says (${thousands(size)}), so it was not kept. Open the address to see what is there.`,
  }),
  'upload-address': define<{ address: string; problem: string }>({
    exit: 6,
    sentence: ({ address, problem }) =>
      `The address "${address}" of a file is not called: ${closed(problem)}`,
  }),
} as const

type UnknownColumn = {
  readonly name: string
  /** The present names of a column whose question has a new headline. */
  readonly now?: readonly string[]
  readonly like: readonly string[]
  /** Where the name stands in a longer text, such as an expression. */
  readonly at?: string
  /** What to write instead if it is no column. */
  readonly hint?: string
}

const renamedWords = (unknown: readonly UnknownColumn[]): readonly string[] =>
  unknown.flatMap(({ name, at, now }) =>
    now ? [`"${name}"${at === undefined ? '' : ` (${at})`} is now called ${orWords(now)}.`] : [],
  )

/** What is absent, and what to do about it. */
function absentWords(unknown: readonly UnknownColumn[]): readonly string[] {
  const absent = unknown.filter(({ now }) => !now)
  if (absent.length === 0) return []
  const hints = [...new Set(absent.flatMap(({ hint }) => hint ?? []))]
  return [
    `There is no column ${absent.map(nameWords).join(' or ')}.`,
    ...(hints.length > 0
      ? hints
      : [
          'To see the columns of these responses, run formctl responses export without --columns, --where and --redact.',
        ]),
  ]
}

function nameWords({ name, like, at }: UnknownColumn): string {
  // They differ only in how Unicode spells an accent, which nobody can see.
  const isTwin = like.some((other) => other.normalize() === name.normalize())
  const details = [
    ...(at === undefined ? [] : [at]),
    ...(like.length > 0
      ? [`did you mean ${orWords(like)}${isTwin ? ', which looks the same but has other characters' : ''}?`]
      : []),
  ]
  return `"${name}"${details.length > 0 ? ` (${details.join('; ')})` : ''}`
}

const orWords = (names: readonly string[]): string => names.map((name) => `"${name}"`).join(' or ')
