/** What tables and figures need to know of the answers to each component type, without loading the types. */
import { answerFacts } from './generated/answer-facts.ts'
import { identityKeys } from './schema.ts'
import type { AnswerFacts } from './types/define-type.ts'

const byName: ReadonlyMap<unknown, AnswerFacts> = new Map(Object.entries(answerFacts))

/** The facts about the component type of that name; undefined for a type that we do not know. */
export const answerFactsOf = (name: unknown): AnswerFacts | undefined => byName.get(name)

/** Whether a member of an answer identifies a person, by the type of the question or by its own name. */
export const isPersonalMember = (type: unknown, member: string): boolean =>
  answerFactsOf(type)?.isPersonal === true || personalMembers.has(member)

const personalMembers: ReadonlySet<string> = new Set(identityKeys)
