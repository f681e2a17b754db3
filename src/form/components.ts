import { type ComponentType, asking } from './components/component-type.ts'
import { fileUploader } from './components/file-uploader.ts'
import { identityInfo } from './components/identity-info.ts'
import { schedulerScreen, schedulerType } from './components/scheduler-screen.ts'
import type { TypeName } from './schema.ts'
import {
  optionsQuestion,
  contentText,
  lineOf,
  readValue,
  linesOf,
  answerOf,
  lengthProblem,
  nothingGiven,
  optionsOf,
  readChoice,
} from './components/answers.ts'
import { emailProblem } from './components/addresses.ts'

export { webUrl } from './components/addresses.ts'
export { contentText, optionsOf } from './components/answers.ts'
export type {
  AnswerProblem,
  ComponentType,
  Given,
  Judge,
  Reading,
  Submitted,
} from './components/component-type.ts'
export { countryField, identityFields } from './components/identity-info.ts'

/** A choice from options drawn as cards; answered as a MultipleOptionsQuestion. */
const graphicOptions: ComponentType = optionsQuestion('GraphicOptions', 'Speed')

/** A choice from options that all stand on the page. */
const multipleOptionsQuestion: ComponentType = optionsQuestion('MultipleOptionsQuestion', '2 to 10')

/** A type whose answer is the text `value`; `read` takes it from what was sent. */
const textQuestion = (
  type: TypeName,
  asks: ComponentType['asks'],
  { read = lineOf, check }: { readonly read?: typeof lineOf; readonly check?: typeof emailProblem } = {},
): ComponentType => ({
  type,
  headline: (content) => contentText(content, 'question'),
  ...(asks && { asks }),
  answer: (content, { fields }) =>
    readValue({ type, headline: contentText(content, 'question') }, read(fields, ''), check),
})

const shortInput = textQuestion('ShortInput', asking('a line of text', { '': ['Gardener'] }))
const severalLines = { '': ['Open earlier.\nAnd on Sundays.'] }
const longInput = textQuestion('LongInput', asking('a text of several lines', severalLines), {
  read: linesOf,
})
const anAddress = asking('an e-mail address', { '': ['ada@example.com'] })
const emailForm = textQuestion('EmailForm', anAddress, { check: emailProblem })

/** A password input; what was typed is never stored, only that something was. */
const passwordInput: ComponentType = {
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

/** A choice from a list that opens; its answer is `selected`, an array when several may be chosen. */
const dropdown: ComponentType = {
  type: 'Dropdown',
  headline: (content) => contentText(content, 'question'),
  asks: asking('one option, or several with isMulti', { '': ['Berlin'] }),
  answer(content, { fields }) {
    const isMulti = content['isMulti'] === true
    const { chosen, problems } = readChoice(optionsOf(content, 'options'), { fields, isMulti })
    if (problems.length > 0) return { problems }
    if (chosen.length === 0) return nothingGiven
    const selected = isMulti ? chosen : chosen[0]
    return { response: answerOf('Dropdown', contentText(content, 'question'), { selected }), problems: [] }
  },
}

/** A type that asks nothing. */
const silent = (type: TypeName): ComponentType => ({ type, headline: () => '' })

/** Every component type by its name. The types and helpers below are what a page needs to draw them. */
export const componentTypes: Readonly<Record<TypeName, ComponentType>> = {
  ShortInput: shortInput,
  LongInput: longInput,
  EmailForm: emailForm,
  PasswordInput: passwordInput,
  FileUploader: fileUploader,
  IdentityInfo: identityInfo,
  Dropdown: dropdown,
  MultipleOptionsQuestion: multipleOptionsQuestion,
  GraphicOptions: graphicOptions,
  SchedulerScreen: schedulerScreen,
  Scheduler: schedulerType('Scheduler'),
  NextButton: silent('NextButton'),
  Header: silent('Header'),
  Disclaimer: silent('Disclaimer'),
}
