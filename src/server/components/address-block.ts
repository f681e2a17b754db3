import { addressFields, contentText, type AddressKey } from '../../form/components.ts'
import { html } from '../../html/html.ts'
import { input } from './controls.ts'
import { inputs } from './identity-info.ts'
import type { PageComponent } from './page-component.ts'
import { inPairs } from './pairs.ts'

const labels: Readonly<Record<AddressKey, string>> = {
  streetAddress: 'Street and number',
  aptSuiteEtc: 'Apartment, suite and the like',
  city: 'City',
  state: 'State or region',
  zipCode: 'Postal code',
  country: 'Country',
}

/** A line for each part of a postal address. */
export const addressBlock: PageComponent = {
  draw: (drawing) => html`
    <fieldset class="field">
      <legend dir="auto">${contentText(drawing.content, 'question') || 'Address'}</legend>
      <div class="identity">
        ${inPairs(
          addressFields(drawing.content).map((key) => ({
            key,
            drawn: input(drawing, { field: key, label: labels[key] }, inputs[key]),
          })),
        )}
      </div>
    </fieldset>
  `,
  refill: (answer, content) =>
    new Map(
      addressFields(content).flatMap((key) => {
        const text = answer[key]
        return typeof text === 'string' ? [[key, [text]]] : []
      }),
    ),
  labels: (content) => new Map(addressFields(content).map((key) => [key, labels[key]])),
}
