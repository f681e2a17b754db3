/** What an author asks of a text: how long it is, and which pattern it matches. */
import type { Content } from '../schema.ts'
import { contentNumber, contentText } from './answers.ts'
import { patternOf } from './pattern.ts'

/** What is wrong with a text, or undefined. Characters are Unicode code points, as the page counts them. */
export function textProblem(text: string, content: Content): string | undefined {
  const { length } = Array.from(text)
  const [least, most] = [contentNumber(content, 'minLength'), contentNumber(content, 'maxLength')]
  if (least !== undefined && length < least)
    return `Write at least ${characters(least)}. This answer has ${shown(length)}.`
  if (most !== undefined && length > most)
    return `Write at most ${characters(most)}. This answer has ${shown(length)}.`
  const pattern = patternOf(contentText(content, 'pattern'))
  if (contentText(content, 'pattern') === '' || 'problem' in pattern || pattern.matches(text))
    return undefined
  return contentText(content, 'patternMessage') || 'This answer is not written as it is asked for.'
}

/** How long a text may be, in a sentence for the page; '' where anything goes. */
export function lengthHint(content: Content): string {
  const [least, most] = [contentNumber(content, 'minLength'), contentNumber(content, 'maxLength')]
  if (least !== undefined && most !== undefined) return `From ${shown(least)} to ${characters(most)}.`
  if (most !== undefined) return `At most ${characters(most)}.`
  return least === undefined ? '' : `At least ${characters(least)}.`
}

const shown = (n: number): string => n.toLocaleString('en-GB')

const characters = (n: number): string => `${shown(n)} character${n === 1 ? '' : 's'}`
