import { happens, many, oneOf, shuffle, times, type Random } from '../support/random.ts'

type Pair = readonly [name: string, value: string]

/** How a document is written: each is a chance. */
type Manner = {
  readonly shuffling: number
  readonly spacing: number
  readonly emptiness: number
  readonly oddity: number
  readonly breaking: number
}

const mannerOf = (random: Random): Manner => ({
  shuffling: oneOf(random, [0.1, 1, 1]),
  spacing: oneOf(random, [0, 0, 0, 0, 0.001, 0.2]),
  emptiness: oneOf(random, [0, 0.1]),
  oddity: oneOf(random, [0, 0, 0.005, 0.05]),
  breaking: happens(random, 0.2) ? 0.005 : 0,
})

const stems = [
  'a',
  'id',
  'type',
  'customer_',
  'createdAt',
  'q',
  'größe',
  '東京',
  'x'.repeat(14),
  'y'.repeat(31),
  'z'.repeat(47),
]

/** Words that begin or end alike, of all lengths around those that are compared at once. */
const wordOf = (random: Random): string =>
  `${oneOf(random, ['', ...stems])}${many(random, 0, 3)}${oneOf(random, ['', '', ...stems])}`

/** Up to so many, of which most are different, at times in nothing but a sign. */
function wordsOf(random: Random, most: number): readonly string[] {
  const [begin, end] = [oneOf(random, stems), oneOf(random, stems)]
  const isAlike = happens(random, 0.5)
  const words = times(many(random, 0, most), (i) => (isAlike ? `${begin}${i}${end}` : wordOf(random)))
  return [...new Set(words)]
}

const spaces = [' ', '  ', '\n', '\t', '\r\n      ']

function objectOf(random: Random, { shuffling, spacing, oddity }: Manner, pairs: readonly Pair[]): string {
  const members = [...pairs]
  if (members.length > 0 && happens(random, oddity / 4)) members.push(oneOf(random, members))
  if (happens(random, shuffling)) shuffle(random, members)
  const gap = (): string => (happens(random, spacing) ? oneOf(random, spaces) : '')
  const nameOf = (name: string): string =>
    happens(random, oddity / 8) ? escaped(name) : JSON.stringify(name)
  const texts = members.map(([name, value]) => `${nameOf(name)}${gap()}:${gap()}${value}${gap()}`)
  return `{${gap()}${texts.join(`,${gap()}`)}}`
}

const escaped = (text: string): string =>
  `"${Array.from(text, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')}"`

const valueOf = (random: Random, manner: Manner): string => {
  const { emptiness, oddity } = manner
  if (happens(random, emptiness)) return oneOf(random, ['{}', '[]', '""', 'null', '[{}]', '{"":{}}'])
  if (happens(random, oddity))
    return oneOf(random, ['-0', '1e400', '2.0', '9007199254740993', 'true', '"\\""', '"\\\\"'])
  return oneOf(random, [
    JSON.stringify(wordOf(random)),
    JSON.stringify(`${wordOf(random)}, "${wordOf(random)}"`),
    String(many(random, -5, 5)),
    oneOf(random, ['true', 'false']),
    `[${times(many(random, 0, 3), () => JSON.stringify(wordOf(random))).join(',')}]`,
    `{"${wordOf(random)}":${many(random, 0, 9)}}`,
    optionsOf(random, manner),
    optionsOf(random, manner),
  ])
}

/** A list of options, as a rule with a key, a tick and a number each. */
const optionsOf = (random: Random, manner: Manner): string =>
  `[${times(many(random, 1, 4), () => optionOf(random, manner)).join(',')}]`

function optionOf(random: Random, { breaking }: Manner): string {
  const isOdd = happens(random, 0.1)
  const isBroken = happens(random, breaking)
  const tick = oneOf(random, ['true', 'false'])
  const ticks = isBroken ? ['trueish', 'fals', 'falsy', 'f'] : ['null', '"true"', '1']
  const pairs: readonly Pair[] = [
    ['key', isOdd ? tick : JSON.stringify(oneOf(random, ['a', 'b;c', 'größe', 'x'.repeat(40)]))],
    ['value', isBroken || (isOdd && happens(random, 0.3)) ? oneOf(random, ticks) : tick],
    ['index', isOdd ? oneOf(random, ['10', '1.0', '-1', '"1"', 'null', '1e2']) : String(many(random, 0, 9))],
  ]
  const kept = pairs.filter(() => !happens(random, isOdd ? 0.2 : 0.02))
  const more = happens(random, 0.05) ? [oneOf(random, [...pairs, ['more', 'true'] as const])] : []
  const members = shuffle(random, [...kept, ...more]).map(([name, value]) => `"${name}":${value}`)
  return `{${members.join(isBroken ? oneOf(random, [';', ',']) : ',')}}`
}

/** A question of a form: what its entries tell, and the names of its answers. */
type Question = { readonly told: readonly Pair[]; readonly names: readonly string[] }

const questionOf = (random: Random, headline: string): Question => ({
  told: [
    ['type', JSON.stringify(wordOf(random))],
    ['headline', JSON.stringify(happens(random, 0.1) ? `"${wordOf(random)}" ${headline}` : headline)],
    ['componentShapeVersion', '"2.0"'],
  ],
  names: wordsOf(random, 3),
})

type Scenario = {
  readonly manner: Manner
  readonly forms: readonly {
    readonly id: string
    readonly questions: readonly (readonly [string, Question])[]
  }[]
  readonly beside: readonly string[]
}

function entryOf(
  random: Random,
  { manner }: Scenario,
  [id, { told, names }]: readonly [string, Question],
): string {
  const retold = told.map(([name, text]): Pair =>
    happens(random, manner.oddity) ? [name, valueOf(random, manner)] : [name, text],
  )
  const answers = names.map((name): Pair => [name, valueOf(random, manner)])
  const pairs: readonly Pair[] = [
    ['questionId', id],
    [
      'response',
      objectOf(
        random,
        manner,
        [...retold, ...answers].filter(() => !happens(random, manner.oddity)),
      ),
    ],
  ]
  return objectOf(
    random,
    manner,
    happens(random, manner.oddity) ? [...pairs, ['value', valueOf(random, manner)]] : pairs,
  )
}

function recordOf(random: Random, scenario: Scenario): string {
  const { manner, forms, beside } = scenario
  const { id, questions } = oneOf(random, forms)
  const asked = questions.filter(() => !happens(random, 0.1))
  const named = (names: readonly string[]): string =>
    objectOf(
      random,
      manner,
      names.map((name): Pair => [name, valueOf(random, manner)]),
    )
  const time = `"2026-03-0${many(random, 1, 9)}T09:00:00.000Z"`
  return objectOf(
    random,
    manner,
    [
      ['id', JSON.stringify(wordOf(random))] as const,
      ['createdAt', time] as const,
      ['updatedAt', happens(random, manner.oddity) ? valueOf(random, manner) : time] as const,
      ['formId', id] as const,
      ['finished', oneOf(random, ['true', 'false'])] as const,
      ['data', `[${asked.map((question) => entryOf(random, scenario, question)).join(',')}]`] as const,
      ['meta', named(beside.slice(0, 2))] as const,
      ['personAttributes', named(beside)] as const,
    ].filter(() => !happens(random, manner.oddity / 4)),
  )
}

/** A document whose members come in any order, and whose names and texts are hard to tell apart. */
export function anyOrder(random: Random): Buffer {
  const scenario: Scenario = {
    manner: mannerOf(random),
    forms: times(many(random, 1, 2), () => ({
      id: JSON.stringify(wordOf(random)),
      questions: wordsOf(random, 3).map((word) => [JSON.stringify(word), questionOf(random, word)] as const),
    })),
    beside: wordsOf(random, 4),
  }
  const bytes = Buffer.from(
    `{"data":[${times(many(random, 1, oneOf(random, [20, 100, 300])), () => recordOf(random, scenario)).join(',')}]}`,
  )
  return happens(random, 0.02) ? bytes.subarray(0, many(random, 0, bytes.length)) : bytes
}
