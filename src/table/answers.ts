/** Answers as responses hold them: their entries and members, and "Other" among their options. */
import { isNumberText } from '../record/exact-json.ts'
import { isObject, type JsonObject } from '../form/value.ts'
import { cellText, choiceOf, choicesOf, chosenIn, joinChosen, joinList, otherOption } from './cell-values.ts'
import { noteSequence, type Ordered } from './order.ts'
import { isChoiceType, optionsMember, type Question } from './questions.ts'

/** An entry of a response's `data` that says which question it answers. */
export type Entry = JsonObject & { readonly questionId: string; readonly response: JsonObject }

/** Whether an entry has the shape of the contract (Answer entry). */
export const isEntry = (entry: unknown): entry is Entry =>
  isObject(entry) && typeof entry['questionId'] === 'string' && isJsonObject(entry['response'])

/** Whether a value is a JSON object. */
export const isJsonObject = (value: unknown): value is JsonObject => isObject(value) && !isNumberText(value)

/** The members of an answer that describe its question; each is one text. */
export const questionMembers: readonly string[] = ['type', 'headline', 'componentShapeVersion']

/** Notes which questions the entries of a response answer, and in which order. Returns one entry a question, in that order. */
export function noteAnswers<Q extends Question & Ordered<Q>>(
  entries: readonly Entry[],
  response: number,
  questionOf: (id: string) => Q,
): { readonly questions: readonly Q[]; readonly entries: readonly Entry[] } {
  const questions: Q[] = []
  for (const { questionId } of entries) {
    const question = questionOf(questionId)
    if (question.lastResponse !== response) questions.push(question)
    question.lastResponse = response
  }
  noteSequence(questions)
  return { questions, entries: questions.length === entries.length ? entries : mergeEntries(entries) }
}

/** Merges the entries of each question, in the order of their first ones. An identity may come in two entries. */
export const mergeEntries = (entries: readonly Entry[]): readonly Entry[] =>
  new Set(entries.map(({ questionId }) => questionId)).size === entries.length
    ? entries
    : Array.from(Map.groupBy(entries, ({ questionId }) => questionId).values(), (same) =>
        same.length === 1 ? same : [mergeSame(same)],
      ).flat()

function mergeSame(entries: readonly Entry[]): Entry {
  const responses = entries.map(({ response }) => response)
  const offersOptions = responses.some(({ type }) => isChoiceType(type))
  // All have `questionId` and `response`, so the result has them.
  return {
    ...mergeMembers(entries, offersOptions),
    response: mergeMembers(responses, offersOptions),
  } as Entry
}

function mergeMembers(parts: readonly JsonObject[], offersOptions: boolean): JsonObject {
  const names = new Set(parts.flatMap((part) => Object.keys(part)))
  return Object.fromEntries(
    Array.from(names, (name) => {
      const values = parts.map((part) => (Object.hasOwn(part, name) ? part[name] : undefined))
      return [name, mergeValues(name, values, offersOptions)]
    }),
  )
}

/** One value of several: texts in one, unless they are options; others in a list. */
function mergeValues(name: string, values: readonly unknown[], offersOptions: boolean): unknown {
  const given = values.filter((value) => !isNothing(value))
  if (name === 'selectedOther') return otherOf(given) ?? values[0]
  const different = [...new Map(given.map((value) => [JSON.stringify(value), value])).values()]
  const [first] = different
  if (different.length < 2) return different.length === 1 ? first : values[0]
  if (questionMembers.includes(name) && typeof first === 'string') return first
  const areTexts = different.every((value) => typeof value === 'string')
  if (areTexts && !(offersOptions && isMain(name))) return joinList(different)
  // A list may name an option twice.
  const merged = [first].flat()
  for (const value of different.slice(1))
    merged.push(...[value].flat().filter((one) => !merged.includes(one)))
  return merged
}

/** What was chosen as "Other", in several answers: a text says more than true, and true more than false. */
function otherOf(given: readonly unknown[]): unknown {
  const texts = [...new Set(given.filter((value) => typeof value === 'string'))]
  return texts.length > 0 ? joinList(texts) : (given.find((value) => value !== false) ?? given[0])
}

/** Whether a value of `selectedOther` says that "Other" was chosen. */
export const choseOther = (value: unknown): boolean => value !== false && !isNothing(value)

const isNothing = (value: unknown): boolean => value === undefined || value === null || value === ''

/** The members that hold the answer itself, by the answer shapes of version 2.0. */
export const mainMembers: readonly string[] = ['value', 'selected', 'choices', 'files', 'rows', 'ranking']

/** Whether a member of that name holds the answer itself. */
export const isMain = (member: string): boolean => mainMembers.includes(member)

/**
 * The value of a member as people read it; none for a flag beside the answer that is off. `line`: at most one text, lists in it;
 * `lines`: a text for each value, files with their addresses, blank ones left out.
 */
export function readableTexts(member: string, value: unknown, style: 'line' | 'lines'): readonly string[] {
  const isLine = style === 'line'
  if (typeof value === 'boolean') {
    if (isMain(member)) return [value ? 'yes' : 'no']
    // In a line nothing else says which flag it is.
    return value ? [isLine ? member : 'yes'] : []
  }
  const choices = choicesOf(value)
  if (choices) return isLine ? [joinChosen(choices)] : chosenIn(choices)
  if (!Array.isArray(value)) {
    const text = cellText(value)
    return isLine || text.trim() !== '' ? [text] : []
  }
  const texts = value.map((part: unknown) => {
    if (!isJsonObject(part) || typeof part['name'] !== 'string') return cellText(part)
    const { name, url } = part
    return isLine || typeof url !== 'string' ? name : `${name} (${url})`
  })
  return isLine ? [texts.join('; ')] : texts
}

/** The members whose lists have a column for each row of a Matrix, or for each option of a Ranking. */
export const splitMembers: readonly string[] = ['rows', 'ranking']

/** The parts of such a list: each row with its value, each option with its place from 1; undefined for any other value. */
export function splitParts(member: string, list: unknown): ReadonlyMap<string, unknown> | undefined {
  if (!Array.isArray(list)) return undefined
  if (member === 'ranking') {
    const options = list.filter((option) => typeof option === 'string')
    return options.length < list.length
      ? undefined
      : new Map(Array.from(new Set(options), (option, i) => [option, i + 1]))
  }
  const rows = list.flatMap((entry: unknown) => (isRow(entry) ? [[entry.row, entry.value] as const] : []))
  return member === 'rows' && rows.length === list.length ? new Map(rows) : undefined
}

/** Whether a value is a row of a Matrix and its value. */
export const isRow = (entry: unknown): entry is JsonObject & { readonly row: string } =>
  isObject(entry) && typeof entry['row'] === 'string' && Object.hasOwn(entry, 'value')

/** What is shown of a masked text. */
export const masked = '•••'

/**
 * An answer in which "Other" is one of the options, if it was chosen: with what was typed, or else `Other`. Services send
 * `selectedOther: true` and `other`, or the text as `selectedOther`; some list "Other" among the options as well.
 */
export function withOther(response: JsonObject): JsonObject {
  const { selectedOther, other, type } = response
  const typed = [other, selectedOther].find((text) => isGivenText(text)) ?? otherOption
  // A mask hides whether it was chosen, unless something was typed.
  if (selectedOther === masked ? typed !== other : !choseOther(selectedOther)) return response
  const main = optionMembers.find((member) => Object.hasOwn(response, member)) ?? optionsMember(type)
  if (main === undefined) return response
  // A redacted answer says "Other" in other words.
  const nameOfOther = typeof selectedOther === 'string' && typed === other ? selectedOther : otherOption
  const given = isNothing(response[main]) ? undefined : response[main]
  const choices = typeof given === 'string' ? choiceOf(given) : choicesOf(given ?? [])
  if (!choices) return response
  const isCalled = (name: string, text: string): boolean => name.toLowerCase() === text.toLowerCase()
  const isListed = choices.options.some((option) => option.isChosen && isCalled(option.name, typed))
  if (isListed && typed !== other) return response
  const first = { [main]: undefined, ...response }
  if (given === undefined) {
    const alone = { key: nameOfOther, value: true, other: typed }
    return { ...first, [main]: main === 'choices' ? [alone] : alone }
  }
  // An option of that name is this one, unless `other` says what was typed: then an author called an option so.
  const at = choices.options.findIndex((option) => isCalled(option.name, otherOption))
  const key = at >= 0 && typed === other ? `${nameOfOther} (own text)` : nameOfOther
  const entry = { key, value: true, other: typed }
  const list: unknown[] = [given].flat()
  return { ...response, [main]: at < 0 || typed === other ? [...list, entry] : list.with(at, entry) }
}

const isGivenText = (value: unknown): value is string => typeof value === 'string' && value !== ''

const optionMembers = ['selected', 'choices', 'value']

/** Whether an option of a list names a question, so that it may repeat an answer. */
export const namesQuestions = (list: readonly unknown[]): boolean =>
  list.some((option) => isObject(option) && typeof option['questionId'] === 'string')
