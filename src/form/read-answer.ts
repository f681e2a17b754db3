import type { Answer } from './generated/response.ts'
import { textsOf } from './languages.ts'
import type { Content } from './schema.ts'
import type { AnswerProblem, AnswerSource } from './types/answers.ts'
import type { ComponentType } from './types/define-type.ts'

export type { AnswerSource, FieldValues, ReferenceData } from './types/answers.ts'

/** An answer as it is stored, and its problems; no answer if nothing was given or there are problems. */
export type AnswerResult = { readonly response?: Answer; readonly problems: readonly AnswerProblem[] }

/** Reads an answer of version 2.0 (contract, Answer entry); none where the type asks nothing. */
export function readAnswer(component: ComponentType, content: Content, given: AnswerSource): AnswerResult {
  if (!component.asks) return { problems: [] }
  const { type, headline, missing } = component
  const texts = textsOf(given.language)
  const { members, problems } = component.read(content, { ...given, texts })
  if (!members && problems.length === 0 && given.isRequired === true)
    return { problems: [{ field: missing.field ?? '', message: texts.missing[missing.text] }] }
  if (!members) return { problems }
  const common = { type, headline: headline(content), componentShapeVersion: '2.0' }
  return { response: { ...common, ...members }, problems }
}
