import { contentText, linesOf, readValue } from './answer-text.ts'
import type { ComponentType } from './component-type.ts'
import { contentShapes } from './content-shapes.ts'

/** A multi-line text area; its answer is `value`, with line breaks as LF. */
export const longInput: ComponentType = {
  type: 'LongInput',
  ...contentShapes.LongInput,
  headline: (content) => contentText(content, 'question'),
  answer: (content, { fields }) =>
    readValue({ type: 'LongInput', headline: contentText(content, 'question') }, linesOf(fields, '')),
}
