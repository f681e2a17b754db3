import { contentText } from '../../form/types/answers.ts'
import { html } from '../../html/html.ts'
import { linked } from './controls.ts'
import type { PageComponent } from './page-component.ts'

export const header: PageComponent = {
  draw({ content, isHeading }) {
    const [title, subheading] = [contentText(content, 'title'), contentText(content, 'subheading')]
    const heading = isHeading ? html`<h1 dir="auto">${title}</h1>` : html`<h2 dir="auto">${title}</h2>`
    return html`
      <div class="heading">
        ${title !== '' && heading}
        ${subheading !== '' && html`<p class="lead" dir="auto">${linked(subheading)}</p>`}
      </div>
    `
  },
}
