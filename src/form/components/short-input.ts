import { contentText, lineOf, readValue } from './answer-text.ts'
import type { ComponentType } from './component-type.ts'
import { contentShapes } from './content-shapes.ts'

/** A single-line text input; its answer is `value`. */
export const shortInput: ComponentType = {
  type: 'ShortInput',
  ...contentShapes.ShortInput,
  headline: (content) => contentText(content, 'question'),
  answer: (content, { fields }) =>
    readValue({ type: 'ShortInput', headline: contentText(content, 'question') }, lineOf(fields, '')),
}
