/**
 * What a saved reply says, by the rules of docs/tables.md and without any code of the program: the answers of each response, and
 * what the cell of each of them has to hold.
 */

/** What a cell has to hold: a value as the source spells it. */
export type Value = { readonly kind: 'text' | 'number' | 'boolean' | 'json'; readonly text: string }

/** What was offered and chosen in a list. */
type Choices = {
  readonly list: readonly Choice[]
  /** Whether the list names the options that were not chosen, too. */
  readonly isComplete: boolean
}
/** An option. `text`: what a cell shows of it, which is what was typed if it is "Other". */
export type Choice = { readonly name: string; readonly isChosen: boolean; readonly text: string }

/** A value of a response that has a column of its own. */
export type Part = {
  /** What the column is for; the same in every response. */
  readonly column: string
  /** What `--headers id` calls it. */
  readonly name: string
  readonly value: Value | null
  /** What the value says as a list of choices. */
  readonly choices?: Choices | undefined
  /** Of an answer; undefined for what the record says of itself. */
  readonly answer?: OfAnswer
}
type OfAnswer = {
  readonly question: string
  /** The newest type of the question. */
  readonly type: string | undefined
  /** The part of the answer; empty where it is the answer itself. */
  readonly member: string
  /** Whether it is the answer itself, or a part of that. */
  readonly isMain: boolean
  /** Whether it is a row of a matrix, or an option of a ranking. */
  readonly isOption: boolean
  /** Whether it says only that "Other" was chosen, which the answer says itself. */
  readonly isOther: boolean
}

/** Parts of a response: what it says of itself, and its answers. */
export type Response = { readonly fields: readonly Part[]; readonly answers: readonly Part[] }

/** What JSON says, with the digits of each number: one that a double would spell otherwise is raw JSON. */
export function parseExact(text: string): unknown {
  // What is not JSON is refused before: Node 26.10 has broken its heap where a reviver met such a text.
  JSON.parse(text)
  return JSON.parse(text, (_, value: unknown, { source = '' }: { readonly source?: string } = {}) =>
    typeof value === 'number' && String(value) !== source ? rawJson(source) : value,
  )
}

// The types of the language do not have these yet.
const { rawJSON: rawJson, isRawJSON: isRawJson } = JSON as unknown as {
  readonly rawJSON: (text: string) => { readonly rawJSON: string }
  readonly isRawJSON: (value: unknown) => value is { readonly rawJSON: string }
}

type Members = ReadonlyMap<string, unknown>

/** The members of a JSON object. */
export const membersOf = (value: unknown): Members | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !isRawJson(value)
    ? new Map(Object.entries(value))
    : undefined

export function valueOf(value: unknown): Value | null {
  if (value === null || value === undefined) return null
  if (typeof value === 'string') return { kind: 'text', text: value }
  if (typeof value === 'number' || typeof value === 'boolean')
    return { kind: typeof value === 'number' ? 'number' : 'boolean', text: String(value) }
  return isRawJson(value)
    ? { kind: 'number', text: value.rawJSON }
    : { kind: 'json', text: JSON.stringify(value) }
}

/** Texts in one cell; one that could be read otherwise stands in quotes, as in CSV. */
export const joined = (texts: readonly string[]): string =>
  texts.map((text) => (/^[" ]|[;\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)).join('; ')

/** Component types whose answers are options. */
export const isChoiceType = (type: unknown): boolean =>
  type === 'Dropdown' || type === 'MultipleOptionsQuestion' || type === 'GraphicOptions'

/** Members that are the answer itself; a question has the first that any of its answers has. */
const mainMembers = ['value', 'selected', 'choices', 'files', 'rows', 'ranking']
const describing = new Set(['type', 'headline', 'componentShapeVersion'])

/** The answer to a question. */
type Answer = {
  readonly question: string
  readonly members: Members
  /** What stands beside the answer in its entry. */
  readonly beside: Members
  /** The answer with what was typed as "Other", and the member that it is. */
  readonly withOther: readonly [member: string, choices: Choices] | undefined
}

/** All that the records of a reply say. */
export function readResponses(records: readonly unknown[]): readonly Response[] {
  const read = records.map((record) => {
    const members = membersOf(record) ?? new Map()
    const data: unknown = members.get('data')
    const entries: readonly unknown[] = Array.isArray(data) ? data : []
    return { members, data, answers: answersIn(entries), others: entries.filter((one) => !entryOf(one)) }
  })
  const [mains, types] = [mainsOf(read.flatMap(({ answers }) => answers)), newestTypes(read)]
  return read.map(({ members, data, answers, others }) => ({
    fields: [...members].flatMap(([name, value]) => {
      const inner = name === 'meta' || name === 'personAttributes' ? membersOf(value) : undefined
      if (inner) return Array.from(inner, ([own, of]) => fieldOf(`${name}.${own}`, of))
      if (name !== 'data' || !Array.isArray(data)) return [fieldOf(name, value, name)]
      return others.length > 0 ? [fieldOf(name, others, name)] : []
    }),
    answers: answers.flatMap((answer) => partsOf(answer, mains.get(answer.question), types)),
  }))
}

/** A field of the record. A field and one of `meta` may want the same name. */
const fieldOf = (name: string, value: unknown, own?: string): Part => ({
  column: JSON.stringify([own === undefined ? 'inner' : 'record', name]),
  name: clean(name),
  value: valueOf(value),
})

/** A name as each format can write it. */
const clean = (name: string): string => name.replaceAll('\0', '\ufffd').toWellFormed()

function entryOf(entry: unknown): Omit<Answer, 'withOther'> | undefined {
  const beside = new Map(membersOf(entry))
  const [question, members] = [beside.get('questionId'), membersOf(beside.get('response'))]
  beside.delete('questionId')
  beside.delete('response')
  return typeof question === 'string' && members ? { question, members, beside } : undefined
}

/** One answer for each question: an answer may come in several entries. */
function answersIn(entries: readonly unknown[]): readonly Answer[] {
  const answers = entries.map(entryOf).filter((entry) => entry !== undefined)
  return Array.from(Map.groupBy(answers, ({ question }) => question).values(), (parts) => {
    const [first = { question: '', members: new Map(), beside: new Map() }] = parts
    const isChoice = parts.some(({ members }) => isChoiceType(members.get('type')))
    const merged = (all: readonly Members[]): Members =>
      new Map(
        Array.from(new Set(all.flatMap((members) => [...members.keys()])), (name) => {
          const values = all.map((members) => members.get(name))
          return [name, mergedValue(name, values, isChoice && mainMembers.includes(name))]
        }),
      )
    const members = parts.length === 1 ? first.members : merged(parts.map((part) => part.members))
    const beside = parts.length === 1 ? first.beside : merged(parts.map((part) => part.beside))
    return { question: first.question, members, beside, withOther: otherIn(members) }
  })
}

/** Equal values are one, texts are joined, and options or other values become a list; what describes the question is of the first. */
function mergedValue(name: string, values: readonly unknown[], areOptions: boolean): unknown {
  const given = values.filter((value) => !isNothing(value))
  const different = [...new Map(given.map((value) => [JSON.stringify(value), value])).values()]
  const [first] = different
  const texts = different.filter((value) => typeof value === 'string')
  if (different.length === 0) return values[0]
  // What was typed as "Other" says more than that it was chosen, and that more than that it was not.
  if (name === 'selectedOther')
    return texts.length > 0 ? joined(texts) : (different.find((value) => value !== false) ?? first)
  if (different.length === 1 || (describing.has(name) && typeof first === 'string')) return first
  if (texts.length === different.length && !areOptions) return joined(texts)
  const list: unknown[] = [first].flat()
  for (const value of different.slice(1)) list.push(...[value].flat().filter((one) => !list.includes(one)))
  return list
}

const isNothing = (value: unknown): boolean => value === undefined || value === null || value === ''

/** A list of texts, or of options that say whether they were chosen; undefined for any other value. */
function choicesIn(value: unknown): Choices | undefined {
  if (!Array.isArray(value)) return undefined
  const isComplete = value.some((option) => typeof option !== 'string')
  const list = value.flatMap((option: unknown): readonly Choice[] => {
    if (!isComplete) return [{ name: String(option), text: String(option), isChosen: true }]
    const [name, isChosen] = [membersOf(option)?.get('key'), membersOf(option)?.get('value')]
    return typeof name === 'string' && typeof isChosen === 'boolean' ? [{ name, text: name, isChosen }] : []
  })
  return list.length === value.length ? { list, isComplete } : undefined
}

/** The answer of somebody who chose "Other", with what they typed as one of the options. */
function otherIn(members: Members): Answer['withOther'] {
  const [other, selected, type] = ['other', 'selectedOther', 'type'].map((name) => members.get(name))
  if (isNothing(selected) || selected === false) return undefined
  const typed = [other, selected].find((text) => typeof text === 'string' && text !== '')
  const text = typeof typed === 'string' ? typed : 'Other'
  const usual = type === 'Dropdown' ? 'selected' : isChoiceType(type) ? 'choices' : undefined
  const main = ['selected', 'choices', 'value'].find((name) => members.has(name)) ?? usual
  if (main === undefined) return undefined
  const value = members.get(main)
  const choices = isNothing(value) ? none : typeof value === 'string' ? choicesIn([value]) : choicesIn(value)
  if (choices === undefined) return undefined
  const isCalled = (choice: Choice, name: string): boolean => choice.name.toLowerCase() === name.toLowerCase()
  // `other` says what was typed, so an option of that name is another one.
  const isOwn = text === other
  if (!isOwn && choices.list.some((choice) => choice.isChosen && isCalled(choice, text))) return undefined
  const at = choices.list.findIndex((choice) => isCalled(choice, 'Other'))
  const name = isOwn && typeof selected === 'string' ? selected : 'Other'
  const own = { name: isOwn && at >= 0 ? `${name} (own text)` : name, text, isChosen: true }
  const list = isOwn || at < 0 ? [...choices.list, own] : choices.list.with(at, own)
  return [main, { list, isComplete: choices.isComplete && list.length > 1 }]
}

const none: Choices = { list: [], isComplete: false }

/** Of each question the member whose column bears its name alone. */
function mainsOf(answers: readonly Answer[]): ReadonlyMap<string, string> {
  const names = new Map<string, Set<string>>()
  for (const { question, members, withOther } of answers) {
    const known = names.get(question) ?? new Set()
    names.set(question, known)
    for (const name of members.keys()) known.add(name)
    if (withOther) known.add(withOther[0])
  }
  return new Map(
    Array.from(names).flatMap(([question, known]) => {
      const main = mainMembers.find((member) => known.has(member))
      return main === undefined ? [] : [[question, main]]
    }),
  )
}

/** Of each question its type in the newest response; of equally new ones the last type by the alphabet. */
function newestTypes(
  read: readonly { readonly members: Members; readonly answers: readonly Answer[] }[],
): ReadonlyMap<string, string> {
  const newest = new Map<string, { readonly type: string; readonly at: number }>()
  for (const { members: record, answers } of read) {
    const at = timeOf(record.get('createdAt'))?.moment ?? Number.NEGATIVE_INFINITY
    for (const { question, members } of answers) {
      const [type, before] = [members.get('type'), newest.get(question)]
      if (typeof type !== 'string' || type === '') continue
      if (!before || at > before.at || (at === before.at && type > before.type))
        newest.set(question, { type, at })
    }
  }
  return new Map(Array.from(newest, ([question, { type }]) => [question, type]))
}

function partsOf(
  { question, members, beside, withOther }: Answer,
  main: string | undefined,
  types: ReadonlyMap<string, string>,
): readonly Part[] {
  const [changed, other] = withOther ?? []
  const type = types.get(question)
  const partOf = (owner: Members, name: string, value: unknown): readonly Part[] => {
    const isMain = owner === members && name === main
    const options = optionsIn(name, value)
    const column = [owner === members ? 'answer' : 'beside', question, name]
    const isOther = owner === members && name === 'selectedOther' && main !== undefined
    const of = { question, type, isMain, isOther }
    if (options)
      return Array.from(options, ([option, own]) => ({
        column: JSON.stringify([...column, option]),
        name: clean([question, isMain ? '' : name, option].filter((one) => one !== '').join('.')),
        value: valueOf(own),
        choices: choicesIn(own),
        answer: { ...of, member: option, isOption: true },
      }))
    const isChanged = owner === members && name === changed
    const choices = isChanged ? other : choicesIn(value)
    // "Other" alone is a text, where the answer is no list.
    const isAlone = isChanged && name !== 'choices' && isNothing(value)
    const chosen = choices?.list.filter(({ isChosen }) => isChosen).map(({ text }) => text)
    const text = chosen && (isAlone ? chosen[0] : joined(chosen))
    return [
      {
        column: JSON.stringify(column),
        name: clean(isMain ? question : [question, name].filter((one) => one !== '').join('.')),
        value: text === undefined ? valueOf(value) : { kind: 'text', text },
        choices,
        answer: { ...of, member: isMain ? '' : name, isOption: false },
      },
    ]
  }
  const named = changed === undefined || members.has(changed) ? members : new Map(members).set(changed, null)
  return [
    ...[...named].flatMap(([name, value]) =>
      typeof value === 'string' && describing.has(name) ? [] : partOf(members, name, value),
    ),
    ...[...beside].flatMap(([name, value]) => partOf(beside, name, value)),
  ]
}

/** What has a column each: the rows of a matrix with their values, the options of a ranking with their places. */
function optionsIn(name: string, value: unknown): ReadonlyMap<string, unknown> | undefined {
  if (!Array.isArray(value) || (name !== 'rows' && name !== 'ranking')) return undefined
  const list: readonly unknown[] = name === 'ranking' ? [...new Set(value)] : value
  const options = list.flatMap((option, i): readonly (readonly [string, unknown])[] => {
    if (name === 'ranking') return typeof option === 'string' ? [[option, i + 1]] : []
    const row = membersOf(option)?.get('row')
    return typeof row === 'string' && membersOf(option)?.has('value')
      ? [[row, membersOf(option)?.get('value')]]
      : []
  })
  return options.length === list.length ? new Map(options) : undefined
}

/** A time of ISO 8601: its moment, and minutes of its zone from UTC; no zone means UTC. Undefined for other texts. */
export function timeOf(text: unknown): { readonly moment: number; readonly offset?: number } | undefined {
  const [, year, , month, day, clock, hour = '00', , minute = '00', second = '00', fraction = '', zone] =
    /^(\d{4})(-?)(\d\d)\2(\d\d)(?:([Tt])(\d\d)(?:(:?)([0-5]\d)(?:\7([0-5]\d|60)(?:[.,](\d+))?)?)?([Zz]|[+-]\d\d:?(?:\d\d)?)?)?$/.exec(
      String(text),
    ) ?? []
  const midnight = new Date(`${year}-${month}-${day}T00:00:00.000Z`)
  if (Number.isNaN(midnight.getTime()) || midnight.getUTCDate() !== Number(day)) return undefined
  const isEnd = hour === '24' && Number(minute + second + fraction) === 0
  if (Number(hour) > 23 && !isEnd) return undefined
  const [, sign, hours, minutes = '00'] = /^([+-])(\d\d):?(\d\d)?$/.exec(zone ?? '') ?? []
  const offset = hours === undefined ? 0 : Number(`${sign}1`) * (Number(hours) * 60 + Number(minutes))
  const seconds = Number(hour) * 3600 + Number(minute) * 60 + Number(second) - offset * 60
  const moment = midnight.getTime() + seconds * 1000 + Number(fraction.slice(0, 3).padEnd(3, '0'))
  return { moment, ...(clock !== undefined && zone !== undefined && { offset }) }
}
