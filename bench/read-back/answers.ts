import { isRawJson, membersOf } from './exact-json.ts'
import { joined } from './expected.ts'

/** What a response says to a question: members of the answer, and those beside it. */
export type Answer = {
  readonly question: string
  readonly members: Members
  readonly beside: Members
}

type Members = ReadonlyMap<string, unknown>

/** The answers in a record's `data`, one a question, and what else stands there. */
export function answersIn(data: readonly unknown[]): {
  readonly answers: readonly Answer[]
  readonly others: readonly unknown[]
} {
  const answers: Answer[] = []
  const others: unknown[] = []
  for (const entry of data) {
    const answer = answerOf(entry)
    if (answer === undefined) others.push(entry)
    else answers.push(answer)
  }
  return { answers: [...Map.groupBy(answers, ({ question }) => question).values()].flatMap(inOne), others }
}

function answerOf(entry: unknown): Answer | undefined {
  const beside = new Map(membersOf(entry))
  const [question, members] = [beside.get('questionId'), membersOf(beside.get('response'))]
  if (typeof question !== 'string' || members === undefined) return undefined
  beside.delete('questionId')
  beside.delete('response')
  return { question, members, beside }
}

/** An answer that was given in several parts. */
function inOne(parts: readonly Answer[]): readonly Answer[] {
  const [first] = parts
  if (first === undefined || parts.length === 1) return parts
  const isChoice = parts.some(({ members }) => isChoiceType(members.get('type')))
  const of = (all: readonly Members[]): Members =>
    new Map(
      [...new Set(all.flatMap((members) => [...members.keys()]))].map((name) => {
        const values = all.map((members) => members.get(name))
        return [name, oneOf(values, { name, isOption: isChoice && mainNames.includes(name) })]
      }),
    )
  const [members, beside] = [of(parts.map((part) => part.members)), of(parts.map((part) => part.beside))]
  return [{ question: first.question, members, beside }]
}

/** Equal values are one, texts are joined, and options or others become a list; what describes the question is of the first. */
function oneOf(
  values: readonly unknown[],
  { name, isOption }: { readonly name: string; readonly isOption: boolean },
): unknown {
  const given = values.filter((value) => value !== undefined && value !== null && value !== '')
  const different = [...new Map(given.map((value) => [JSON.stringify(value), value])).values()]
  const [first] = different
  const texts = different.filter((value) => typeof value === 'string')
  if (different.length === 0) return values[0] ?? null
  // A text as "Other" says more than that there was one, and that more than that there was none.
  if (name === 'selectedOther' && texts.length === 0)
    return different.find((value) => value !== false) ?? first
  if (name === 'selectedOther') return joined(texts)
  if (different.length === 1 || (describing.has(name) && typeof first === 'string')) return first
  if (texts.length === different.length && !isOption) return joined(texts)
  const list: unknown[] = Array.isArray(first) ? [...(first as readonly unknown[])] : [first]
  for (const value of different.slice(1)) {
    const more: readonly unknown[] = Array.isArray(value) ? value : [value]
    list.push(...more.filter((one) => isObject(one) || !list.includes(one)))
  }
  return list
}

const isObject = (value: unknown): boolean =>
  (typeof value === 'object' && value !== null) || isRawJson(value)

/** Members that describe the question, each a text. */
export const describing: ReadonlySet<string> = new Set(['type', 'headline', 'componentShapeVersion'])

/** Members that are the answer itself, the first one that a question has. */
export const mainNames: readonly string[] = ['value', 'selected', 'choices', 'files']

/** Whether the answers to a question of that type are options, so that a single text is one of them. */
export const isChoiceType = (type: unknown): boolean =>
  type === 'Dropdown' || type === 'MultipleOptionsQuestion' || type === 'GraphicOptions'

/** Of each question its newest type, the last by the alphabet of those that are as new. */
export function typesOf(records: readonly unknown[]): ReadonlyMap<string, string> {
  const types = new Map<string, { readonly type: string; readonly at: string }>()
  for (const record of records) {
    const [data, createdAt] = [membersOf(record)?.get('data'), membersOf(record)?.get('createdAt')]
    const at = typeof createdAt === 'string' ? createdAt : ''
    for (const { question, members } of Array.isArray(data) ? answersIn(data).answers : []) {
      const [type, before] = [members.get('type'), types.get(question)]
      if (typeof type !== 'string' || type === '') continue
      if (before === undefined || at > before.at || (at === before.at && type > before.type))
        types.set(question, { type, at })
    }
  }
  return new Map(Array.from(types, ([question, { type }]) => [question, type]))
}
