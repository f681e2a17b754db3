import { many, oneOf, times, type Random } from './random.ts'
import type { Pair } from './reply-answers.ts'

const around = (random: Random, size: number): number => size + many(random, -2, 2)

const keysOf = (count: number): string => `{${times(count, (i) => `"k${i}":${i}`).join(',')}}`

/** Values around the limits of what is read quickly, or at all: levels, keys of an object, lengths. */
const limits: readonly ((random: Random) => string)[] = [
  (random) => nested(random, around(random, oneOf(random, [32, 64, 128]))),
  (random) => nested(random, around(random, oneOf(random, [508, 512]))),
  (random) => keysOf(around(random, oneOf(random, [32, 64, 512]))),
  (random) => nestingKeys(random, around(random, 36)),
  (random) => nestingKeys(random, around(random, 36)),
  (random) => `"${'text of sixteen '.repeat(many(random, 1, 40))}${'x'.repeat(many(random, 0, 16))}"`,
  (random) => `"${'é;'.repeat(around(random, 1000))}"`,
  (random) => `[${times(around(random, 300), (i) => `"option ${i}; \\\\ and more"`).join(',')}]`,
  (random) => '1'.repeat(around(random, oneOf(random, [15, 16, 24, 310]))),
  (random) => `0.${'1'.repeat(around(random, 17))}`,
]

/** Keys of an object whose values are objects; at times one is repeated. */
function nestingKeys(random: Random, count: number): string {
  const members = times(count, (i) => `"k${i}":{"a":${i},"b":{}}`)
  const repeated = random() < 0.5 ? `,"k${oneOf(random, [32, 33, many(random, 0, count - 1)])}":1` : ''
  return `{${members.join(',')}${repeated}}`
}

function nested(random: Random, levels: number): string {
  const isList = random() < 0.5
  return isList
    ? `${'['.repeat(levels)}${']'.repeat(levels)}`
    : `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`
}

/** A text that makes what stands between two values about as long as is learned, or longer. */
export const longHeadline = (random: Random): string =>
  `"${'h'.repeat(oneOf(random, [4000, 4096, 16_200, 16_384, 20_000]) + many(random, 0, 99))}"`

/** A value at one of the limits. */
export const limitOf = (random: Random): string => oneOf(random, limits)(random)

/** Members that are rather large: more values, or a larger text, than there is room for. */
export function hugeMember(random: Random): Pair {
  const kind = random()
  if (kind < 0.3) return ['"meta"', keysOf(around(random, 8192))]
  if (kind < 0.6) return ['"huge"', `"${'a\\n;'.repeat(many(random, 100_000, 300_000))}"`]
  if (kind < 0.8)
    return ['"huge"', `[${times(many(random, 100, 700), (i) => `"${i}${'; '.repeat(500)}"`).join(',')}]`]
  return [
    '"data"',
    `[{"questionId":"huge","response":{"value":[${times(many(random, 100, 700), (i) => `"${i}${'; '.repeat(500)}"`).join(',')}]}}]`,
  ]
}
