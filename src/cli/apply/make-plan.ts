import type { PlannedForm } from '../generate/plan-forms.ts'
import type { ReadForm } from '../generate/read-specs.ts'
import type { LockedForm } from '../generated/lock.ts'
import type { Host } from '../host.ts'
import { canonicalHash } from './canonical-hash.ts'
import { isAt, type Origin, type Target } from './locked-forms.ts'
import { pathFrom, type LockPlace } from './lock-file.ts'
import { namedSpecs } from './named-specs.ts'
import { planChanges, type Change, type Plan, type Wanted } from './plan-changes.ts'

/** A form that the specs ask for, with the request that creates it. */
type WantedForm = PlannedForm & Wanted

/** What becomes of a form of this run. */
export type FormChange = Change<WantedForm>

/** What a run is to do. */
export type ApplyPlan = Plan<WantedForm> & { readonly target: Target }

/** What a plan is made of. */
export type Planning = {
  readonly place: LockPlace
  readonly target: Target
  /** The words by which the specs were named. */
  readonly words: readonly string[]
  /** By the number of the row; absent without --each. */
  readonly rowKeys: ReadonlyMap<number, string> | undefined
  /** All entries of the lock file. */
  readonly entries: readonly LockedForm[]
}

/** What to do so that every form of the specs is there, by what the lock file says. */
export async function makePlan(
  { files }: Pick<Host, 'files'>,
  planned: readonly PlannedForm[],
  planning: Planning,
): Promise<ApplyPlan> {
  const { place, target, words, entries } = planning
  const pathOf = ({ file }: Pick<ReadForm, 'file'>): string => pathFrom(place, files.resolve(file))
  const wanted = planned.map((form): WantedForm => {
    const origin = originOf(form, pathOf(form), planning)
    const content = canonicalHash(form.body)
    return { ...form, origin, content, lock: { path: place.path, ...origin, content } }
  })
  const ofTarget = entries.filter((entry) => isAt(entry, target))
  const read = new Set(wanted.map(({ origin }) => origin.spec))
  const elsewhere = new Set<string>()
  for (const { spec } of ofTarget)
    if (!read.has(spec) && (await files.kind(files.resolve(place.folder, spec))) !== 'missing')
      elsewhere.add(spec)
  const isNamed = await namedSpecs(files, words)
  const plan = planChanges(wanted, {
    target,
    entries: ofTarget,
    isElsewhere: (spec) => elsewhere.has(spec),
    isNamed: (spec) => isNamed(files.resolve(place.folder, spec)),
  })
  return { ...plan, target }
}

function originOf({ document, row }: ReadForm, spec: string, { rowKeys }: Planning): Origin {
  const key = row && rowKeys?.get(row.number)
  return { spec, ...(document === 1 ? {} : { document }), ...(key === undefined ? {} : { row: key }) }
}

/** A change that makes a form. */
export type FormToCreate = Extract<FormChange, { readonly history: unknown }>

/** Whether a change makes a form. */
export const isToCreate = (change: FormChange): change is FormToCreate =>
  change.kind === 'new' || change.kind === 'changed'

/** How much a run would change: forms to create, and entries of the lock file. */
export const toDo = ({ changes, removed }: ApplyPlan, isForgetting: boolean): number =>
  changes.filter(({ kind }) => kind !== 'unchanged').length + (isForgetting ? removed.length : 0)
