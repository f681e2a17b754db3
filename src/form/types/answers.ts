import { plainText } from '../typed-values.ts'
import type { Texts } from '../languages.ts'
import type { Content } from '../schema.ts'

/** Reads the answers that a page sends, and the contents that ask for them. */

/** The most files of one answer. */
export const maxFiles = 10

/** A file of an answer, as it is stored with it. */
export type StoredFile = {
  readonly name: string
  readonly size: number
  readonly contentType: string
  readonly url: string
}

/** What the page sent for one component: field name inside the component ('' for the only one) to its values. */
export type FieldValues = ReadonlyMap<string, readonly string[]>

/** What reading an answer needs from outside the form: the rules of phone numbers. */
export type ReferenceData = {
  /** The number in international form; undefined if it is not a valid number. `country`: two letters. */
  readonly phoneNumber: (text: string, country: string | undefined) => string | undefined
}

/** What a person gave for one component. */
export type AnswerSource = {
  readonly fields: FieldValues
  readonly files: readonly StoredFile[]
  readonly referenceData: ReferenceData
  /** Whether the question must be answered. */
  readonly isRequired?: boolean
  /** The language of the page, as in `pt-BR`; English where it is absent. */
  readonly language?: string | undefined
  /** Translates a text of the author into that language; absent: the form has only one. */
  readonly translate?: (text: string) => string
  /** The time, ISO 8601. Without it, nothing is compared with today. */
  readonly now?: string
}

/** What a type reads an answer from: what was given, and our texts in its language. */
export type AnswerInput = AnswerSource & { readonly texts: Texts }

/** A problem to correct on the page: the field inside the component, and the sentence beside it. */
export type AnswerProblem = { readonly field: string; readonly message: string }

/** The members of an answer that are specific to its type, and its problems; no members if nothing was given or there are problems. */
export type MemberResult = {
  readonly members?: Readonly<Record<string, unknown>>
  readonly problems: readonly AnswerProblem[]
}

/** The most characters (UTF-16 code units) of one answer. */
const maxAnswerLength = 10_000

export const nothingGiven: MemberResult = { problems: [] }

/** A text of the content; '' if there is none. */
export function contentText(content: Content, key: string): string {
  const value = content[key]
  return typeof value === 'string' ? value : ''
}

/** A number of the content; undefined if there is none. */
export function contentNumber(content: Content, key: string): number | undefined {
  const value = content[key]
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined
}

/** What is wrong with the only field of a question. */
export const problemOf = (message: string): MemberResult => ({ problems: [{ field: '', message }] })

/** What was sent for a field, its line breaks as LF, the ends trimmed; '' where there is nothing to see. */
export function linesOf(fields: FieldValues, field: string): string {
  const text = unifyBreaks((fields.get(field)?.[0] ?? '').toWellFormed()).trim()
  return plainText(text) === '' ? '' : text
}

/** What was sent for a field on one line: line breaks become spaces. */
export const lineOf = (fields: FieldValues, field: string): string =>
  linesOf(fields, field).replaceAll(/\n+/g, ' ')

/** The problem of a text that is too long to keep. */
export function lengthProblem(
  field: string,
  text: string,
  { texts }: Pick<AnswerInput, 'texts'>,
): AnswerProblem | undefined {
  if (text.length <= maxAnswerLength) return undefined
  return { field, message: texts.problems.tooLong(text.length, maxAnswerLength) }
}

/** A text as the member `value`; refused when it is too long or when `check` finds a fault. */
export function readText(
  text: string,
  input: Pick<AnswerInput, 'texts'>,
  check: (text: string) => string | undefined = () => undefined,
): MemberResult {
  if (text === '') return nothingGiven
  const tooLong = lengthProblem('', text, input)
  if (tooLong) return { problems: [tooLong] }
  const message = check(text)
  return message === undefined ? { members: { value: text }, problems: [] } : problemOf(message)
}

/** The options of a content: its texts in the author's order, without empty and repeated ones. */
export function optionsOf(content: Content, key: string): readonly string[] {
  const listed = content[key]
  if (!Array.isArray(listed)) return []
  return [
    ...new Set(listed.filter((option): option is string => typeof option === 'string' && option !== '')),
  ]
}

export const unifyBreaks = (text: string): string => text.replaceAll(/\r\n?/g, '\n')
