import type { ResponsesQuery } from '../../responses/responses.ts'
import type { Context } from '../command.ts'
import { isSpec } from '../option-values.ts'

/** The plan with form ids in place of the specs that --form names. */
export async function withFormsOfSpecs<Plan extends Pick<ResponsesQuery, 'source'>>(
  plan: Plan,
  context: Context,
): Promise<Plan> {
  const { source } = plan
  if (source.kind === 'all' || !source.formIds.some(isSpec)) return plan
  const { findForm } = await import('../forms/find-form.ts')
  const formIds = new Set<string>()
  for (const word of source.formIds) formIds.add(isSpec(word) ? (await findForm(word, context)).id : word)
  return { ...plan, source: { ...source, formIds: [...formIds] } }
}
