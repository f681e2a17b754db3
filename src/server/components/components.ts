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
import type { PageComponent } from './page-component.ts'
import { passwordInput } from './password-input.ts'
import { schedulerScreen } from './scheduler-screen.ts'
import { shortInput } from './short-input.ts'
import type { TypeName } from '../../form/schema.ts'

export const pageComponents: Readonly<Record<TypeName, PageComponent>> = {
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
  Scheduler: schedulerScreen,
  NextButton: nextButton,
  Header: header,
  Disclaimer: disclaimer,
}
