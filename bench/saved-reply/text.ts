import type { Shape } from './shapes.ts'
import type { Random } from './random.ts'

type Telling = { readonly shape: Shape; readonly n: number; readonly random: Random }

/** A record's text, as its shape has it. */
export function textOf(record: Readonly<Record<string, unknown>>, { shape, n, random }: Telling): string {
  if (shape === 'pretty') return JSON.stringify(record, null, 2)
  if (shape === 'reordered')
    return JSON.stringify(
      record,
      withKeys((keys) => keys.toReversed()),
    )
  if (shape === 'shuffled')
    return JSON.stringify(
      record,
      withKeys((keys) => shuffled(keys, random)),
    )
  const text = JSON.stringify(record)
  if (shape === 'escaped') return text.replaceAll(/[^\0-\x7f]/g, escapeOf)
  return shape === 'odd' ? odd(text, n) : text
}

/** What makes JSON.stringify put members in another order. */
const withKeys =
  (order: (keys: readonly string[]) => readonly string[]) =>
  (_: string, value: unknown): unknown =>
    typeof value !== 'object' || value === null || Array.isArray(value)
      ? value
      : Object.fromEntries(order(Object.keys(value)).map((key) => [key, Reflect.get(value, key)]))

function shuffled(keys: readonly string[], random: Random): readonly string[] {
  const order = [...keys]
  for (let i = order.length - 1; i > 0; i--) {
    const other = Math.floor(random() * (i + 1))
    ;[order[i], order[other]] = [order[other] ?? '', order[i] ?? '']
  }
  return order
}

// Without `u`, so that the two halves of a surrogate pair come one by one, as Python's ensure_ascii writes them.
const escapeOf = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`

/** The text with a number spelled otherwise, and now and then a question that few others have. */
function odd(text: string, n: number): string {
  const rare = `{"questionId":"rare${n % 997}","response":{"type":"ShortInput","headline":"Rare ${n % 997}","value":"x"}}`
  return text
    .replace('"status":2', '"status":2.0')
    .replace('"data":[', n % 100 === 0 ? `"data":[${rare},` : '"data":[')
}
