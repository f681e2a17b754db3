import { textsOf } from '../../form/languages.ts'
import { contentText } from '../../form/types/answers.ts'
import { attributes, hiddenInput, html } from '../../html/html.ts'
import { labelled, secretField } from './controls.ts'
import type { PageComponent } from './page-component.ts'

/** A field for a password, which is never put back into the page. */
export const passwordInput: PageComponent = {
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
  lines: (_answer, { language }) => [textsOf(language).after.passwordGiven],
  unnamed: 'password',
}
