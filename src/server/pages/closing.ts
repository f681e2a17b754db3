/** When a form takes answers no more. */
import { textsOf, timeText } from '../../form/languages.ts'
import type { PublishedForm } from '../../form/form.ts'
import type { PageWorld } from '../world.ts'
import { pageRefusalOf, type Refusal } from './page-refusal.ts'

/** Why a form takes no answers, as its page says it; undefined while it takes them. `isMeanwhile`: something was just sent. */
export function closingOf(
  { closedAt, settings, language }: PublishedForm,
  { isMeanwhile }: { readonly isMeanwhile: boolean },
  world: Pick<PageWorld, 'now'>,
): Refusal | undefined {
  const closed = pageRefusalOf(isMeanwhile ? 'closed-meanwhile' : 'closed', language)
  if (closedAt !== undefined) return closed
  const closesAt = settings?.closesAt
  // A text that is no time compares as false, so the form stays open.
  if (closesAt === undefined || !(Date.parse(closesAt) <= Date.parse(world.now()))) return undefined
  const since = textsOf(language).closedSince(timeText(closesAt, language))
  return { ...closed, sentence: `${since} ${closed.sentence}` }
}

/** The reason that a form has all the finished responses that it takes; undefined while it takes more. */
export async function fullnessOf(
  { environmentId, id, settings, language }: PublishedForm,
  { store }: PageWorld,
): Promise<Refusal | undefined> {
  if (settings?.responseLimit === undefined) return undefined
  const [summary] = await store.forms.list(environmentId, id)
  return (summary?.complete ?? 0) >= settings.responseLimit ? pageRefusalOf('full', language) : undefined
}
