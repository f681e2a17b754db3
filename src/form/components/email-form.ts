import { contentText, lineOf, readValue } from './answer-text.ts'
import type { ComponentType } from './component-type.ts'
import { contentShapes } from './content-shapes.ts'
import { emailProblem } from './email-address.ts'

/** An e-mail input; its answer is `value`. */
export const emailForm: ComponentType = {
  type: 'EmailForm',
  ...contentShapes.EmailForm,
  headline: (content) => contentText(content, 'question'),
  answer: (content, { fields }) =>
    readValue(
      { type: 'EmailForm', headline: contentText(content, 'question') },
      lineOf(fields, ''),
      emailProblem,
    ),
}
