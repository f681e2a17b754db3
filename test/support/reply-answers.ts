import { happens, many, oneOf, shuffle, times, type Random } from './random.ts'
import { numberOf, textOf } from './reply-texts.ts'

/** How JSON is laid out in a document. */
export type Style = {
  readonly gap: () => string
  /** How members stand: as usual, the other way round, either way, or in any order. */
  readonly order: 'usual' | 'other' | 'either' | 'any'
  /** Whether there are numbers that no double holds, and times that are none. */
  readonly isOdd: boolean
}

const anySpace = ['', ' ', '\t', '\r\n', '\n    ', '                     ']

/** A style: mostly compact and in the usual order. */
export function styleOf(random: Random): Style {
  const kind = random()
  const gap = kind < 0.6 ? '' : kind < 0.78 ? '\n  ' : ' '
  return {
    gap: kind < 0.98 ? () => gap : () => oneOf(random, anySpace),
    order: happens(random, 0.84) ? 'usual' : oneOf(random, ['other', 'other', 'either', 'any']),
    isOdd: happens(random, 0.25),
  }
}

/** A key, spelt as JSON, and its value. */
export type Pair = readonly [string, string]

/** An object of these members. */
export function objectOf(random: Random, { gap, order }: Style, pairs: readonly Pair[]): string {
  if (pairs.length === 0) return `{${gap()}}`
  const members = pairs.map(([key, value]) => `${gap()}${key}${gap()}:${gap()}${value}${gap()}`)
  if (order === 'any') shuffle(random, members)
  if (order === 'other' || (order === 'either' && happens(random, 0.5))) members.reverse()
  return `{${members.join(',')}}`
}

/** A list. */
export const arrayOf = ({ gap }: Style, items: readonly string[]): string =>
  items.length === 0 ? `[${gap()}]` : `[${items.map((item) => gap() + item + gap()).join(',')}]`

/** The members of an answer. */
export type Answer = (random: Random, style: Style) => readonly Pair[]

const texts = (random: Random, style: Style, most: number): string =>
  arrayOf(
    style,
    times(many(random, 0, most), () => textOf(random, style.isOdd)),
  )

const options = (random: Random, style: Style, most: number): string =>
  arrayOf(
    style,
    times(many(random, 0, most), (i) => optionOf(random, style, i)),
  )

/** The rows of a table of choices. */
const rows = (random: Random, style: Style, most: number): string =>
  arrayOf(
    style,
    times(many(random, 0, most), () =>
      objectOf(random, style, [
        ['"row"', textOf(random, style.isOdd)],
        ['"value"', happens(random, 0.9) ? textOf(random, style.isOdd) : oneOf(random, ['null', '3', '[]'])],
      ]),
    ),
  )

/** Answers that are lists. */
export const listAnswers: readonly Answer[] = [
  (random, style) => [['"rows"', rows(random, style, 4)]],
  (random, style) => [['"ranking"', texts(random, style, 4)]],
  (random, style) => [['"selected"', texts(random, style, 3)]],
  (random, style) => [['"value"', texts(random, style, 9)]],
  (random, style) => [
    ['"choices"', options(random, style, 4)],
    ['"selectedOther"', happens(random, 0.9) ? 'false' : textOf(random, style.isOdd)],
  ],
  (random, style) => [['"choices"', options(random, style, 12)]],
]

/** Answers that are a text. */
export const textAnswers: readonly Answer[] = [(random, { isOdd }) => [['"value"', textOf(random, isOdd)]]]

/** Answers of all kinds. */
export const answers: readonly Answer[] = [
  ...listAnswers,
  ...textAnswers,
  ...textAnswers,
  (random, { isOdd }) => [['"value"', numberOf(random, isOdd)]],
  (random, { isOdd }) => [
    ['"selected"', textOf(random, isOdd)],
    ['"other"', oneOf(random, ['true', 'false', 'null'])],
  ],
  (random, { isOdd }) => [
    ['"firstName"', textOf(random, isOdd)],
    ['"emailAddress"', textOf(random, isOdd)],
    ...(happens(random, 0.5) ? [['"phoneNumber"', textOf(random, isOdd)] as const] : []),
  ],
  (random, style) => [
    [
      '"files"',
      arrayOf(
        style,
        times(many(random, 0, 2), () => nestedOf(random, style, 2)),
      ),
    ],
  ],
  (random, style) => [['"value"', nestedOf(random, style, 3)]],
  () => [],
]

function optionOf(random: Random, style: Style, index: number): string {
  const { isOdd } = style
  const pairs: Pair[] = [
    [
      '"key"',
      isOdd && happens(random, 0.03) ? oneOf(random, ['5', 'null', '[]']) : textOf(random, style.isOdd),
    ],
    [
      '"value"',
      isOdd && happens(random, 0.03)
        ? oneOf(random, ['null', '1', '"true"'])
        : random() < 0.5
          ? 'true'
          : 'false',
    ],
  ]
  if (happens(random, 0.8))
    pairs.push(['"index"', isOdd && happens(random, 0.05) ? nestedOf(random, style, 2) : String(index)])
  if (isOdd && happens(random, 0.02)) pairs.push(oneOf(random, oddOptionMembers))
  if (isOdd && happens(random, 0.02)) pairs.shift()
  return objectOf(random, style, pairs)
}

const oddOptionMembers: readonly Pair[] = [
  ['"key"', '"again"'],
  ['"value"', 'true'],
  ['"k\\u0065y"', '"again"'],
  ['"__proto__"', '{}'],
  ['"1"', '1'],
]

const usualKeys = ['"a"', '"b"', '"c d"', '"é"', '"a key that is longer than sixteen bytes"']
const oddKeys = [
  ...usualKeys,
  '"1"',
  '"a"',
  '"__proto__"',
  '"\\u0062"',
  '""',
  '"toJSON"',
  '"0x"',
  '"\\ud800"',
]
const numberKeys = ['"0"', '"1"', '"2"', '"10"', '"01"', '"9"', '"4294967294"', '"4294967295"', '"a"']
const words = ['true', 'false', 'null']

/** A value of any kind, so many levels deep. */
export function nestedOf(random: Random, style: Style, depth: number): string {
  const kind = random()
  if (depth === 0 || kind < 0.4) {
    const which = random()
    return which < 0.5
      ? textOf(random, style.isOdd)
      : which < 0.8
        ? numberOf(random, style.isOdd)
        : oneOf(random, words)
  }
  if (kind < 0.7)
    return arrayOf(
      style,
      times(many(random, 0, 3), () => nestedOf(random, style, depth - 1)),
    )
  const keys = style.isOdd && happens(random, 0.3) ? oneOf(random, [oddKeys, numberKeys]) : usualKeys
  // Odd keys are at times repeated; others only where an object has more than one of the same.
  const used = happens(random, style.isOdd ? 0.1 : 0) ? undefined : new Set<string>()
  const pairs: Pair[] = []
  for (let left = many(random, 0, 3); left > 0; left--) {
    const key = oneOf(random, keys)
    if (used?.has(key)) continue
    used?.add(key)
    pairs.push([key, nestedOf(random, style, depth - 1)])
  }
  return objectOf(random, style, pairs)
}
