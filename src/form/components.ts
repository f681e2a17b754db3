import type { ComponentType } from './components/component-type.ts'
import { disclaimer } from './components/disclaimer.ts'
import { dropdown } from './components/dropdown.ts'
import { emailForm } from './components/email-form.ts'
import { fileUploader } from './components/file-uploader.ts'
import { graphicOptions } from './components/graphic-options.ts'
import { header } from './components/header.ts'
import { identityInfo } from './components/identity-info.ts'
import { longInput } from './components/long-input.ts'
import { multipleOptionsQuestion } from './components/multiple-options-question.ts'
import { nextButton } from './components/next-button.ts'
import { passwordInput } from './components/password-input.ts'
import { scheduler } from './components/scheduler.ts'
import { schedulerScreen } from './components/scheduler-screen.ts'
import { shortInput } from './components/short-input.ts'
import type { TypeName } from './schema.ts'

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
  Scheduler: scheduler,
  NextButton: nextButton,
  Header: header,
  Disclaimer: disclaimer,
}

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
