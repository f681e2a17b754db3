import { isObject } from '../../form/value.ts'
import { contentText, optionsOf } from '../../form/types/answers.ts'
import { matrixRow } from '../../form/types/matrix.ts'
import { attributes, html, type Html } from '../../html/html.ts'
import { describe, fieldGroup, noAnswer, tickCss } from './controls.ts'
import type { Drawing, PageComponent } from './page-component.ts'

/** A block of radio buttons for each row; a table where there is room for the words above its columns. */
export const matrix: PageComponent = {
  draw(drawing) {
    const labelling = { label: contentText(drawing.content, 'question') }
    const columns = optionsOf(drawing.content, 'columns')
    const body = html`<div class="fitted">
      <table ${attributes({ class: `matrix from-${tableWidth(drawing)}` })}>
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
    </div>`
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
  rules: (drawing) => [tickCss, matrixCss, tableCss(drawing)],
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
    <th scope="row" aria-labelledby="${id}-row">
      <span id="${id}-row" dir="auto">${drawing.translate(row)}</span>${problem}
      ${noAnswer(drawing, { field, nameId: `${id}-row` })}
    </th>
    ${cells}
  </tr>`
}

/** The width, in rem, from which on each column has room for the longest word above it. The rows have a quarter of a table. */
function tableWidth({ content, translate }: Pick<Drawing, 'content' | 'translate'>): number {
  const columns = optionsOf(content, 'columns').map(translate)
  const words = columns.flatMap((column) => column.split(/[\s-]/))
  const longest = Math.max(0, ...words.map(({ length }) => length))
  return Math.ceil((columns.length * Math.max(3.5, longest * 0.525 + 0.5)) / 0.75)
}

const matrixCss = `
.fitted{container-type:inline-size}
.matrix{width:100%;border-collapse:collapse}
.matrix,.matrix tbody,.matrix tr,.matrix th,.matrix td{display:block}
.matrix thead{display:none}
.matrix th{padding:.85rem 0 .25rem;text-align:start}
.matrix td{padding:0}
.matrix tbody tr{border-top:1px solid var(--line)}
.matrix td .visually-hidden{position:static;width:auto;height:auto;margin:0;clip-path:none;white-space:normal}
`

const tableCss = (drawing: Parameters<typeof tableWidth>[0]): string => {
  const width = tableWidth(drawing)
  const [table, cells] = [`.matrix.from-${width}`, `.from-${width} td`]
  return `
@container (min-width:${width}rem){
${table}{display:table;table-layout:fixed}
${table} thead{display:table-header-group}
${table} tbody{display:table-row-group;vertical-align:top}
${table} tr{display:table-row}
${table} th{display:table-cell;font-weight:400;padding:0 .5rem;overflow-wrap:normal}
${table} th>span{display:grid;align-items:center;min-height:2.75rem;padding-block:.5rem}
${table} .none{white-space:nowrap;gap:.5rem}
${table} .problem{width:400%}
${table} thead th{padding:.6rem .25rem;font-size:.875rem;text-align:center;vertical-align:bottom}
${table} thead td{width:25%}
${cells}{display:table-cell;text-align:center}
${cells} label{justify-content:center;min-width:2.75rem}
${cells} .visually-hidden{position:absolute;width:1px;height:1px;margin:-1px;clip-path:inset(50%);white-space:nowrap}
}
`
}
