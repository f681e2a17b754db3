import { contentText } from '../../form/types/answers.ts'
import { html } from '../../html/html.ts'
import { linked } from './controls.ts'
import type { PageComponent } from './page-component.ts'

/** A text to read. */
export const statement: PageComponent = {
  draw({ content }) {
    const [title, text] = [contentText(content, 'title'), contentText(content, 'text')]
    return html`
      <div class="heading">
        ${title !== '' && html`<h2 dir="auto">${title}</h2>`}
        ${text !== '' && html`<p class="lines" dir="auto">${linked(text)}</p>`}
      </div>
    `
  },
}
