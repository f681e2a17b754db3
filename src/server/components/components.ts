import { addressBlock } from './address-block.ts'
import { graphicOptions, multipleOptionsQuestion } from './choice-questions.ts'
import { consentBox, statement } from './consent-box.ts'
import { date, time } from './dates.ts'
import { dropdown } from './dropdown.ts'
import { fileUploader } from './file-uploader.ts'
import { identityInfo } from './identity-info.ts'
import { matrixTable } from './matrix-table.ts'
import { nextButton } from './next-button.ts'
import { number, opinion, rating } from './numbers.ts'
import type { PageComponent } from './page-component.ts'
import { phone } from './phones.ts'
import { rankingList } from './ranking-list.ts'
import { schedulerScreen } from './scheduler-screen.ts'
import type { TypeName } from '../../form/schema.ts'
import { contentText } from '../../form/components.ts'
import { textsOf } from '../../form/languages.ts'
import { hiddenInput, html, attributes } from '../../html/html.ts'
import { labelled, secretField } from './controls.ts'
import { emailForm, longInput, shortInput } from './texts.ts'

/** The small print, its line breaks kept. */
const disclaimer: PageComponent = {
  draw: ({ content }) => html`<p class="small" dir="auto">${contentText(content, 'text')}</p>`,
}

const header: PageComponent = {
  draw({ content, isHeading }) {
    const [title, subheading] = [contentText(content, 'title'), contentText(content, 'subheading')]
    const heading = isHeading ? html`<h1 dir="auto">${title}</h1>` : html`<h2 dir="auto">${title}</h2>`
    return html`
      <div class="heading">
        ${title !== '' && heading} ${subheading !== '' && html`<p class="lead" dir="auto">${subheading}</p>`}
      </div>
    `
  },
}

/** A line for a password; what was typed is never put back into the page. */
const passwordInput: PageComponent = {
  draw(drawing) {
    const { password, passwordGiven } = textsOf(drawing.language).words
    const label = contentText(drawing.content, 'question') || password
    const hint = drawing.saved ? passwordGiven : ''
    return labelled(drawing, { label, hint }, (described) => {
      const own = { id: drawing.id(), name: drawing.name(), type: 'password', autocomplete: 'new-password' }
      return html`<input
          ${attributes({ ...own, ...described })}
        />${hiddenInput(drawing.name(secretField), 1)}`
    })
  },
  keepsAnswer: true,
  lines: (_answer, { language }) => [textsOf(language).after.passwordGiven],
  unnamed: 'password',
}

export const pageComponents: Readonly<Record<TypeName, PageComponent>> = {
  ShortInput: shortInput,
  LongInput: longInput,
  EmailForm: emailForm,
  Number: number,
  Rating: rating,
  OpinionScale: opinion,
  Date: date,
  Time: time,
  Phone: phone,
  PasswordInput: passwordInput,
  FileUploader: fileUploader,
  IdentityInfo: identityInfo,
  Address: addressBlock,
  Dropdown: dropdown,
  MultipleOptionsQuestion: multipleOptionsQuestion,
  GraphicOptions: graphicOptions,
  Matrix: matrixTable,
  Ranking: rankingList,
  Consent: consentBox,
  SchedulerScreen: schedulerScreen,
  Scheduler: schedulerScreen,
  NextButton: nextButton,
  Header: header,
  Disclaimer: disclaimer,
  Statement: statement,
}
