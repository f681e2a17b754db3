import { textsOf } from '../languages.ts'
import type { Content } from '../schema.ts'
import {
  lengthProblem,
  lineOf,
  optionsOf,
  shorten,
  unifyBreaks,
  type AnswerProblem,
  type Given,
  type Submitted,
} from './answers.ts'

/** The value that the option "Other" sends in place of its text. */
export const otherValue = '__other__'

/** Whether a content offers the option "Other". */
export const offersOther = (content: Content): boolean => content['other'] === true

type Chosen = {
  /** The chosen options in the author's order. */
  readonly chosen: readonly string[]
  /** What was typed, where "Other" was chosen. */
  readonly other?: string
  readonly problems: readonly AnswerProblem[]
}

/** Reads a choice among the options under a key of the content; with a problem, nothing is chosen. */
export function readChosen(
  content: Content,
  key: string,
  { fields, language }: Pick<Given, 'fields' | 'language'>,
): Chosen {
  const options = optionsOf(content, key)
  // A browser sends a line break as CR LF whatever the option holds.
  const sent = new Set((fields.get('') ?? []).filter((value) => value !== '').map(unifyBreaks))
  const other = otherIn(content, sent, fields)
  if (other !== undefined) sent.delete(otherValue)
  const chosen = options.filter((option) => sent.has(unifyBreaks(option)))
  const offered = new Set(options.map(unifyBreaks))
  const foreign = [...sent].find((value) => !offered.has(value))
  const message =
    foreign === undefined
      ? countProblem(content, chosen.length + (other === undefined ? 0 : 1), language)
      : textsOf(language).problems.notAnOption(shorten(foreign))
  const problem = message === undefined ? otherProblem(other, language) : { field: '', message }
  if (problem) return { chosen: [], problems: [problem] }
  return { chosen, problems: [], ...(other === undefined ? {} : { other }) }
}

/** What was typed for "Other"; undefined where it was not chosen. Where nothing is ticked, a text alone chooses it. */
function otherIn(content: Content, sent: ReadonlySet<string>, fields: Submitted): string | undefined {
  if (!offersOther(content)) return undefined
  const text = lineOf(fields, 'other')
  const isMeant = text !== '' && sent.size === 0
  return sent.has(otherValue) || isMeant ? text : undefined
}

function otherProblem(other: string | undefined, language?: string): AnswerProblem | undefined {
  if (other !== '') return lengthProblem('other', other ?? '', { language })
  return { field: 'other', message: textsOf(language).problems.other }
}

/** What is wrong with the number of chosen options. None at all is no answer, and so no problem here. */
function countProblem(content: Content, count: number, language?: string): string | undefined {
  const { oneOption, optionsAtLeast, optionsAtMost } = textsOf(language).problems
  if (content['isMulti'] !== true) return count > 1 ? oneOption : undefined
  const [least, most] = [content['minChoices'], content['maxChoices']]
  if (count === 0) return undefined
  if (typeof least === 'number' && count < least) return optionsAtLeast(least)
  if (typeof most !== 'number' || count <= most) return undefined
  return most === 1 ? oneOption : optionsAtMost(most)
}
