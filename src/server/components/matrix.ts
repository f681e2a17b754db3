import { isObject } from '../../form/value.ts'
import { contentText, optionsOf } from '../../form/types/answers.ts'
import { matrixRow } from '../../form/types/matrix.ts'
import { attributes, html, type Html } from '../../html/html.ts'
import { describe, fieldGroup, tickCss } from './controls.ts'
import type { Drawing, PageComponent } from './page-component.ts'

/** A table with a radio button for each row and column. On a narrow page CSS makes a block of each row. */
export const matrix: PageComponent = {
  draw(drawing) {
    const labelling = { label: contentText(drawing.content, 'question') }
    const columns = optionsOf(drawing.content, 'columns')
    const body = html`
      <table class="matrix">
        <thead>
          <tr>
            <td></td>
            ${columns.map((column) => html`<th scope="col" dir="auto">${drawing.translate(column)}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${optionsOf(drawing.content, 'rows').map((row, i) => rowOf(drawing, { row, i, columns }))}
        </tbody>
      </table>
    `
    return fieldGroup(drawing, labelling, { body })
  },
  refill: ({ rows }, content) => {
    const values = new Map(
      (Array.isArray(rows) ? rows : []).filter(isObject).map(({ row, value }) => [row, value]),
    )
    return new Map(
      optionsOf(content, 'rows').flatMap((row, i) => {
        const value = values.get(row)
        return typeof value === 'string' ? [[matrixRow(i), [value]]] : []
      }),
    )
  },
  isChosen: true,
  rules: () => [tickCss, matrixCss],
  labels: ({ content, translate }) =>
    new Map(optionsOf(content, 'rows').map((row, i) => [matrixRow(i), translate(row)])),
}

type Row = { readonly row: string; readonly i: number; readonly columns: readonly string[] }

// A table whose rows CSS draws as blocks loses its semantics, so each button names its row and column.
function rowOf(drawing: Drawing, { row, i, columns }: Row): Html {
  const field = matrixRow(i)
  const [id, chosen] = [drawing.id(field), drawing.values(field)]
  const { described, problem } = describe(drawing, { label: row, field })
  const cells = columns.map((value, j) => {
    const own = { type: 'radio', id: j === 0 ? id : undefined, name: drawing.name(field), value }
    const says = {
      checked: chosen.includes(value),
      'aria-labelledby': `${id}-row ${id}-${j}`,
      'aria-describedby': described['aria-describedby'],
    }
    return html`<td>
      <label class="choice"
        ><input ${attributes({ ...own, ...says })} />
        <span class="visually-hidden" id="${id}-${j}" dir="auto">${drawing.translate(value)}</span></label
      >
    </td>`
  })
  return html`<tr>
    <th scope="row"><span id="${id}-row" dir="auto">${drawing.translate(row)}</span>${problem}</th>
    ${cells}
  </tr>`
}

const matrixCss = `
.matrix{width:100%;border-collapse:collapse}
.matrix th{font-weight:400;padding:.6rem .5rem}
.matrix tbody th{text-align:start}
.matrix td{padding:0;text-align:center}
.matrix td label{justify-content:center;min-width:2.75rem}
.matrix tbody tr{border-top:1px solid var(--line)}
@media (max-width:34rem){
.matrix,.matrix tbody,.matrix tr,.matrix th,.matrix td{display:block}
.matrix thead{display:none}
.matrix tbody th{font-weight:600;padding:.85rem 0 .25rem}
.matrix td label{justify-content:flex-start}
.matrix td .visually-hidden{position:static;width:auto;height:auto;margin:0;clip-path:none;white-space:normal}
}
`
