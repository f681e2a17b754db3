import { happens, many, oneOf, shuffle, times, type Luck } from './luck.ts'
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

function extentOf(luck: Luck): Extent {
  const kind = luck()
  if (kind < 0.0007) return { forms: many(luck, 100, 500), questions: 6, factor: 60 }
  if (kind < 0.003) return { forms: 1, questions: many(luck, 100, 400), factor: 0.3 }
  if (kind < 0.006) return { forms: 1, questions: 3, factor: 8 }
  return { forms: oneOf(luck, [1, 1, 1, 1, 2, 3]), questions: 5, factor: 1 }
}

const types = ['"ShortInput"', '"Dropdown"']
const headlines = ['"Q"', '"Your \\"name\\""', '"größe?"', '""', '"How \\u0041 are you; then?"']

function worldOf(luck: Luck): World {
  const extent = extentOf(luck)
  const shared = many(luck, 0, 1)
  const isAtLimits = happens(luck, 0.02)
  const known = oneOf(luck, [
    listAnswers,
    textAnswers,
    [oneOf(luck, answers)],
    answers,
    answers,
    answers,
    answers,
  ])
  const changing = happens(luck, 0.15) ? 0.4 : 0
  const questionOf = (form: number, q: number): Question => ({
    id: q < shared ? `"same${q}"` : `"q${form}-${q}"`,
    type: oneOf(luck, types),
    headline: isAtLimits && happens(luck, 0.1) ? longHeadline(luck) : oneOf(luck, headlines),
    answers: times(happens(luck, changing) ? 3 : 1, () => oneOf(luck, known)),
  })
  const questionsOf = (form: number): readonly Question[] =>
    times(many(luck, extent.questions >> 2, extent.questions), (q) => questionOf(form, q))
  const common = happens(luck, 0.3) ? questionsOf(0) : undefined
  const style = styleOf(luck)
  return {
    style,
    // Of some, all ask the same.
    forms: times(extent.forms, (form) => ({
      id: `"clf${extent.forms - 1 - form}"`,
      questions: common ?? questionsOf(form),
    })),
    skips: oneOf(luck, common ? [0, 0.1, 0.5] : [0, 0, 0, 0, 0.1, 0.5]),
    oddity: oneOf(luck, [0, 0, 0, 0, 0.02, 0.12]),
    ownQuestions: happens(luck, 0.05) ? 0.15 : 0,
    isFormLast: happens(luck, common ? 0.6 : 0.2),
    isShuffled: happens(luck, style.order === 'other' ? 0.5 : 0.06),
    lacked: oneOf(luck, ['"id"', '"formId"', '"createdAt"', '', '', '', '', '', '', '', '', '']),
    isAtLimits,
    factor: extent.factor,
  }
}

function entryOf(luck: Luck, world: World, question: Question): string {
  const { style, oddity } = world
  const members: Pair[] = [
    ['"type"', question.type],
    [
      '"headline"',
      happens(luck, oddity / 4) ? oneOf(luck, ['"Renamed"', '"A name"', '5']) : question.headline,
    ],
    ['"componentShapeVersion"', happens(luck, oddity / 4) ? 'null' : '"2.0"'],
    ...oneOf(luck, question.answers)(luck, style),
  ]
  if (happens(luck, oddity / 4)) members.push(['"value"', '1'])
  if (world.isAtLimits && happens(luck, 0.2)) members.push(['"limit"', limitOf(luck)])
  const entry: Pair[] = [
    ['"questionId"', happens(luck, oddity / 8) ? '7' : question.id],
    ['"response"', objectOf(luck, style, members)],
  ]
  if (happens(luck, oddity / 4)) entry.push(oneOf(luck, oddEntryMembers))
  if (happens(luck, oddity / 4)) entry.push(['"extra"', nestedOf(luck, style, 1)])
  if (happens(luck, oddity / 8)) entry.unshift(['"before"', nestedOf(luck, style, 1)])
  return objectOf(luck, style, entry)
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

function askedOf(luck: Luck, world: World, form: Form): Question[] {
  const { skips, oddity, ownQuestions } = world
  const asked = skips === 0 ? [...form.questions] : form.questions.filter(() => !happens(luck, skips))
  if (happens(luck, ownQuestions))
    asked.splice(many(luck, 0, asked.length), 0, {
      id: `"own${many(luck, 0, 30)}"`,
      type: '"ShortInput"',
      headline: '"Own"',
      answers: [oneOf(luck, answers)],
    })
  const [first] = asked
  if (first && happens(luck, oddity)) asked.push(first)
  if (world.isShuffled) shuffle(luck, asked)
  if (happens(luck, oddity)) asked.reverse()
  return asked
}

/** Where members stand in more than one order, one that is repeated stands where it may be expected. */
const isTwice = (luck: Luck, { order }: Style): boolean =>
  (order === 'either' || order === 'any') && happens(luck, 0.1)

function recordOf(luck: Luck, world: World): string {
  const { style, oddity } = world
  const form = oneOf(luck, world.forms)
  const data = askedOf(luck, world, form).map((question) => entryOf(luck, world, question))
  if (happens(luck, oddity / 4)) data.push(oneOf(luck, ['1', 'null', '{}', '[]', '"x"']))
  const members: Pair[] = [
    ['"id"', happens(luck, oddity / 4) ? textOf(luck, style.isOdd) : `"r${many(luck, 0, 99)}"`],
    ['"createdAt"', timeOf(luck, style.isOdd)],
    ['"updatedAt"', timeOf(luck, style.isOdd)],
    ['"dataUpdatedAt"', timeOf(luck, style.isOdd)],
    ['"finished"', luck() < 0.5 ? 'true' : 'false'],
    ['"status"', happens(luck, 0.1) ? numberOf(luck, style.isOdd) : '2'],
    ['"version"', '"2.0"'],
    ['"data"', arrayOf(style, data)],
    [
      '"meta"',
      happens(luck, oddity / 4) ? 'null' : objectOf(luck, style, [['"leadId"', textOf(luck, style.isOdd)]]),
    ],
    [
      '"personAttributes"',
      objectOf(luck, style, [
        ['"country"', textOf(luck, style.isOdd)],
        ['"completedForm"', '1'],
        ...(isTwice(luck, style) ? [['"country"', '"again"'] as const] : []),
      ]),
    ],
  ]
  members.splice(world.isFormLast ? members.length : 5, 0, ['"formId"', form.id])
  if (happens(luck, oddity))
    members.splice(many(luck, 0, members.length), happens(luck, 0.3) ? 1 : 0, oneOf(luck, oddMembers))
  if (isTwice(luck, style)) members.splice(many(luck, 0, members.length), 0, oneOf(luck, members))
  if (world.isAtLimits && happens(luck, 0.3)) members.push(['"limit"', limitOf(luck)])
  const isLacking = world.lacked !== '' && happens(luck, 0.3)
  return objectOf(luck, style, isLacking ? members.filter(([name]) => name !== world.lacked) : members)
}

/** The worlds of a document's records: mostly one, at times two whose forms have the same names. */
function recordsOf(luck: Luck, world: World, count: number): string[] {
  if (!happens(luck, 0.08)) return times(count, () => recordOf(luck, world))
  const other = worldOf(luck)
  const isMixed = happens(luck, 0.5)
  return times(count, (i) => recordOf(luck, (isMixed ? happens(luck, 0.5) : 2 * i < count) ? world : other))
}

/** At times some of them come again, as they are: what was learned of the first is used for the next. */
function withRepeated(luck: Luck, records: readonly string[]): readonly string[] {
  if (records.length === 0 || happens(luck, 0.3)) return records
  const repeated = times(many(luck, 0, 6 * records.length), () => oneOf(luck, records))
  return happens(luck, 0.5) ? [...records, ...repeated] : shuffle(luck, [...records, ...repeated])
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

function arrayOfRecords(luck: Luck, records: readonly string[]): string {
  if (!happens(luck, 0.015)) return records.join(',')
  const at = many(luck, 0, records.length)
  const [first, second] = [records.slice(0, at), records.slice(at)]
  return first.join(',') + oneOf(luck, wrongBetween) + second.join(',')
}

/** A document as services send it, with up to seven times so many records that are mostly alike, and at times broken. */
export function replyOf(luck: Luck, records: number): Buffer {
  const world = worldOf(luck)
  const { gap } = world.style
  const list = recordsOf(luck, world, Math.ceil(many(luck, 0, records) * world.factor))
  if (happens(luck, 0.0005)) list.push(objectOf(luck, world.style, [['"id"', '"huge"'], hugeMember(luck)]))
  const array = arrayOfRecords(
    luck,
    withRepeated(luck, list).map((record) => gap() + record + gap()),
  )
  const [before, after] = [happens(luck, 0.1) ? '"more":[1],' : '', happens(luck, 0.1) ? ',"rest":{}' : '']
  const bytes = Buffer.from(`{${before}"data":[${array}]${after}}`)
  return happens(luck, 0.15) ? spoilt(luck, bytes) : bytes
}

/** The bytes in chunks of a size that luck decides, from one byte on. */
export async function* chunksOf(bytes: Buffer, luck: Luck): AsyncIterable<Uint8Array> {
  const wanted = happens(luck, 0.1)
    ? oneOf(luck, [1, 2, 7, 50])
    : oneOf(luck, [300, 2000, 8000, bytes.length + 1])
  // A record is looked at anew with each chunk of it: one of megabytes, byte by byte, takes hours.
  const size = bytes.length > 100_000 ? Math.max(wanted, bytes.length >> 8) : wanted
  for (let at = 0; at < bytes.length; at += size) yield new Uint8Array(bytes.subarray(at, at + size))
}
