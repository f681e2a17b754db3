import { finishedAt } from '../form/draft.ts'
import { closureOf, type Closure, type PublishedForm } from '../form/form.ts'
import type { ResponseRecord } from '../form/response.ts'
import { allResponses } from '../store/store.ts'
import type { World } from './world.ts'

/** What closed a stored form, and since when; undefined while it takes answers. For a full form it reads all finished responses. */
export async function closingIn(
  form: PublishedForm,
  { store, now }: Pick<World, 'store' | 'now'>,
): Promise<Closure | undefined> {
  const { environmentId, id: formId, settings } = form
  const limit = settings?.responseLimit
  const [summary] =
    limit === undefined ? [] : await store.forms.list(environmentId, { formId, withDeleted: true })
  const complete = summary?.complete ?? 0
  if (limit === undefined || complete < limit) return closureOf(form, { now: now() })
  let lastFinished = ''
  for await (const text of allResponses(store, { environmentId, formId, withPartials: false }))
    // The store gives the JSON of records, joined by commas.
    for (const record of JSON.parse(`[${Buffer.from(text).toString()}]`) as readonly ResponseRecord[])
      if (finishedAt(record) > lastFinished) lastFinished = finishedAt(record)
  return closureOf(form, { now: now(), complete, lastFinished })
}
