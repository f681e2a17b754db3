/** Fields of personal details. */
import type { IdentityField } from '../../form/form.ts'
import { directionOf, fromLeft, textsOf } from '../../form/languages.ts'
import { attributes, html, type Html } from '../../html/html.ts'
import { input, labelled, selectCss, type FieldLabel } from './controls.ts'
import type { Drawing } from './page-component.ts'

/** Fields below each other, and pairs side by side. */
export const identityCss = `
.identity{display:grid;gap:1.25rem}
fieldset .identity{margin-top:.9rem}
.Address legend{font-size:1.25rem}
.pair{display:grid;grid-template-columns:1fr 1fr;gap:1.25rem .6rem;align-items:end}
@media (max-width:34rem){.pair{grid-template-columns:1fr}}
`

const address = { inputmode: 'email', spellcheck: 'false', autocapitalize: 'none' }
const web = { type: 'url', inputmode: 'url', spellcheck: 'false', autocapitalize: 'none' }

/** The attributes that help a browser to fill in each key, and a phone to show the right keyboard. */
export const inputs: Readonly<Record<IdentityField['key'], Readonly<Record<string, string>>>> = {
  firstName: { autocomplete: 'given-name' },
  lastName: { autocomplete: 'family-name' },
  fullName: { autocomplete: 'name' },
  emailAddress: { autocomplete: 'email', type: 'email', ...address },
  workEmailAddress: { autocomplete: 'work email', type: 'email', ...address },
  phoneNumber: { autocomplete: 'tel', type: 'tel', inputmode: 'tel' },
  companyName: { autocomplete: 'organization' },
  numberOfEmployees: { autocomplete: 'off' },
  websiteUrl: { autocomplete: 'url', ...web },
  title: { autocomplete: 'organization-title' },
  streetAddress: { autocomplete: 'address-line1' },
  aptSuiteEtc: { autocomplete: 'address-line2' },
  city: { autocomplete: 'address-level2' },
  state: { autocomplete: 'address-level1' },
  country: { autocomplete: 'country-name' },
  zipCode: { autocomplete: 'postal-code' },
  companyRevenue: { autocomplete: 'off' },
  profilePictureUrl: { autocomplete: 'photo', ...web },
}

/** Fields that belong on one line of a wide page. */
const partners: Readonly<Record<string, string>> = {
  firstName: 'lastName',
  lastName: 'firstName',
  city: 'zipCode',
  zipCode: 'city',
}

type Line = { readonly key: string; readonly drawn: Html }

/** Fields in their order; partners that follow each other are side by side. */
export function inPairs(lines: readonly Line[]): readonly Html[] {
  const [first, second, ...rest] = lines
  if (!first) return []
  if (!second || partners[first.key] !== second.key) return [first.drawn, ...inPairs(lines.slice(1))]
  return [html`<div class="pair">${first.drawn} ${second.drawn}</div>`, ...inPairs(rest)]
}

/** A list of country codes beside a line for a number. */
export const dialCodeRules = [
  selectCss,
  '.phone{display:grid;grid-template-columns:1fr 1fr;gap:.6rem}@media (max-width:34rem){.phone{grid-template-columns:1fr}}',
]

/** What an identity field or a part of an address needs: a postal code depends on the country, where that is asked for. */
export function requirement(
  key: string,
  isRequired: boolean,
  { asked, language }: { readonly asked: readonly string[]; readonly language: string | undefined },
): Required<Pick<FieldLabel, 'isRequired' | 'hint'>> {
  const depends = isRequired && key === 'zipCode' && asked.includes('country')
  return { isRequired: isRequired && !depends, hint: depends ? textsOf(language).hints.postalCode : '' }
}

/** A line for a phone number; with `list`, beside a list of country codes with a field of its own and a default country. */
export function phoneLine(
  drawing: Drawing,
  labelling: FieldLabel,
  more: Readonly<Record<string, string | undefined>>,
  list: { readonly field: string; readonly first?: string | undefined } | undefined,
): Html {
  if (!list) return input(drawing, labelling, more)
  const { field } = labelling
  const own = { id: drawing.id(field), name: drawing.name(field), value: drawing.values(field)[0] }
  return labelled(
    drawing,
    labelling,
    (described) =>
      html`<div class="phone">
        ${dialCodes(drawing, list, labelling.label)}<input
          dir="ltr"
          ${attributes({ ...more, ...own, ...described })}
        />
      </div>`,
  )
}

function dialCodes(
  drawing: Drawing,
  { field, first = '' }: { readonly field: string; readonly first?: string | undefined },
  label: string,
): Html {
  const chosen = (drawing.values(field)[0] ?? first).toUpperCase()
  const { countryCode } = textsOf(drawing.language).words
  const fromRight = directionOf(drawing.language) === 'rtl'
  const own = { id: drawing.id(field), name: drawing.name(field), autocomplete: 'tel-country-code' }
  return html`
    <select ${attributes({ ...own, 'aria-label': label === '' ? countryCode : `${label}: ${countryCode}` })}>
      <option value="">${countryCode}</option>
      ${drawing.step.dialCodes.map(
        ({ country, name, code }) =>
          html`<option ${attributes({ value: country, selected: country === chosen })}>
            ${name} ${fromRight ? fromLeft(`+${code}`) : `+${code}`}
          </option>`,
      )}
    </select>
  `
}
