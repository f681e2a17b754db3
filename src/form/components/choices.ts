import {
  asking,
  type AnswerProblem,
  type Content,
  type ComponentType,
  type Given,
  type Reading,
  type Submitted,
  type TypeName,
} from './component-type.ts'
import { answerOf, contentText, nothingGiven } from './answer-text.ts'
import { contentShapes } from './content-shapes.ts'

/** The options of a content: its texts in the author's order, without empty and repeated ones. */
export function optionsOf(content: Content, key: string): readonly string[] {
  const listed = content[key]
  if (!Array.isArray(listed)) return []
  return [
    ...new Set(listed.filter((option): option is string => typeof option === 'string' && option !== '')),
  ]
}

/** What was chosen, in the order of the options, and what is wrong with the choice. */
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
  ...contentShapes[type],
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
