import type { Answer } from '../generated/response.ts'
import {
  type AnswerProblem,
  type Reading,
  type Submitted,
  asking,
  type ComponentType,
  type Given,
} from './component-type.ts'
import type { Content, TypeName } from '../schema.ts'

/** The most characters (UTF-16 code units) of one answer. */
const longestAnswer = 10_000

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

/** The options of a content: its texts in the author's order, without empty and repeated ones. */
export function optionsOf(content: Content, key: string): readonly string[] {
  const listed = content[key]
  if (!Array.isArray(listed)) return []
  return [
    ...new Set(listed.filter((option): option is string => typeof option === 'string' && option !== '')),
  ]
}

/** Reads a choice: the chosen options in their order, and its problems. */
export function readChoice(
  options: readonly string[],
  { fields, isMulti }: { readonly fields: Submitted; readonly isMulti: boolean },
): { readonly chosen: readonly string[]; readonly problems: readonly AnswerProblem[] } {
  // A browser sends a line break as CR LF whatever the option holds.
  const given = new Set((fields.get('') ?? []).filter((value) => value !== '').map(unifyBreaks))
  const chosen = options.filter((option) => given.has(unifyBreaks(option)))
  const offered = new Set(options.map(unifyBreaks))
  const foreign = [...given].find((value) => !offered.has(value))
  const message =
    foreign !== undefined
      ? `“${shorten(foreign)}” is not one of the options. Choose from the list.`
      : chosen.length > 1 && !isMulti
        ? 'Choose one option only.'
        : undefined
  return { chosen, problems: message === undefined ? [] : [{ field: '', message }] }
}

/** A type that lists every option, ticked or not, in its answer; `sample` is one that a person might tick. */
export const optionsQuestion = (type: TypeName, sample: string): ComponentType => ({
  type,
  headline: (content) => contentText(content, 'question'),
  asks: asking('one option, or several with isMulti', { '': [sample] }),
  answer: (content, given) => readTicks(type, content, given),
})

function readTicks(type: TypeName, content: Content, { fields }: Given): Reading {
  const options = optionsOf(content, 'choices')
  const { chosen, problems } = readChoice(options, { fields, isMulti: content['isMulti'] === true })
  if (problems.length > 0) return { problems }
  if (chosen.length === 0) return nothingGiven
  const ticked = new Set(chosen)
  const choices = options.map((key, index) => ({ key, value: ticked.has(key), index }))
  const response = answerOf(type, contentText(content, 'question'), { choices, selectedOther: false })
  return { response, problems: [] }
}

const unifyBreaks = (text: string): string => text.replaceAll(/\r\n?/g, '\n')

const shorten = (text: string): string => (text.length > 60 ? `${text.slice(0, 60)}…` : text)
