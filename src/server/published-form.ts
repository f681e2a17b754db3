import { type Step, type PublishedForm, type PublishedStep, closureOf, type Closure } from '../form/form.ts'
import { canonicalContent } from '../form/components.ts'
import { isTypeName } from '../form/schema.ts'
import { finishedAt } from '../form/draft.ts'
import type { ResponseRecord } from '../form/response.ts'
import { allResponses } from '../store/store.ts'
import type { ServerDeps } from './deps.ts'

/** The steps of a published form. `idOf` gives the id of a component's question. */
export const publishedSteps = (
  steps: readonly Step[],
  idOf: (component: Step['components'][number]) => string,
): readonly PublishedStep[] =>
  steps.map(({ name, key, visibleIf, next, redirect, components }) => ({
    name,
    key,
    visibleIf,
    next,
    redirect,
    components: components.map((component) => {
      const { type, required, description, visibleIf: shownIf, content } = component
      return {
        questionId: idOf(component),
        type,
        required,
        description,
        visibleIf: shownIf,
        content: isTypeName(type) ? canonicalContent(type, content) : content,
      }
    }),
  }))

/** What closed a stored form, and since when; undefined while it takes answers. Reads all finished responses of a full form. */
export async function closingIn(
  form: PublishedForm,
  { store, now }: Pick<ServerDeps, 'store' | 'now'>,
): Promise<Closure | undefined> {
  const { environmentId, id: formId, settings } = form
  const limit = settings?.responseLimit
  const [summary] =
    limit === undefined ? [] : await store.forms.list(environmentId, { formId, withDeleted: true })
  const complete = summary?.complete ?? 0
  if (limit === undefined || complete < limit) return closureOf(form, { now: now() })
  let lastFinished = ''
  for await (const text of allResponses(store, { environmentId, formId, withPartials: false }))
    // The store returns the JSON of records, joined by commas.
    for (const record of JSON.parse(`[${Buffer.from(text).toString()}]`) as readonly ResponseRecord[])
      if (finishedAt(record) > lastFinished) lastFinished = finishedAt(record)
  return closureOf(form, { now: now(), complete, lastFinished })
}
