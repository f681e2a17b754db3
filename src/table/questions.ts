/** Questions as responses and specs show them, and which questions of several forms are one. */
import { answerFactsOf } from '../form/answer-facts.ts'
import { getOrMake, type JsonObject } from '../form/value.ts'
import { mergedOrder, mergeSeen, type Ordered } from './order.ts'

/** A question as responses show it. Columns and counts of its answers are added to this. */
export type Question = {
  /** Its `questionId`; of several that are one, that of the oldest form. */
  readonly name: string
  /** The smallest id of the forms that ask it. */
  group: string
  /** The forms that ask it; written by `noteForm`. */
  readonly forms: Set<string>
  readonly headline: NewestText
  readonly type: NewestText
  /** The number of the last response that answered it. */
  lastResponse: number
}

export const newQuestion = (name: string): Question => ({
  name,
  group: '',
  forms: new Set(),
  headline: noText(),
  type: noText(),
  lastResponse: -1,
})

/** Notes a form that asks the question. The group is the smallest id, whatever the order of the records. */
export function noteForm(question: Question, form: string): void {
  if (form !== '' && (question.group === '' || form < question.group)) question.group = form
  question.forms.add(form)
}

/** Adds what is known of another question, which is the same one. */
export function mergeQuestion<Q extends Question & Ordered<Q>>(into: Q, from: Q): void {
  for (const form of from.forms) noteForm(into, form)
  noteText(into.headline, from.headline.text, from.headline.at)
  noteText(into.type, from.type.text, from.type.at)
  mergeSeen(into, from)
}

/** The text of the newest response that has one; of equally new responses, the greatest text. `isMixed`: there were others. */
export type NewestText = { text: string; at: string; isMixed?: boolean }

const noText = (): NewestText => ({ text: '', at: '' })

/** Keeps a text if it is newer; `at` is the creation time of its response as `sortableTime` writes it. */
export function noteText(newest: NewestText, text: unknown, at: string): void {
  if (typeof text !== 'string' || text === '') return
  if (text !== newest.text && newest.text !== '') newest.isMixed = true
  if (at < newest.at || (at === newest.at && text <= newest.text)) return
  newest.text = text
  newest.at = at
}

/** A headline as column names have it: on one line. */
export const onOneLine = (headline: string): string =>
  isOneLine.test(headline) ? headline : headline.replaceAll(/\s+/g, ' ').trim()

/** Fast path for most headlines: ASCII words with single spaces between them. */
const isOneLine = /^[!-~]+(?: [!-~]+)*$/

/** The member that holds the options of an answer to a question of that type; undefined where it offers none. */
export function optionsMember(type: unknown): 'selected' | 'choices' | undefined {
  const kind = answerFactsOf(type)?.answerKind
  return kind === 'selected' || kind === 'choices' ? kind : undefined
}

/** Whether a question of that type offers options, so that a text as its answer is one of them. */
export const isChoiceType = (type: unknown): boolean => optionsMember(type) !== undefined

/** The member of answers to a type that is true or missing: not agreeing, booking or typing anything gives no answer. */
export const trueMemberOf = (type: unknown): string | undefined => answerFactsOf(type)?.trueMember

/** A question as a spec has it. */
export type SpecQuestion = {
  readonly type: string
  readonly headline: string
  /** Its key in the spec; absent: it has none. */
  readonly key?: string | undefined
  /** In the order of the form; none where anything can be answered. */
  readonly options: readonly string[]
  /** What else a codebook says: the ends of a scale and what they mean, bounds, the unit, the text of a consent. */
  readonly about: Readonly<Record<string, string | number>>
  /** Whether everybody who finishes the form was asked, since no condition hides or skips it. */
  readonly isForAll: boolean
  /** An answer to it, whose members have columns; absent: columns are those that responses show. */
  readonly sample?: JsonObject | undefined
}

/** A question that a form is known to ask. */
export type FormQuestion = SpecQuestion & {
  readonly form: string
  /** Whether its form is asked for, and so has columns without responses. */
  readonly isNamed: boolean
}

/** Finds a question in what forms ask, by type and headline. What a form asks twice stays unknown. */
export function questionFinder(
  asked: readonly FormQuestion[],
): (question: Pick<Question, 'forms' | 'type' | 'headline'>) => readonly FormQuestion[] {
  const keyOf = (form: string, type: string, headline: string): string =>
    JSON.stringify([form, type, onOneLine(headline)])
  const byQuestion = Map.groupBy(asked, ({ form, type, headline }) => keyOf(form, type, headline))
  return ({ forms, type, headline }) =>
    [...forms]
      .toSorted()
      .map((form) => byQuestion.get(keyOf(form, type.text, headline.text)) ?? [])
      .flatMap((same) => (same.length === 1 ? same : []))
}

export type KnownForm = {
  readonly id: string
  readonly name?: string
  /** When it was created, as an ISO time; absent: unknown. */
  readonly created?: string
  /** The questionnaire that it is a version or a row of; absent: it is one by itself. */
  readonly questionnaire?: string
  /** The questions that have a key in its spec. */
  readonly keys?: readonly { readonly key: string; readonly type: string; readonly headline: string }[]
}

/** Which questions are one. */
export type MergeOptions = {
  /** Forms, the oldest first; those of unknown age come last. */
  readonly forms: readonly KnownForm[]
  /** Whether all forms count as one questionnaire. */
  readonly mergesAll: boolean
}

/** The questionnaire that a form belongs to; undefined: it is one by itself. */
export const questionnaireOf = (
  { forms, mergesAll }: MergeOptions,
  form: string | undefined,
): string | undefined => (mergesAll ? '' : forms.find(({ id }) => id === form)?.questionnaire)

/** `groups`: questions that are the same, the one of the oldest form first. `alike`: those that only have the same headline. */
type Same<Q> = Readonly<Record<'groups' | 'alike', readonly (readonly Q[])[]>>

/** Finds the questions that are the same. */
export function sameQuestions<Q extends Question & Ordered<Q>>(
  questions: readonly Q[],
  merging: MergeOptions,
): Same<Q> {
  const { forms, mergesAll } = merging
  const known = new Map(forms.map((form, rank) => [form.id, { ...form, rank }]))
  // A version of the spec from before a question had its key asks the same by the same wording.
  const keyOf = new Map(
    forms.flatMap(({ questionnaire, keys = [] }) =>
      keys.map(({ key, type, headline }) => [
        JSON.stringify([mergesAll ? '' : questionnaire, type, onOneLine(headline)]),
        key,
      ]),
    ),
  )
  const same = new Map<string, Q[][]>()
  const byHeadline = new Map<string, Q[]>()
  for (const question of mergedOrder(questions)) {
    const asking = [...question.forms]
    const of = mergesAll
      ? ''
      : asking.map((form) => known.get(form)?.questionnaire).find((one) => one !== undefined)
    if (of === undefined) continue
    const [type, headline] = [question.type.text, onOneLine(question.headline.text)]
    const wording = JSON.stringify([of, type, headline])
    const key =
      asking
        .flatMap((form) => known.get(form)?.keys ?? [])
        .find((one) => one.type === type && onOneLine(one.headline) === headline)?.key ?? keyOf.get(wording)
    const groups = getOrMake(same, key === undefined ? wording : JSON.stringify([of, key]), () => [])
    // A form that asks it twice asks two questions.
    const group = groups.find((one) => one.every((other) => asking.every((form) => !other.forms.has(form))))
    if (group) group.push(question)
    else groups.push([question])
    if (headline !== '') getOrMake(byHeadline, JSON.stringify([of, headline]), () => []).push(question)
  }
  const rankOf = ({ forms: asking }: Q): number =>
    Math.min(...Array.from(asking, (form) => known.get(form)?.rank ?? forms.length))
  return {
    groups: [...same.values()]
      .flat()
      .map((group) => group.toSorted((a, b) => rankOf(a) - rankOf(b) || byGroupAndName(a, b))),
    alike: [...byHeadline.values()].filter(areAlike),
  }
}

const byGroupAndName = (a: Question, b: Question): number =>
  a.group !== b.group ? (a.group < b.group ? -1 : 1) : a.name < b.name ? -1 : 1

/** Whether types differ and no form asks two of the questions. */
function areAlike(questions: readonly Question[]): boolean {
  const [first, ...others] = questions
  const isVersion = others.some(({ forms }) => !first || [...forms].every((form) => !first.forms.has(form)))
  return isVersion && others.some(({ type }) => type.text !== first?.type.text)
}
