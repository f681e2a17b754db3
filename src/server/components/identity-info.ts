import { awaitedBy, countryField, identityFields } from '../../form/components.ts'
import { directionOf, fromLeft, textsOf } from '../../form/languages.ts'
import type { IdentityField } from '../../form/form.ts'
import { attributes, html, type Html } from '../../html/html.ts'
import { input, labelled, selectCss } from './controls.ts'
import type { Drawing, PageComponent } from './page-component.ts'
import { inPairs } from './pairs.ts'

type Key = IdentityField['key']

export const identityInfo: PageComponent = {
  draw(drawing) {
    const { description, content } = drawing
    const id = `${drawing.id()}-description`
    const group = description ? { role: 'group', 'aria-labelledby': id } : {}
    const fields = identityFields(content).map((field) => ({ key: field.key, drawn: line(drawing, field) }))
    return html`<div class="identity" ${attributes(group)}>
      ${description && html`<p class="hint lines" dir="auto" ${attributes({ id })}>${description}</p>`}
      ${inPairs(fields)}
    </div>`
  },
  refill: (answer) =>
    new Map(
      Object.entries(answer).flatMap(([key, value]) =>
        Object.hasOwn(inputs, key) && typeof value === 'string' ? [[key, [value]]] : [],
      ),
    ),
  labels: ({ content }) => new Map(identityFields(content).map(({ key, label }) => [key, label])),
  rules({ content, id }) {
    const fields = identityFields(content)
    const hasDialCodes = fields.some(({ includeDialCode }) => includeDialCode === true)
    return [identityCss, ...(hasDialCodes ? dialCodeRules : []), revealRules(fields, id)]
  },
}

/** Lines below each other, and those that stand side by side. */
export const identityCss = `
.identity{display:grid;gap:1.25rem}
fieldset .identity{margin-top:.9rem}
.Address legend{font-size:1.25rem}
.pair{display:grid;grid-template-columns:1fr 1fr;gap:1.25rem .6rem;align-items:start}
@media (max-width:34rem){.pair{grid-template-columns:1fr}}
`

/** A list of country codes beside a line for a number. */
export const dialCodeRules = [
  selectCss,
  '.phone{display:grid;grid-template-columns:1fr 1fr;gap:.6rem}@media (max-width:34rem){.phone{grid-template-columns:1fr}}',
]

const address = { inputmode: 'email', spellcheck: 'false', autocapitalize: 'none' }
const web = { type: 'url', inputmode: 'url', spellcheck: 'false', autocapitalize: 'none' }

/** What helps a browser to fill in each key, and a phone to show the fitting keys. */
export const inputs: Readonly<Record<Key, Readonly<Record<string, string>>>> = {
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

function line(drawing: Drawing, field: IdentityField): Html {
  // A blank placeholder, where there is none, lets CSS tell whether the line is empty.
  const more = { ...inputs[field.key], placeholder: field.placeholder || ' ' }
  const labelling = {
    field: field.key,
    label: field.label,
    isRequired: field.required === true || drawing.isRequired === true,
  }
  if (field.key !== 'phoneNumber' || field.includeDialCode !== true) return input(drawing, labelling, more)
  return labelled(drawing, labelling, (described) => {
    const own = {
      id: drawing.id(field.key),
      name: drawing.name(field.key),
      value: drawing.values(field.key)[0],
    }
    return html`<div class="phone">
      ${dialCodes(drawing, { field: countryField(field.key), first: field.defaultDialCodeCountry, label: field.label })}<input
        dir="ltr"
        ${attributes({ ...more, ...own, ...described })}
      />
    </div>`
  })
}

/** A list of country codes, sent under its own field; `first`: the country that is chosen at first; `label`: that of the number. */
export function dialCodes(
  drawing: Drawing,
  {
    field: name,
    first = '',
    label,
  }: { readonly field: string; readonly first?: string | undefined; readonly label: string },
): Html {
  const chosen = (drawing.values(name)[0] ?? first).toUpperCase()
  const { countryCode } = textsOf(drawing.language).words
  const fromRight = directionOf(drawing.language) === 'rtl'
  const own = { id: drawing.id(name), name: drawing.name(name), autocomplete: 'tel-country-code' }
  return html`
    <select ${attributes({ ...own, 'aria-label': label === '' ? countryCode : `${label}: ${countryCode}` })}>
      <option value="">${countryCode}</option>
      ${drawing.step.dialCodes.map(
        ({ country, name: called, code }) =>
          html`<option ${attributes({ value: country, selected: country === chosen })}>
            ${called} ${fromRight ? fromLeft(`+${code}`) : `+${code}`}
          </option>`,
      )}
    </select>
  `
}

/**
 * CSS that hides each field while one that it waits for is empty. A browser that does not know `:has` shows all; the
 * server reads only what is shown.
 */
const revealRules = (fields: readonly IdentityField[], id: (field: string) => string): string =>
  fields
    .map((field) => {
      const empty = awaitedBy(field, fields).map((key) => `#${id(key)}:placeholder-shown`)
      return empty.length === 0 ? '' : `form:has(${empty.join()}) #${id(field.key)}-field{display:none}`
    })
    .join('')
