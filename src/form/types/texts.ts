/** What an author asks of a text: how long it is, and which pattern it matches. */
import type { Texts } from '../languages.ts'
import { plainText } from '../plain-text.ts'
import type { Content } from '../schema.ts'
import { contentNumber, contentText, lineOf, type AnswerInput } from './answers.ts'
import { numberFrom } from './define-type.ts'
import { patternOf } from './pattern.ts'

/** The bounds of a text's length. */
export const lengthLimits = [numberFrom('minLength', 0, 10_000), numberFrom('maxLength', 1, 10_000)]

/** What is wrong with a text, or undefined. Characters are Unicode code points, as the page counts them. */
export function textProblem(
  text: string,
  content: Content,
  { problems }: Pick<Texts, 'problems'>,
): string | undefined {
  const { length } = Array.from(text)
  const [least, most] = [contentNumber(content, 'minLength'), contentNumber(content, 'maxLength')]
  if (least !== undefined && length < least) return problems.lengthAtLeast(least, length)
  if (most !== undefined && length > most) return problems.lengthAtMost(most, length)
  const pattern = patternOf(contentText(content, 'pattern'))
  if (contentText(content, 'pattern') === '' || 'problem' in pattern || pattern.matches(text))
    return undefined
  return contentText(content, 'patternMessage') || problems.pattern
}

/** One line: as it was typed, or in plain form where only that fits the pattern, as codes do that were pasted. */
export function codeOf({ fields, texts }: AnswerInput, content: Content): string {
  const typed = lineOf(fields, '')
  const plain = plainText(typed)
  const fits = (text: string): boolean => textProblem(text, content, texts) === undefined
  return contentText(content, 'pattern') !== '' && !fits(typed) && fits(plain) ? plain : typed
}

/** How long a text may be, in a sentence for the page; '' where anything goes. */
export function lengthHint(content: Content, { hints }: Pick<Texts, 'hints'>): string {
  const [least, most] = [contentNumber(content, 'minLength'), contentNumber(content, 'maxLength')]
  if (least !== undefined && most !== undefined) return hints.lengthBetween(least, most)
  if (most !== undefined) return hints.lengthAtMost(most)
  return least === undefined ? '' : hints.lengthAtLeast(least)
}
