import type { Caller } from '../../client/caller.ts'
import { generateForm } from '../../client/generate.ts'
import { Failure } from '../../failure.ts'
import { placeFaults } from '../../spec/place-faults.ts'
import type { Row } from '../../spec/rows.ts'
import type { FileReport } from '../reporters/reporter.ts'
import { placeOf, type PlannedForm } from './plan-forms.ts'

/** A form that exists now. */
export type Created = {
  readonly file: string
  /** The row that it was filled in from. */
  readonly row?: Row
  readonly name: string
  readonly id: string
  /** As the service gave it: usually a path. */
  readonly url: string
}

/** What came of creating forms one after another: those that exist, and what stopped it. */
export type Creation = {
  readonly created: readonly Created[]
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
export async function createForms(planned: readonly PlannedForm[], caller: Caller): Promise<Creation> {
  const created: Created[] = []
  for (const [i, form] of planned.entries()) {
    const outcome = await create(form, caller)
    if ('failure' in outcome)
      return { created, stop: { at: form, ...outcome, notSent: planned.slice(i + 1) } }
    created.push(outcome)
  }
  return { created }
}

type Failed = { readonly failure: Failure; readonly report?: FileReport }

async function create(planned: PlannedForm, caller: Caller): Promise<Created | Failed> {
  const { file, text, spec, body, row } = planned
  try {
    const generated = await generateForm(caller, body)
    if (generated.kind === 'created') return { file, ...(row && { row }), name: body.name, ...generated.form }
    const findings = placeFaults(spec, generated.faults)
    const at = placeOf(planned)
    const failure = Failure.of('form-refused', { name: body.name, file: at, faults: findings.length })
    return { failure, report: { file, text, findings } }
  } catch (error) {
    if (error instanceof Failure) return { failure: error }
    throw error
  }
}
