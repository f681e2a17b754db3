import { failure, thousands, count, closed, problemText, type Problem } from './define.ts'
import { folderMissing } from './reason.ts'

/** Every failure, by subject. A code never changes its meaning. */
/** What identifies a sync, in words. */
const syncParts: Readonly<Record<string, string>> = {
  baseUrl: 'service',
  environmentId: 'environment',
  selection: 'choice of forms',
  options: 'set of options (--where, --redact, partials)',
}

export const failures = {
  // Failures of any command: wrong use, partial success, interruption, a defect.
  usage: failure(2)<{ problem: string }>(({ problem }) => problem),
  'no-answer': failure(2)<{ question: string; flag: string }>(
    ({ question, flag }) => `${question} There is no terminal to ask on: give ${flag}.`,
  ),
  'partly-done': failure(8)<{ done: number; left: number }>(
    ({ done, left }) => `${done} done, ${left} not; the output names which.`,
  ),
  'node-too-old': failure(3)<{ version: string }>(({ version }) => `Node ${version} is too old for formctl.`),
  'output-unwritable': failure(3)<{ name: string; reason: string }>(
    ({ name, reason }) => `${name} cannot be written: ${reason}. The output is incomplete.`,
  ),
  'output-lost': failure(3)<Record<never, never>>(
    () =>
      'The standard output is closed, so the output would be lost. Name a file with --out, or give it a pipe.',
  ),
  'shell-unusable': failure(3)<{ reason: string }>(({ reason }) => `The shell cannot be started: ${reason}.`),
  interrupted: failure(130)<Record<never, never>>(() => 'Interrupted.'),
  terminated: failure(143)<Record<never, never>>(() => 'Terminated.'),
  'hung-up': failure(129)<Record<never, never>>(() => 'The terminal was closed.'),
  'output-closed': failure(141)<Record<never, never>>(() => 'The output was closed.'),
  defect: failure(70)<{ detail: string }>(({ detail }) => `This is a bug in formctl: ${detail}`),

  // Files and folders that cannot be read, written or found.
  'file-not-found': failure(3)<{ path: string; target?: string; meant?: string }>(({ path, target, meant }) =>
    target === undefined
      ? `${path} does not exist. ${meant === undefined ? 'Check the name and the folder.' : `Did you mean ${meant}?`}`
      : `${path} is a link to ${target}, which does not exist. Fix or remove the link.`,
  ),
  'file-unreadable': failure(3)<{ path: string; reason: string }>(
    ({ path, reason }) => `${path} cannot be read: ${reason}.`,
  ),
  'file-unwritable': failure(3)<{ path: string; reason: string }>(
    ({ path, reason }) =>
      `${path} cannot be written: ${reason}. ${reason === folderMissing ? 'Create it first.' : 'No part of it was left behind.'}`,
  ),
  'file-unremovable': failure(3)<{ path: string; reason: string }>(
    ({ path, reason }) => `${path} cannot be removed: ${reason}.`,
  ),
  'file-exists': failure(3)<{ path: string }>(
    ({ path }) => `${path} exists already. Choose another name, or add --force to replace it.`,
  ),
  'file-too-large': failure(3)<{
    path: string
    limit: string
    /** In bytes; undefined for a stream. */
    size?: number
  }>(({ path, limit, size }) =>
    size === undefined
      ? `${path} is larger than ${limit}, the most that is read. Is it the right file?`
      : `${path} has ${thousands(size)} bytes, and ${limit} is the most that is read. Is it the right file?`,
  ),
  'no-specs': failure(3)<{ place: string }>(
    ({ place }) => `${place} contains no specs (.yaml or .yml files). Name the spec, or another folder.`,
  ),
  'not-a-spec': failure(3)<{ path: string }>(
    ({ path }) => `${path} is a columns file of formctl responses export, not a spec.`,
  ),
  'no-match': failure(3)<{ pattern: string }>(
    ({ pattern }) => `${pattern} matches no file. Check the pattern and the folder.`,
  ),
  'style-unusable': failure(3)<{ path: string; problem: string }>(
    ({ path, problem }) => `${path} is not a valid style: ${problem}`,
  ),
  'folder-in-use': failure(3)<{ path: string; option?: string }>(
    ({ path, option = '--dir' }) => `The folder ${path} is not empty. Choose another with ${option}.`,
  ),

  // Settings and keys that are missing or invalid.
  'config-invalid': failure(3)<{ path: string; problem: string }>(
    ({ path, problem }) => `${path} cannot be used: ${problem}`,
  ),
  'profile-unknown': failure(3)<{
    profile: string
    source: string
    known: readonly string[]
    meant?: string
  }>(
    ({ profile, source, known, meant }) =>
      `There is no profile "${profile}" (named by ${source})${known.length > 0 ? `; there is ${known.join(', ')}` : ''}. ${meant === undefined ? '' : `Did you mean ${meant}? `}formctl login --profile ${profile} makes it.`,
  ),
  'settings-exist': failure(3)<{ path: string }>(
    ({ path }) =>
      `This folder has its settings in ${path} already. Edit that file, or add --force to write it anew.`,
  ),
  'setting-missing': failure(3)<{ setting: string; flag: string; variable: string }>(
    ({ setting, flag, variable }) =>
      `No ${setting} is set. Give ${flag}, set ${variable}, or run formctl init${setting === 'base URL' ? ', which can keep a service in this folder' : ''}.`,
  ),
  'key-missing': failure(4)<{ profile?: string }>(
    ({ profile }) =>
      `No API key is set. Run formctl login${profile === undefined ? '' : ` --profile ${profile}`}, or set FORMCTL_API_KEY.`,
  ),
  'key-unusable': failure(4)<{ source: string; advice: string }>(
    ({ source, advice }) =>
      `The API key from ${source} holds characters that no key has, such as a space or a line break. ${advice}`,
  ),
  'key-elsewhere': failure(4)<{ source: string; home: string; baseUrl: string }>(
    ({ source, home, baseUrl }) =>
      `The API key from ${source} is for ${home}, so it is not sent to ${baseUrl}. Run formctl login for that address (with --profile <name> to keep both), or set FORMCTL_API_KEY.`,
  ),
  'base-url-unexpected': failure(4)<{ value: string; source: string; expected: string; by: string }>(
    ({ value, source, expected, by }) =>
      `The base URL from ${source} is ${value}, and ${by} expects ${expected}. Nothing was sent. Correct the one that is wrong.`,
  ),
  'key-command-failed': failure(4)<{ source: string; reason: string }>(
    ({ source, reason }) =>
      `No API key came from the ${source}: ${reason}. Run the command by itself to see why.`,
  ),
  'key-refused': failure(
    4,
    401,
  )<{ source: string; detail: string; advice: string }>(
    ({ source, detail, advice }) => `The service refused the API key from ${source}${detail}. ${advice}`,
  ),
  'key-unproven': failure(6)<{ url: string; status: number }>(
    ({ url, status }) =>
      `It is not certain that the service accepts the API key: ${url} answers a made-up key in the same way (status ${status}). Check that the base URL is the address of the service, without /api/v1.`,
  ),
  'base-url-too-long': failure(6)<{ baseUrl: string; meant: string }>(
    ({ baseUrl, meant }) =>
      `The base URL ${baseUrl} is too long: formctl adds /api/v1 itself. The service takes the key at ${meant}, so give that as the base URL.`,
  ),

  // Forms that were not created, or whose outcome is unknown.

  'spec-findings': failure(1)<{ errors: number; files: number }>(
    ({ errors, files }) =>
      `${count(errors, 'error')} in ${count(files, 'file')}: nothing was sent. Fix ${errors === 1 ? 'it' : 'them'} and run again.`,
  ),
  'plan-changed': failure(1)<Record<never, never>>(
    () =>
      'The plan is not the one that was agreed to: specs, lock file or forms of the service have changed since. Nothing was sent; make the plan again (on the command line with --dry-run) and look at it.',
  ),
  'form-refused': failure(6)<{ name: string; file: string; faults: number }>(
    ({ name, file, faults }) =>
      `The service refused the form "${name}" in ${file}: ${count(faults, 'fault')}. It was not created; fix it and run again.`,
  ),
  'lock-file-unusable': failure(3)<{ path: string; problem: string }>(
    ({ path, problem }) => `${path} cannot be used: ${problem}`,
  ),
  'address-changed': failure(3)<{ from: string; to: string; forms: number }>(
    ({ from, to, forms }) =>
      `The lock file has ${count(forms, 'form')} of this environment at ${from}, and the address is now ${to}. If it is the same service, replace the old address in the lock file; if it is another one, give --recreate.`,
  ),
  'form-lost': failure(3)<{ path: string; spec: string; id: string; commit: string; others: number }>(
    ({ path, spec, id, commit, others }) =>
      `${path} has no form of ${spec}, but in commit ${commit} it has ${id}${others > 0 ? `, and ${count(others, 'more form')} that are missing` : ''}. Bring it back with git checkout ${commit} -- ${path}, or with formctl forms adopt ${spec} ${id}; give --recreate for a new form.`,
  ),
  'lock-file-held': failure(3)<{ path: string; seconds: number }>(
    ({ path, seconds }) =>
      `Another run has held ${path} for ${seconds} s. Nothing was sent; run again when it has ended, or wait longer with --lock-timeout.`,
  ),
  'sync-busy': failure(3)<{ place: string }>(
    ({ place }) => `Another run syncs into ${place}. Nothing was changed; run again when it has ended.`,
  ),
  'sync-newer': failure(3)<{ place: string }>(
    ({ place }) => `${place} was synced by a newer formctl. Update formctl.`,
  ),
  'sync-other': failure(3)<{ place: string; part: string; before: string; now: string }>(
    ({ place, part, before, now }) =>
      `${place} holds a sync with another ${syncParts[part] ?? part}: ${before || 'none'}, and this run has ${now || 'none'}. ${part === 'baseUrl' ? 'If the service has moved, run once with --full; else name another target.' : 'Use the same, or name another target.'}`,
  ),
  'sync-target-unusable': failure(3)<{
    place: string
    reason: string
    /** Whether a statement is refused, and not the connection. */
    isRefused?: boolean
  }>(
    ({ place, reason }) =>
      `${place} cannot be used as a target: ${reason}. Nothing of this step was written.`,
  ),
  'package-missing': failure(3)<{ what: string; name: string; isExecutable: boolean }>(
    ({ what, name, isExecutable }) =>
      isExecutable
        ? `${what} needs the package ${name}, which the single executable cannot load. Install formctl with npm, and the package beside it.`
        : `${what} needs the package ${name}, which is not installed. Run npm install ${name}.`,
  ),
  'sync-column-used': failure(3)<{ table: string; column: string; type: string; reason: string }>(
    ({ table, column, type, reason }) =>
      `The column ${column} of ${table} needs the type ${type} now, and something depends on it: ${reason}. Drop that view or index, run again, and make it anew.`,
  ),
  'sync-broken-off': failure(8)<{ place: string; changes: number; reason: string }>(
    ({ place, changes, reason }) =>
      `${place} has ${count(changes, 'change')} of this run, and then it broke off: ${reason} The next run goes on there.`,
  ),
  'address-unsafe': failure(3)<{ address: string }>(
    ({ address }) =>
      `${address} has characters that no address of a form has, so no browser was opened. Check whether someone changed the lock file.`,
  ),
  'form-unrecorded': failure(3)<{ name: string; id: string; reason: string }>(
    ({ name, id, reason }) =>
      `The form "${name}" was created as ${id}, but the lock file does not list it yet: ${reason} Fix that and run again; the form is not created twice.`,
  ),
  'form-not-applied': failure(5)<{
    word: string
    path: string
    /** The service that it has a form of the spec for. */
    elsewhere?: string
  }>(({ word, path, elsewhere }) =>
    elsewhere === undefined
      ? `${path} holds no form of ${word}. Give the id of a form, as formctl forms list shows it, or create one with formctl forms apply.`
      : `${path} holds the form of ${word} at ${elsewhere}, and none at the service of this run. Choose that one with --base-url and --environment, or create a form here with formctl forms apply.`,
  ),
  'state-unusable': failure(3)<{ path: string; reason: string }>(
    ({ path, reason }) =>
      `The state folder ${path} cannot be used: ${reason}. Nothing was sent, because formctl records there what it sends. Make the folder writable, or set XDG_STATE_HOME.`,
  ),
  'journal-broken': failure(3)<{ path: string; problem: string }>(
    ({ path, problem }) =>
      `${path}, the record of a form that was sent, cannot be read: ${problem}. This run sent nothing. Look for that form in the service's list of forms, then remove the file.`,
  ),
  'form-in-progress': failure(3)<{ what: string; pid: number }>(
    ({ what, pid }) =>
      `Another run (process ${pid}) is creating ${what} right now, so nothing was sent. Wait until it has ended, and read its output.`,
  ),
  'outcome-unknown': failure(9)<{ what: string; reason: string }>(
    ({ what, reason }) =>
      `It is not known whether ${what} was created: ${reason}. Look at the service's list of forms, then record what you found with formctl forms resolve.`,
  ),
  'outcome-open': failure(9)<{
    what: string
    at: string
    from: string
    baseUrl: string
    reason: string
    id: string
  }>(
    ({ what, at, from, baseUrl, reason, id }) =>
      `An earlier run sent ${what} from ${from} to ${baseUrl} at ${at}, and whether it was created is unknown: ${reason}. This run sent nothing. Find the form in the service's list and run formctl forms resolve ${id} with --created <form id> or --not-created; formctl forms generate --force sends it again anyway.`,
  ),
  'entry-unknown': failure(5)<{ id: string }>(
    ({ id }) => `No open form has the id ${id}. formctl forms resolve lists the open forms.`,
  ),

  // Exports that cannot be made as requested.
  'saved-reply-broken': failure(3)<{ path: string; problem: Problem }>(
    ({ path, problem }) =>
      `${path} is not a complete saved reply: ${problemText(problem)}. Give the whole file as the service sent it: {"data": [...]}, or one response per line.`,
  ),
  'not-complete': failure(1)<{ reason: string }>(
    ({ reason }) => `Nothing was written, because --require-complete was not met: ${reason}`,
  ),
  'column-unknown': failure(2)<{
    unknown: readonly UnknownColumn[]
  }>(({ unknown }) => [...renamedWords(unknown), ...absentWords(unknown)].join(' ')),
  'too-many-columns': failure(2)<{
    table: string
    columns: number
    format: string
    most: number
  }>(
    ({ table, columns, format, most }) =>
      `The table ${table} has ${columns} columns, but ${format} allows at most ${most}; nothing was written. Use --layout relational or --layout long, which have one row per answer, or choose columns with --columns.`,
  ),
  'redact-key': failure(2)<{ problem: string }>(
    ({ problem }) =>
      `${problem} Make one with "openssl rand -hex 32 > redact.key", keep it secret, and give --redact-key-file redact.key or set FORMCTL_REDACT_KEY. With the same key, equal values give equal hashes.`,
  ),
  'columns-file-unusable': failure(3)<{ path: string; problem: string }>(
    ({ path, problem }) => `${path} cannot be used: ${problem} Fix it, or restore it from version control.`,
  ),
  'columns-file-newer': failure(3)<{ path: string; version: number }>(
    ({ path, version }) =>
      `${path} was written by a newer formctl (file version ${version}; this formctl reads version 1). Update formctl.`,
  ),
  'columns-file-full': failure(3)<{ path: string; columns: number }>(
    ({ path, columns }) =>
      `${path} would have ${columns} columns, more than a columns file allows, so nothing was written. Choose forms with --form, or leave --columns-file out.`,
  ),
  'column-type-broken': failure(1)<{
    column: string
    type: string
    value: string
    response: string
  }>(
    ({ column, type, value, response }) =>
      `Column "${column}" has type ${type} in the columns file, and response ${response} has ${JSON.stringify(value.slice(0, 80))}. Nothing was written; change the type there, or add on_mismatch: text beside it.`,
  ),
  'questions-collide': failure(1)<{ question: string; response: string }>(
    ({ question, response }) =>
      `Response ${response} answers two questions that share the column "${question}". Nothing was written; take one of them out of the list of questions in the columns file.`,
  ),
  'columns-file-changed': failure(3)<{ path: string }>(
    ({ path }) => `${path} was changed while the export ran. Nothing was written; run it again.`,
  ),

  // Files that people uploaded and that cannot be downloaded.
  'upload-gone': failure(5)<{ url: string; status: number }>(
    ({ url, status }) => `The file at ${url} is gone (status ${status}), so it was left out.`,
  ),
  'upload-refused': failure(6)<{ url: string; problem: string }>(
    ({ url, problem }) =>
      `${url} does not give the file: ${closed(problem)} Open the address in a browser to see why.`,
  ),
  'upload-differs': failure(6)<{ url: string; bytes: number; size: number }>(
    ({ url, bytes, size }) =>
      `The file at ${url} has ${bytes > size ? 'more' : 'fewer'} bytes than its answer says (${thousands(size)}), so it was not kept. Open the address to see what is there.`,
  ),
  'upload-address': failure(6)<{ address: string; problem: string }>(
    ({ address, problem }) => `The address "${address}" of a file is not called: ${closed(problem)}`,
  ),

  // Calls that the service refused, and replies that are not those of a service.
  'environment-unknown': failure(
    5,
    404,
  )<{ environmentId: string }>(
    ({ environmentId }) =>
      `The service knows no environment ${environmentId} for this API key. Check --environment and the key.`,
  ),
  'source-form-unknown': failure(
    5,
    404,
  )<{ sourceFormId: string }>(
    ({ sourceFormId }) =>
      `The service knows no source form ${sourceFormId} here: it is deleted, or belongs to another environment than the one asked. Check --source-form and --environment.`,
  ),
  'form-unknown': failure(
    5,
    404,
  )<{ formId: string }>(
    ({ formId }) =>
      `The service knows no form ${formId} in this environment. formctl forms list shows the forms.`,
  ),
  'response-unknown': failure(5)<{
    id: string
    among: string
    hints: readonly string[]
  }>(
    ({ id, among, hints }) =>
      `There is no response ${id} among ${among}.${hints.length > 0 ? ` ${hints.join(' and ')} would search more.` : ''}`,
  ),
  'service-refused': failure(6)<{
    status: number
    message: string
    /** Given where the address may be wrong. */
    url?: string
  }>(
    ({ status, message, url }) =>
      `The service refused the call with status ${status}: ${closed(message)}${url === undefined ? '' : ` ${addressAdvice(url)}`}`,
  ),
  'no-service': failure(6)<{ url: string; status: number }>(
    ({ url, status }) =>
      `This is not a forms service: ${url} answers with a web page (status ${status}), so nothing was done. ${addressAdvice(url)}`,
  ),
  'capabilities-unread': failure(6)<{ url: string; reason: string }>(
    ({ url, reason }) =>
      `It is unknown whether this service lists its forms: ${url}, where it would announce that, ${reason}. ${addressAdvice(url)} A service without that list shows its forms in its dashboard.`,
  ),
  'reply-unreadable': failure(6)<{ problem: string; where: string }>(
    ({ problem, where }) =>
      `The reply${where} cannot be used: ${problem}. Is the address that of the service? ${addressAdvice(where)}`,
  ),
  'reply-too-large': failure(6)<{ limit: string }>(
    ({ limit }) =>
      `The reply is larger than ${limit}, the most that is shown at once. Show fewer with --limit, or use formctl responses export, which has no limit.`,
  ),
  redirected: failure(6)<{ url: string; target: string }>(
    ({ url, target }) =>
      `${url} redirects to ${target}, which is not followed because it would receive the API key. If the service is there, give its address with --base-url.`,
  ),
  'not-supported': failure(6)<{ what: string; remedy: string }>(
    ({ what, remedy }) => `This service does not announce ${what}. ${remedy}`,
  ),

  // Calls without a complete reply, or with one that asks to try again later.
  'service-busy': failure(7)<{
    url: string
    status: number
    message: string
    when: string
  }>(
    ({ url, status, message, when }) =>
      `${url} is too busy (status ${status}): ${message}. Nothing happened; try again ${when}.`,
  ),
  'service-failing': failure(7)<{ url: string; status: number; message: string }>(
    ({ url, status, message }) =>
      `${url} failed (status ${status}): ${closed(message)} Try again; if the error persists, contact whoever runs the service.`,
  ),
  unreachable: failure(7)<{ url: string; reason: string }>(
    ({ url, reason }) => `${url} cannot be reached: ${reason}. Nothing happened; try again.`,
  ),
  'address-wrong': failure(7)<{ url: string; reason: string; advice: string }>(
    ({ url, reason, advice }) => `${url} cannot be reached: ${reason}. Nothing happened. ${advice}`,
  ),
  'certificate-untrusted': failure(7)<{ url: string; reason: string }>(
    ({ url, reason }) =>
      `The certificate of ${url} is not trusted: ${reason}. Nothing was sent. For your own certificate authority, name the file of its certificate (PEM) in NODE_EXTRA_CA_CERTS.`,
  ),
  'proxy-refused': failure(7)<{ url: string; proxy: string; status: number }>(
    ({ url, proxy, status }) =>
      `The proxy ${proxy} does not let the call to ${url} through (status ${status}). Nothing was sent. ${
        status === 407
          ? 'It requires a user and a password: write them into the variable, as in http://user:password@host:port.'
          : 'Ask whoever runs it, or name the host in NO_PROXY if it can be reached without.'
      }`,
  ),
  'connection-lost': failure(7)<{ url: string; reason: string }>(
    ({ url, reason }) => `The connection to ${url} was lost: ${reason}. Try again.`,
  ),
  'too-late': failure(7)<{ url: string; seconds: number }>(
    ({ url, seconds }) =>
      `${url} did not answer completely within ${seconds} s. Try again, or raise --timeout.`,
  ),
  'cut-off': failure(7)<{ where: string; offset: number }>(
    ({ where, offset }) =>
      `${where} ends too early, after byte ${offset}: it is incomplete, so nothing of it was kept. Try again.`,
  ),
  'reply-damaged': failure(7)<{ where: string; problem: string }>(
    ({ where, problem }) => `The reply${where} is damaged: ${problem}. Nothing of it was kept; try again.`,
  ),

  // Failures of the service that formctl runs itself.
  'port-in-use': failure(3)<Address>(
    ({ host, port, of = '' }) =>
      `Port ${port} on ${host} is in use. Choose another with --${of}port, or --${of}port 0 for any.`,
  ),
  'address-unusable': failure(3)<Address & { reason: string }>(
    ({ host, port, of = '', reason }) =>
      `Cannot listen on ${host}, port ${port}: ${reason}. Choose others with --${of}host and --${of}port.`,
  ),
  'folder-served': failure(3)<{ path: string; pid: number; url: string }>(
    ({ path, pid, url }) =>
      `The data folder ${path} is already served${url && ` at ${url}`} by process ${pid}. Use that service, stop it, or name another folder.`,
  ),
  'store-unusable': failure(3)<{
    path: string
    reason: string
    /** Whether the process can't write to it any more, until it is started again. */
    isLasting?: boolean
    /** Whether it may have been written all the same: the connection was lost at the commit. */
    isUnknown?: boolean
  }>(({ path, reason }) => `The ${placeOf(path)} cannot be used: ${reason}.`),
  'disk-full': failure(
    3,
    507,
  )<{ path: string }>(
    ({ path }) =>
      `There is too little space left on the disk of the ${placeOf(path)}. Free some, then try again; this was not saved.`,
  ),
  'store-busy': failure(
    7,
    503,
  )<Record<never, never>>(
    () => 'The data is busy with other writes, so this was not saved. Try again in a second.',
  ),
  'no-data-folder': failure(3)<{ path: string }>(
    ({ path }) =>
      `There is no data folder at ${path}. Name the right one after embedded:, or make one: formctl forms apply and forms generate do with the first form, formctl serve --data ${path} when it starts.`,
  ),
  'signature-invalid': failure(1)<{ problem: string }>(
    ({ problem }) => `The request is not to be trusted: ${problem}.`,
  ),
  'thing-unknown': failure(5)<{
    thing: string
    id: string
    meant?: string
  }>(
    ({ thing, id, meant }) =>
      `There is no ${thing} ${id} here.${meant === undefined ? '' : ` Did you mean ${meant}?`}`,
  ),
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

/** Advice for an address that answers unlike a service: shorten the base URL, or check it. */
function addressAdvice(text: string): string {
  const url = /https?:\/\/\S+/.exec(text)?.[0] ?? ''
  const operation = Math.max(0, url.lastIndexOf('/api/v1/'), url.lastIndexOf('/.well-known/'))
  const [, meant, part] = tooLong.exec(url.slice(0, operation)) ?? []
  return meant === undefined
    ? 'Check --base-url; formctl doctor says what is at that address.'
    : `The base URL should end before ${part?.slice(0, 7)}, which formctl adds itself: give --base-url ${meant}.`
}

// A base URL that ends with the beginning of an operation's path.
const tooLong = /^(https?:\/\/[^/]+(?:\/.+?)??)(\/api(?:\/v1(?:\/.*)?)?)$/s

/** An address to listen on; `of` is what the names of its options begin with, such as `metrics-`. */
type Address = { readonly host: string; readonly port: number; readonly of?: string }

/** A store with its kind, which the scheme of its address says; a path has none. */
const placeOf = (path: string): string =>
  `${/^https?:/.test(path) ? 'bucket' : /^postgres(ql)?:/.test(path) ? 'database' : 'data folder'} ${path}`
