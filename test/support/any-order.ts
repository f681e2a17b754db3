import { happens, many, oneOf, shuffle, times, type Luck } from './luck.ts'

type Pair = readonly [name: string, value: string]

/** How a document is written: each is a chance. */
type Manner = {
  readonly shuffling: number
  readonly spacing: number
  readonly emptiness: number
  readonly oddity: number
  readonly breaking: number
}

const mannerOf = (luck: Luck): Manner => ({
  shuffling: oneOf(luck, [0.1, 1, 1]),
  spacing: oneOf(luck, [0, 0, 0, 0, 0.001, 0.2]),
  emptiness: oneOf(luck, [0, 0.1]),
  oddity: oneOf(luck, [0, 0, 0.005, 0.05]),
  breaking: happens(luck, 0.2) ? 0.005 : 0,
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
const wordOf = (luck: Luck): string =>
  `${oneOf(luck, ['', ...stems])}${many(luck, 0, 3)}${oneOf(luck, ['', '', ...stems])}`

/** Up to so many, of which most are different, at times in nothing but a sign. */
function wordsOf(luck: Luck, most: number): readonly string[] {
  const [begin, end] = [oneOf(luck, stems), oneOf(luck, stems)]
  const isAlike = happens(luck, 0.5)
  const words = times(many(luck, 0, most), (i) => (isAlike ? `${begin}${i}${end}` : wordOf(luck)))
  return [...new Set(words)]
}

const spaces = [' ', '  ', '\n', '\t', '\r\n      ']

function objectOf(luck: Luck, { shuffling, spacing, oddity }: Manner, pairs: readonly Pair[]): string {
  const members = [...pairs]
  if (members.length > 0 && happens(luck, oddity / 4)) members.push(oneOf(luck, members))
  if (happens(luck, shuffling)) shuffle(luck, members)
  const gap = (): string => (happens(luck, spacing) ? oneOf(luck, spaces) : '')
  const nameOf = (name: string): string => (happens(luck, oddity / 8) ? escaped(name) : JSON.stringify(name))
  const texts = members.map(([name, value]) => `${nameOf(name)}${gap()}:${gap()}${value}${gap()}`)
  return `{${gap()}${texts.join(`,${gap()}`)}}`
}

const escaped = (text: string): string =>
  `"${Array.from(text, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')}"`

const valueOf = (luck: Luck, manner: Manner): string => {
  const { emptiness, oddity } = manner
  if (happens(luck, emptiness)) return oneOf(luck, ['{}', '[]', '""', 'null', '[{}]', '{"":{}}'])
  if (happens(luck, oddity))
    return oneOf(luck, ['-0', '1e400', '2.0', '9007199254740993', 'true', '"\\""', '"\\\\"'])
  return oneOf(luck, [
    JSON.stringify(wordOf(luck)),
    JSON.stringify(`${wordOf(luck)}, "${wordOf(luck)}"`),
    String(many(luck, -5, 5)),
    oneOf(luck, ['true', 'false']),
    `[${times(many(luck, 0, 3), () => JSON.stringify(wordOf(luck))).join(',')}]`,
    `{"${wordOf(luck)}":${many(luck, 0, 9)}}`,
    optionsOf(luck, manner),
    optionsOf(luck, manner),
  ])
}

/** A list of options, as a rule with a key, a tick and a number each. */
const optionsOf = (luck: Luck, manner: Manner): string =>
  `[${times(many(luck, 1, 4), () => optionOf(luck, manner)).join(',')}]`

function optionOf(luck: Luck, { breaking }: Manner): string {
  const isOdd = happens(luck, 0.1)
  const isBroken = happens(luck, breaking)
  const tick = oneOf(luck, ['true', 'false'])
  const ticks = isBroken ? ['trueish', 'fals', 'falsy', 'f'] : ['null', '"true"', '1']
  const pairs: readonly Pair[] = [
    ['key', isOdd ? tick : JSON.stringify(oneOf(luck, ['a', 'b;c', 'größe', 'x'.repeat(40)]))],
    ['value', isBroken || (isOdd && happens(luck, 0.3)) ? oneOf(luck, ticks) : tick],
    ['index', isOdd ? oneOf(luck, ['10', '1.0', '-1', '"1"', 'null', '1e2']) : String(many(luck, 0, 9))],
  ]
  const kept = pairs.filter(() => !happens(luck, isOdd ? 0.2 : 0.02))
  const more = happens(luck, 0.05) ? [oneOf(luck, [...pairs, ['more', 'true'] as const])] : []
  const members = shuffle(luck, [...kept, ...more]).map(([name, value]) => `"${name}":${value}`)
  return `{${members.join(isBroken ? oneOf(luck, [';', ',']) : ',')}}`
}

/** A question of a form: what its entries tell, and the names of its answers. */
type Question = { readonly told: readonly Pair[]; readonly names: readonly string[] }

const questionOf = (luck: Luck, headline: string): Question => ({
  told: [
    ['type', JSON.stringify(wordOf(luck))],
    ['headline', JSON.stringify(happens(luck, 0.1) ? `"${wordOf(luck)}" ${headline}` : headline)],
    ['componentShapeVersion', '"2.0"'],
  ],
  names: wordsOf(luck, 3),
})

type World = {
  readonly manner: Manner
  readonly forms: readonly {
    readonly id: string
    readonly questions: readonly (readonly [string, Question])[]
  }[]
  readonly beside: readonly string[]
}

function entryOf(luck: Luck, { manner }: World, [id, { told, names }]: readonly [string, Question]): string {
  const retold = told.map(([name, text]): Pair =>
    happens(luck, manner.oddity) ? [name, valueOf(luck, manner)] : [name, text],
  )
  const answers = names.map((name): Pair => [name, valueOf(luck, manner)])
  const pairs: readonly Pair[] = [
    ['questionId', id],
    [
      'response',
      objectOf(
        luck,
        manner,
        [...retold, ...answers].filter(() => !happens(luck, manner.oddity)),
      ),
    ],
  ]
  return objectOf(
    luck,
    manner,
    happens(luck, manner.oddity) ? [...pairs, ['value', valueOf(luck, manner)]] : pairs,
  )
}

function recordOf(luck: Luck, world: World): string {
  const { manner, forms, beside } = world
  const { id, questions } = oneOf(luck, forms)
  const asked = questions.filter(() => !happens(luck, 0.1))
  const named = (names: readonly string[]): string =>
    objectOf(
      luck,
      manner,
      names.map((name): Pair => [name, valueOf(luck, manner)]),
    )
  const time = `"2026-03-0${many(luck, 1, 9)}T09:00:00.000Z"`
  return objectOf(
    luck,
    manner,
    [
      ['id', JSON.stringify(wordOf(luck))] as const,
      ['createdAt', time] as const,
      ['updatedAt', happens(luck, manner.oddity) ? valueOf(luck, manner) : time] as const,
      ['formId', id] as const,
      ['finished', oneOf(luck, ['true', 'false'])] as const,
      ['data', `[${asked.map((question) => entryOf(luck, world, question)).join(',')}]`] as const,
      ['meta', named(beside.slice(0, 2))] as const,
      ['personAttributes', named(beside)] as const,
    ].filter(() => !happens(luck, manner.oddity / 4)),
  )
}

/** A document whose members come in any order, and whose names and texts are hard to tell apart. */
export function anyOrder(luck: Luck): Buffer {
  const world: World = {
    manner: mannerOf(luck),
    forms: times(many(luck, 1, 2), () => ({
      id: JSON.stringify(wordOf(luck)),
      questions: wordsOf(luck, 3).map((word) => [JSON.stringify(word), questionOf(luck, word)] as const),
    })),
    beside: wordsOf(luck, 4),
  }
  const bytes = Buffer.from(
    `{"data":[${times(many(luck, 1, oneOf(luck, [20, 100, 300])), () => recordOf(luck, world)).join(',')}]}`,
  )
  return happens(luck, 0.02) ? bytes.subarray(0, many(luck, 0, bytes.length)) : bytes
}
