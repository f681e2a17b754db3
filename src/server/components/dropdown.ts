import { textsOf } from '../../form/languages.ts'
import type { Content } from '../../form/schema.ts'
import { contentText } from '../../form/types/answers.ts'
import { offersOther, otherValue } from '../../form/types/choices.ts'
import { attributes, html, nothing, type Html } from '../../html/html.ts'
import { choiceGroup, labelled, refillChosen, selectCss, tickCss } from './controls.ts'
import {
  choiceLabelling,
  isShuffled,
  orderedOptions,
  isOtherChosen,
  otherChoice,
  otherField,
  otherLabel,
  otherRules,
} from './option-list.ts'
import type { Drawing, PageComponent } from './page-component.ts'

/** A list that opens; where several may be chosen, boxes in a list that scrolls. */
export const dropdown: PageComponent = {
  draw(drawing) {
    const { content } = drawing
    const [options, chosen] = [orderedOptions(drawing, 'options'), drawing.values()]
    const labelling = {
      label: contentText(content, 'question'),
      isLabelHidden: content['hideQuestion'] === true,
    }
    // A native list of several needs a key held down while clicking, which few people know.
    if (content['isMulti'] === true)
      return choiceGroup(
        drawing,
        { ...labelling, ...choiceLabelling(drawing, contentText(content, 'placeholder')) },
        {
          // The list shows five: what was chosen before must be among them.
          options: options.toSorted((a, b) => Number(chosen.includes(b)) - Number(chosen.includes(a))),
          isMulti: true,
          look: 'choices listbox',
          before: filterField(drawing),
          last: otherChoice(drawing, 'options'),
          data: filtered(drawing),
        },
      )
    return labelled(drawing, labelling, (described) => select(drawing, options, described))
  },
  refill({ selected, other }) {
    const chosen = Array.isArray(selected) ? selected : [selected]
    const texts = chosen.filter((value): value is string => typeof value === 'string')
    return refillChosen(texts, other)
  },
  isChosen: true,
  isPersonal: isShuffled,
  rules: ({ content }) => [
    ...(content['isMulti'] === true ? [tickCss, listboxCss] : [selectCss]),
    ...(isSearchable(content) ? [filterCss] : []),
    ...otherRules(content),
  ],
  scripts: (content) => (isSearchable(content) ? ['filter'] : []),
}

const listboxCss = `
.listbox{display:grid;max-height:15.6rem;overflow:auto;padding:.35rem .9rem;border:1px solid var(--border);border-radius:var(--corner)}
.listbox [hidden]{display:none}
fieldset:has([aria-invalid])>.listbox{border-color:var(--error)}
`

/** The number of options from which on a list has a field that filters it. */
const longList = 15

function isSearchable({ searchable, options }: Content): boolean {
  return typeof searchable === 'boolean' ? searchable : Array.isArray(options) && options.length >= longList
}

/** What a list says that is filtered: how many entries are left. */
function filtered({ content, language }: Drawing): Readonly<Record<string, string>> {
  const { found, nothingFound } = textsOf(language).words
  return isSearchable(content) ? { 'data-filter': found, 'data-nothing': nothingFound } : {}
}

/** The field with which a script filters the list below it. It is drawn here, so that nothing moves when the script begins. */
function filterField({ content, language }: Drawing): Html {
  if (!isSearchable(content)) return nothing
  const { filter } = textsOf(language).words
  const label = `${filter}: ${contentText(content, 'question')}`
  const own = { type: 'search', class: 'filter', placeholder: filter, 'aria-label': label }
  return html`<input ${attributes(own)} />`
}

const filterCss = '@media (scripting:none){.filter{display:none}}'

function select(
  drawing: Drawing,
  options: readonly string[],
  described: Readonly<Record<string, string | undefined>>,
) {
  const { content } = drawing
  const placeholder = contentText(content, 'placeholder')
  const own = { id: drawing.id(), name: drawing.name(), ...filtered(drawing) }
  const other = { value: otherValue, selected: isOtherChosen(drawing) }
  return html`
    ${filterField(drawing)}
    <select dir="auto" ${attributes({ ...own, ...described })}>
      <option value="">${placeholder || textsOf(drawing.language).words.chooseOne}</option>
      ${options.map(
        (value) =>
          html`<option ${attributes({ value, selected: drawing.values().includes(value) })}>
            ${drawing.translate(value)}
          </option>`,
      )}
      ${offersOther(content) && html`<option ${attributes(other)}>${otherLabel(drawing)}</option>`}
    </select>
    ${otherField(drawing)}
  `
}
