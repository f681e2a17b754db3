import { Failure, ignoreFailure } from '../../failure/failure.ts'
import type { ResponsesQuery } from '../../responses/responses.ts'
import type { FormVersion } from '../../publish/publish.ts'
import type { KnownForm, MergeOptions, FormQuestion } from '../../table/questions.ts'
import type { Context } from '../command.ts'
import { isSpec } from '../option-values.ts'
import { compareTexts } from '../../form/words.ts'
import { isObject } from '../../form/value.ts'
import { relative } from 'node:path'
import { named, note, printRemarks } from './remarks.ts'
import type { ExportPlan } from '../../export/files/export-files.ts'
import { knownForms, specReader, specsOfForms, type SpecOfForm } from '../forms/known-forms.ts'

/**
 * The plan with form ids in place of the specs that --form names: all forms that were made of a spec, which are one
 * questionnaire. `mergesAll`: whether all forms are one. Without `merging` each question is one by itself.
 */
export async function withFormsOfSpecs<Plan extends Pick<ResponsesQuery, 'source'>>(
  plan: Plan,
  context: Context,
  mergesAll = false,
): Promise<Plan & { readonly merging?: MergeOptions }> {
  const source = await withoutNames(plan.source, context)
  const words = source.kind === 'all' ? [] : source.formIds
  if (!mergesAll && !words.some(isSpec)) return { ...plan, source }
  const forms = new Map<string, KnownForm>()
  for (const word of words)
    for (const form of isSpec(word) ? await versionsOfSpec(word, context) : [{ id: word }])
      if (!forms.has(form.id)) forms.set(form.id, form)
  const chosen = [...forms.values()]
  const locked = mergesAll ? await withLocked(chosen, context) : chosen
  const listed = await withListed(locked, source, context)
  const merging = { forms: listed.toSorted((a, b) => compareTexts(ageOf(a), ageOf(b))), mergesAll }
  return source.kind === 'all'
    ? { ...plan, merging }
    : { ...plan, source: { ...source, formIds: [...forms.keys()] }, merging }
}

/** The source with ids in place of the names of forms. */
async function withoutNames<Source extends ResponsesQuery['source']>(
  source: Source,
  context: Context,
): Promise<Source> {
  if (source.kind === 'all' || source.kind === 'saved') return source
  const names = new Set((await knownForms(context.host)).map(({ name }) => name))
  // Most runs name ids, and finding a name loads all of publish.
  if (source.formIds.every((word) => isSpec(word) || (/^[\w-]+$/.test(word) && !names.has(word))))
    return source
  const { idOfName } = await import('../forms/find-form.ts')
  return { ...source, formIds: await Promise.all(source.formIds.map((word) => idOfName(word, context))) }
}

const ageOf = ({ created = '~' }: KnownForm): string => created

/** The forms of a spec, rows and earlier versions too, the oldest first; not in the lock file: the one that was printed. */
async function versionsOfSpec(word: string, context: Context): Promise<readonly KnownForm[]> {
  const { findForm, configuredService } = await import('../forms/find-form.ts')
  const { findLockedForms, versionsOf } = await import('../../publish/publish.ts')
  const { lockPlace } = await import('../forms/known-forms.ts')
  try {
    const place = await lockPlace(context)
    const service = () => configuredService(context)
    const found = await findLockedForms(context.host.files, place, { word, service })
    return found
      .flatMap(({ entry }) =>
        versionsOf(entry).map((form) =>
          Object.assign(known(form), { questionnaire: `${word} ${entry.document ?? 1}` }),
        ),
      )
      .toSorted((a, b) => (ageOf(a) < ageOf(b) ? -1 : 1))
  } catch (error) {
    if (!Failure.is(error, 'form-not-applied')) throw error
    return [{ id: (await findForm(word, context)).id, questionnaire: word }]
  }
}

const known = ({ id, name, created, keys }: FormVersion): KnownForm => ({
  id,
  created,
  ...(name !== undefined && { name }),
  ...(keys && { keys }),
})

/** Forms with the names that the lock file knows; without any, the forms that it knows. */
async function withLocked(forms: readonly KnownForm[], context: Context): Promise<readonly KnownForm[]> {
  const { readLock, versionsOf } = await import('../../publish/publish.ts')
  const { lockPlace } = await import('../forms/known-forms.ts')
  const entries = await readLock(context.host.files, await lockPlace(context))
  const locked = new Map(
    entries
      .flatMap(versionsOf)
      .filter(({ name }) => name !== undefined)
      .map((form) => [form.id, known(form)]),
  )
  const chosen = forms.map((form) => ({ ...locked.get(form.id), ...form }))
  return chosen.length > 0 ? chosen : [...locked.values()]
}

/** Forms with the names that the service lists, where there are several and some have none; of --all, all that it lists. */
async function withListed(
  forms: readonly KnownForm[],
  { kind }: ResponsesQuery['source'],
  context: Context,
): Promise<readonly KnownForm[]> {
  const isNeeded = kind === 'all' || (forms.length > 1 && forms.some(({ name }) => name === undefined))
  if (kind === 'saved' || !isNeeded) return forms
  const { listedForms } = await import('../forms/find-form.ts')
  const listed = new Map(
    (await listedForms(context)).map(({ id, name, createdAt: created }) => [id, { id, name, created }]),
  )
  const given = forms.map((form) => ({ ...listed.get(form.id), ...form }))
  for (const { id } of forms) listed.delete(id)
  return kind === 'all' ? [...given, ...listed.values()] : given
}

/**
 * The plan with what forms ask: of all forms of a spec that --form names, by the spec, and of every other form whose spec says what
 * it was made of. Of several versions of a spec, the newest says which columns there are.
 */
export async function withAskedOptions<Plan extends Pick<ExportPlan, 'source' | 'merging'>>(
  plan: Plan,
  context: Context,
): Promise<Plan & { readonly asked?: readonly FormQuestion[] }> {
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
  const asked: FormQuestion[] = []
  const left: SpecOfForm[] = []
  for (const [form, spec] of specs) {
    if (formIds.length > 0 && !formIds.includes(form)) continue
    const value = await read(spec)
    if (!versions.has(form) && !(await isUnchanged(value, spec))) {
      if (formIds.includes(form) && spec.content !== undefined) left.push(spec)
      continue
    }
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
  const paths = [...new Set(left.map(({ path }) => relative(context.host.files.resolve('.'), path)))]
  if (paths.length > 0)
    await printRemarks(
      [
        note(
          `Questions and options that nobody chose are left out: ${named(paths)} has changed since the form was made, or nothing says how it was applied. --form ${paths[0]} takes it as it is.`,
        ),
      ],
      context,
    )
  return asked.length > 0 ? { ...plan, asked } : plan
}

/** Whether a spec still says what its form was made of. */
function unchangedBy(context: Context): (value: unknown, spec: SpecOfForm) => Promise<boolean> {
  let source: Promise<string | undefined> | undefined
  const sourceOfTarget = async (): Promise<string | undefined> => {
    const { resolveTarget } = await import('../settings/connect.ts')
    return (await resolveTarget(context).catch(ignoreFailure))?.sourceFormId
  }
  return async (value, { content, template }) => {
    if (!isObject(value) || content === undefined) return false
    const { canonicalHash, stepsHash } = await import('../../publish/publish.ts')
    if (template !== undefined) return template === stepsHash(value)
    const { name, language, translations, settings, address, steps } = value
    const { sourceFormId = await (source ??= sourceOfTarget()) } = value
    return content === canonicalHash({ sourceFormId, name, language, translations, settings, address, steps })
  }
}
