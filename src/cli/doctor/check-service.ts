import {
  type Access,
  type Caller,
  readAnnounced,
  type Announced,
  proveKey,
  listForms,
} from '../../client/client.ts'
import { Failure } from '../../failure/failure.ts'
import type { FormSummary } from '../../form/form.ts'
import type { Service } from '../../wire/wire.ts'
import type { Context } from '../command.ts'
import { quietServiceAt } from '../settings/connect.ts'
import type { Settings } from '../settings/settings.ts'
import { patienceOf } from '../settings/waits.ts'
import { lastFour } from '../../form/api-key.ts'
import { skipped, warning, type Examination } from './run-checks.ts'

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
