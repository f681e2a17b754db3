import { Failure } from '../../failure.ts'
import { createForm } from '../generate/create-form.ts'
import type { Creating, WayOf } from '../generate/pick-up.ts'
import type { FileReport } from '../reporters/reporter.ts'
import type { LockedForm } from '../generated/lock.ts'
import type { Host } from '../host.ts'
import { lockedForm, withForms } from './locked-forms.ts'
import type { LockFile } from './lock-file.ts'
import { isToCreate, type ApplyPlan, type FormChange, type FormToCreate } from './make-plan.ts'

/** What became of a form that was to be created. */
export type Applied =
  | { readonly change: FormChange; readonly entry: LockedForm }
  | { readonly change: FormChange; readonly failure: Failure; readonly report?: FileReport }

/** What carries out a plan. */
export type Applying = {
  readonly host: Pick<Host, 'now' | 'signal'>
  readonly lock: LockFile
  readonly creating: Creating
  /** How each form that the plan creates is sent. */
  readonly ways: readonly WayOf[]
  /** How many forms are on their way at once. */
  readonly jobs: number
  readonly isForgetting: boolean
  /** Told of each form as soon as the lock file has it. */
  readonly onCreated: (change: FormChange, entry: LockedForm) => Promise<void>
}

/**
 * Creates what a plan asks for, in its order, and keeps each form in the lock file the moment it is there. After a failure
 * nothing more is begun, since the next might fail for the same reason; what is on its way is waited for.
 */
export async function applyPlan(plan: ApplyPlan, applying: Applying): Promise<readonly Applied[]> {
  const { lock, isForgetting, host, jobs } = applying
  await lock.update((forms) => withForms(forms, settledChanges(plan, isForgetting)))
  const waiting = plan.changes.filter(isToCreate)
  const applied = new Map<FormChange, Applied>()
  let isStopped = host.signal.aborted
  const work = async (): Promise<void> => {
    for (let change = waiting.shift(); change && !isStopped; change = waiting.shift()) {
      const outcome = await apply(change, plan, applying)
      applied.set(change, outcome)
      if ('failure' in outcome || host.signal.aborted) isStopped = true
    }
  }
  await Promise.all(Array.from({ length: Math.min(jobs, waiting.length) }, work))
  return plan.changes.flatMap((change) => applied.get(change) ?? [])
}

/** What changes in the lock file without any form being made. */
function settledChanges(
  { changes, removed }: ApplyPlan,
  isForgetting: boolean,
): { readonly without: readonly LockedForm[]; readonly put: readonly LockedForm[] } {
  const settled = changes.flatMap((change) =>
    'entry' in change && change.before ? [{ before: change.before, entry: change.entry }] : [],
  )
  return {
    without: [...settled.map(({ before }) => before), ...(isForgetting ? removed : [])],
    put: settled.map(({ entry }) => entry),
  }
}

async function apply(change: FormToCreate, { target }: ApplyPlan, applying: Applying): Promise<Applied> {
  const { creating, ways, host, lock, onCreated } = applying
  const { form, history } = change
  const way = ways.find(({ planned }) => planned === form)
  if (!way) throw new Error(`no way was found for ${form.body.name}`)
  const outcome = await createForm(way, creating)
  if ('failure' in outcome) return { change, ...outcome }
  const { id, url } = outcome.created
  const version = { content: form.content, id, url, created: host.now().toISOString() }
  const entry = lockedForm({ origin: form.origin, target, version, history })
  try {
    await lock.update((forms) => withForms(forms, { put: [entry] }))
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    // Its note in the journal stays, and the next run puts the id where it belongs.
    const failure = Failure.of('form-unrecorded', { name: form.body.name, id, reason: error.message })
    return { change, failure }
  }
  await outcome.settle()
  await onCreated(change, entry)
  return { change, entry }
}
