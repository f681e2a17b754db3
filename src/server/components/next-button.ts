import { textsOf } from '../../form/languages.ts'
import { contentText } from '../../form/types/answers.ts'
import { html, type Html } from '../../html/html.ts'
import type { PageComponent } from './page-component.ts'

/** The name of the field that says which button was pressed. */
export const directionField = 'go'

/** The button that leads on, and beside it the way back. */
export const nextButton: PageComponent = {
  draw: ({ content, step, isBackHere, language }) =>
    buttons({
      text: contentText(content, 'buttonText'),
      isLast: step.isLast,
      hasBack: isBackHere,
      hasKeys: step.hasKeys,
      language,
    }),
}

/** The buttons of a step for which the author wrote no button. */
export const defaultButtons = (step: Omit<Buttons, 'text'>): Html => buttons({ ...step, text: '' })

type Buttons = {
  /** What the author wrote on the button; '' for our own word. */
  readonly text: string
  readonly isLast: boolean
  readonly hasBack: boolean
  readonly hasKeys: boolean
  readonly language: string | undefined
}

// Next comes first, since Enter in a field presses the first button of a form.
const buttons = ({ text, isLast, hasBack, hasKeys, language }: Buttons): Html => html`
  <div class="buttons">
    <button type="submit" name="${directionField}" value="next" dir="auto">
      ${text || textsOf(language).page[isLast ? 'submit' : 'next']}
    </button>
    ${hasKeys && html`<span class="hint by-key by-enter" aria-hidden="true">${textsOf(language).page.pressEnter}</span>`}
    ${hasBack && html`<button type="submit" name="${directionField}" value="back" class="back">${textsOf(language).page.back}</button>`}
  </div>
`
