import { contentText } from '../../form/types/answers.ts'
import { html } from '../../html/html.ts'
import { linked } from './controls.ts'
import type { PageComponent } from './page-component.ts'

/** The small print, its line breaks kept. */
export const disclaimer: PageComponent = {
  draw: ({ content }) => html`<p class="small" dir="auto">${linked(contentText(content, 'text'))}</p>`,
}
