import type { IdentityField } from '../../form/form.ts'
import { prerequisitesOf, countryField, identityFields } from '../../form/types/identity-info.ts'
import { textsOf } from '../../form/languages.ts'
import { attributes, html, type Html } from '../../html/html.ts'
import { input, labelled, linked } from './controls.ts'
import { dialCodeRules, dialCodes, identityCss, inPairs, inputs } from './identity-lines.ts'
import type { Drawing, PageComponent } from './page-component.ts'

export const identityInfo: PageComponent = {
  draw(drawing) {
    const { description, content } = drawing
    const id = `${drawing.id()}-description`
    const group = description ? { role: 'group', 'aria-labelledby': id } : {}
    const fields = identityFields(content).map((field) => ({ key: field.key, drawn: line(drawing, field) }))
    return html`<div class="identity" ${attributes(group)}>
      ${description && html`<p class="hint lines" dir="auto" ${attributes({ id })}>${linked(description)}</p>`}
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

function line(drawing: Drawing, field: IdentityField): Html {
  // A blank placeholder lets CSS tell whether the line is empty.
  const more = { ...inputs[field.key], placeholder: field.placeholder || ' ' }
  const isRequired = field.required === true || drawing.isRequired === true
  const depends =
    isRequired &&
    field.key === 'zipCode' &&
    identityFields(drawing.content).some(({ key }) => key === 'country')
  const labelling = {
    field: field.key,
    label: field.label,
    isRequired: isRequired && !depends,
    hint: depends ? textsOf(drawing.language).hints.postalCode : '',
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

/**
 * CSS that hides each field while one that it waits for is empty. A browser that does not know `:has` shows all; the
 * server reads only what is shown.
 */
const revealRules = (fields: readonly IdentityField[], id: (field: string) => string): string =>
  fields
    .map((field) => {
      const empty = prerequisitesOf(field, fields).map((key) => `#${id(key)}:placeholder-shown`)
      return empty.length === 0 ? '' : `form:has(${empty.join()}) #${id(field.key)}-field{display:none}`
    })
    .join('')
