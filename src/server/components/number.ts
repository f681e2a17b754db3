import { writtenNumber } from '../../form/typed-values.ts'
import type { Content } from '../../form/schema.ts'
import { contentNumber, contentText } from '../../form/types/answers.ts'
import { numberBounds } from '../../form/types/number.ts'
import { attributes, html } from '../../html/html.ts'
import { labelled, labellingOf } from './controls.ts'
import type { PageComponent } from './page-component.ts'

/** A field for a number, its unit beside it. A field of type number would lose invalid input. */
export const number: PageComponent = {
  draw: (drawing) =>
    labelled(drawing, labellingOf(drawing, numberBounds), (described) => {
      const { content } = drawing
      const unit = contentText(content, 'unit')
      const unitId = `${drawing.id()}-unit`
      const first = contentNumber(content, 'default')
      const own = {
        type: 'text',
        id: drawing.id(),
        name: drawing.name(),
        value:
          drawing.values()[0] ?? (first === undefined ? undefined : writtenNumber(first, drawing.language)),
        inputmode: keysFor(content),
        autocomplete: 'off',
        placeholder: contentText(content, 'placeholder') || undefined,
        ...described,
      }
      if (unit === '') return html`<input dir="ltr" ${attributes(own)} />`
      const tied = [described['aria-describedby'], unitId].filter(Boolean).join(' ')
      return html`<div class="measured">
        <input dir="ltr" ${attributes({ ...own, 'aria-describedby': tied })} />
        <span dir="auto" ${attributes({ id: unitId })}>${unit}</span>
      </div>`
    }),
  refill: ({ value }, _content, language) =>
    new Map(typeof value === 'number' ? [['', [writtenNumber(value, language)]]] : []),
  lines: ({ value }, { content, language }) =>
    typeof value === 'number'
      ? [[writtenNumber(value, language), contentText(content, 'unit')].join(' ').trim()]
      : [],
  rules: ({ content }) => (contentText(content, 'unit') === '' ? [] : [unitCss]),
}

const unitCss = `
.measured{display:flex;align-items:center;gap:.6rem}
.measured input{flex:0 1 14rem;min-width:0}
.measured span{flex:none;max-width:50%}
`

/** The keyboard that a phone shows; the numeric ones have no minus sign. */
function keysFor(content: Content): string | undefined {
  const [min, step] = [contentNumber(content, 'min'), contentNumber(content, 'step')]
  if (min === undefined || min < 0) return undefined
  return Number.isInteger(step) && Number.isInteger(min) ? 'numeric' : 'decimal'
}
