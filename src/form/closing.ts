/** When a form is closed: the one meaning of it for pages, the API and retention. */
import type { PublishedForm } from './form.ts'

/** What closed a form (a person, its `closesAt` or its `responseLimit`), and since when; ISO 8601. */
export type Closing = { readonly reason: 'person' | 'time' | 'limit'; readonly since: string }

/**
 * What closed a form first; undefined while it takes answers. `complete`: how many responses are finished, if that matters here.
 * `lastFinished`: when the last of them was.
 */
export function closingOf(
  { closedAt, settings }: PublishedForm,
  {
    now,
    complete = 0,
    lastFinished = now,
  }: { readonly now: string; readonly complete?: number; readonly lastFinished?: string },
): Closing | undefined {
  const closings: Closing[] = []
  if (closedAt !== undefined) closings.push({ reason: 'person', since: closedAt })
  const closesAt = Date.parse(settings?.closesAt ?? '')
  // A text that is not a time compares as false, so the form stays open.
  if (closesAt <= Date.parse(now)) closings.push({ reason: 'time', since: new Date(closesAt).toISOString() })
  if (complete >= (settings?.responseLimit ?? Infinity))
    closings.push({ reason: 'limit', since: lastFinished })
  return closings.toSorted((a, b) => (a.since < b.since ? -1 : 1))[0]
}
