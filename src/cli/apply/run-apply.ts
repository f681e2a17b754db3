import { environmentOf } from '../../client/caller.ts'
import { count, type ExitCode } from '../../failure.ts'
import type { Context } from '../command.ts'
import { creatingOf, waysOf, type Creating } from '../generate/pick-up.ts'
import { withCaller, type ConnectedCaller } from '../settings/with-caller.ts'
import { confirm, mayAsk } from '../terminal/ask.ts'
import { untilSignal } from '../until-signal.ts'
import type { ApplyOptions } from './apply-options.ts'
import { applyPlan, type Applying } from './apply-plan.ts'
import { planOf, type AskedSpecs } from './asked-specs.ts'
import { holdLock } from './hold-lock.ts'
import { baseUrlFrom, lockPlace, openLock, type LockFile, type LockPlace } from './lock-file.ts'
import { originText } from './locked-forms.ts'
import { isToCreate, makePlan, toDo } from './make-plan.ts'
import { recovered } from './recover.ts'
import { refuseOpen } from './refuse-open.ts'
import { sayApplied } from './say-applied.ts'
import { sayPlan, type Saying } from './say-plan.ts'

/** Plans and, unless a person says no, creates; one run at a time on a lock file. */
export async function runApply(specs: AskedSpecs, given: ApplyOptions, context: Context): Promise<ExitCode> {
  const place = await lockPlace(context)
  const { lockTimeout: seconds } = given
  return withCaller(
    context,
    (caller) =>
      holdLock(context, { place, seconds }, () => whileHeld({ specs, place, caller }, given, context)),
    { makesFolder: true },
  )
}

type Held = { readonly specs: AskedSpecs; readonly place: LockPlace; readonly caller: ConnectedCaller }

async function whileHeld(
  { specs, place, caller }: Held,
  given: ApplyOptions,
  context: Context,
): Promise<ExitCode> {
  const { host } = context
  const { baseUrl, sourceFormId } = caller.access
  const creating = await creatingOf(context, caller)
  const lock = await openLock(host, place)
  await putRecovered(lock, place, creating)
  const target = { baseUrl: baseUrlFrom(place, baseUrl), environmentId: environmentOf(caller.access) }
  const planned = await planOf(specs, given, sourceFormId)
  const plan = await makePlan(host, planned, { ...specs, place, target, entries: lock.forms() })
  const saying = { plan, lockName: place.name, baseUrl, isForgetting: given.forget }
  await sayBefore(saying, given, context)
  const toCreate = plan.changes.filter(isToCreate).map(({ form }) => form)
  const ways = await waysOf(toCreate, creating, { isForced: false })
  const notes = await creating.journal.list()
  await refuseOpen(host.files, { notes, place, target, words: specs.words, ways })
  if (!(await untilSignal(host.signal, isAgreed(toCreate.length, given, context)))) return 1
  const applying = { host, lock, creating, ways, jobs: given.jobs ?? 1, isForgetting: given.forget }
  const isToWrite = toDo(plan, given.forget) > 0
  const outcomes = isToWrite ? await applyPlan(plan, { ...applying, onCreated: sayCreated(context) }) : []
  await sayApplied({ ...saying, applied: outcomes }, context)
  return 0
}

const sayCreated =
  ({ terminal, globals }: Context): Applying['onCreated'] =>
  async ({ form }, { id }) => {
    if (globals.output === 'json') return
    await terminal.say(terminal.plain(`Created "${form.body.name}" (${originText(form.origin)}): ${id}`))
  }

/** Puts into the lock file what an earlier run created and could not write there any more. */
async function putRecovered(lock: LockFile, place: LockPlace, { journal }: Creating): Promise<void> {
  const { forms, notes } = recovered(lock.forms(), await journal.list(), place)
  if (forms !== lock.forms()) await lock.update(() => forms)
  for (const { id } of notes) await journal.remove(id)
}

/** Whether somebody is there who could say no. */
const isAttended = (context: Context): boolean =>
  mayAsk({ ...context, globals: { ...context.globals, noInput: false } })

async function sayBefore(saying: Saying, { yes }: ApplyOptions, context: Context): Promise<void> {
  const isForPerson = context.globals.output !== 'json' || (isAttended(context) && !yes)
  const { plan, isForgetting } = saying
  if (isForPerson && (toDo(plan, isForgetting) > 0 || plan.removed.length > 0)) await sayPlan(saying, context)
}

async function isAgreed(creating: number, { yes }: ApplyOptions, context: Context): Promise<boolean> {
  if (yes || creating === 0 || !isAttended(context)) return true
  const message = `Create ${count(creating, 'form')}?`
  if (await confirm(context, { message, flag: '--yes', fallback: false })) return true
  await context.terminal.say('Nothing was sent.')
  return false
}
