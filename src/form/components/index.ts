import type { ComponentType, TypeName } from './component-type.ts'
import { disclaimer } from './disclaimer.ts'
import { dropdown } from './dropdown.ts'
import { emailForm } from './email-form.ts'
import { fileUploader } from './file-uploader.ts'
import { graphicOptions } from './graphic-options.ts'
import { header } from './header.ts'
import { identityInfo } from './identity-info.ts'
import { longInput } from './long-input.ts'
import { multipleOptionsQuestion } from './multiple-options-question.ts'
import { nextButton } from './next-button.ts'
import { passwordInput } from './password-input.ts'
import { scheduler } from './scheduler.ts'
import { schedulerScreen } from './scheduler-screen.ts'
import { shortInput } from './short-input.ts'

/** Every component type by its name. */
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
