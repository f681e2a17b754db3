import { answersIn, describing, mainNames } from './answers.ts'
import { membersOf } from './exact-json.ts'
import { answerCell, cellOf, type Expected } from './expected.ts'
import type { Source } from './types.ts'

/** A value of a record, and where it stands. */
export type Part = {
  readonly path: readonly [
    of: 'record' | 'meta' | 'personAttributes' | 'answer' | 'beside',
    ...names: string[],
  ]
  readonly value: unknown
}

/** All values of a record. */
export function partsOf(record: unknown): readonly Part[] {
  const parts: Part[] = []
  for (const [name, value] of membersOf(record) ?? []) {
    const members = name === 'meta' || name === 'personAttributes' ? membersOf(value) : undefined
    if (name === 'data' && Array.isArray(value)) parts.push(...partsOfData(value))
    else if (members === undefined) parts.push({ path: ['record', name], value })
    else
      for (const [inner, of] of members)
        parts.push({ path: [name === 'meta' ? 'meta' : 'personAttributes', inner], value: of })
  }
  return parts
}

function partsOfData(data: readonly unknown[]): readonly Part[] {
  const { answers, others } = answersIn(data)
  const parts: Part[] = others.length > 0 ? [{ path: ['record', 'data'], value: others }] : []
  for (const { question, members, beside } of answers) {
    for (const [name, value] of members)
      if (typeof value !== 'string' || !describing.has(name))
        parts.push({ path: ['answer', question, name], value })
    for (const [name, value] of beside) parts.push({ path: ['beside', question, name], value })
  }
  return parts
}

/** Of each question the member whose column bears its name alone. */
export function mainsOf(parts: readonly Part[]): ReadonlyMap<string, string> {
  const mains = new Map<string, string>()
  for (const {
    path: [of, question = '', name = ''],
  } of parts) {
    const before = mains.get(question)
    if (of !== 'answer' || !mainNames.includes(name)) continue
    if (before === undefined || mainNames.indexOf(name) < mainNames.indexOf(before)) mains.set(question, name)
  }
  return mains
}

/** The name of its column, by ids, as every format can write it. */
export function nameOf(
  { path: [of, first = '', second = ''] }: Part,
  mains: ReadonlyMap<string, string>,
): string {
  const isWhole = of === 'record' || (of === 'answer' && mains.get(first) === second)
  const names = isWhole ? [first] : of === 'answer' || of === 'beside' ? [first, second] : [of, first]
  return names
    .filter((name) => name !== '')
    .join('.')
    .replaceAll('\0', '\ufffd')
    .toWellFormed()
}

/** What the one cell of a value holds. */
export const cellOfPart = ({ path: [of], value }: Part): Expected | null =>
  of === 'answer' || of === 'beside' ? answerCell(value) : cellOf(value)

/** What decides about the type of its column, beside the values; of an answer also the type of the question. */
export const sourceOf = ({ path: [of, name = ''] }: Part, types: ReadonlyMap<string, string>): Source =>
  of === 'answer' || of === 'beside'
    ? { of: 'answer', component: types.get(name) }
    : { of: 'record', isTime: of === 'record' && times.has(name) }

const times = new Set(['createdAt', 'updatedAt', 'dataUpdatedAt'])

/** Whether a value is of an answer. */
export const isOfAnswer = ({ path: [of] }: Part): boolean => of === 'answer' || of === 'beside'
