import { announces } from '../../client/capabilities.ts'
import { listForms } from '../../client/forms.ts'
import { Failure, isOfSignal } from '../../failure.ts'
import type { Context } from '../command.ts'
import type { RecordSource } from '../responses/record-source.ts'
import { withCaller } from '../settings/connect.ts'
import type { FormTally } from './form-tally.ts'

/** Nobody must wait long for what is only nice to know. */
const mostSeconds = 5

/** The names of forms by their ids, where the service tells them: it is a convenience, so no failure of it is one. */
export async function formNames(
  origin: RecordSource['origin'],
  forms: Iterable<FormTally>,
  context: Context,
): Promise<ReadonlyMap<string, string>> {
  const isAsked = origin.kind === 'service' && [...forms].some(({ formId }) => formId !== undefined)
  if (!isAsked) return new Map()
  try {
    return await withCaller(context, async ({ access, patience }) => {
      const caller = { access, patience: { ...patience, seconds: mostSeconds } }
      if (!(await announces(caller, 'forms-list'))) return new Map()
      return new Map((await listForms(caller)).map(({ id, name }) => [id, name]))
    })
  } catch (error) {
    // A signal still ends the run.
    if (error instanceof Failure && !isOfSignal(error)) return new Map()
    throw error
  }
}
