import { contentText, optionsOf } from '../../form/components.ts'
import { attributes, html } from '../../html/html.ts'
import { choiceGroup, labelled } from './controls.ts'
import type { Drawing, PageComponent } from './page-component.ts'

/** A list that opens; where several may be chosen, boxes in a list that scrolls. */
export const dropdown: PageComponent = {
  draw(drawing) {
    const { content } = drawing
    const options = optionsOf(content, 'options')
    const labelling = {
      label: contentText(content, 'question'),
      isLabelHidden: content['hideQuestion'] === true,
    }
    // A native list of several needs a key held down while clicking, which few people know.
    if (content['isMulti'] === true)
      return choiceGroup(
        drawing,
        { ...labelling, hint: contentText(content, 'placeholder') },
        { options, isMulti: true, look: 'choices listbox' },
      )
    return labelled(drawing, labelling, (described) => select(drawing, options, described))
  },
  refill({ selected }) {
    const chosen = Array.isArray(selected) ? selected : [selected]
    return new Map([['', chosen.filter((value): value is string => typeof value === 'string')]])
  },
}

function select(
  drawing: Drawing,
  options: readonly string[],
  described: Readonly<Record<string, string | undefined>>,
) {
  const chosen = drawing.values()
  const placeholder = contentText(drawing.content, 'placeholder')
  return html`
    <select dir="auto" ${attributes({ id: drawing.id(), name: drawing.name(), ...described })}>
      <option value="">${placeholder === '' ? 'Choose one' : placeholder}</option>
      ${options.map(
        (value) => html`<option ${attributes({ value, selected: chosen.includes(value) })}>${value}</option>`,
      )}
    </select>
  `
}
