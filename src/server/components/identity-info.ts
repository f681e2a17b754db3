import type { IdentityField } from '../../form/form.ts'
import { prerequisitesOf, countryField, identityFields } from '../../form/types/identity-info.ts'
import { attributes, html, type Html } from '../../html/html.ts'
import { input, linked } from './controls.ts'
import { dialCodeRules, identityCss, inPairs, inputs, phoneLine, requirement } from './identity-lines.ts'
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
  const { content, language } = drawing
  const asked = identityFields(content).map(({ key }) => key)
  const isRequired = field.required === true || drawing.isRequired === true
  const labelling = {
    field: field.key,
    label: field.label,
    ...requirement(field.key, isRequired, { asked, language }),
  }
  if (field.key !== 'phoneNumber') return input(drawing, labelling, more)
  const list = { field: countryField(field.key), first: field.defaultDialCodeCountry }
  return phoneLine(drawing, labelling, more, field.includeDialCode === true ? list : undefined)
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
