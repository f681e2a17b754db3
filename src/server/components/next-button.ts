import { contentText } from '../../form/components.ts'
import { html, type Html } from '../../html/html.ts'
import type { PageComponent } from './page-component.ts'

/** The name of the field that says which button was pressed. */
export const directionField = 'go'

/** The button that leads on, and beside it the way back. */
export const nextButton: PageComponent = {
  draw: ({ content, step, isBackHere }) =>
    buttons(contentText(content, 'buttonText') || defaultText(step.isLast), isBackHere),
}

/** The buttons of a step for which the author wrote no button. */
export const defaultButtons = (step: { readonly isLast: boolean; readonly hasBack: boolean }): Html =>
  buttons(defaultText(step.isLast), step.hasBack)

const defaultText = (isLast: boolean): string => (isLast ? 'Submit' : 'Next')

// Next comes first, since Enter in a field presses the first button of a form.
const buttons = (text: string, hasBack: boolean): Html => html`
  <div class="buttons">
    <button type="submit" name="${directionField}" value="next" dir="auto">${text}</button>
    ${hasBack && html`<button type="submit" name="${directionField}" value="back" class="back">Back</button>`}
  </div>
`
