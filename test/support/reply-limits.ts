import { many, oneOf, times, type Luck } from './luck.ts'
import type { Pair } from './reply-answers.ts'

const around = (luck: Luck, size: number): number => size + many(luck, -2, 2)

const keysOf = (count: number): string => `{${times(count, (i) => `"k${i}":${i}`).join(',')}}`

/** Values around the limits of what is read quickly, or at all: levels, keys of an object, lengths. */
const limits: readonly ((luck: Luck) => string)[] = [
  (luck) => nested(luck, around(luck, oneOf(luck, [32, 64, 128]))),
  (luck) => nested(luck, around(luck, oneOf(luck, [508, 512]))),
  (luck) => keysOf(around(luck, oneOf(luck, [32, 64, 512]))),
  (luck) => nestingKeys(luck, around(luck, 36)),
  (luck) => nestingKeys(luck, around(luck, 36)),
  (luck) => `"${'text of sixteen '.repeat(many(luck, 1, 40))}${'x'.repeat(many(luck, 0, 16))}"`,
  (luck) => `"${'é;'.repeat(around(luck, 1000))}"`,
  (luck) => `[${times(around(luck, 300), (i) => `"option ${i}; \\\\ and more"`).join(',')}]`,
  (luck) => '1'.repeat(around(luck, oneOf(luck, [15, 16, 24, 310]))),
  (luck) => `0.${'1'.repeat(around(luck, 17))}`,
]

/** Keys of an object whose values are objects; at times one is repeated. */
function nestingKeys(luck: Luck, count: number): string {
  const members = times(count, (i) => `"k${i}":{"a":${i},"b":{}}`)
  const repeated = luck() < 0.5 ? `,"k${oneOf(luck, [32, 33, many(luck, 0, count - 1)])}":1` : ''
  return `{${members.join(',')}${repeated}}`
}

function nested(luck: Luck, levels: number): string {
  const isList = luck() < 0.5
  return isList
    ? `${'['.repeat(levels)}${']'.repeat(levels)}`
    : `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`
}

/** A text that makes what stands between two values about as long as is learned, or longer. */
export const longHeadline = (luck: Luck): string =>
  `"${'h'.repeat(oneOf(luck, [4000, 4096, 16_200, 16_384, 20_000]) + many(luck, 0, 99))}"`

/** A value at one of the limits. */
export const limitOf = (luck: Luck): string => oneOf(luck, limits)(luck)

/** Members that are rather large: more values, or a larger text, than there is room for. */
export function hugeMember(luck: Luck): Pair {
  const kind = luck()
  if (kind < 0.3) return ['"meta"', keysOf(around(luck, 8192))]
  if (kind < 0.6) return ['"huge"', `"${'a\\n;'.repeat(many(luck, 100_000, 300_000))}"`]
  if (kind < 0.8)
    return ['"huge"', `[${times(many(luck, 100, 700), (i) => `"${i}${'; '.repeat(500)}"`).join(',')}]`]
  return [
    '"data"',
    `[{"questionId":"huge","response":{"value":[${times(many(luck, 100, 700), (i) => `"${i}${'; '.repeat(500)}"`).join(',')}]}}]`,
  ]
}
