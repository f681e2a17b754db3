import { count, Failure, isOfSignal } from '../../failure/failure.ts'
import { defineCommand, type Context } from '../command.ts'
import { maskTextsIn } from '../terminal/plain.ts'
import { proxyFor, type Proxy } from '../../client/over-http.ts'
import type { Host } from '../host.ts'
import { connect, namesProxy, quietServiceAt, requiredBaseUrl } from '../settings/connect.ts'
import { destinationOf, holdsData } from '../settings/base-url.ts'
import { readProjectFile, readUserFile } from '../settings/config-file.ts'
import type { Settings } from '../settings/settings.ts'
import { readKey } from '../settings/key.ts'
import { settingsFrom, nearMisses } from '../settings/load.ts'
import { refuseWait, waitVariables, retryContextOf } from '../settings/waits.ts'
import {
  type Access,
  type Caller,
  readAnnouncementOrReason,
  proveKey,
  listForms,
} from '../../client/client.ts'
import type { FormSummary } from '../../form/form.ts'
import type { Service } from '../../wire/wire.ts'
import { lastFour } from '../../form/api-key.ts'

export const command = defineCommand({
  description:
    'Checks everything that a call needs, one line each, and says what to do about a failure: Node, the state folder, the settings files, the address, the proxy, the service, the clock, the API key, the environment and the source form. It creates and changes nothing. Each check takes at most 5 seconds, or --timeout; api_key_command may take a minute. Exits with 1 when a check fails.',
  examples: {
    'formctl doctor': 'what works, what does not, and what to do',
    'formctl doctor --profile staging -o json': 'the same for another profile, as JSON',
  },
  async run(_given, context) {
    const checks = maskTextsIn(await examine(context), context.terminal.mask)
    const isHealthy = checks.every(({ result }) => result !== 'failure')
    if (context.globals.output === 'json')
      await context.terminal.printJson({ schema_version: 1, isHealthy, checks })
    else await printChecks(checks, context)
    return isHealthy ? 0 : 1
  },
})

const marks = { ok: 'ok', warning: 'warning', failure: 'FAILURE', skipped: '-' } as const

async function printChecks(checks: readonly Check[], { terminal }: Context): Promise<void> {
  await terminal.list(
    ['result', 'what', { text: 'found' }],
    checks.map(({ name, result, found, advice }) => [
      marks[result],
      name,
      advice === undefined ? found : `${found} ${advice}`,
    ]),
  )
  const tally = (wanted: 'failure' | 'warning'): string => {
    const { length } = checks.filter(({ result }) => result === wanted)
    return length === 0 ? `no ${wanted}` : count(length, wanted)
  }
  await terminal.info(`${count(checks.length, 'check')}: ${tally('failure')}, ${tally('warning')}.`)
}

/** Runs all checks in order. A failed check skips only those that depend on it. */
async function examine(context: Context): Promise<readonly Check[]> {
  const { host, globals } = context
  let isUserFileLost = false
  const examination = beginExamination((error) => isUserFileLost && isUnset(error))
  const { checks, look, note } = examination
  await checkMachine(host, examination)
  const sound = await withoutBadWaits(context, examination)
  const project = await look('project file', () => readProjectFile(host), {
    verdict: (file) => fileVerdict(file, 'formctl init writes one.'),
  })
  const user = await look('user file', () => readUserFile(host), {
    verdict: (file) => fileVerdict(file, 'formctl login makes it.'),
  })
  isUserFileLost = checks.at(-1)?.result === 'failure'
  const settings = await look('profile', () => settingsFrom(host, globals, { project, user }), {
    verdict: ({ profile: { value, source } }) =>
      source === 'default' ? `${value}.` : `${value}, named by ${source}.`,
  })
  const destination =
    settings &&
    (await look('base URL', () => destinationOf(requiredBaseUrl(settings)), {
      verdict: (to) => {
        const found = `${settings.baseUrl?.value} (${settings.baseUrl?.source}).`
        return to.kind === 'embedded' || !to.isOpen
          ? found
          : warning(
              `${found} It is not encrypted.`,
              'Use https: over http others can read the API key on its way.',
            )
      },
    }))
  if (!destination) {
    note('service', skipped('Not looked at: it is not known where it is.'))
    return checks
  }
  const serviceContext = { ...sound, settings: async () => settings }
  if (destination.kind === 'http') await checkHttp(serviceContext, destination.url, examination)
  else if (await holdsData(host.files, destination.dir)) await checkEmbedded(serviceContext, examination)
  else
    note(
      'data folder',
      `${destination.dir} holds no service yet; forms apply, forms generate and serve make one.`,
    )
  return checks
}

const isUnset = (error: unknown): boolean =>
  Failure.is(error, 'profile-unknown') ||
  Failure.is(error, 'setting-missing') ||
  Failure.is(error, 'key-missing')

const fileVerdict = (file: { readonly name: string } | undefined, makes: string) =>
  file
    ? `${file.name} can be read, and its permissions are right.`
    : skipped(`There is none, and none is needed. ${makes}`)

/** Checks Node, the environment variables for formctl, and the state folder. */
async function checkMachine(host: Host, { look, note }: Examination): Promise<void> {
  const { files, stateFolder } = host
  note('Node', `${host.nodeVersion} on ${host.platform}.`)
  for (const { name, meant } of await nearMisses(host))
    note('settings', warning(`${name} is not read.`, `The right name is ${meant}.`))
  // The journal is in this folder, and no form is sent before it is in the journal.
  const write = async (): Promise<void> => {
    await files.makeFolder(stateFolder, 0o700)
    const file = await files.create(files.resolve(stateFolder, 'doctor'), { replace: true, mode: 0o600 })
    await file.write('')
    await file.discard()
  }
  await look('state folder', write, {
    verdict: () => `${stateFolder} can be written.`,
    advice: () =>
      'Make it writable for yourself, or name another folder in XDG_STATE_HOME: forms are noted in it before they are sent.',
  })
}

/** Checks the variables for timeouts and attempts; the other checks go on without those that cannot be used. */
async function withoutBadWaits(context: Context, { look }: Examination): Promise<Context> {
  const { host } = context
  const env = { ...host.env }
  for (const name of waitVariables) {
    const isGood = await look('variables', () => (refuseWait(host, name), true), {
      advice: () => `Write a number, as in ${name}=3, or unset it.`,
    })
    if (!isGood) delete env[name]
  }
  return { ...context, host: { ...host, env } }
}

async function checkHttp(context: Context, url: string, examination: Examination): Promise<void> {
  const { look, note, checks } = examination
  const settings = await context.settings()
  const { host, terminal } = context
  const before = checks.length
  const proxy = await look('proxy', () => proxyFor(url, host.env), {
    verdict: (found) => {
      if (found) return `Calls go through ${found.name}.`
      return namesProxy(host.env) ? 'One is named, but not used for this address.' : 'None is used.'
    },
  })
  const isOpen = checks.slice(before).every(({ result }) => result !== 'failure')
  const key = await look('API key', () => readKey(context, settings.key, url))
  if (key) terminal.maskSecret(key.value)
  if (!isOpen) return note('service', skipped('Not called: there is no connection.'))
  const access = {
    // A check of its own reports a connection that is not encrypted.
    service: await quietServiceAt(url, context),
    baseUrl: url,
    apiKey: key?.value,
    keySource: key?.source ?? '',
    keyAdvice: key?.advice ?? '',
    environmentId: settings.environment?.value,
  }
  const unreachableAdvice = proxy
    ? proxyAdvice(proxy, url, host)
    : 'Check the address and its port, whether the service runs, and firewalls on the way; behind a proxy, set HTTPS_PROXY.'
  await checkService(context, access, unreachableAdvice, examination)
}

function proxyAdvice({ variable }: Proxy, url: string, { env }: Host): string {
  const exceptions = env['no_proxy'] ? 'no_proxy' : 'NO_PROXY'
  return `Check the address in ${variable}, and that the proxy runs; where ${new URL(url).hostname} can be reached without it, add that name to ${exceptions}, or unset ${variable}.`
}

async function checkEmbedded(context: Context, examination: Examination): Promise<void> {
  const access = await examination.look('data folder', () => connect(context))
  try {
    if (access) await checkService(context, access, '', examination)
  } finally {
    await access?.close()
  }
}

/**
 * Calls the service; checks what it announces, its clock, the key, the environment and the source form. `apiKey` is undefined
 * if none is set or it cannot be read, which another check reports.
 */
async function checkService(
  context: Context,
  access: Omit<Access, 'apiKey'> & { readonly apiKey: string | undefined },
  unreachableAdvice: string,
  { look, note }: Examination,
): Promise<void> {
  const { apiKey = '', keySource } = access
  let date = ''
  const service: Service = async (call) => {
    const reply = await access.service(call)
    date = reply.headers['date'] ?? ''
    return reply
  }
  const { onPause: _, ...retry } = retryContextOf(context)
  const caller: Caller = {
    access: { ...access, apiKey, service },
    retry: { ...retry, seconds: context.globals.timeout ?? defaultSeconds },
  }
  const onceCaller = { ...caller, retry: { ...caller.retry, attempts: 1 } }
  const announced = await look('service', () => readAnnouncementOrReason(onceCaller), {
    verdict: (found) =>
      'unread' in found || found.extensions.length === 0
        ? 'It answers, and announces nothing beyond the documented API.'
        : `It answers, and announces ${found.extensions.join(', ')}.`,
    advice: (error) => (Failure.is(error, 'unreachable') ? unreachableAdvice : undefined),
  })
  if (!announced) {
    for (const name of [...(access.apiKey === undefined ? [] : ['API key']), 'environment', 'source form'])
      note(name, skipped('Not looked at: the service cannot be called.'))
    return
  }
  const behind = Math.round((Date.parse(date) - context.host.now().getTime()) / 1000)
  if (!Number.isNaN(behind)) note('clock', clockVerdict(behind))
  const isAccepted =
    access.apiKey !== undefined &&
    (await look('API key', () => proveKey(caller, (url) => quietServiceAt(url, context)).then(() => true), {
      verdict: () => `${lastFour(apiKey)} (${keySource}) is accepted.`,
      advice: (error) =>
        // The advice in the message is to run doctor.
        error instanceof Failure && error.message.includes('formctl doctor says')
          ? 'Check --base-url: it is the address of the service, up to where /api/v1 begins.'
          : undefined,
    }))
  const hasList = 'extensions' in announced && announced.extensions.includes('forms-list')
  await checkPlaces({ look, note }, caller, await context.settings(), hasList && isAccepted === true)
}

/** Seconds for each check. */
const defaultSeconds = 5

const maxClockDifference = 60

/** `behind`: in seconds. */
const clockVerdict = (behind: number): Verdict =>
  Math.abs(behind) <= maxClockDifference
    ? 'It agrees with that of the service.'
    : warning(
        `It is ${Math.abs(behind)} s ${behind > 0 ? 'behind' : 'ahead of'} that of the service.`,
        'Set this machine to network time: certificates and --since depend on it.',
      )

/** Checks the environment and the source form; without a list of forms, only whether they are set. */
async function checkPlaces(
  { look, note }: Pick<Examination, 'look' | 'note'>,
  caller: Caller,
  { environment, sourceForm }: Settings,
  hasList: boolean,
): Promise<void> {
  const { environmentId } = caller.access
  let forms: readonly FormSummary[] | undefined
  const place = `${environmentId} (${environment?.source ?? 'the first of the folder'})`
  if (environmentId === undefined)
    note(
      'environment',
      warning(
        'None is set.',
        'formctl forms generate needs one: give --environment, set FORMCTL_ENVIRONMENT_ID, or write it into formctl.yaml.',
      ),
    )
  else if (!hasList) note('environment', skipped(`${place}. ${notListed}`))
  else
    forms = await look('environment', () => listForms(caller), {
      verdict: ({ length }) => `${place} has ${count(length, 'form')}.`,
    })
  if (!sourceForm) return note('source form', skipped('None is set; each spec may name its own.'))
  const where = `${sourceForm.value} (${sourceForm.source})`
  if (!forms) return note('source form', skipped(`${where}. ${notListed}`))
  const form = forms.find(({ id }) => id === sourceForm.value)
  if (form) return note('source form', `${where} is "${form.name}".`)
  note('source form', {
    result: 'failure',
    found: `The environment has no form ${where}.`,
    advice: 'formctl forms list shows its forms; name one with FORMCTL_SOURCE_FORM_ID or in formctl.yaml.',
  })
}

const notListed = 'Whether the service knows it shows only when a form is made.'

type Check = {
  readonly name: string
  readonly result: 'ok' | 'warning' | 'failure' | 'skipped'
  readonly found: string
  readonly advice?: string
}

/** The outcome of a check; a string means ok, undefined is not listed. */
type Verdict = string | Omit<Check, 'name'> | undefined

/** It works now, and will cause trouble. */
const warning = (found: string, advice: string): Verdict => ({ result: 'warning', found, advice })

/** It was not checked; `found` says why. */
const skipped = (found: string): Verdict => ({ result: 'skipped', found })

type Examination = {
  readonly checks: Check[]
  readonly note: (name: string, verdict: Verdict) => void
  /** Runs one check and returns its value. A Failure is listed as a failed check; the value is undefined then. */
  readonly look: <T>(
    name: string,
    work: () => T | Promise<T>,
    options?: {
      readonly verdict?: (value: T) => Verdict
      /** The advice for an error; undefined: the advice in its message. */
      readonly advice?: (error: unknown) => string | undefined
    },
  ) => Promise<T | undefined>
}

/** An empty list of checks. `isMissing` recognises failures about settings that an unreadable file may hold. */
function beginExamination(isMissing: (error: unknown) => boolean): Examination {
  const checks: Check[] = []
  const note: Examination['note'] = (name, verdict) => {
    if (typeof verdict === 'string') checks.push({ name, result: 'ok', found: verdict })
    else if (verdict) checks.push({ name, ...verdict })
  }
  return {
    checks,
    note,
    look: async (name, work, { verdict, advice } = {}) => {
      try {
        const value = await work()
        note(name, verdict?.(value))
        return value
      } catch (error) {
        const missing = 'Not looked at: it may be in the user file, which cannot be used.'
        note(name, isMissing(error) ? skipped(missing) : failedWith(error, advice?.(error)))
        return undefined
      }
    },
  }
}

/** A failed check. The message of a Failure says first what is wrong and then what to do. */
function failedWith(error: unknown, advice: string | undefined): Verdict {
  if (!(error instanceof Failure) || isOfSignal(error)) throw error
  const [, found = error.message, rest] = /^(.+?\.) ([A-Z].*)$/s.exec(error.message) ?? []
  return { result: 'failure', found, advice: advice ?? rest }
}
