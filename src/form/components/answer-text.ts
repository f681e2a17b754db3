import type { Answer } from '../generated/response.ts'
import type { AnswerProblem, Content, Reading, Submitted, TypeName } from './component-type.ts'

/** The most characters (UTF-16 code units) of one answer. */
const longestAnswer = 10_000

/** The reading of a component for which nothing was given. */
export const nothingGiven: Reading = { problems: [] }

/** A text of the content; '' where there is none. */
export function contentText(content: Content, key: string): string {
  const value = content[key]
  return typeof value === 'string' ? value : ''
}

/** What was sent for a field, on one line: control characters become spaces, the ends are trimmed. */
export const lineOf = (fields: Submitted, field: string): string =>
  (fields.get(field)?.[0] ?? '')
    .toWellFormed()
    .replaceAll(/\p{Cc}+/gu, ' ')
    .trim()

/** What was sent for a field, its line breaks and tabs kept; other control characters go. */
export const linesOf = (fields: Submitted, field: string): string =>
  (fields.get(field)?.[0] ?? '')
    .toWellFormed()
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[^\P{Cc}\n\t]/gu, '')
    .trim()

/** The problem of a text that is longer than we keep. */
export function lengthProblem(field: string, text: string): AnswerProblem | undefined {
  if (text.length <= longestAnswer) return undefined
  const [length, most] = [text.length, longestAnswer].map((n) => n.toLocaleString('en-GB'))
  return { field, message: `This answer has ${length} characters. Shorten it to ${most} or fewer.` }
}

/** An answer in the shape of version 2.0 (contract, Answer entry). */
export const answerOf = (
  type: TypeName,
  headline: string,
  members: Readonly<Record<string, unknown>>,
): Answer => ({ type, headline, componentShapeVersion: '2.0', ...members })

/** A text as the answer `value`: refused when too long or when `check` finds a fault with it. */
export function readValue(
  question: { readonly type: TypeName; readonly headline: string },
  text: string,
  check: (text: string) => string | undefined = () => undefined,
): Reading {
  if (text === '') return nothingGiven
  const tooLong = lengthProblem('', text)
  if (tooLong) return { problems: [tooLong] }
  const message = check(text)
  if (message !== undefined) return { problems: [{ field: '', message }] }
  return { response: answerOf(question.type, question.headline, { value: text }), problems: [] }
}
