import { addressAdvice } from './address-advice.ts'
import type { PlacedFinding } from './spec/placed.ts'

/** How the process ends: the table of exit codes in the README. */
export type ExitCode = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 70 | 130 | 141 | 143

/** How the process ends: by the table, or with the status of a command that it ran for someone. */
export type ExitStatus = ExitCode | (number & {})

type Definition<Args> = {
  readonly exit: ExitCode
  /** HTTP status, where our server answers with this failure. */
  readonly status?: number
  /** What is wrong, where, and what to do. */
  readonly sentence: (args: Args) => string
}

const define = <Args>(definition: Definition<Args>): Definition<Args> => definition

/** The one table of failures. A code never changes its meaning. */
export const failures = {
  usage: define<{ readonly problem: string }>({ exit: 2, sentence: ({ problem }) => problem }),
  'no-answer': define<{ readonly question: string; readonly flag: string }>({
    exit: 2,
    sentence: ({ question, flag }) => `${question} Nobody is there to answer: give ${flag}.`,
  }),
  'spec-findings': define<{ readonly errors: number; readonly files: number }>({
    exit: 1,
    sentence: ({ errors, files }) =>
      `${count(errors, 'error')} in ${count(files, 'file')}: nothing was sent. Mend ${errors === 1 ? 'it' : 'them'} and run again.`,
  }),
  'file-not-found': define<{ readonly path: string; readonly target?: string | undefined }>({
    exit: 3,
    sentence: ({ path, target }) =>
      target === undefined
        ? `${path} does not exist. Check the name and the folder.`
        : `${path} is a link to ${target}, which does not exist. Mend the link, or remove it.`,
  }),
  'file-unreadable': define<{ readonly path: string; readonly reason: string }>({
    exit: 3,
    sentence: ({ path, reason }) => `${path} cannot be read: ${reason}.`,
  }),
  'file-unwritable': define<{ readonly path: string; readonly reason: string }>({
    exit: 3,
    sentence: ({ path, reason }) => `${path} cannot be written: ${reason}. Nothing of it was left behind.`,
  }),
  'file-unremovable': define<{ readonly path: string; readonly reason: string }>({
    exit: 3,
    sentence: ({ path, reason }) => `${path} cannot be removed: ${reason}.`,
  }),
  'output-unwritable': define<{ readonly name: string; readonly reason: string }>({
    exit: 3,
    sentence: ({ name, reason }) => `${name} cannot be written: ${reason}. What came before is not whole.`,
  }),
  'shell-unusable': define<{ readonly reason: string }>({
    exit: 3,
    sentence: ({ reason }) => `The shell cannot be started: ${reason}.`,
  }),
  'file-exists': define<{ readonly path: string }>({
    exit: 3,
    sentence: ({ path }) => `${path} exists already. Choose another name, or add --force to replace it.`,
  }),
  'file-too-large': define<{
    readonly path: string
    readonly limit: string
    /** In bytes; undefined where it comes as a stream. */
    readonly size?: number | undefined
  }>({
    exit: 3,
    sentence: ({ path, limit, size }) =>
      size === undefined
        ? `${path} is larger than ${limit}, the most that is read. Is it the right file?`
        : `${path} has ${grouped(size)} bytes, and ${limit} is the most that is read. Is it the right file?`,
  }),
  'no-specs': define<{ readonly place: string }>({
    exit: 3,
    sentence: ({ place }) => `${place} holds no .yaml or .yml file. Name the spec, or another folder.`,
  }),
  'no-match': define<{ readonly pattern: string }>({
    exit: 3,
    sentence: ({ pattern }) => `${pattern} matches no file. Check the pattern and the folder.`,
  }),
  'folder-in-use': define<{ readonly path: string }>({
    exit: 3,
    sentence: ({ path }) => `The folder ${path} holds other things already. Choose another with --dir.`,
  }),
  'config-invalid': define<{
    readonly path: string
    readonly problem: string
    /** Each fault at its place, and what its line shows. */
    readonly report?: { readonly text: string; readonly findings: readonly PlacedFinding[] }
  }>({
    exit: 3,
    sentence: ({ path, problem }) => `${path} cannot be used: ${problem}`,
  }),
  'columns-file-unusable': define<{ readonly path: string; readonly problem: string }>({
    exit: 3,
    sentence: ({ path, problem }) =>
      `${path} cannot be used: ${problem} Mend it, or take it back from version control.`,
  }),
  'columns-file-full': define<{ readonly path: string; readonly columns: number }>({
    exit: 3,
    sentence: ({ path, columns }) =>
      `${path} would hold ${columns} columns, more than such a file takes, so nothing was written. Choose forms with --form, or leave --columns-file out.`,
  }),
  'columns-file-changed': define<{ readonly path: string }>({
    exit: 3,
    sentence: ({ path }) => `${path} was changed while the export ran. Nothing was written; run it again.`,
  }),
  'lock-file-unusable': define<{ readonly path: string; readonly problem: string }>({
    exit: 3,
    sentence: ({ path, problem }) => `${path} cannot be used: ${problem}`,
  }),
  'lock-file-held': define<{ readonly path: string; readonly seconds: number }>({
    exit: 3,
    sentence: ({ path, seconds }) =>
      `Another run has held ${path} for ${seconds} s. Nothing was sent; run again when it has ended, or wait longer with --lock-timeout.`,
  }),
  'address-unsafe': define<{ readonly address: string }>({
    exit: 3,
    sentence: ({ address }) =>
      `${address} holds signs that no address of a form has, so no browser is opened. Look at the lock file: did someone change it?`,
  }),
  'form-unrecorded': define<{ readonly name: string; readonly id: string; readonly reason: string }>({
    exit: 3,
    sentence: ({ name, id, reason }) =>
      `The form "${name}" exists as ${id}, and the lock file does not know it yet: ${reason} Mend that and run again: the form is not made a second time.`,
  }),
  'profile-unknown': define<{
    readonly profile: string
    readonly source: string
    readonly known: readonly string[]
    readonly meant?: string | undefined
  }>({
    exit: 3,
    sentence: ({ profile, source, known, meant }) =>
      `There is no profile "${profile}" (named by ${source})${known.length > 0 ? `; there is ${known.join(', ')}` : ''}. ${meant === undefined ? '' : `Did you mean ${meant}? `}formctl login --profile ${profile} makes it.`,
  }),
  'setting-missing': define<{ readonly setting: string; readonly flag: string; readonly variable: string }>({
    exit: 3,
    sentence: ({ setting, flag, variable }) =>
      `No ${setting} is set. Give ${flag}, set ${variable}, or run formctl init.`,
  }),
  'node-too-old': define<{ readonly version: string }>({
    exit: 3,
    sentence: ({ version }) => `Node ${version} is too old for formctl.`,
  }),
  'saved-reply-broken': define<{ readonly path: string; readonly problem: string }>({
    exit: 3,
    sentence: ({ path, problem }) =>
      `${path} is no whole saved reply: ${problem}. Save the reply again, {"data": [...]} from its first byte to its last.`,
  }),
  'column-unknown': define<{ readonly name: string; readonly like: readonly string[] }>({
    exit: 2,
    sentence: ({ name, like }) =>
      `There is no column "${name}" in these responses. ${like.length > 0 ? `Is ${like.map((other) => `"${other}"`).join(' or ')} meant? ` : ''}Run without --columns, --where and --redact, and the first line names them all.`,
  }),
  'redact-key': define<{ readonly problem: string }>({
    exit: 2,
    sentence: ({ problem }) =>
      `${problem} Make one with "openssl rand -hex 32 > redact.key", keep it secret, and give --redact-key-file redact.key or set FORMCTL_REDACT_KEY. With the same key, equal values give equal hashes.`,
  }),
  'too-many-columns': define<{
    readonly table: string
    readonly columns: number
    readonly format: string
    readonly most: number
  }>({
    exit: 2,
    sentence: ({ table, columns, format, most }) =>
      `The table ${table} has ${columns} columns, and ${format} takes ${most} at most; nothing was written. Use --layout relational or --layout long, which have a row an answer, or choose columns with --columns.`,
  }),
  'port-in-use': define<{ readonly host: string; readonly port: number }>({
    exit: 3,
    sentence: ({ host, port }) =>
      `Port ${port} on ${host} is in use. Choose another with --port, or --port 0 for any.`,
  }),
  'address-unusable': define<{ readonly host: string; readonly port: number; readonly reason: string }>({
    exit: 3,
    sentence: ({ host, port, reason }) =>
      `Cannot listen on ${host}, port ${port}: ${reason}. Choose others with --host and --port.`,
  }),
  'store-unusable': define<{ readonly path: string; readonly reason: string }>({
    exit: 3,
    sentence: ({ path, reason }) => `The data folder ${path} cannot be used: ${reason}.`,
  }),
  'state-unusable': define<{ readonly path: string; readonly reason: string }>({
    exit: 3,
    sentence: ({ path, reason }) =>
      `The state folder ${path} cannot be used: ${reason}. formctl notes there what it sends, before it sends: nothing was sent. Make it a folder of your own, or set XDG_STATE_HOME.`,
  }),
  'journal-broken': define<{ readonly path: string; readonly problem: string }>({
    exit: 3,
    sentence: ({ path, problem }) =>
      `${path}, a note on a form that was sent, cannot be read: ${problem}. Nothing was sent. Look at the service's list of forms for what was sent last, then remove the file.`,
  }),
  'form-in-progress': define<{ readonly what: string; readonly pid: number }>({
    exit: 3,
    sentence: ({ what, pid }) =>
      `Another run (process ${pid}) is creating ${what} right now, so nothing was sent. Wait until it has ended, and look at what it says.`,
  }),
  'key-missing': define<Record<never, never>>({
    exit: 4,
    sentence: () => 'No API key is set. Run formctl login, or set FORMCTL_API_KEY.',
  }),
  'key-unusable': define<{ readonly source: string }>({
    exit: 4,
    sentence: ({ source }) =>
      `The API key from ${source} holds characters that no key has, such as a space or a line break. Set it again with formctl login.`,
  }),
  'key-elsewhere': define<{ readonly source: string; readonly home: string; readonly baseUrl: string }>({
    exit: 4,
    sentence: ({ source, home, baseUrl }) =>
      `The API key from ${source} is for ${home}, so it is not sent to ${baseUrl}. Run formctl login for that address (with --profile <name> to keep both), or set FORMCTL_API_KEY.`,
  }),
  'key-command-failed': define<{ readonly source: string; readonly reason: string }>({
    exit: 4,
    sentence: ({ source, reason }) =>
      `No API key came from the ${source}: ${reason}. Run the command by itself to see why.`,
  }),
  'key-refused': define<{ readonly source: string; readonly detail: string; readonly advice?: string }>({
    exit: 4,
    status: 401,
    sentence: ({ source, detail, advice = 'Check the key with formctl login.' }) =>
      `The service refused the API key from ${source}${detail}. ${advice}`,
  }),
  'key-unproven': define<{ readonly url: string; readonly status: number }>({
    exit: 6,
    sentence: ({ url, status }) =>
      `It is not proven that the service takes the API key, nor that it is the service: ${url} answers a made-up key no differently (status ${status}). See that the base URL is the address of the service, up to where /api/v1 begins.`,
  }),
  'base-url-too-long': define<{ readonly baseUrl: string; readonly meant: string }>({
    exit: 6,
    sentence: ({ baseUrl, meant }) =>
      `The base URL ${baseUrl} goes too far: the operations bring /api/v1 along. The service takes the key at ${meant}, so give that as the base URL.`,
  }),
  'environment-unknown': define<{ readonly environmentId: string }>({
    exit: 5,
    status: 404,
    sentence: ({ environmentId }) =>
      `The service knows no environment ${environmentId} for this API key. Check --environment and the key.`,
  }),
  'source-form-unknown': define<{ readonly sourceFormId: string }>({
    exit: 5,
    status: 404,
    sentence: ({ sourceFormId }) =>
      `The service knows no source form ${sourceFormId} here: it is deleted, or belongs to another environment than the one asked. Check --source-form and --environment.`,
  }),
  'form-unknown': define<{ readonly formId: string }>({
    exit: 5,
    status: 404,
    sentence: ({ formId }) =>
      `The service knows no form ${formId} in this environment. formctl forms list shows the forms.`,
  }),
  'form-not-applied': define<{ readonly word: string; readonly path: string }>({
    exit: 5,
    sentence: ({ word, path }) =>
      `${path} has no form of ${word} here. formctl forms apply makes it; --base-url and --environment tell where to look.`,
  }),
  'response-unknown': define<{
    readonly id: string
    readonly among: string
    readonly hints: readonly string[]
  }>({
    exit: 5,
    sentence: ({ id, among, hints }) =>
      `There is no response ${id} among ${among}.${hints.length > 0 ? ` ${hints.join(' and ')} would look at more.` : ''}`,
  }),
  'thing-unknown': define<{
    readonly thing: string
    readonly id: string
    readonly meant?: string | undefined
  }>({
    exit: 5,
    sentence: ({ thing, id, meant }) =>
      `There is no ${thing} ${id} in this data folder.${meant === undefined ? '' : ` Did you mean ${meant}?`}`,
  }),
  'entry-unknown': define<{ readonly id: string }>({
    exit: 5,
    sentence: ({ id }) => `Nothing open is named ${id}. formctl forms resolve lists what is open.`,
  }),
  'form-refused': define<{ readonly name: string; readonly file: string; readonly faults: number }>({
    exit: 6,
    sentence: ({ name, file, faults }) =>
      `The service refused the form "${name}" in ${file}: ${count(faults, 'fault')}. Nothing was created of it; mend it and run again.`,
  }),
  'service-refused': define<{
    readonly status: number
    readonly message: string
    /** Where the address may be the fault. */
    readonly url?: string | undefined
  }>({
    exit: 6,
    sentence: ({ status, message, url }) =>
      `The service refused the call with status ${status}: ${closed(message)}${url === undefined ? '' : ` ${addressAdvice(url)}`}`,
  }),
  'no-service': define<{ readonly url: string; readonly status: number }>({
    exit: 6,
    sentence: ({ url, status }) =>
      `This is not a forms service: ${url} answers with a web page (status ${status}), so nothing was done. ${addressAdvice(url)}`,
  }),
  'capabilities-unread': define<{ readonly url: string; readonly reason: string }>({
    exit: 6,
    sentence: ({ url, reason }) =>
      `Whether this service lists its forms cannot be told: ${url}, where it would say so, ${reason}. ${addressAdvice(url)} A service of the contract alone has no such list: look at its dashboard.`,
  }),
  'reply-unreadable': define<{ readonly problem: string; readonly where: string }>({
    exit: 6,
    sentence: ({ problem, where }) =>
      `The reply${where} cannot be used: ${problem}. Is the address that of the service? ${addressAdvice(where)}`,
  }),
  'reply-too-large': define<{ readonly limit: string }>({
    exit: 6,
    sentence: ({ limit }) =>
      `The service returns more than ${limit}, the most that is shown at once. formctl responses export writes any number.`,
  }),
  redirected: define<{ readonly url: string; readonly target: string }>({
    exit: 6,
    sentence: ({ url, target }) =>
      `${url} sends the call on to ${target}. That is not followed, since the API key would go along. If the service is there, give its address with --base-url.`,
  }),
  'not-supported': define<{ readonly what: string; readonly remedy: string }>({
    exit: 6,
    sentence: ({ what, remedy }) => `This service does not announce ${what}. ${remedy}`,
  }),
  'service-busy': define<{
    readonly url: string
    readonly status: number
    readonly message: string
    readonly when: string
  }>({
    exit: 7,
    sentence: ({ url, status, message, when }) =>
      `${url} is too busy (status ${status}): ${message}. Nothing happened; try again ${when}.`,
  }),
  'service-failing': define<{ readonly url: string; readonly status: number; readonly message: string }>({
    exit: 7,
    sentence: ({ url, status, message }) =>
      `${url} failed (status ${status}): ${closed(message)} Try again; if it stays so, tell whoever runs the service.`,
  }),
  unreachable: define<{ readonly url: string; readonly reason: string }>({
    exit: 7,
    sentence: ({ url, reason }) => `${url} cannot be reached: ${reason}. Nothing happened; try again.`,
  }),
  'address-wrong': define<{ readonly url: string; readonly reason: string; readonly advice: string }>({
    exit: 7,
    sentence: ({ url, reason, advice }) => `${url} cannot be reached: ${reason}. Nothing happened. ${advice}`,
  }),
  'certificate-untrusted': define<{ readonly url: string; readonly reason: string }>({
    exit: 7,
    sentence: ({ url, reason }) =>
      `The certificate of ${url} is not trusted: ${reason}. Nothing was sent. For an authority of your own, name the file of its certificate in FORMCTL_CA_FILE, or as ca_file in your settings.`,
  }),
  'proxy-refused': define<{ readonly url: string; readonly proxy: string; readonly status: number }>({
    exit: 7,
    sentence: ({ url, proxy, status }) =>
      `The proxy ${proxy} does not let the call to ${url} through (status ${status}). Nothing was sent. ${
        status === 407
          ? 'It wants a user and a password: write them into the variable, as http://user:password@host:port.'
          : 'Ask whoever runs it, or name the host in NO_PROXY if it can be reached without.'
      }`,
  }),
  'connection-lost': define<{ readonly url: string; readonly reason: string }>({
    exit: 7,
    sentence: ({ url, reason }) => `The connection to ${url} was lost: ${reason}. Try again.`,
  }),
  'too-late': define<{ readonly url: string; readonly seconds: number }>({
    exit: 7,
    sentence: ({ url, seconds }) =>
      `${url} gave no whole answer within ${seconds} s. Try again, or raise --timeout.`,
  }),
  'cut-off': define<{ readonly where: string; readonly offset: number }>({
    exit: 7,
    sentence: ({ where, offset }) =>
      `${where} ends too early, after byte ${offset}: it is not whole, so nothing of it was kept. Try again.`,
  }),
  'partly-done': define<{ readonly done: number; readonly left: number }>({
    exit: 8,
    sentence: ({ done, left }) => `${done} done, ${left} not; the output names which.`,
  }),
  'outcome-unknown': define<{ readonly what: string; readonly reason: string }>({
    exit: 9,
    sentence: ({ what, reason }) =>
      `It is not known whether ${what} was created: ${reason}. Look at the service's list of forms, then tell what you found: formctl forms resolve.`,
  }),
  'outcome-open': define<{
    readonly what: string
    readonly at: string
    readonly from: string
    readonly baseUrl: string
    readonly reason: string
    readonly id: string
  }>({
    exit: 9,
    sentence: ({ what, at, from, baseUrl, reason, id }) =>
      `Nothing was sent: ${what} was sent to ${baseUrl} at ${at} from ${from}, and it is not known whether it was created: ${reason}. Look at the service's list of forms. If it is there, run formctl forms resolve ${id} --created <form id>; if not, formctl forms resolve ${id} --not-created. formctl forms generate --force sends it again all the same.`,
  }),
  defect: define<{ readonly detail: string }>({
    exit: 70,
    sentence: ({ detail }) => `A defect of formctl, not of yours: ${detail}`,
  }),
  interrupted: define<Record<never, never>>({ exit: 130, sentence: () => 'Interrupted.' }),
  'output-closed': define<Record<never, never>>({ exit: 141, sentence: () => 'The output was closed.' }),
  terminated: define<Record<never, never>>({ exit: 143, sentence: () => 'Terminated.' }),
} as const

/** A failure's stable name. */
export type FailureCode = keyof typeof failures

/** What a failure's sentence needs to know. */
export type FailureArgs<Code extends FailureCode> = Parameters<(typeof failures)[Code]['sentence']>[0]

/** A failure of one code, with what its sentence was made from. */
export type FailureOf<Code extends FailureCode> = Failure & {
  readonly code: Code
  readonly args: FailureArgs<Code>
}

/** An end that is foreseen: it has a code, a sentence and an exit code. Thrown; caught once, in `cli/main.ts`. */
export class Failure extends Error {
  readonly code: FailureCode
  /** What its sentence was made from. */
  readonly args: FailureArgs<FailureCode>
  readonly exit: ExitCode
  /** HTTP status, where our server answers with this failure. */
  readonly status: number | undefined

  private constructor(code: FailureCode, args: FailureArgs<FailureCode>, sentence: string) {
    super(sentence)
    this.name = 'Failure'
    this.code = code
    this.args = args
    this.exit = failures[code].exit
    this.status = (failures[code] as Definition<never>).status
  }

  /** The failure of that code, with its sentence filled in. */
  static of<Code extends FailureCode>(code: Code, args: FailureArgs<Code>): Failure {
    // One entry's sentence takes just its own args; the union of all entries loses that tie.
    const sentence = failures[code].sentence as (args: FailureArgs<Code>) => string
    return new Failure(code, args, sentence(args))
  }

  /** Whether an error is the failure of that code. */
  static is<Code extends FailureCode>(error: unknown, code: Code): error is FailureOf<Code> {
    return error instanceof Failure && error.code === code
  }
}

/** A text of others as the end of a sentence of ours. */
const closed = (message: string): string => (/[.!?…]$/.test(message) ? message : `${message}.`)

const grouped = (n: number): string => String(n).replaceAll(/\B(?=(\d{3})+$)/g, ',')

/** "1 error", "2 errors". */
export const count = (n: number, noun: string): string => `${n} ${noun}${n === 1 ? '' : 's'}`
