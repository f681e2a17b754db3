import { isNumberText } from '../record/exact-json.ts'
import { isKeyed, type Keyed } from '../form/value.ts'

/** An entry of a response's `data` that tells which question it answers. */
export type Entry = Keyed & { readonly questionId: string; readonly response: Keyed }

/** Whether an entry has the shape of the contract (Answer entry). */
export const isEntry = (entry: unknown): entry is Entry =>
  isKeyed(entry) && typeof entry['questionId'] === 'string' && hasMembers(entry['response'])

/** Whether a value is a JSON object. */
export const hasMembers = (value: unknown): value is Keyed => isKeyed(value) && !isNumberText(value)

/** The members of an answer that describe its question; each is one text. */
export const describing: readonly string[] = ['type', 'headline', 'componentShapeVersion']

/** One entry a question, in the order of their first ones: an identity may be split in two, and nothing may be lost. */
export function mergeEntries(entries: readonly Entry[]): readonly Entry[] {
  const merged = new Map<string, Entry>()
  for (const entry of entries) {
    const before = merged.get(entry.questionId)
    merged.set(entry.questionId, before === undefined ? entry : mergeTwo(before, entry))
  }
  return [...merged.values()]
}

const mergeTwo = (a: Entry, b: Entry): Entry =>
  // Both have these two members, so the merged one has them.
  ({ ...mergeMembers(a, b), response: mergeMembers(a.response, b.response) }) as Entry

function mergeMembers(a: Keyed, b: Keyed): Keyed {
  const names = new Set([...Object.keys(a), ...Object.keys(b)])
  return Object.fromEntries([...names].map((name) => [name, mergeValues(name, own(a, name), own(b, name))]))
}

const own = (members: Keyed, name: string): unknown =>
  Object.hasOwn(members, name) ? members[name] : undefined

function mergeValues(name: string, a: unknown, b: unknown): unknown {
  if (isNothing(b) || JSON.stringify(a) === JSON.stringify(b)) return a
  if (isNothing(a) || name === 'response') return isNothing(a) ? b : a
  if (describing.includes(name) && typeof a === 'string') return a
  const values = [a].flat()
  return [...values, ...[b].flat().filter((value) => !values.includes(value))]
}

const isNothing = (value: unknown): boolean => value === undefined || value === null || value === ''
