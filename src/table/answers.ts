import { isNumberText, parseWithDigits } from '../record/exact-json.ts'
import { typeNamed } from '../form/components.ts'
import { isObject, type JsonObject } from '../form/value.ts'

/** An entry of a response's `data` that says which question it answers. */
export type Entry = JsonObject & { readonly questionId: string; readonly response: JsonObject }

/** Whether an entry has the shape of the contract (Answer entry). */
export const isEntry = (entry: unknown): entry is Entry =>
  isObject(entry) && typeof entry['questionId'] === 'string' && hasMembers(entry['response'])

/** Whether a value is a JSON object. */
export const hasMembers = (value: unknown): value is JsonObject => isObject(value) && !isNumberText(value)

/** The members of an answer that describe its question; each is one text. */
export const describing: readonly string[] = ['type', 'headline', 'componentShapeVersion']

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
  if (describing.includes(name) && typeof first === 'string') return first
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
export const saysOther = (value: unknown): boolean => value !== false && !isNothing(value)

const isNothing = (value: unknown): boolean => value === undefined || value === null || value === ''

/** The members that hold the answer itself, by the answer shapes of version 2.0. */
export const mainMembers: readonly string[] = ['value', 'selected', 'choices', 'files', 'rows', 'ranking']

/** Whether a member of that name holds the answer itself. */
export const isMain = (member: string): boolean => mainMembers.includes(member)

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

/** The member that holds the options of an answer to a question of that type; undefined where it offers none. */
function optionsMember(type: unknown): 'selected' | 'choices' | undefined {
  const kind = typeNamed(type)?.answerKind
  return kind === 'selected' || kind === 'choices' ? kind : undefined
}

/** Whether a question of that type offers options, so that a text as its answer is one of them. */
export const isChoiceType = (type: unknown): boolean => optionsMember(type) !== undefined

/** A headline as column names have it: on one line. */
export const onOneLine = (headline: string): string =>
  isOneLine.test(headline) ? headline : headline.replaceAll(/\s+/g, ' ').trim()

/** Fast path for most headlines: ASCII words with single spaces between them. */
const isOneLine = /^[!-~]+(?: [!-~]+)*$/

/** A value as the text of a cell: strings unchanged, null as an empty text, lists and objects as JSON. */
export function cellText(value: unknown): string {
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (value === null || value === undefined) return ''
  return isNumberText(value) ? value.rawJSON : JSON.stringify(value)
}

/** Joins texts for one cell with `; ` between them; each that could be read otherwise stands in quotes, which are doubled in it. */
export const joinList = (texts: readonly string[]): string =>
  texts.map((text) => (needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text)).join('; ')

const needsQuotes = /^[" ]|[;\r\n]/

/** An option by the name that it is counted by. `text`: what was typed, if it is "Other". */
type Choice = { readonly name: string; readonly isChosen: boolean; readonly text?: string }

/** The options in a list, each by name, chosen or not. */
export type Choices = {
  readonly options: readonly Choice[]
  /** Whether the list also names options that were not chosen. */
  readonly isComplete: boolean
  /** Whether they are "Other" as the one choice, and no list. */
  readonly isSingle?: true
}

/** What is shown of a masked text. */
export const masked = '•••'

/** What "Other" is called where options are counted. */
export const otherOption = 'Other'

/** A value as choices: a list of texts, or of `{key, value}` as in a MultipleOptionsQuestion, either with "Other", or "Other" alone; undefined for any other value. */
export function choicesOf(value: unknown): Choices | undefined {
  if (isOther(value)) return { options: [typedOption(value)], isComplete: false, isSingle: true }
  if (!Array.isArray(value)) return undefined
  const isComplete = value.some((entry) => typeof entry !== 'string' && !isOther(entry))
  const options = value.map((entry: unknown) =>
    isOther(entry)
      ? typedOption(entry)
      : isComplete
        ? optionOf(entry)
        : { name: String(entry), isChosen: true },
  )
  return options.every((option) => option !== undefined) ? { options, isComplete } : undefined
}

function optionOf(entry: unknown): Choice | undefined {
  if (!isObject(entry)) return undefined
  const { key, value } = entry
  return typeof key === 'string' && typeof value === 'boolean' ? { name: key, isChosen: value } : undefined
}

/** "Other" among options, as `withOther` puts it there. */
type Other = { readonly key: string; readonly value: true; readonly other: string }

const isOther = (value: unknown): value is Other =>
  isObject(value) &&
  typeof value['key'] === 'string' &&
  value['value'] === true &&
  typeof value['other'] === 'string'

const typedOption = ({ key, other }: Other): Choice => ({ name: key, isChosen: true, text: other })

/**
 * An answer in which "Other" is one of the options, if it was chosen: with what was typed, or else `Other`. Services send
 * `selectedOther: true` and `other`, or the text as `selectedOther`; some list "Other" among the options as well.
 */
export function withOther(response: JsonObject): JsonObject {
  const { selectedOther, other, type } = response
  const typed = [other, selectedOther].find((text) => isGivenText(text)) ?? otherOption
  // A mask hides whether it was chosen, unless something was typed.
  if (selectedOther === masked ? typed !== other : !saysOther(selectedOther)) return response
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

/** One option as choices; an empty text is none. */
export const choiceOf = (text: string): Choices => ({
  options: text === '' ? [] : [{ name: text, isChosen: true }],
  isComplete: false,
})

/** The choices in a cell of JSON; undefined for any other JSON. */
export const readChoices = (json: string): Choices | undefined =>
  json.startsWith('[') || json.startsWith('{"key":') ? choicesOf(parseWithDigits(json)) : undefined

/** A cell of JSON without the mark of "Other": a text or list of texts as answers have it; undefined if it has none. */
export function withoutMark(json: string): { readonly isText: boolean; readonly text: string } | undefined {
  const choices = json.includes('"other":') ? readChoices(json) : undefined
  if (!choices || choices.isComplete) return undefined
  const chosen = chosenIn(choices)
  const isText = json.startsWith('{')
  return { isText, text: isText ? (chosen[0] ?? '') : JSON.stringify(chosen) }
}

/** The options that were chosen, "Other" by what was typed. */
export const chosenIn = ({ options }: Choices): readonly string[] =>
  options.filter(({ isChosen }) => isChosen).map(({ name, text = name }) => text)

/** The options that were chosen, as they are counted. */
export const countedIn = ({ options }: Choices): readonly string[] =>
  options.filter(({ isChosen }) => isChosen).map(({ name }) => name)

/** The options that have a name: an empty text is none. */
export const namedIn = (choices: Choices): Choices =>
  choices.options.every(({ name }) => name !== '')
    ? choices
    : { ...choices, options: choices.options.filter(({ name }) => name !== '') }

/** The options that were chosen, in one cell. */
export const joinChosen = (choices: Choices): string =>
  choices.isSingle ? (chosenIn(choices)[0] ?? '') : joinList(chosenIn(choices))

/** Choices with redacted texts: only chosen options, and sorted, since the position of an option would reveal which one it is. */
export const redactedChoices = (choices: Choices, redact: (text: string) => string): Choices => ({
  ...choices,
  options: chosenIn(choices)
    .map(redact)
    .toSorted()
    .map((name) => ({ name, isChosen: true })),
})

/** Whether an option of a list names a question, so that it may repeat an answer. */
export const namesQuestions = (list: readonly unknown[]): boolean =>
  list.some((option) => isObject(option) && typeof option['questionId'] === 'string')

export const listOf = (choices: Choices): unknown =>
  choices.isComplete
    ? choices.options.map(({ name, isChosen }) => ({ key: name, value: isChosen }))
    : chosenIn(choices)

/** The text of the newest response that has one; of equally new responses, the greatest text. `isMixed`: there were others. */
export type NewestText = { text: string; at: string; isMixed?: boolean }

export const noText = (): NewestText => ({ text: '', at: '' })

/** Keeps a text if it is newer; `at` is the creation time of its response as `sortableTime` writes it. */
export function noteText(newest: NewestText, text: unknown, at: string): void {
  if (typeof text !== 'string' || text === '') return
  if (text !== newest.text && newest.text !== '') newest.isMixed = true
  if (at < newest.at || (at === newest.at && text <= newest.text)) return
  newest.text = text
  newest.at = at
}
