import { getOrMake, addCounts, isObject, type JsonObject } from '../form/value.ts'
import { momentOf, sortableTime } from '../record/moment.ts'
import { isEntry, noteAnswers, questionMembers, splitParts, withOther, type Entry } from '../table/answers.ts'
import {
  mergeQuestion,
  newQuestion,
  noteForm,
  noteText,
  trueMemberOf,
  type Question,
} from '../table/questions.ts'
import { mapFollowers, unseen, type Seen } from '../table/order.ts'
import { dayIn, type TimeZone } from '../table/time.ts'
import type { RawRecord } from '../record/records.ts'
import { countsOf } from './days.ts'
import { addValue, mergeMember, newMember, type MemberTally } from './member-tally.ts'
import { addNumber, mergeNumbers, noNumbers } from './numbers.ts'

export type FormTally = ReturnType<typeof emptyForm>

/** A question and the counts of its answers. */
export type QuestionTally = Question & {
  readonly seen: Seen<QuestionTally>
  /** How many finished responses of each form say yes or no, where no answer may mean no. */
  readonly said: Map<string, number>
  answered: number
  /** By the question that was answered directly after this one, how often. */
  readonly followedBy: Map<QuestionTally, number>
  /** Partial responses whose last answer this is. */
  leftAfter: number
  readonly members: Map<string, MemberTally>
}

export type TallyOptions = {
  /** Whose days are counted. */
  readonly timeZone: TimeZone
  /** The most texts that are kept of a question. */
  readonly samples: number
  /** Whether the answers of unfinished responses count, and not only how far these came. */
  readonly countsPartials: boolean
}

/** The newest days are counted one by one: ten years. */
export const maxDays = 3653

export function newForm(formId?: string): FormTally {
  const form = emptyForm()
  if (formId !== undefined) form.forms.set(formId, form)
  return form
}

const emptyForm = () => ({
  /** The counts of each form that is counted, by its id; none: the records that name no form. */
  forms: new Map<string, { readonly total: number; readonly finished: number }>(),
  total: 0,
  finished: 0,
  partial: 0,
  /** Partial responses without any answer. */
  unanswered: 0,
  /** Seconds from the creation of finished responses to the last change of their answers. */
  seconds: noNumbers(),
  /** When the first and the last of them were created, in milliseconds since 1970. */
  first: Infinity,
  last: -Infinity,
  days: new Map<string, { total: number; finished: number }>(),
  /** Responses without a time of creation that can be read. */
  undated: 0,
  /** Responses that a program may have sent. */
  flagged: 0,
  questions: new Map<string, QuestionTally>(),
})

export function addResponse(form: FormTally, record: RawRecord, counting: TallyOptions): void {
  const { finished, data } = record
  form.total++
  if (isFlagged(record['meta'])) form.flagged++
  if (finished === true) form.finished++
  else if (finished === false) form.partial++
  const at = timeOf(record.createdAt)
  const day = Number.isNaN(at) ? '' : dayIn(at, counting.timeZone)
  addTimes(form, record, { at, day })
  const last = Array.isArray(data) ? addAnswers(form, record, { data, at, day, counting }) : undefined
  if (finished !== false) return
  if (last === undefined) form.unanswered++
  else last.leftAfter++
}

const isFlagged = (meta: unknown): boolean =>
  isObject(meta) && Array.isArray(meta['flags']) && meta['flags'].length > 0

function addTimes(
  form: FormTally,
  { dataUpdatedAt, finished }: RawRecord,
  { at, day }: Pick<AnswerContext, 'at' | 'day'>,
): void {
  if (Number.isNaN(at)) {
    form.undated++
    return
  }
  form.first = Math.min(at, form.first)
  form.last = Math.max(at, form.last)
  const counts = dayOf(form, day)
  counts.total++
  if (finished !== true) return
  counts.finished++
  const seconds = Math.round((timeOf(dataUpdatedAt) - at) / 1000)
  if (seconds >= 0) addNumber(form.seconds, seconds)
}

function timeOf(value: unknown): number {
  const time = momentOf(value)
  return time > earliest && time < latest ? time : Number.NaN
}

// Days of other years are not written with four digits in every time zone.
const [earliest, latest] = [Date.parse('0001-01-08'), Date.parse('9999-12-24')]

const dayOf = ({ days }: FormTally, day: string): { total: number; finished: number } =>
  countsOf(days, day, { max: maxDays, none: () => ({ total: 0, finished: 0 }) })

type AnswerContext = {
  /** When the response was created; NaN: not known. */
  readonly at: number
  /** Its day; '': not known. */
  readonly day: string
  readonly counting: TallyOptions
}
type Answers = AnswerContext & { readonly data: readonly unknown[] }

/** Counts the answers of a response; the last question that it answers. */
function addAnswers(
  form: FormTally,
  record: RawRecord,
  { data, ...context }: Answers,
): QuestionTally | undefined {
  const { questions, entries } = noteAnswers(data.filter(isEntry), form.total, (id) => questionIn(form, id))
  const isCounted = context.counting.countsPartials || record.finished !== false
  let last: QuestionTally | undefined
  for (const [i, entry] of entries.entries()) {
    const question = questions[i]
    if (question === undefined) continue
    if (!addAnswer(isCounted ? question : uncounted(question), entry, { record, ...context })) continue
    if (last !== undefined && isCounted)
      last.followedBy.set(question, (last.followedBy.get(question) ?? 0) + 1)
    last = question
  }
  return last
}

/** A tally to be thrown away: the answer is only noted as the furthest one. */
const uncounted = ({ name, headline, type }: QuestionTally): QuestionTally => ({
  ...newQuestionTally(name, []),
  headline,
  type,
})

const questionIn = ({ questions, forms }: FormTally, id: string): QuestionTally =>
  getOrMake(questions, id, () => newQuestionTally(id, [...forms.keys()]))

export function newQuestionTally(name: string, forms: readonly string[]): QuestionTally {
  const question = {
    ...newQuestion(name),
    seen: unseen<QuestionTally>(),
    said: new Map(),
    answered: 0,
    followedBy: new Map(),
    leftAfter: 0,
    members: new Map(),
  }
  for (const form of forms) noteForm(question, form)
  return question
}

/** Counts an answer; whether it says anything. */
function addAnswer(
  question: QuestionTally,
  { response }: Entry,
  { record, at, day, counting: { samples } }: AnswerContext & { readonly record: RawRecord },
): boolean {
  const { id, createdAt, formId, finished } = record
  const created = sortableTime(createdAt)
  const { type } = response
  const tick = trueMemberOf(type)
  if (tick && finished === true && typeof response[tick] === 'boolean' && typeof formId === 'string')
    question.said.set(formId, (question.said.get(formId) ?? 0) + 1)
  const responseId = typeof id === 'string' ? id : ''
  const of = { responseId, at: Number.isNaN(at) ? -Infinity : at, day, type, maxTexts: samples }
  noteText(question.headline, response['headline'], created)
  noteText(question.type, type, created)
  let isAnswered = false
  for (const [place, [name, value]] of partsOf(response).entries()) {
    if (typeof value === 'string' && describes.has(name)) continue
    let member = question.members.get(name)
    if (member === undefined) question.members.set(name, (member = newMember(name)))
    if (place > member.place) member.place = place
    if (addValue(member, value, of)) isAnswered = true
  }
  if (isAnswered) question.answered++
  return isAnswered
}

/** Members that describe the question, or the attribute that keeps its answer. */
const describes = new Set([...questionMembers, 'leadAttribute'])

/** The counts of forms together. `into`: questions that are one, the id of each with that which stands for it. */
export function mergeForms(
  forms: readonly FormTally[],
  { into, samples }: { readonly into: ReadonlyMap<string, string>; readonly samples: number },
): FormTally {
  const merged = newForm()
  const became = new Map<QuestionTally, QuestionTally>()
  for (const form of forms) {
    for (const [id, counts] of form.forms) merged.forms.set(id, counts)
    addCounts(merged, form, ['total', 'finished', 'partial', 'unanswered', 'undated', 'flagged'])
    mergeNumbers(merged.seconds, form.seconds)
    merged.first = Math.min(form.first, merged.first)
    merged.last = Math.max(form.last, merged.last)
    for (const [day, counts] of form.days) addCounts(dayOf(merged, day), counts, ['total', 'finished'])
    for (const question of form.questions.values()) {
      const id = into.get(question.name) ?? question.name
      became.set(
        question,
        getOrMake(merged.questions, id, () => newQuestionTally(id, [...question.forms])),
      )
    }
  }
  for (const [from, question] of became) {
    mergeQuestionTally(question, from, samples)
    for (const [next, times] of from.followedBy) {
      const own = became.get(next) ?? next
      question.followedBy.set(own, (question.followedBy.get(own) ?? 0) + times)
    }
  }
  mapFollowers(merged.questions.values(), (question) => became.get(question))
  return merged
}

function mergeQuestionTally(question: QuestionTally, from: QuestionTally, samples: number): void {
  mergeQuestion(question, from)
  for (const [form, times] of from.said) question.said.set(form, (question.said.get(form) ?? 0) + times)
  addCounts(question, from, ['answered', 'leftAfter'])
  for (const [name, member] of from.members) {
    mergeMember(
      getOrMake(question.members, name, () => newMember(name)),
      member,
      samples,
    )
  }
}

type Part = readonly [name: string, value: unknown]

/**
 * The members of an answer as they are counted, by the rule of tables: each row of a Matrix is a member with one option, and
 * each option of a Ranking one with its place.
 */
export const partsOf = (response: JsonObject): readonly Part[] =>
  Object.entries(withOther(response)).flatMap(([name, value]): readonly Part[] => {
    // "Other" is one of the options.
    if (name === 'selectedOther' && typeof value === 'boolean') return []
    const parts = splitParts(name, value)
    if (!parts) return [[name, value]]
    return Array.from(parts, ([part, partValue]) => [part, name === 'rows' ? [partValue] : partValue])
  })
