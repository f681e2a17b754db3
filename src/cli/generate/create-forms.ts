import type { Failure } from '../../failure.ts'
import type { FileReport } from '../reporters/reporter.ts'
import { createForm, type Created } from './create-form.ts'
import type { Creating, WayOf } from './pick-up.ts'
import type { PlannedForm } from './plan-forms.ts'

/** What came of creating forms one after another: those that exist, and what stopped it. */
export type Creation = {
  readonly created: readonly Created[]
  /** Forgets the entries of those that exist. Call it once their ids are safe. */
  readonly settle: () => Promise<void>
  readonly stop?: Stop
}

/** The form that was not created, why, and those after it that were not sent. */
export type Stop = {
  readonly at: PlannedForm
  readonly failure: Failure
  /** What the service finds wrong with the form, at the author's own lines. */
  readonly report?: FileReport
  readonly notSent: readonly PlannedForm[]
}

/** Creates forms one after another, and stops at the first that fails: the next might fail for the same reason. */
export async function createForms(ways: readonly WayOf[], creating: Creating): Promise<Creation> {
  const created: Created[] = []
  const settling: (() => Promise<void>)[] = []
  const settle = async (): Promise<void> => {
    for (const each of settling) await each()
  }
  for (const [i, way] of ways.entries()) {
    const outcome = await createForm(way, creating)
    if ('failure' in outcome) {
      const notSent = ways.slice(i + 1).map(({ planned }) => planned)
      return { created, settle, stop: { at: way.planned, ...outcome, notSent } }
    }
    created.push(outcome.created)
    settling.push(outcome.settle)
  }
  return { created, settle }
}
