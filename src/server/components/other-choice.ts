import { textsOf } from '../../form/languages.ts'
import type { Content } from '../../form/schema.ts'
import { contentText } from '../../form/types/answers.ts'
import { offersOther, otherValue } from '../../form/types/choices.ts'
import { attributes, html, nothing, type Html } from '../../html/html.ts'
import { describe } from './controls.ts'
import type { Drawing } from './page-component.ts'

/** The text of the option "Other". */
export const otherLabel = ({ content, language }: Drawing): string =>
  contentText(content, 'otherLabel') || textsOf(language).words.other

/** Whether "Other" is chosen: by its button, or by a text where nothing is ticked. */
export const isOtherChosen = ({ values }: Drawing): boolean =>
  values().includes(otherValue) || ((values('other')[0] ?? '') !== '' && values().length === 0)

/** The option "Other" and its field, where a content offers it. */
export function otherChoice(drawing: Drawing): Html {
  if (!offersOther(drawing.content)) return nothing
  const type = drawing.content['isMulti'] === true ? 'checkbox' : 'radio'
  const own = { type, name: drawing.name(), value: otherValue, checked: isOtherChosen(drawing) }
  return html`
    <label class="choice"><input ${attributes(own)} /> <span dir="auto">${otherLabel(drawing)}</span></label>
    ${otherField(drawing)}
  `
}

/** The field for people's own answer. CSS hides it while the option is not chosen. */
export function otherField(drawing: Drawing): Html {
  if (!offersOther(drawing.content)) return nothing
  const [label, question] = [otherLabel(drawing), contentText(drawing.content, 'question')]
  const { described, problem } = describe(drawing, { label, field: 'other', isRequired: false })
  const own = {
    type: 'text',
    id: drawing.id('other'),
    name: drawing.name('other'),
    value: drawing.values('other')[0],
    'aria-label': question === '' ? label : `${question}: ${label}`,
  }
  return html`<div class="other">${problem}<input dir="auto" ${attributes({ ...own, ...described })} /></div>`
}

export const otherRules = (content: Content): readonly string[] => (offersOther(content) ? [otherCss] : [])

const otherCss = `
.choices:has([value=__other__]:not(:checked))>.other,.field:has(option[value=__other__]:not(:checked))>.other{display:none}
`
