import {
  type Access,
  type Caller,
  readAnnounced,
  type Announced,
  proveKey,
  listForms,
} from '../../client/client.ts'
import { Failure, isOfSignal } from '../../failure/failure.ts'
import type { FormSummary } from '../../form/form.ts'
import type { Service } from '../../wire/wire.ts'
import type { Context } from '../command.ts'
import { quietServiceAt } from '../settings/connect.ts'
import type { Settings } from '../settings/settings.ts'
import { patienceOf } from '../settings/waits.ts'
import { lastFour } from '../../form/api-key.ts'

type Looked = {
  readonly context: Context
  readonly settings: Settings
  /** Its `apiKey` is undefined where none is set or none can be read; that has a check of its own. */
  readonly access: Omit<Access, 'apiKey'> & { readonly apiKey: string | undefined }
  /** What to do when the service cannot be reached. */
  readonly unreached: string
}

/** Calls the service; checks what it announces, its clock, the key, the environment and the source form. */
export async function checkService(
  { look, note }: Examination,
  { context, settings, access, unreached }: Looked,
): Promise<void> {
  const { apiKey = '', keySource } = access
  const clock = withDate(access.service)
  const { onPause: _, ...patience } = patienceOf(context)
  const caller: Caller = {
    access: { ...access, apiKey, service: clock.service },
    patience: { ...patience, seconds: context.globals.timeout ?? usualSeconds },
  }
  const announced = await look('service', () => readAnnounced(once(caller)), {
    verdict: announcedVerdict,
    advice: (error) => (Failure.is(error, 'unreachable') ? unreached : undefined),
  })
  if (!announced) {
    for (const name of [...(access.apiKey === undefined ? [] : ['API key']), 'environment', 'source form'])
      note(name, skipped('Not looked at: the service cannot be called.'))
    return
  }
  const behind = Math.round((Date.parse(clock.date() ?? '') - context.host.now().getTime()) / 1000)
  if (!Number.isNaN(behind)) note('clock', clockVerdict(behind))
  const isTaken =
    access.apiKey !== undefined &&
    (await look(
      'API key',
      () => proveKey(caller, (url) => quietServiceAt(url, { settings, context })).then(() => true),
      {
        verdict: () => `${lastFour(apiKey)} (${keySource}) is taken by the service.`,
        advice: (error) => (isAtAddress(error) ? atAddress : undefined),
      },
    ))
  const hasList = 'extensions' in announced && announced.extensions.includes('forms-list')
  await checkPlaces({ look, note }, { caller, settings, hasList: hasList && isTaken === true })
}

const once = ({ access, patience }: Caller): Caller => ({ access, patience: { ...patience, attempts: 1 } })

const announcedVerdict = (announced: Announced): string =>
  'unread' in announced || announced.extensions.length === 0
    ? 'It answers, and announces nothing beyond the contract.'
    : `It answers, and announces ${announced.extensions.join(', ')}.`

// The usual advice is to run doctor.
const atAddress = 'Check --base-url: it is the address of the service, up to where /api/v1 begins.'
const isAtAddress = (error: unknown): boolean =>
  error instanceof Failure && error.message.includes('formctl doctor says')

/** Seconds for each look, so that the whole ends soon. */
const usualSeconds = 5
const mostBehind = 60

/** The same service; keeps the date of its last reply. */
function withDate(service: Service): {
  readonly service: Service
  readonly date: () => string | undefined
} {
  let date: string | undefined
  return {
    date: () => date,
    service: async (call) => {
      const reply = await service(call)
      date = reply.headers['date']
      return reply
    },
  }
}

const clockVerdict = (behind: number): ReturnType<typeof warning> =>
  Math.abs(behind) <= mostBehind
    ? 'It agrees with that of the service.'
    : warning(
        `It is ${Math.abs(behind)} s ${behind > 0 ? 'behind' : 'ahead of'} that of the service.`,
        'Set this machine to network time: certificates and --since depend on it.',
      )

type Places = { readonly caller: Caller; readonly settings: Settings; readonly hasList: boolean }

/** Checks the environment and the source form; without a list of forms, only whether they are set. */
async function checkPlaces(
  { look, note }: Pick<Examination, 'look' | 'note'>,
  { caller, settings: { environment, sourceForm }, hasList }: Places,
): Promise<void> {
  const { environmentId } = caller.access
  let forms: readonly FormSummary[] | undefined
  const place = `${environmentId} (${environment?.source ?? 'the first of the folder'})`
  if (environmentId === undefined) note('environment', warning('None is set.', environmentAdvice))
  else if (!hasList) note('environment', skipped(`${place}. ${unseen}`))
  else
    forms = await look('environment', () => listForms(caller), {
      verdict: ({ length }) => `${place} has ${length} ${length === 1 ? 'form' : 'forms'}.`,
    })
  if (!sourceForm) return note('source form', skipped('None is set; each spec may name its own.'))
  const where = `${sourceForm.value} (${sourceForm.source})`
  if (!forms) return note('source form', skipped(`${where}. ${unseen}`))
  const form = forms.find(({ id }) => id === sourceForm.value)
  const found = form ? `${where} is "${form.name}".` : `The environment has no form ${where}.`
  note('source form', form ? found : { result: 'failure', found, advice: sourceFormAdvice })
}

const unseen = 'Whether the service knows it shows only when a form is made.'
const environmentAdvice =
  'formctl forms generate needs one: give --environment, set FORMCTL_ENVIRONMENT_ID, or write it into formctl.yaml.'
const sourceFormAdvice =
  'formctl forms list shows its forms; name one with FORMCTL_SOURCE_FORM_ID or in formctl.yaml.'

export type Check = {
  readonly name: string
  readonly result: 'ok' | 'warning' | 'failure' | 'skipped'
  readonly found: string
  readonly advice?: string
}

/** What a check makes of a value: a sentence when all is well; undefined says nothing. */
type Verdict = string | Omit<Check, 'name'> | undefined

/** The verdict on what works now and will cause trouble. */
export const warning = (found: string, advice: string): Verdict => ({ result: 'warning', found, advice })

/** The verdict on what could not be looked at, and why. */
export const skipped = (found: string): Verdict => ({ result: 'skipped', found })

/** What to do about a failure; undefined: what its message says. */
type Advising = (error: unknown) => string | undefined

export type Examination = {
  readonly checks: Check[]
  readonly note: (name: string, verdict: Verdict) => void
  /** Does what a check is about and gives its result; a Failure is a failed check, and its result undefined. */
  readonly look: <T>(
    name: string,
    work: () => T | Promise<T>,
    judging?: { readonly verdict?: (value: T) => Verdict; readonly advice?: Advising },
  ) => Promise<T | undefined>
}

/** Begins a run without checks. `isMissing` recognises failures about settings that an unreadable file may hold. */
export function beginExamination(isMissing: (error: unknown) => boolean): Examination {
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
        note(name, isMissing(error) ? skipped(inUserFile) : failedWith(error, advice?.(error)))
        return undefined
      }
    },
  }
}

const inUserFile = 'Not looked at: it may stand in the user file, which cannot be used.'

/** The verdict of a Failure, whose message says first what is wrong and then what to do. */
function failedWith(error: unknown, advice: string | undefined): Verdict {
  if (!(error instanceof Failure) || isOfSignal(error)) throw error
  const [, found = error.message, rest] = /^(.+?\.) ([A-Z].*)$/s.exec(error.message) ?? []
  const remedy = advice ?? rest
  return { result: 'failure', found, ...(remedy === undefined ? {} : { advice: remedy }) }
}
