import { happens, many, oneOf, shuffle, times, type Random } from './random.ts'
import {
  answers,
  arrayOf,
  listAnswers,
  nestedOf,
  objectOf,
  styleOf,
  textAnswers,
  type Answer,
  type Pair,
  type Style,
} from './reply-answers.ts'
import { hugeMember, limitOf, longHeadline } from './reply-limits.ts'
import { spoilt } from './reply-spoilings.ts'
import { numberOf, textOf, timeOf } from './reply-texts.ts'

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
type World = {
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

function worldOf(random: Random): World {
  const extent = extentOf(random)
  const shared = many(random, 0, 1)
  const isAtLimits = happens(random, 0.02)
  const known = oneOf(random, [
    listAnswers,
    textAnswers,
    [oneOf(random, answers)],
    answers,
    answers,
    answers,
    answers,
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

function entryOf(random: Random, world: World, question: Question): string {
  const { style, oddity } = world
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
  if (world.isAtLimits && happens(random, 0.2)) members.push(['"limit"', limitOf(random)])
  const entry: Pair[] = [
    ['"questionId"', happens(random, oddity / 8) ? '7' : question.id],
    ['"response"', objectOf(random, style, members)],
  ]
  if (happens(random, oddity / 4)) entry.push(oneOf(random, oddEntryMembers))
  if (happens(random, oddity / 4)) entry.push(['"extra"', nestedOf(random, style, 1)])
  if (happens(random, oddity / 8)) entry.unshift(['"before"', nestedOf(random, style, 1)])
  return objectOf(random, style, entry)
}

const oddEntryMembers: readonly Pair[] = [
  ['"questionId"', '"again"'],
  ['"response"', '{"value":"again"}'],
  ['"response"', '[]'],
  ['"r\\u0065sponse"', '{}'],
  ['"__proto__"', '{"a":1}'],
  ['"3"', '"three"'],
]

const oddMembers: readonly Pair[] = [
  ['"id"', '"again"'],
  ['"__proto__"', '1'],
  ['"__proto__"', '{"id":"none"}'],
  ['"7"', '"seven"'],
  ['"i\\u0064"', '2'],
  ['"d\\u0061ta"', '[]'],
  ['"new"', '[1,"a"]'],
  ['"meta"', 'null'],
  ['"data"', '{}'],
  ['"data"', '[1]'],
  ['"data"', 'null'],
  ['"meta"', '{"x":{"y":1},"leadId":5}'],
  ['"meta"', '{"leadId":"a","leadId":"b"}'],
  ['"personAttributes"', '[]'],
  ['"personAttributes"', '{"2":1,"1":2}'],
  ['"formId"', 'null'],
  ['"formId"', '"clf1"'],
  ['"formId"', '"clf\\u0030"'],
  ['"createdAt"', '5'],
  ['"createdAt"', '[]'],
  ['"extra"', '{"a":[]}'],
  ['""', '""'],
  ['"\\u0000"', '"\\u0000"'],
]

function askedOf(random: Random, world: World, form: Form): Question[] {
  const { skips, oddity, ownQuestions } = world
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
  if (world.isShuffled) shuffle(random, asked)
  if (happens(random, oddity)) asked.reverse()
  return asked
}

/** Where members stand in more than one order, one that is repeated stands where it may be expected. */
const isTwice = (random: Random, { order }: Style): boolean =>
  (order === 'either' || order === 'any') && happens(random, 0.1)

function recordOf(random: Random, world: World): string {
  const { style, oddity } = world
  const form = oneOf(random, world.forms)
  const data = askedOf(random, world, form).map((question) => entryOf(random, world, question))
  if (happens(random, oddity / 4)) data.push(oneOf(random, ['1', 'null', '{}', '[]', '"x"']))
  const members: Pair[] = [
    ['"id"', happens(random, oddity / 4) ? textOf(random, style.isOdd) : `"r${many(random, 0, 99)}"`],
    ['"createdAt"', timeOf(random, style.isOdd)],
    ['"updatedAt"', timeOf(random, style.isOdd)],
    ['"dataUpdatedAt"', timeOf(random, style.isOdd)],
    ['"finished"', random() < 0.5 ? 'true' : 'false'],
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
  members.splice(world.isFormLast ? members.length : 5, 0, ['"formId"', form.id])
  if (happens(random, oddity))
    members.splice(many(random, 0, members.length), happens(random, 0.3) ? 1 : 0, oneOf(random, oddMembers))
  if (isTwice(random, style)) members.splice(many(random, 0, members.length), 0, oneOf(random, members))
  if (world.isAtLimits && happens(random, 0.3)) members.push(['"limit"', limitOf(random)])
  const isLacking = world.lacked !== '' && happens(random, 0.3)
  return objectOf(random, style, isLacking ? members.filter(([name]) => name !== world.lacked) : members)
}

/** The worlds of a document's records: mostly one, at times two whose forms have the same names. */
function recordsOf(random: Random, world: World, count: number): string[] {
  if (!happens(random, 0.08)) return times(count, () => recordOf(random, world))
  const other = worldOf(random)
  const isMixed = happens(random, 0.5)
  return times(count, (i) =>
    recordOf(random, (isMixed ? happens(random, 0.5) : 2 * i < count) ? world : other),
  )
}

/** At times some of them come again, as they are: what was learned of the first is used for the next. */
function withRepeated(random: Random, records: readonly string[]): readonly string[] {
  if (records.length === 0 || happens(random, 0.3)) return records
  const repeated = times(many(random, 0, 6 * records.length), () => oneOf(random, records))
  return happens(random, 0.5) ? [...records, ...repeated] : shuffle(random, [...records, ...repeated])
}

/** What may stand between two records, or before the first or behind the last, but is wrong there. */
const wrongBetween = [
  ',',
  ',,',
  '',
  ';',
  ',null,',
  ',[],',
  ',"x",',
  ', ]',
  '],',
  '},',
  ',1',
  '\0',
  '\u00a0',
  '{',
]

function arrayOfRecords(random: Random, records: readonly string[]): string {
  if (!happens(random, 0.015)) return records.join(',')
  const at = many(random, 0, records.length)
  const [first, second] = [records.slice(0, at), records.slice(at)]
  return first.join(',') + oneOf(random, wrongBetween) + second.join(',')
}

/** A document as services send it, with up to seven times so many records that are mostly alike, and at times broken. */
export function replyOf(random: Random, records: number): Buffer {
  const world = worldOf(random)
  const { gap } = world.style
  const list = recordsOf(random, world, Math.ceil(many(random, 0, records) * world.factor))
  if (happens(random, 0.0005))
    list.push(objectOf(random, world.style, [['"id"', '"huge"'], hugeMember(random)]))
  const array = arrayOfRecords(
    random,
    withRepeated(random, list).map((record) => gap() + record + gap()),
  )
  const [before, after] = [
    happens(random, 0.1) ? '"more":[1],' : '',
    happens(random, 0.1) ? ',"rest":{}' : '',
  ]
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
