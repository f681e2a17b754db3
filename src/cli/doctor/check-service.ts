import { replyOf, type Access, type Caller } from '../../client/caller.ts'
import { listForms } from '../../client/forms.ts'
import { failureOf } from '../../client/refuse.ts'
import { Failure, isOfSignal } from '../../failure/failure.ts'
import type { FormSummary } from '../../form/form.ts'
import { childOf } from '../../form/value.ts'
import { wellKnownCall } from '../../wire/wire.ts'
import { readJson, isSuccess, readRefusal } from '../../wire/replies.ts'
import type { Context } from '../command.ts'
import { proveKey, quietServiceAt } from '../settings/connect.ts'
import type { Settings } from '../settings/settings.ts'
import { lastFour } from '../terminal/key-mask.ts'
import { patienceOfCheck } from './check-connection.ts'
import { failed, failure, ok, skipped, warning, type Check } from './check.ts'

/** A service to check, and the key for it. */
export type Looked = {
  readonly context: Context
  readonly settings: Settings
  /** Has no key where none is set or none can be read; then `keyCheck` says why. */
  readonly access: Access
  readonly keyCheck: Check | undefined
  /** What to do when the service cannot be reached, where that is not the usual advice. */
  readonly unreached: string | undefined
}

/** Calls the service; checks what it announces, its clock, the key, the environment and the source form. */
export async function checkService(looked: Looked): Promise<readonly Check[]> {
  const { context, access, keyCheck, unreached } = looked
  const caller: Caller = { access, patience: patienceOfCheck(context) }
  const rest = ['API key', 'environment', 'source form']
  let announced: Announcement
  try {
    announced = await announcement(caller)
  } catch (error) {
    const left = rest.map((name) => skipped(name, 'Not looked at: the service cannot be called.'))
    const isUnreached = Failure.is(error, 'unreachable') || Failure.is(error, 'address-wrong')
    const advice = isUnreached ? unreached : undefined
    return [failed('service', error, advice), ...(keyCheck ? [keyCheck, ...left.slice(1)] : left)]
  }
  const key = keyCheck ?? (await acceptedKey(caller, looked))
  const forms = key.result === 'ok' ? await formsOf(caller, announced) : undefined
  return [
    serviceCheck(announced),
    ...clockCheck(announced, context),
    key,
    environmentCheck(looked, forms),
    sourceFormCheck(looked, forms),
  ]
}

function serviceCheck({ name, version, extensions }: Announcement): Check {
  if (name === undefined) return ok('service', 'It answers, and announces nothing beyond the contract.')
  const more = extensions.length > 0 ? `, which announces ${extensions.join(', ')}` : ''
  return ok('service', `${name} ${version ?? ''}`.trim() + `${more}.`)
}

const most = 60

function clockCheck({ date }: Announcement, { host }: Context): readonly Check[] {
  const theirs = Date.parse(date ?? '')
  if (Number.isNaN(theirs)) return []
  const behind = Math.round((theirs - host.now().getTime()) / 1000)
  if (Math.abs(behind) <= most) return [ok('clock', 'It agrees with that of the service.')]
  const found = `It is ${Math.abs(behind)} s ${behind > 0 ? 'behind' : 'ahead of'} that of the service.`
  return [warning('clock', found, 'Set this machine to network time: certificates and --since depend on it.')]
}

async function acceptedKey(caller: Caller, looked: Looked): Promise<Check> {
  const { apiKey, keySource } = caller.access
  try {
    await proveKey(caller, async (url) => quietServiceAt(url, looked))
    return ok('API key', `${lastFour(apiKey)} (${keySource}) is taken by the service.`)
  } catch (error) {
    return failed('API key', error, isAtAddress(error) ? atAddress : undefined)
  }
}

// The usual advice is to run doctor.
const atAddress = 'Check --base-url: it is the address of the service, up to where /api/v1 begins.'
const isAtAddress = (error: unknown): boolean =>
  error instanceof Failure && error.message.includes('formctl doctor says')

type Forms = readonly FormSummary[] | Failure

/** The forms of the environment, where the service announces a list; undefined where nobody can tell. */
async function formsOf(caller: Caller, { extensions }: Announcement): Promise<Forms | undefined> {
  if (!extensions.includes('forms-list') || caller.access.environmentId === undefined) return undefined
  try {
    return await listForms(caller)
  } catch (error) {
    if (error instanceof Failure && !isOfSignal(error)) return error
    throw error
  }
}

function environmentCheck({ access, settings }: Looked, forms: Forms | undefined): Check {
  const { environmentId } = access
  const name = 'environment'
  if (environmentId === undefined)
    return warning(
      name,
      'None is set.',
      'formctl forms generate needs one: give --environment, set FORMCTL_ENVIRONMENT_ID, or write it into formctl.yaml.',
    )
  if (forms instanceof Failure) return failed(name, forms)
  const where = `${environmentId} (${settings.environment?.source ?? 'the first of the folder'})`
  return forms
    ? ok(name, `${where} has ${forms.length} ${forms.length === 1 ? 'form' : 'forms'}.`)
    : skipped(name, `${where}. Whether the service knows it shows only when a form is made.`)
}

function sourceFormCheck({ settings }: Looked, forms: Forms | undefined): Check {
  const name = 'source form'
  const { sourceForm } = settings
  if (!sourceForm) return skipped(name, 'None is set; each spec may name its own.')
  const where = `${sourceForm.value} (${sourceForm.source})`
  if (!forms || forms instanceof Failure)
    return skipped(name, `${where}. Whether the service knows it shows only when a form is made.`)
  const form = forms.find(({ id }) => id === sourceForm.value)
  return form
    ? ok(name, `${where} is "${form.name}".`)
    : failure(
        name,
        `The environment has no form ${where}.`,
        'formctl forms list shows its forms; name one with FORMCTL_SOURCE_FORM_ID or in formctl.yaml.',
      )
}

/** What a service announces about itself, and when. */
type Announcement = {
  readonly name?: string
  readonly version?: string
  readonly extensions: readonly string[]
  /** In the words of the header. */
  readonly date?: string | undefined
}

/** Asks a service once what it can do. A service that does not know the question announces nothing. */
async function announcement({ access, patience }: Caller): Promise<Announcement> {
  const { seconds } = patience
  const reply = await access.service({ ...wellKnownCall, ...(seconds === undefined ? {} : { seconds }) })
  const { date } = reply.headers
  const nothing = { extensions: [], date }
  if (!isSuccess(reply)) {
    const refusal = await readRefusal(reply)
    if (refusal.target === undefined && refusal.status < 500 && refusal.status !== 429) return nothing
    throw failureOf(refusal, { access, path: wellKnownCall.path })
  }
  try {
    const value = await readJson(reply.body, { where: replyOf(access, wellKnownCall.path) })
    const [name, version, extensions] = ['name', 'version', 'extensions'].map((key) => childOf(value, key))
    return {
      ...(typeof name === 'string' ? { name } : {}),
      ...(typeof version === 'string' ? { version } : {}),
      extensions: Array.isArray(extensions) ? extensions.filter((word) => typeof word === 'string') : [],
      date,
    }
  } catch (error) {
    if (Failure.is(error, 'reply-unreadable')) return nothing
    throw error
  }
}
