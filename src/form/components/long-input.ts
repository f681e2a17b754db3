import { contentText, linesOf, readValue } from './answers.ts'
import { asking, type ComponentType } from './component-type.ts'

/** A multi-line text area; its answer is `value`, with line breaks as LF. */
export const longInput: ComponentType = {
  type: 'LongInput',
  headline: (content) => contentText(content, 'question'),
  asks: asking('a text of several lines', { '': ['Open earlier.\nAnd on Sundays.'] }),
  answer: (content, { fields }) =>
    readValue({ type: 'LongInput', headline: contentText(content, 'question') }, linesOf(fields, '')),
}
