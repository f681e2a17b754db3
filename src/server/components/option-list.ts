import type { Content } from '../../form/schema.ts'
import { contentText, optionsOf } from '../../form/types/answers.ts'
import { type Html, attributes, html, nothing } from '../../html/html.ts'
import { boxedCss, choiceGroup, keyOf, refillChoices, tickCss, describe, labellingOf } from './controls.ts'
import type { PageComponent, Drawing } from './page-component.ts'
import { textsOf } from '../../form/languages.ts'
import { withColon } from '../../form/words.ts'
import { countHint, offersOther, otherValue } from '../../form/types/choices.ts'

/** All options on the page, with the classes of their list and a figure before each. */
export const optionList = (
  lookOf: (content: Content) => string,
  figuresOf?: (content: Content) => (option: string) => Html,
): PageComponent => ({
  draw(drawing) {
    const { content } = drawing
    const labelling = choiceLabelling(drawing, contentText(content, 'subheading'))
    return choiceGroup(drawing, labelling, {
      options: orderedOptions(drawing, 'choices'),
      isMulti: content['isMulti'] === true,
      look: lookOf(content),
      figure: figuresOf?.(content),
      last: otherChoice(drawing, 'choices'),
    })
  },
  refill: refillChoices,
  isChosen: true,
  isPersonal: isShuffled,
  rules: ({ content }) => [tickCss, boxedCss, ...otherRules(content)],
})

/** A question with the author's hint and how many options may be chosen. */
export function choiceLabelling(drawing: Drawing, hint: string) {
  const { label, hint: count } = labellingOf(drawing, countHint)
  return { label, hint: `${hint} ${count}`.trim() }
}

/** The text of the option "Other". */
export const otherLabel = ({ content, language }: Drawing): string =>
  contentText(content, 'otherLabel') || textsOf(language).words.other

/** Whether "Other" is chosen: by its button, or by a text where nothing is ticked. */
export const isOtherChosen = ({ values }: Drawing): boolean =>
  values().includes(otherValue) || ((values('other')[0] ?? '') !== '' && values().length === 0)

/** The option "Other" and its field, where a content offers it after the options under a key. */
export function otherChoice(drawing: Drawing, key: string): Html {
  if (!offersOther(drawing.content)) return nothing
  const type = drawing.content['isMulti'] === true ? 'checkbox' : 'radio'
  const own = { type, name: drawing.name(), value: otherValue, checked: isOtherChosen(drawing) }
  return html`
    <label class="choice"
      ><input ${attributes(own)} />
      <span dir="auto">${otherLabel(drawing)}</span
      >${keyOf(drawing, optionsOf(drawing.content, key).length)}</label
    >
    ${otherField(drawing)}
  `
}

/** The field for people's own answer. CSS hides it while the option is not chosen. */
export function otherField(drawing: Drawing): Html {
  if (!offersOther(drawing.content)) return nothing
  const label = otherLabel(drawing)
  const names = [contentText(drawing.content, 'question'), label].filter(Boolean)
  const { described, problem } = describe(drawing, { label, field: 'other', isRequired: false })
  const own = {
    type: 'text',
    id: drawing.id('other'),
    name: drawing.name('other'),
    value: drawing.values('other')[0],
  }
  return html`<div class="other">
    <label ${attributes({ for: own.id })}
      ><span class="visually-hidden">${names.map((name) => withColon(name)).join(' ')} </span
      >${textsOf(drawing.language).words.specify}</label
    >
    ${problem}<input dir="auto" ${attributes({ ...own, ...described })} />
  </div>`
}

export const otherRules = (content: Content): readonly string[] => (offersOther(content) ? [otherCss] : [])

const otherCss = `
.other{display:grid;gap:.25rem;margin-inline-start:1.6rem;padding-inline-start:1.25rem;border-inline-start:2px solid var(--border)}
.other label{font-weight:400}
.choices:has([value=__other__]:not(:checked))>.other,.field:has(option[value=__other__]:not(:checked))>.other{display:none}
`

/** Whether each person sees the options in an order of their own. */
export const isShuffled = (content: Content): boolean => contentText(content, 'order') === 'random'

/** The options under a key as one person sees them; the order stays for one response. */
export function orderedOptions({ content, step, name }: Drawing, key: string): readonly string[] {
  const options = optionsOf(content, key)
  if (!isShuffled(content)) return options
  return options
    .map((option, i) => ({ option, rank: mixed(`${step.seed} ${name()} ${i}`) }))
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ option }) => option)
}

/** A number that depends on every character: FNV-1a, whose bits are then mixed once more. */
function mixed(text: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}
