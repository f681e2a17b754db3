import { answerOf, contentText, lengthProblem, nothingGiven } from './answers.ts'
import { asking, type ComponentType } from './component-type.ts'

/** A password input; what was typed is never stored, only that something was. */
export const passwordInput: ComponentType = {
  type: 'PasswordInput',
  headline: (content) => contentText(content, 'question'),
  asks: asking('a password', { '': ['…'] }),
  answer(content, { fields }) {
    const typed = fields.get('')?.[0] ?? ''
    if (typed === '') return nothingGiven
    const tooLong = lengthProblem('', typed)
    if (tooLong) return { problems: [tooLong] }
    const headline = contentText(content, 'question')
    return { response: answerOf('PasswordInput', headline, { provided: true }), problems: [] }
  },
}
