import { cellText, choicesOf } from './cell-text.ts'
import type { Column, Columns, Member, Question } from './columns.ts'
import { isMain } from './main-member.ts'
import { isFixed, type Kind } from './fixed-columns.ts'
import { titleOf } from './header.ts'
import { listOf, redactedChoices } from './lists.ts'
import { redactText, strictestOf, type Hash, type RedactStyle } from './redact.ts'

/** What is redacted: columns, and the names by which they were given. */
export type RecordRedaction = {
  readonly redacted: ReadonlyMap<Column, RedactStyle>
  readonly names: ReadonlyMap<string, RedactStyle>
  readonly hash?: Hash
}

/** What becomes of members, by their names. */
export type Members = Map<string, RedactStyle>

/** What becomes of the answers to a question. */
type Asked = {
  readonly members: Members
  readonly entryMembers: Members
  /** Of entries of another shape than answers have. */
  strictest: RedactStyle
  /** Whether nothing of it is to be left, not even that it was answered. */
  isDropped: boolean
}

/** What becomes of what stands in records, wherever it stands. */
export type Rules = {
  readonly of: Readonly<Record<Kind, Members>>
  readonly questions: Map<string, Asked>
  /** What bears one of these names beside answers is redacted, too: the ids and titles of questions, and what was given. */
  readonly names: Members
  /** Likewise within answers, whose members may be named as any title is: the ids of questions, and what was given. */
  readonly namesInAnswers: Members
  readonly redact: (how: RedactStyle, value: unknown) => unknown
}

/** The rules by which records and the cells of tables are redacted. */
export function rulesOf(columns: Columns, { redacted, names, hash }: RecordRedaction): Rules {
  const rules: Rules = {
    of: { record: new Map(), meta: new Map(), person: new Map() },
    questions: new Map(),
    names: new Map(names),
    namesInAnswers: new Map(names),
    redact: redactingBy(hash),
  }
  for (const [{ holds }, how] of redacted) {
    if (holds.kind !== 'answer') {
      rules.of[holds.kind].set(holds.name, how)
      continue
    }
    const { question, name } = holds.member
    const asked = askedIn(rules.questions, question.name, how)
    const isOfEntry = question.entryMembers.get(name) === holds.member
    ;(isOfEntry ? asked.entryMembers : asked.members).set(name, how)
  }
  for (const question of columns.questions()) noteWhole(rules, question, redacted)
  return rules
}

function askedIn(questions: Map<string, Asked>, id: string, how: RedactStyle): Asked {
  const known = questions.get(id)
  const asked = known ?? { members: new Map(), entryMembers: new Map(), strictest: how, isDropped: false }
  asked.strictest = strictestOf([asked.strictest, how])
  questions.set(id, asked)
  return asked
}

/** Of a question that is redacted as a whole, its id and all titles that it had name what is redacted. */
function noteWhole(
  { questions, names, namesInAnswers }: Rules,
  question: Question,
  redacted: ReadonlyMap<Column, RedactStyle>,
): void {
  const asked = questions.get(question.name)
  const hows = columnsOf(question).map((column) => redacted.get(column))
  if (!asked || hows.includes(undefined)) return
  asked.isDropped = hows.every((how) => how === 'drop')
  for (const name of namesOfQuestion(question)) note(names, name, asked.strictest)
  // What holds the answers of all questions can't tell of one.
  if (!isMain(question.name)) note(namesInAnswers, question.name, asked.strictest)
}

const note = (names: Members, name: string, how: RedactStyle): void =>
  void names.set(name, strictestOf([how, names.get(name) ?? how]))

/** The columns of a question; of lists that went to the columns of their options, these. */
const columnsOf = ({ members, entryMembers }: Question): readonly Column[] =>
  [...members.values(), ...entryMembers.values()].flatMap(columnsOfMember)

const columnsOfMember = ({ column, options }: Member): readonly Column[] => [
  ...(column ? [column] : []),
  ...[...options.values()].map((option) => option.column),
]

/** By which names another member may repeat its answer. */
const namesOfQuestion = (question: Question): readonly string[] =>
  [...new Set([...ownNames(question), ...question.headlines.all])].filter((name) => name !== '')

const ownNames = (question: Question): readonly string[] => [
  question.name,
  question.headline,
  titleOf(question),
]

/** The same value as its cell would hold, as JSON; undefined: it is left out. */
function redactingBy(hash: Hash | undefined): Rules['redact'] {
  return (how, value) => {
    const redact = redactText(how, hash)
    if (!redact) return undefined
    if (value === null) return null
    const choices = Array.isArray(value) ? choicesOf(value) : undefined
    if (!choices) return redact(cellText(value))
    return listOf(redactedChoices(choices, redact))
  }
}

/** Columns that are named as what is redacted is, and so repeat it; those that the contract names do not. */
export function repeatingColumns(
  columns: Columns,
  redaction: RecordRedaction,
): ReadonlyMap<Column, RedactStyle> {
  const { names, namesInAnswers } = rulesOf(columns, redaction)
  return new Map(
    columns.all.flatMap((column) => {
      const { holds } = column
      if (redaction.redacted.has(column) || (holds.kind !== 'answer' && isFixed(holds.kind, holds.name)))
        return []
      const how = (isInAnswer(column) ? namesInAnswers : names).get(nameOf(column))
      return how === undefined ? [] : [[column, how] as const]
    }),
  )
}

const nameOf = ({ holds }: Column): string => (holds.kind === 'answer' ? holds.member.name : holds.name)

/** Whether a column holds a member of answers themselves, and not one beside them. */
export const isInAnswer = ({ holds }: Column): boolean =>
  holds.kind === 'answer' && holds.member.question.members.get(holds.member.name) === holds.member

/** Whether a column is named as the question of one of these columns is. */
export const repeatsOneOf = (column: Column, meant: readonly Column[]): boolean =>
  meant.some(({ holds }) => holds.kind === 'answer' && isNameOf(holds.member.question, nameOf(column)))

const isNameOf = (question: Question, name: string): boolean =>
  name !== '' && (ownNames(question).includes(name) || question.headlines.all.has(name))
