/** When something is shown: conditions over the answers of a response. */
import type { Answer, AnswerEntry } from './generated/response.ts'
import type { Condition } from './generated/form.ts'
import { isObject, type JsonObject } from './value.ts'

/** The answers of a response by question id. */
export type Answers = ReadonlyMap<string, JsonObject>

export function answersIn(data: readonly AnswerEntry[]): Map<string, Answer> {
  const answers = new Map<string, Answer>()
  // Two answers of one response may share a question; together they are one.
  for (const { questionId, response } of data)
    answers.set(questionId, { ...answers.get(questionId), ...response })
  return answers
}

/** Whether a condition holds. A question without an answer meets only `isNot` and `answered: false`. */
export function holds(condition: Condition, answers: Answers): boolean {
  const { any, all } = condition
  if (any !== undefined) return any.some((one) => holds(one, answers))
  if (all !== undefined) return all.every((one) => holds(one, answers))
  const answered = valuesOf(condition.question ?? '', answers)
  const isAny = (wanted: unknown): boolean => answered.values.some((value) => isSame(value, wanted))
  if (condition.is !== undefined) return isAny(condition.is)
  if (condition.isNot !== undefined) return !isAny(condition.isNot)
  if (condition.in !== undefined) return condition.in.some(isAny)
  if (condition.contains !== undefined) return contains(answered, condition.contains)
  if (condition.over !== undefined) return answered.values.some((value) => compare(value, condition.over) > 0)
  if (condition.under !== undefined)
    return answered.values.some((value) => compare(value, condition.under) < 0)
  return answered.values.length > 0 === (condition.answered ?? true)
}

/** The ids of the questions that a condition reads. */
export function questionsIn({ question, any = [], all = [] }: Condition): readonly string[] {
  const inner = [...any, ...all].flatMap(questionsIn)
  return question === undefined ? inner : [questionOf(question), ...inner]
}

const questionOf = (reference: string): string => reference.split('.', 1)[0] ?? ''

/** The values of an answer or of one of its fields; `isList` if it has several options or parts. */
type AnswerValues = { readonly values: readonly unknown[]; readonly isList: boolean }

function valuesOf(reference: string, answers: Answers): AnswerValues {
  const id = questionOf(reference)
  const answer = answers.get(id)
  if (answer === undefined) return { values: [], isList: false }
  if (reference === id) return allValuesOf(answer)
  const member = reference.slice(id.length + 1)
  const row = listed(answer['rows']).find((one) => one['row'] === member)
  const value = row ? row['value'] : answer[member]
  return { values: value === undefined || value === '' ? [] : [value], isList: false }
}

const common = new Set(['type', 'headline', 'componentShapeVersion', 'selectedOther'])

function allValuesOf(answer: JsonObject): AnswerValues {
  const other = answer['other'] === undefined ? [] : [answer['other']]
  if (answer['value'] !== undefined) return { values: [answer['value']], isList: false }
  if (Array.isArray(answer['choices'])) {
    const ticked = listed(answer['choices']).filter(({ value }) => value === true)
    return { values: [...ticked.map(({ key }) => key), ...other], isList: true }
  }
  if (answer['selected'] !== undefined) return { values: [answer['selected'], ...other].flat(), isList: true }
  if (Array.isArray(answer['ranking'])) return { values: answer['ranking'], isList: true }
  if (Array.isArray(answer['rows']))
    return { values: listed(answer['rows']).map(({ value }) => value), isList: true }
  if (Array.isArray(answer['files']))
    return { values: listed(answer['files']).map(({ name }) => name), isList: true }
  const members = Object.entries(answer).filter(([name, value]) => !common.has(name) && value !== undefined)
  return { values: members.map(([, value]) => value), isList: true }
}

const listed = (value: unknown): readonly Readonly<Record<string, unknown>>[] =>
  Array.isArray(value) ? value.filter(isObject) : []

const isSame = (value: unknown, wanted: unknown): boolean => String(value) === String(wanted)

const contains = ({ values, isList }: AnswerValues, wanted: string): boolean =>
  values.some((value) =>
    isList ? isSame(value, wanted) : String(value).toLowerCase().includes(wanted.toLowerCase()),
  )

/** Orders numbers by size and other values as texts, which is the order of dates and times; NaN where only one is a number. */
function compare(value: unknown, bound: unknown): number {
  if (typeof value === 'number' || typeof bound === 'number') return Number(value) - Number(bound)
  const [a, b] = [String(value), String(bound)]
  return a < b ? -1 : a > b ? 1 : 0
}
