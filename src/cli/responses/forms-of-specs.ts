import type { ResponsesQuery } from '../../responses/responses.ts'
import type { Context } from '../command.ts'

/** The plan with form ids in place of the specs that --form names: the lock file holds the present form of each. */
export async function withFormsOfSpecs<Plan extends Pick<ResponsesQuery, 'source'>>(
  plan: Plan,
  context: Context,
): Promise<Plan> {
  const { source } = plan
  if (source.kind === 'all' || !source.formIds.some(isSpec)) return plan
  const [{ findLockedForm }, { lockPlace }, { settledTarget }] = await Promise.all([
    import('../../publish/publish.ts'),
    import('../forms/publishing.ts'),
    import('../settings/connect.ts'),
  ])
  const place = await lockPlace(context)
  const service = (): ReturnType<typeof settledTarget> => settledTarget(context)
  const formIds = new Set<string>()
  for (const word of source.formIds) {
    const found = isSpec(word) && (await findLockedForm(context.host.files, place, { word, service }))
    formIds.add(found ? found.form.id : word)
  }
  return { ...plan, source: { ...source, formIds: [...formIds] } }
}

const isSpec = (word: string): boolean => /\.(ya?ml|json)$/i.test(word)
