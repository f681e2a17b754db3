import { contentText, lineOf, readValue } from './answers.ts'
import { asking, type ComponentType } from './component-type.ts'
import { emailProblem } from './addresses.ts'

/** An e-mail input; its answer is `value`. */
export const emailForm: ComponentType = {
  type: 'EmailForm',
  headline: (content) => contentText(content, 'question'),
  asks: asking('an e-mail address', { '': ['ada@example.com'] }),
  answer: (content, { fields }) =>
    readValue(
      { type: 'EmailForm', headline: contentText(content, 'question') },
      lineOf(fields, ''),
      emailProblem,
    ),
}
