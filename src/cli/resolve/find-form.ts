import type { FormSummary } from '../../form/published-form.ts'
import type { JournalEntry } from '../journal/journal.ts'

/**
 * What a list of forms says of an open entry: `one` form of its name came after it was sent; `none`, so it was not created;
 * `unsure`: several came, or it is too early, or an older form has the name, and clocks may differ.
 */
export type Found =
  | { readonly kind: 'one'; readonly form: FormSummary }
  | { readonly kind: 'none' }
  | { readonly kind: 'unsure'; readonly reason: string; readonly forms: readonly FormSummary[] }

/** Looks for the form of an entry in the list of its environment. */
export function findForm({ name, at }: JournalEntry, forms: readonly FormSummary[], now: Date): Found {
  const ofName = forms.filter((form) => form.name === name)
  const sent = Date.parse(at)
  const later = ofName.filter(({ createdAt }) => Date.parse(createdAt) >= sent - skew)
  const [form, second] = later
  if (form && !second) return { kind: 'one', form }
  if (second) return { kind: 'unsure', reason: 'several forms of that name came since', forms: later }
  if (now.getTime() - sent < onItsWay)
    return { kind: 'unsure', reason: 'it may still be on its way; look again in a few minutes', forms: [] }
  if (ofName.length > 0)
    return { kind: 'unsure', reason: 'forms of that name are there, but older', forms: ofName }
  return { kind: 'none' }
}

// The clocks of this machine and of the service may differ by so much.
const skew = 10 * 60 * 1000

// A request that is held up somewhere arrives within this time, or never.
const onItsWay = 5 * 60 * 1000
