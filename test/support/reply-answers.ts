import { happens, many, oneOf, shuffle, times, type Luck } from './luck.ts'
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
export function styleOf(luck: Luck): Style {
  const kind = luck()
  const gap = kind < 0.6 ? '' : kind < 0.78 ? '\n  ' : ' '
  return {
    gap: kind < 0.98 ? () => gap : () => oneOf(luck, anySpace),
    order: happens(luck, 0.84) ? 'usual' : oneOf(luck, ['other', 'other', 'either', 'any']),
    isOdd: happens(luck, 0.25),
  }
}

/** A key, spelt as JSON, and its value. */
export type Pair = readonly [string, string]

/** An object of these members. */
export function objectOf(luck: Luck, { gap, order }: Style, pairs: readonly Pair[]): string {
  if (pairs.length === 0) return `{${gap()}}`
  const members = pairs.map(([key, value]) => `${gap()}${key}${gap()}:${gap()}${value}${gap()}`)
  if (order === 'any') shuffle(luck, members)
  if (order === 'other' || (order === 'either' && happens(luck, 0.5))) members.reverse()
  return `{${members.join(',')}}`
}

/** A list. */
export const arrayOf = ({ gap }: Style, items: readonly string[]): string =>
  items.length === 0 ? `[${gap()}]` : `[${items.map((item) => gap() + item + gap()).join(',')}]`

/** The members of an answer. */
export type Answer = (luck: Luck, style: Style) => readonly Pair[]

const texts = (luck: Luck, style: Style, most: number): string =>
  arrayOf(
    style,
    times(many(luck, 0, most), () => textOf(luck, style.isOdd)),
  )

const options = (luck: Luck, style: Style, most: number): string =>
  arrayOf(
    style,
    times(many(luck, 0, most), (i) => optionOf(luck, style, i)),
  )

/** The rows of a table of choices. */
const rows = (luck: Luck, style: Style, most: number): string =>
  arrayOf(
    style,
    times(many(luck, 0, most), () =>
      objectOf(luck, style, [
        ['"row"', textOf(luck, style.isOdd)],
        ['"value"', happens(luck, 0.9) ? textOf(luck, style.isOdd) : oneOf(luck, ['null', '3', '[]'])],
      ]),
    ),
  )

/** Answers that are lists. */
export const listAnswers: readonly Answer[] = [
  (luck, style) => [['"rows"', rows(luck, style, 4)]],
  (luck, style) => [['"ranking"', texts(luck, style, 4)]],
  (luck, style) => [['"selected"', texts(luck, style, 3)]],
  (luck, style) => [['"value"', texts(luck, style, 9)]],
  (luck, style) => [
    ['"choices"', options(luck, style, 4)],
    ['"selectedOther"', happens(luck, 0.9) ? 'false' : textOf(luck, style.isOdd)],
  ],
  (luck, style) => [['"choices"', options(luck, style, 12)]],
]

/** Answers that are a text. */
export const textAnswers: readonly Answer[] = [(luck, { isOdd }) => [['"value"', textOf(luck, isOdd)]]]

/** Answers of all kinds. */
export const answers: readonly Answer[] = [
  ...listAnswers,
  ...textAnswers,
  ...textAnswers,
  (luck, { isOdd }) => [['"value"', numberOf(luck, isOdd)]],
  (luck, { isOdd }) => [
    ['"selected"', textOf(luck, isOdd)],
    ['"other"', oneOf(luck, ['true', 'false', 'null'])],
  ],
  (luck, { isOdd }) => [
    ['"firstName"', textOf(luck, isOdd)],
    ['"emailAddress"', textOf(luck, isOdd)],
    ...(happens(luck, 0.5) ? [['"phoneNumber"', textOf(luck, isOdd)] as const] : []),
  ],
  (luck, style) => [
    [
      '"files"',
      arrayOf(
        style,
        times(many(luck, 0, 2), () => nestedOf(luck, style, 2)),
      ),
    ],
  ],
  (luck, style) => [['"value"', nestedOf(luck, style, 3)]],
  () => [],
]

function optionOf(luck: Luck, style: Style, index: number): string {
  const { isOdd } = style
  const pairs: Pair[] = [
    ['"key"', isOdd && happens(luck, 0.03) ? oneOf(luck, ['5', 'null', '[]']) : textOf(luck, style.isOdd)],
    [
      '"value"',
      isOdd && happens(luck, 0.03) ? oneOf(luck, ['null', '1', '"true"']) : luck() < 0.5 ? 'true' : 'false',
    ],
  ]
  if (happens(luck, 0.8))
    pairs.push(['"index"', isOdd && happens(luck, 0.05) ? nestedOf(luck, style, 2) : String(index)])
  if (isOdd && happens(luck, 0.02)) pairs.push(oneOf(luck, oddOptionMembers))
  if (isOdd && happens(luck, 0.02)) pairs.shift()
  return objectOf(luck, style, pairs)
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
export function nestedOf(luck: Luck, style: Style, depth: number): string {
  const kind = luck()
  if (depth === 0 || kind < 0.4) {
    const which = luck()
    return which < 0.5
      ? textOf(luck, style.isOdd)
      : which < 0.8
        ? numberOf(luck, style.isOdd)
        : oneOf(luck, words)
  }
  if (kind < 0.7)
    return arrayOf(
      style,
      times(many(luck, 0, 3), () => nestedOf(luck, style, depth - 1)),
    )
  const keys = style.isOdd && happens(luck, 0.3) ? oneOf(luck, [oddKeys, numberKeys]) : usualKeys
  // Odd keys are at times repeated; others only where an object has more than one of the same.
  const used = happens(luck, style.isOdd ? 0.1 : 0) ? undefined : new Set<string>()
  const pairs: Pair[] = []
  for (let left = many(luck, 0, 3); left > 0; left--) {
    const key = oneOf(luck, keys)
    if (used?.has(key)) continue
    used?.add(key)
    pairs.push([key, nestedOf(luck, style, depth - 1)])
  }
  return objectOf(luck, style, pairs)
}
