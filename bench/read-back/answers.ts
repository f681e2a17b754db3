import { isRawJson, membersOf } from './exact-json.ts'

/** What a response says to a question: members of the answer, and those beside it. */
export type Answer = {
  readonly question: string
  readonly members: ReadonlyMap<string, unknown>
  readonly beside: ReadonlyMap<string, unknown>
}

/** The answers in a record's `data`, one a question, and what else stands there. */
export function answersIn(data: readonly unknown[]): {
  readonly answers: readonly Answer[]
  readonly others: readonly unknown[]
} {
  const answers = new Map<string, Answer>()
  const others: unknown[] = []
  for (const entry of data) {
    const answer = answerOf(entry)
    if (answer === undefined) others.push(entry)
    else answers.set(answer.question, merged(answers.get(answer.question), answer))
  }
  return { answers: [...answers.values()], others }
}

function answerOf(entry: unknown): Answer | undefined {
  const beside = new Map(membersOf(entry))
  const [question, members] = [beside.get('questionId'), membersOf(beside.get('response'))]
  if (typeof question !== 'string' || members === undefined) return undefined
  beside.delete('questionId')
  beside.delete('response')
  return { question, members, beside }
}

/** An answer that was given in two parts. */
function merged(first: Answer | undefined, second: Answer): Answer {
  if (first === undefined) return second
  return {
    question: first.question,
    members: mergedMembers(first.members, second.members),
    beside: mergedMembers(first.beside, second.beside),
  }
}

const mergedMembers = (
  a: ReadonlyMap<string, unknown>,
  b: ReadonlyMap<string, unknown>,
): ReadonlyMap<string, unknown> =>
  new Map(
    [...new Set([...a.keys(), ...b.keys()])].map((name) => [name, both(name, a.get(name), b.get(name))]),
  )

const isNothing = (value: unknown): boolean => value === undefined || value === null || value === ''

/** Both values in a list where they differ, without what the first says already; what describes the question is of the first. */
function both(name: string, a: unknown, b: unknown): unknown {
  if (isNothing(b) || JSON.stringify(a) === JSON.stringify(b)) return a ?? null
  if (isNothing(a)) return b
  if (describing.has(name) && typeof a === 'string') return a
  const first: readonly unknown[] = Array.isArray(a) ? a : [a]
  const second: readonly unknown[] = Array.isArray(b) ? b : [b]
  return [...first, ...second.filter((value) => isObject(value) || !first.includes(value))]
}

const isObject = (value: unknown): boolean =>
  (typeof value === 'object' && value !== null) || isRawJson(value)

/** Members that describe the question, each a text. */
export const describing: ReadonlySet<string> = new Set(['type', 'headline', 'componentShapeVersion'])
