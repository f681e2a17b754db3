import { textsOf } from '../../form/languages.ts'
import { contentText } from '../../form/types/answers.ts'
import { phoneCountryField } from '../../form/types/phone.ts'
import { attributes, html } from '../../html/html.ts'
import { labelled } from './controls.ts'
import { dialCodeRules, dialCodes } from './identity-lines.ts'
import type { PageComponent } from './page-component.ts'

/** A field for a phone number, with a list of country codes if the author wants one. */
export const phone: PageComponent = {
  draw(drawing) {
    const { content } = drawing
    const label = contentText(content, 'question') || textsOf(drawing.language).words.phone
    return labelled(drawing, { label }, (described) => {
      const own = {
        type: 'tel',
        autocomplete: 'tel',
        inputmode: 'tel',
        id: drawing.id(),
        name: drawing.name(),
        value: drawing.values()[0],
        placeholder: contentText(content, 'placeholder') || undefined,
      }
      const line = html`<input dir="ltr" ${attributes({ ...own, ...described })} />`
      if (content['includeDialCode'] !== true) return line
      const list = { field: phoneCountryField, first: contentText(content, 'defaultCountry'), label }
      return html`<div class="phone">${dialCodes(drawing, list)}${line}</div>`
    })
  },
  unnamed: 'phone',
  rules: ({ content }) => (content['includeDialCode'] === true ? dialCodeRules : []),
  refill: ({ value }) => new Map(typeof value === 'string' ? [['', [value]]] : []),
}
