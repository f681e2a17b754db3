import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { happens, many, oneOf, shuffle, times, type Random } from './random.ts'

/** Values spelt as JSON, a line each, in sections. */
const valuesFile = join(import.meta.dirname, '../../fixtures/random-replies/values.txt')
const sections = new Map(
  readFileSync(valuesFile, 'utf8')
    .split(/^# /m)
    .map((section) => section.trimEnd().split('\n'))
    .map(([name = '', ...lines]) => [name, lines]),
)
const valuesIn = (name: string): readonly string[] => sections.get(name) ?? []
const pairsIn = (name: string): readonly Pair[] =>
  valuesIn(name).map((line) => [line.slice(0, line.indexOf(': ')), line.slice(line.indexOf(': ') + 2)])

type Question = {
  /** As all texts here, spelt as JSON. */
  readonly id: string
  readonly type: string
  readonly headline: string
  /** One of these; more than one where its values change their type. */
  readonly answers: readonly Answer[]
}
type Form = { readonly id: string; readonly questions: readonly Question[] }

/** What the records of a document have in common. */
type Scenario = {
  readonly style: Style
  readonly forms: readonly Form[]
  /** The chance of a question to be left out. */
  readonly skips: number
  /** The chance of what is odd. */
  readonly oddity: number
  /** The chance of a record to have a question of its own. */
  readonly ownQuestions: number
  readonly isFormLast: boolean
  /** Whether the questions of each record stand in another order. */
  readonly isShuffled: boolean
  /** A member that some records lack. */
  readonly lacked: string
  readonly isAtLimits: boolean
  /** As many records for each that was asked for. */
  readonly factor: number
}

/** How many forms there are and how many questions each has, at most. */
type Extent = { readonly forms: number; readonly questions: number; readonly factor: number }

function extentOf(random: Random): Extent {
  const kind = random()
  if (kind < 0.0007) return { forms: many(random, 100, 500), questions: 6, factor: 60 }
  if (kind < 0.003) return { forms: 1, questions: many(random, 100, 400), factor: 0.3 }
  if (kind < 0.006) return { forms: 1, questions: 3, factor: 8 }
  return { forms: oneOf(random, [1, 1, 1, 1, 2, 3]), questions: 5, factor: 1 }
}

const types = ['"ShortInput"', '"Dropdown"']
const headlines = ['"Q"', '"Your \\"name\\""', '"größe?"', '""', '"How \\u0041 are you; then?"']

function scenarioOf(random: Random): Scenario {
  const extent = extentOf(random)
  const shared = many(random, 0, 1)
  const isAtLimits = happens(random, 0.02)
  const known = oneOf(random, [
    listAnswers,
    textAnswers,
    [oneOf(random, answers)],
    ...times(4, () => answers),
  ])
  const changing = happens(random, 0.15) ? 0.4 : 0
  const questionOf = (form: number, q: number): Question => ({
    id: q < shared ? `"same${q}"` : `"q${form}-${q}"`,
    type: oneOf(random, types),
    headline: isAtLimits && happens(random, 0.1) ? longHeadline(random) : oneOf(random, headlines),
    answers: times(happens(random, changing) ? 3 : 1, () => oneOf(random, known)),
  })
  const questionsOf = (form: number): readonly Question[] =>
    times(many(random, extent.questions >> 2, extent.questions), (q) => questionOf(form, q))
  const common = happens(random, 0.3) ? questionsOf(0) : undefined
  const style = styleOf(random)
  return {
    style,
    // Of some, all ask the same.
    forms: times(extent.forms, (form) => ({
      id: `"clf${extent.forms - 1 - form}"`,
      questions: common ?? questionsOf(form),
    })),
    skips: oneOf(random, common ? [0, 0.1, 0.5] : [0, 0, 0, 0, 0.1, 0.5]),
    oddity: oneOf(random, [0, 0, 0, 0, 0.02, 0.12]),
    ownQuestions: happens(random, 0.05) ? 0.15 : 0,
    isFormLast: happens(random, common ? 0.6 : 0.2),
    isShuffled: happens(random, style.order === 'other' ? 0.5 : 0.06),
    lacked: oneOf(random, ['"id"', '"formId"', '"createdAt"', '', '', '', '', '', '', '', '', '']),
    isAtLimits,
    factor: extent.factor,
  }
}

function entryOf(random: Random, scenario: Scenario, question: Question): string {
  const { style, oddity } = scenario
  const members: Pair[] = [
    ['"type"', question.type],
    [
      '"headline"',
      happens(random, oddity / 4) ? oneOf(random, ['"Renamed"', '"A name"', '5']) : question.headline,
    ],
    ['"componentShapeVersion"', happens(random, oddity / 4) ? 'null' : '"2.0"'],
    ...oneOf(random, question.answers)(random, style),
  ]
  if (happens(random, oddity / 4)) members.push(['"value"', '1'])
  if (scenario.isAtLimits && happens(random, 0.2)) members.push(['"limit"', limitOf(random)])
  const entry: Pair[] = [
    ['"questionId"', happens(random, oddity / 8) ? '7' : question.id],
    ['"response"', objectOf(random, style, members)],
  ]
  if (happens(random, oddity / 4)) entry.push(oneOf(random, oddEntryMembers))
  if (happens(random, oddity / 4)) entry.push(['"extra"', nestedOf(random, style, 1)])
  if (happens(random, oddity / 8)) entry.unshift(['"before"', nestedOf(random, style, 1)])
  return objectOf(random, style, entry)
}

const oddEntryMembers = pairsIn('odd members of entries')

const oddMembers = pairsIn('odd members of records')

function askedOf(random: Random, scenario: Scenario, form: Form): Question[] {
  const { skips, oddity, ownQuestions } = scenario
  const asked = skips === 0 ? [...form.questions] : form.questions.filter(() => !happens(random, skips))
  if (happens(random, ownQuestions))
    asked.splice(many(random, 0, asked.length), 0, {
      id: `"own${many(random, 0, 30)}"`,
      type: '"ShortInput"',
      headline: '"Own"',
      answers: [oneOf(random, answers)],
    })
  const [first] = asked
  if (first && happens(random, oddity)) asked.push(first)
  if (scenario.isShuffled) shuffle(random, asked)
  if (happens(random, oddity)) asked.reverse()
  return asked
}

/** Where members stand in more than one order, one that is repeated stands where it may be expected. */
const isTwice = (random: Random, { order }: Style): boolean =>
  (order === 'either' || order === 'any') && happens(random, 0.1)

function recordOf(random: Random, scenario: Scenario): string {
  const { style, oddity } = scenario
  const form = oneOf(random, scenario.forms)
  const data = askedOf(random, scenario, form).map((question) => entryOf(random, scenario, question))
  if (happens(random, oddity / 4)) data.push(oneOf(random, ['1', 'null', '{}', '[]', '"x"']))
  const members: Pair[] = [
    ['"id"', happens(random, oddity / 4) ? textOf(random, style.isOdd) : `"r${many(random, 0, 99)}"`],
    ['"createdAt"', timeOf(random, style.isOdd)],
    ['"updatedAt"', timeOf(random, style.isOdd)],
    ['"dataUpdatedAt"', timeOf(random, style.isOdd)],
    ['"finished"', boolean(random)],
    ['"status"', happens(random, 0.1) ? numberOf(random, style.isOdd) : '2'],
    ['"version"', '"2.0"'],
    ['"data"', arrayOf(style, data)],
    [
      '"meta"',
      happens(random, oddity / 4)
        ? 'null'
        : objectOf(random, style, [['"leadId"', textOf(random, style.isOdd)]]),
    ],
    [
      '"personAttributes"',
      objectOf(random, style, [
        ['"country"', textOf(random, style.isOdd)],
        ['"completedForm"', '1'],
        ...(isTwice(random, style) ? [['"country"', '"again"'] as const] : []),
      ]),
    ],
  ]
  members.splice(scenario.isFormLast ? members.length : 5, 0, ['"formId"', form.id])
  if (happens(random, oddity))
    members.splice(many(random, 0, members.length), happens(random, 0.3) ? 1 : 0, oneOf(random, oddMembers))
  if (isTwice(random, style)) members.splice(many(random, 0, members.length), 0, oneOf(random, members))
  if (scenario.isAtLimits && happens(random, 0.3)) members.push(['"limit"', limitOf(random)])
  const isLacking = scenario.lacked !== '' && happens(random, 0.3)
  return objectOf(random, style, isLacking ? members.filter(([name]) => name !== scenario.lacked) : members)
}

/** The scenarios of a document's records: mostly one, at times two whose forms have the same names. */
function recordsOf(random: Random, scenario: Scenario, count: number): string[] {
  if (!happens(random, 0.08)) return times(count, () => recordOf(random, scenario))
  const other = scenarioOf(random)
  const isMixed = happens(random, 0.5)
  return times(count, (i) =>
    recordOf(random, (isMixed ? happens(random, 0.5) : 2 * i < count) ? scenario : other),
  )
}

/** At times some of them come again, as they are: what was learned of the first is used for the next. */
function withRepeated(random: Random, records: readonly string[]): readonly string[] {
  if (records.length === 0 || happens(random, 0.3)) return records
  const repeated = times(many(random, 0, 6 * records.length), () => oneOf(random, records))
  return happens(random, 0.5) ? [...records, ...repeated] : shuffle(random, [...records, ...repeated])
}

/** What may stand between two records, or before the first or behind the last, but is wrong there. */
const wrongBetween = `,|,,||;|,null,|,[],|,"x",|, ]|],|},|,1|\0|\u00a0|{`.split('|')

function arrayOfRecords(random: Random, records: readonly string[]): string {
  if (!happens(random, 0.015)) return records.join(',')
  const at = many(random, 0, records.length)
  const [first, second] = [records.slice(0, at), records.slice(at)]
  return first.join(',') + oneOf(random, wrongBetween) + second.join(',')
}

/** A document as services send it, with up to seven times so many records that are mostly alike, and at times broken. */
export function replyOf(random: Random, records: number): Buffer {
  const scenario = scenarioOf(random)
  const { gap } = scenario.style
  const list = recordsOf(random, scenario, Math.ceil(many(random, 0, records) * scenario.factor))
  if (happens(random, 0.0005))
    list.push(objectOf(random, scenario.style, [['"id"', '"huge"'], hugeMember(random)]))
  const array = arrayOfRecords(
    random,
    withRepeated(random, list).map((record) => gap() + record + gap()),
  )
  const before = happens(random, 0.1) ? '"more":[1],' : ''
  const after = happens(random, 0.1) ? ',"rest":{}' : ''
  const bytes = Buffer.from(`{${before}"data":[${array}]${after}}`)
  return happens(random, 0.15) ? spoilt(random, bytes) : bytes
}

/** The bytes in chunks of a size that random decides, from one byte on. */
export async function* chunksOf(bytes: Buffer, random: Random): AsyncIterable<Uint8Array> {
  const wanted = happens(random, 0.1)
    ? oneOf(random, [1, 2, 7, 50])
    : oneOf(random, [300, 2000, 8000, bytes.length + 1])
  // A record is looked at anew with each chunk of it: one of megabytes, byte by byte, takes hours.
  const size = bytes.length > 100_000 ? Math.max(wanted, bytes.length >> 8) : wanted
  for (let at = 0; at < bytes.length; at += size) yield new Uint8Array(bytes.subarray(at, at + size))
}

/** How JSON is laid out in a document. */
type Style = {
  readonly gap: () => string
  /** How members stand: as usual, the other way round, either way, or in any order. */
  readonly order: 'usual' | 'other' | 'either' | 'any'
  /** Whether there are numbers that no double holds, and times that are none. */
  readonly isOdd: boolean
}

const anySpace = ['', ' ', '\t', '\r\n', '\n    ', '                     ']

/** A style: mostly compact and in the usual order. */
function styleOf(random: Random): Style {
  const kind = random()
  const gap = kind < 0.6 ? '' : kind < 0.78 ? '\n  ' : ' '
  return {
    gap: kind < 0.98 ? () => gap : () => oneOf(random, anySpace),
    order: happens(random, 0.84) ? 'usual' : oneOf(random, ['other', 'other', 'either', 'any']),
    isOdd: happens(random, 0.25),
  }
}

/** A key, spelt as JSON, and its value. */
type Pair = readonly [string, string]

/** An object of these members. */
function objectOf(random: Random, { gap, order }: Style, pairs: readonly Pair[]): string {
  if (pairs.length === 0) return `{${gap()}}`
  const members = pairs.map(([key, value]) => `${gap()}${key}${gap()}:${gap()}${value}${gap()}`)
  if (order === 'any') shuffle(random, members)
  if (order === 'other' || (order === 'either' && happens(random, 0.5))) members.reverse()
  return `{${members.join(',')}}`
}

/** A list. */
const arrayOf = ({ gap }: Style, items: readonly string[]): string =>
  items.length === 0 ? `[${gap()}]` : `[${items.map((item) => gap() + item + gap()).join(',')}]`

/** The members of an answer. */
type Answer = (random: Random, style: Style) => readonly Pair[]

/** A list of up to so many. */
const listOf = (random: Random, style: Style, most: number, itemOf: (index: number) => string): string =>
  arrayOf(style, times(many(random, 0, most), itemOf))

const texts = (random: Random, style: Style, most: number): string =>
  listOf(random, style, most, () => textOf(random, style.isOdd))

const options = (random: Random, style: Style, most: number): string =>
  listOf(random, style, most, (i) => optionOf(random, style, i))

/** A row of a table of choices. */
const rowOf = (random: Random, style: Style): string =>
  objectOf(random, style, [
    ['"row"', textOf(random, style.isOdd)],
    ['"value"', happens(random, 0.9) ? textOf(random, style.isOdd) : oneOf(random, ['null', '3', '[]'])],
  ])

/** Answers that are lists. */
const listAnswers: readonly Answer[] = [
  (random, style) => [['"rows"', listOf(random, style, 4, () => rowOf(random, style))]],
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
const textAnswers: readonly Answer[] = [(random, { isOdd }) => [['"value"', textOf(random, isOdd)]]]

/** Answers of all kinds. */
const answers: readonly Answer[] = [
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
  (random, style) => [['"files"', listOf(random, style, 2, () => nestedOf(random, style, 2))]],
  (random, style) => [['"value"', nestedOf(random, style, 3)]],
  () => [],
]

const boolean = (random: Random): string => (random() < 0.5 ? 'true' : 'false')

function optionOf(random: Random, style: Style, index: number): string {
  const { isOdd } = style
  const pairs: Pair[] = [
    ['"key"', isOdd && happens(random, 0.03) ? oneOf(random, ['5', 'null', '[]']) : textOf(random, isOdd)],
    ['"value"', isOdd && happens(random, 0.03) ? oneOf(random, ['null', '1', '"true"']) : boolean(random)],
  ]
  if (happens(random, 0.8))
    pairs.push(['"index"', isOdd && happens(random, 0.05) ? nestedOf(random, style, 2) : String(index)])
  if (isOdd && happens(random, 0.02)) pairs.push(oneOf(random, oddOptionMembers))
  if (isOdd && happens(random, 0.02)) pairs.shift()
  return objectOf(random, style, pairs)
}

const oddOptionMembers = pairsIn('odd members of options')

const usualKeys = ['"a"', '"b"', '"c d"', '"é"', '"a key that is longer than sixteen bytes"']
const oddKeys = [
  ...usualKeys,
  ...String.raw`"1" "a" "__proto__" "\u0062" "" "toJSON" "0x" "\ud800"`.split(' '),
]
const numberKeys = ['"0"', '"1"', '"2"', '"10"', '"01"', '"9"', '"4294967294"', '"4294967295"', '"a"']
const words = ['true', 'false', 'null']

/** A value of any kind, so many levels deep. */
function nestedOf(random: Random, style: Style, depth: number): string {
  const kind = random()
  if (depth === 0 || kind < 0.4) {
    const which = random()
    return which < 0.5
      ? textOf(random, style.isOdd)
      : which < 0.8
        ? numberOf(random, style.isOdd)
        : oneOf(random, words)
  }
  if (kind < 0.7) return listOf(random, style, 3, () => nestedOf(random, style, depth - 1))
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
const longHeadline = (random: Random): string =>
  `"${'h'.repeat(oneOf(random, [4000, 4096, 16_200, 16_384, 20_000]) + many(random, 0, 99))}"`

/** A value at one of the limits. */
const limitOf = (random: Random): string => oneOf(random, limits)(random)

/** Members that are rather large: more values, or a larger text, than there is room for. */
function hugeMember(random: Random): Pair {
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

type Spoiling = (bytes: Buffer, random: Random) => Buffer

type Piece = Uint8Array | string

const bytesOf = (piece: Piece): Uint8Array => (typeof piece === 'string' ? Buffer.from(piece) : piece)

const inserted =
  (pieces: readonly Piece[]): Spoiling =>
  (bytes, random) => {
    const at = many(random, 0, bytes.length)
    const piece = bytesOf(oneOf(random, pieces))
    return Buffer.concat([bytes.subarray(0, at), piece, bytes.subarray(at)])
  }

/** Not UTF-8: a half, one too many, too long a form, a surrogate, beyond the last character, bytes that never stand. */
const badUtf8 = 'c3 80 bfbf c080 c1bf e09fbf eda080 edbfbf e69d f08fbfbf f09f99 f4908080 f5808080 ff fe'
  .split(' ')
  .map((hex) => Buffer.from(hex, 'hex'))

const signs = [...Array.from('"\\}],:\u00e9{[ \0'), ...Array.from('1-\n\t0e.'), '\\u']

/** Puts something behind the next place, from the first quarter on, where `before` stands: in its place, or beside it. */
const behind =
  (before: string, pieces: readonly Piece[]): Spoiling =>
  (bytes, random) => {
    const from = bytes.indexOf(before, many(random, bytes.length >> 2, bytes.length))
    if (from < 0) return bytes
    const at = from + before.length
    const piece = bytesOf(oneOf(random, pieces))
    return Buffer.concat([bytes.subarray(0, at), piece, bytes.subarray(at + many(random, 0, 1))])
  }

/** Numbers and words that are none. */
const inValues = '0 00 - + . 1. 01 -01 1e 1E+ 0x 1.e1 e t nul True NaN \u0130 [ {'.split(' ')

/** Puts something into a text, so that the document may stay whole. */
const inText =
  (pieces: readonly Piece[]): Spoiling =>
  (bytes, random) => {
    const from = bytes.indexOf('":"', many(random, bytes.length >> 2, bytes.length))
    const at = from < 0 ? bytes.length : from + 3
    const piece = bytesOf(oneOf(random, pieces))
    return Buffer.concat([bytes.subarray(0, at), piece, bytes.subarray(at)])
  }

const inTexts = '\x1f \n \0 \\x \\u12 \\u123g \\u00E9 \\ud83d \\" \x7f \u2028 " \\'.split(' ')

/** Ways to spoil a document, or to spell it otherwise. */
const spoilings: readonly Spoiling[] = [
  (bytes, random) => bytes.subarray(0, many(random, 0, bytes.length)),
  (bytes, random) => {
    const other = Buffer.from(bytes)
    other[many(random, 0, bytes.length - 1)] = many(random, 0, 255)
    return other
  },
  (bytes, random) => {
    const other = Buffer.from(bytes)
    const at = many(random, 0, bytes.length - 1)
    other[at] = (other[at] ?? 0) ^ (1 << many(random, 0, 7))
    return other
  },
  inserted(signs),
  inserted(badUtf8),
  inText(badUtf8),
  inText(badUtf8),
  inText(badUtf8),
  inText(inTexts),
  inText(inTexts),
  behind('"status":', inValues),
  behind('Form":', inValues),
  behind('":', inValues),
  behind('[', inValues),
  behind(',', signs),
  (bytes, random) => {
    const at = many(random, 0, bytes.length - 1)
    return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + many(random, 1, 3))])
  },
  (bytes, random) => {
    const at = many(random, 0, bytes.length - 1)
    const end = at + many(random, 1, 40)
    return Buffer.concat([bytes.subarray(0, end), bytes.subarray(at)])
  },
  (bytes, random) =>
    Buffer.concat([bytes, Buffer.from(oneOf(random, ['x', '{}', ',', ']', '\0', '"', '\u00a0', '1']))]),
  (bytes) => Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), bytes]),
  (bytes) => Buffer.concat([Buffer.from([0xef, 0xbb]), bytes]),
  (bytes) => Buffer.concat([bytes, Buffer.from(' \r\n\t')]),
  (bytes, random) => Buffer.concat([Buffer.from(' \n'.repeat(many(random, 1, 20))), bytes]),
  (_bytes, random) => Buffer.from(times(many(random, 0, 30), () => many(random, 0, 255))),
]

/** A document that was spoilt, mostly. */
const spoilt = (random: Random, bytes: Buffer): Buffer => oneOf(random, spoilings)(bytes, random)

// All of these are spelt as JSON.

const plainTexts = valuesIn('plain texts')

const oddTexts = valuesIn('odd texts')

/** What stands side by side in texts, so that each comes to stand at every place of a block of sixteen bytes. */
const plainPieces = "a|bc| |defghij|klmnopqrstuvwxy|;|,|0|'|é|東|🙂|\u07ff".split('|')
const usualPieces = [...plainPieces, ...plainPieces, '\\n', '\\"', '\\\\', '\\t', '\\r', '\\u001f']
const oddPieces = [
  ...usualPieces,
  ...String.raw`\u00e9|\ud83d\ude42|\/|\u0041|\ud800|\udc00|\u005c`.split('|'),
]

/** A text; odd ones have escapes that are not needed, or halves of pairs. */
function textOf(random: Random, isOdd: boolean): string {
  const kind = random()
  if (isOdd && kind < 0.06) return oneOf(random, oddTexts)
  if (kind < 0.7) return oneOf(random, plainTexts)
  const pieces = kind < 0.8 ? (isOdd ? oddPieces : usualPieces) : plainPieces
  let text = '"'
  for (let left = many(random, 1, 7); left > 0; left--) text += oneOf(random, pieces)
  return `${text}"`
}

const plainNumbers = ['0', '7', '-5', '12.5', '100', '123456789012345', '-0.25', '1e+21']
const oddNumbers = valuesIn('odd numbers')
const numbers = [...plainNumbers, ...oddNumbers]

const zeros = (random: Random, most: number): string =>
  '0'.repeat(happens(random, 0.5) ? many(random, 0, most) : 0)

/** A number in any spelling, of so many digits beside the zeros at its ends; a double holds the value of any 15. */
function spelledNumber(random: Random, maxDigits: number): string {
  const digits = times(many(random, 1, maxDigits), () => many(random, 0, 9)).join('')
  const point = many(random, 0, digits.length)
  const whole = digits.slice(0, point).replace(/^0+/, '') || '0'
  const fraction = (whole === '0' ? zeros(random, 9) : '') + digits.slice(point) + zeros(random, 6)
  const sign = happens(random, 0.8) ? '' : '-'
  const power = happens(random, 0.7) ? '' : oneOf(random, powers)
  return sign + whole + (fraction === '' ? '' : `.${fraction}`) + power
}

const powers = ['e1', 'E5', 'e+20', 'e-7', 'E-05', 'e00', 'e99', 'E-99', 'e120', 'e-150', 'E0000012']

/** A number of which a double holds the value, at times in another spelling than its own; odd ones are any at all. */
function numberOf(random: Random, isOdd: boolean): string {
  if (isOdd && happens(random, 0.4)) return oneOf(random, numbers)
  if (isOdd && happens(random, 0.2)) return spelledNumber(random, 22)
  return happens(random, isOdd ? 0.9 : 0.3) ? spelledNumber(random, 15) : oneOf(random, plainNumbers)
}

const oddTimes = valuesIn('odd times')

/** A time, at times one that is none. */
const timeOf = (random: Random, isOdd: boolean): string =>
  isOdd && happens(random, 0.06)
    ? oneOf(random, oddTimes)
    : `"2026-03-0${many(random, 1, 9)}T09:00:0${many(random, 0, 9)}.000Z"`
