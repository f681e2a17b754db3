import { expect, test } from 'vitest'
import { collectedBothWays } from '../support/both-ways.ts'

const entry = (id: string, value: string): string =>
  `{"questionId":"${id}","response":{"type":"ShortInput","headline":"${id}","componentShapeVersion":"2.0",${value}}}`

type Made = {
  readonly begin?: string
  readonly rare?: readonly string[]
  readonly last?: string
  readonly end?: string
}

const recordOf = (
  n: number,
  { begin = '"status":2.0', rare = [], last = '"value":"c"', end = '' }: Made,
): string =>
  `{"id":"r${n}","createdAt":"2026-03-01T09:00:00.000Z",${begin},"formId":"form","data":[${[
    ...rare,
    entry('a', `"value":"a${n}","other":"b"`),
    entry('b', `"value":${n}`),
    entry('c', last),
  ].join(',')}],"meta":{"leadId":"l${n}"}${end}}`

/** What is new in a few of many records, and how often the kernel leaves one to the parser for it. */
const rarities: readonly (readonly [what: string, made: (n: number) => Made, most: number])[] = [
  // Such are made as others are, and the kernel needs no parser to know them.
  ['a question of its own', (n) => ({ rare: [entry(`rare${n}`, '"value":"x"')] }), 4],
  [
    'two questions of its own',
    (n) => ({ rare: [entry(`rare${n}`, '"value":1'), entry(`few${n}`, '"value":2')] }),
    4,
  ],
  [
    'a question of its own, whose id has an escape',
    (n) => ({ rare: [entry(`rare\\"${n}`, '"value":"x"')] }),
    22,
  ],
  [
    'a question of its own before a new member',
    (n) => ({ rare: [entry(`rare${n}`, '"value":"x"')], last: `"new${n % 4}":1` }),
    6,
  ],
  [
    'a headline that is none, behind a new question',
    (n) => ({ rare: [entry(`rare${n}`, '"value":"x"')], last: '"headline":5' }),
    42,
  ],
  ['another beginning', (n) => ({ begin: `"new${n}":1,"status":2.0` }), 22],
  ['a beginning with blanks', (n) => ({ begin: `"status":${' '.repeat(n / 40)}2.0` }), 42],
  ['a beginning that repeats a name', () => ({ begin: '"status":1,"id":"other"' }), 42],
  [
    'a new question and another end',
    (n) => ({ rare: [entry(`rare${n}`, '"value":"x"')], end: `,"new${n}":1` }),
    22,
  ],
]

test.each(rarities)(
  'records with %s now and then are collected as by the parser, and learned once',
  async (_, made, most) => {
    const texts = Array.from({ length: 800 }, (__, n) => recordOf(n, n >= 40 && n % 40 === 0 ? made(n) : {}))
    const { reference, result, slow } = await collectedBothWays(texts)
    expect(result).toEqual(reference)
    expect(slow).toBeLessThanOrEqual(most)
  },
)
