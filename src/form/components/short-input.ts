import { contentText, lineOf, readValue } from './answers.ts'
import { asking, type ComponentType } from './component-type.ts'

/** A single-line text input; its answer is `value`. */
export const shortInput: ComponentType = {
  type: 'ShortInput',
  headline: (content) => contentText(content, 'question'),
  asks: asking('a line of text', { '': ['Gardener'] }),
  answer: (content, { fields }) =>
    readValue({ type: 'ShortInput', headline: contentText(content, 'question') }, lineOf(fields, '')),
}
