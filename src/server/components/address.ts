import { textsOf } from '../../form/languages.ts'
import { addressFields, isNeeded } from '../../form/types/address.ts'
import { contentText } from '../../form/types/answers.ts'
import { attributes, html } from '../../html/html.ts'
import { describe, input, titled } from './controls.ts'
import { identityCss, inPairs, inputs, requirement } from './identity-lines.ts'
import type { PageComponent } from './page-component.ts'

/** A line for each part of a postal address. */
export const address: PageComponent = {
  draw(drawing) {
    const { content, language } = drawing
    const { words } = textsOf(language)
    const { described, hint } = describe(drawing, { label: '' })
    const asked = addressFields(content)
    const lines = asked.map((key) => {
      const isRequired = drawing.isRequired === true && isNeeded(key)
      const labelling = {
        field: key,
        label: words[key],
        ...requirement(key, isRequired, { asked, language }),
      }
      return { key, drawn: input(drawing, labelling, inputs[key]) }
    })
    return html`
      <fieldset class="field" ${attributes({ 'aria-describedby': described['aria-describedby'] })}>
        <legend dir="auto">
          ${titled(drawing, html`${contentText(content, 'question') || words.address}`)}
        </legend>
        ${hint}
        <div class="identity">${inPairs(lines)}</div>
      </fieldset>
    `
  },
  refill: (answer, content) =>
    new Map(
      addressFields(content).flatMap((key) => {
        const text = answer[key]
        return typeof text === 'string' ? [[key, [text]]] : []
      }),
    ),
  rules: () => [identityCss],
  labels: ({ content, language }) =>
    new Map(addressFields(content).map((key) => [key, textsOf(language).words[key]])),
  unnamed: 'address',
}
