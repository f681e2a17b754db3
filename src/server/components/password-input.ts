import { contentText } from '../../form/components.ts'
import { attributes, html } from '../../html/html.ts'
import { labelled } from './controls.ts'
import type { PageComponent } from './page-component.ts'

/** A line for a password; what was typed is never put back into the page. */
export const passwordInput: PageComponent = {
  draw(drawing) {
    const question = contentText(drawing.content, 'question')
    const hint = drawing.saved ? 'You have given one already. Type another only to replace it.' : ''
    return labelled(drawing, { label: question === '' ? 'Password' : question, hint }, (described) => {
      const own = { id: drawing.id(), name: drawing.name(), type: 'password', autocomplete: 'new-password' }
      return html`<input ${attributes({ ...own, ...described })} />`
    })
  },
  keepsAnswer: true,
}
