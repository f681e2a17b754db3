import { textsOf } from '../../form/languages.ts'
import { addressFields, isNeeded, type AddressKey } from '../../form/types/address.ts'
import { contentText } from '../../form/types/answers.ts'
import { attributes, html } from '../../html/html.ts'
import { describe, input, titled } from './controls.ts'
import { identityCss, inPairs, inputs } from './identity-lines.ts'
import type { PageComponent } from './page-component.ts'

/** Whether a part of a required address is marked so: a postal code depends on the country. */
function needs(key: AddressKey, asked: readonly AddressKey[], language?: string) {
  const depends = key === 'zipCode' && asked.includes('country')
  return { isRequired: isNeeded(key) && !depends, hint: depends ? textsOf(language).hints.postalCode : '' }
}

/** A line for each part of a postal address. */
export const address: PageComponent = {
  draw(drawing) {
    const { words } = textsOf(drawing.language)
    const { described, hint } = describe(drawing, { label: '' })
    return html`
      <fieldset class="field" ${attributes({ 'aria-describedby': described['aria-describedby'] })}>
        <legend dir="auto">
          ${titled(drawing, html`${contentText(drawing.content, 'question') || words.address}`)}
        </legend>
        ${hint}
        <div class="identity">
          ${inPairs(
            addressFields(drawing.content).map((key) => ({
              key,
              drawn: input(
                drawing,
                {
                  field: key,
                  label: words[key],
                  ...(drawing.isRequired === true &&
                    needs(key, addressFields(drawing.content), drawing.language)),
                },
                inputs[key],
              ),
            })),
          )}
        </div>
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
