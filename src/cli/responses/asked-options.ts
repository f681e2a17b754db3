import { ignoreFailure } from '../../failure/failure.ts'
import { isObject } from '../../form/value.ts'
import type { ExportPlan } from '../../export/files/export-files.ts'
import type { AskedQuestion } from '../../table/questions.ts'
import type { Context } from '../command.ts'
import { specReader, specsOfForms, type SpecOfForm } from '../forms/specs-of-forms.ts'
import { resolveTarget } from '../settings/connect.ts'

/**
 * The plan with what forms ask: of all forms of a spec that --form names, by the spec, and of every other form whose spec says what
 * it was made of. Of several versions of a spec, the newest says which columns there are.
 */
export async function withAskedOptions<Plan extends Pick<ExportPlan, 'source' | 'merging'>>(
  plan: Plan,
  context: Context,
): Promise<Plan & { readonly asked?: readonly AskedQuestion[] }> {
  const { source, merging } = plan
  const specs = await specsOfForms(context)
  if (specs.size === 0) return plan
  const { readForm } = await import('../forms/form-outline.ts')
  const formIds = source.kind === 'all' ? [] : source.formIds
  const versions = new Set(merging?.forms.flatMap(({ id, questionnaire }) => (questionnaire ? [id] : [])))
  const newest = new Set(
    new Map(merging?.forms.map(({ id, questionnaire }) => [questionnaire ?? id, id])).values(),
  )
  const read = specReader(context)
  const isUnchanged = unchangedBy(context)
  const asked: AskedQuestion[] = []
  for (const [form, spec] of specs) {
    if (formIds.length > 0 && !formIds.includes(form)) continue
    const value = await read(spec)
    if (!versions.has(form) && !(await isUnchanged(value, spec))) continue
    for (const { questions } of readForm(value).outline?.pages ?? [])
      for (const { sample, ...question } of questions)
        if (![question.headline, ...question.options].some((text) => text.includes('${')))
          asked.push({
            form,
            isNamed: source.kind === 'all' || formIds.includes(form),
            ...question,
            ...(sample && (newest.has(form) || !versions.has(form)) && { sample }),
          })
  }
  return asked.length > 0 ? { ...plan, asked } : plan
}

/** Whether a spec still says what its form was made of. */
function unchangedBy(context: Context): (value: unknown, spec: SpecOfForm) => Promise<boolean> {
  let target: Promise<Partial<Awaited<ReturnType<typeof resolveTarget>>> | undefined> | undefined
  return async (value, { content }) => {
    if (!isObject(value) || content === undefined) return false
    const { canonicalHash } = await import('../../publish/publish.ts')
    target ??= resolveTarget(context).catch(ignoreFailure)
    const { name, language, translations, settings, steps } = value
    const { sourceFormId = (await target)?.sourceFormId } = value
    return content === canonicalHash({ sourceFormId, name, language, translations, settings, steps })
  }
}
