import { shortened } from '../../form/words.ts'
import { attributes, html, type Html } from '../../html/html.ts'
import type { daysBlock, BarRow, Bars, Block, FiguresTable } from '../blocks.ts'
import type { Span, Spans } from '../days.ts'
import { grouped, spanWords } from '../figure-words.ts'

/** Writes a text in the element that says its language; `shown`: the part of it that is shown. */
export type LanguageWriter = (text: string, shown?: string) => Html

type Head = string | Html

/** A table. `label`: what is read aloud before it. */
const tableOf = (
  label: string,
  {
    heads,
    rows,
    look,
  }: { readonly heads: readonly Head[]; readonly rows: readonly Html[]; readonly look?: string | undefined },
): Html => html`
  <table ${attributes({ class: look })}>
    <caption class="visually-hidden">
      ${label}
    </caption>
    <thead>
      <tr>
        ${heads.map((head) => html`<th scope="col">${head}</th>`)}
      </tr>
    </thead>
    <tbody>
      ${rows}
    </tbody>
  </table>
`

/** A table with bars, the picture and its numbers in one. A whole bar is everybody. */
export const barTable = (label: string, { names: heads, rows }: Bars, labelOf: (row: BarRow) => Html): Html =>
  tableOf(label, {
    heads,
    look: rows.every((row) => row.label.length <= maxShort) ? 'brief' : undefined,
    rows: rows.map(
      (row) => html`
        <tr ${attributes({ class: row.share === undefined ? 'rest' : undefined })}>
          <th scope="row">
            <div class="row">
              <div>${labelOf(row)}</div>
              ${row.share !== undefined && bar(row.share)}
            </div>
          </th>
          ${row.figures.map((figure) => html`<td>${figure}</td>`)}
        </tr>
      `,
    ),
  })

/** Characters of labels that leave more room for bars. */
const maxShort = 4

const barLook = { class: 'chart', viewBox: '0 0 1000 1', preserveAspectRatio: 'none', 'aria-hidden': 'true' }

// Every value above zero stays visible.
const widthOfBar = (share: number): number => (share > 0 ? Math.max(6, Math.round(share * 1000)) : 0)

const bar = (share: number): Html => html`
  <svg ${attributes(barLook)}>
    <rect ${attributes({ width: widthOfBar(share), height: 1 })}></rect>
  </svg>
`

/** The groups of a Net Promoter Score as one bar, and what each is. */
export function npsChart({ score, groups }: Extract<Block, { kind: 'nps' }>): Html {
  let at = 0
  const parts = groups.map(({ name, share = 0 }) => {
    const [x, width] = [at * 1000, share * 1000]
    at += share
    return html`<rect ${attributes({ class: name, x, width, height: 1 })}></rect>`
  })
  return html`
    <div class="nps">
      <p class="score"><b>${score}</b> <span>Net Promoter Score, from −100 to +100</span></p>
      <svg ${attributes({ ...barLook, class: 'chart groups' })}>${parts}</svg>
      <ul class="key">
        ${groups.map(
          ({ name, label, figures: [n = '', share = ''] }) =>
            html`<li>${swatch(name)}${`${label}: `}<b>${share}</b>${`, ${n}`}</li>`,
        )}
      </ul>
    </div>
  `
}

/** Figures side by side, with a bar below each share. */
export const figuresTable = (
  label: string,
  { columns: names, rows }: FiguresTable,
  inLanguage: LanguageWriter,
): Html => html`
  <div class="wide" ${attributes({ tabindex: 0, role: 'region', 'aria-label': label })}>
    ${tableOf(label, {
      heads: ['', ...names.map((name) => inLanguage(name, shortened(name, longestColumn)))],
      look: names.length > maxUpright ? 'segments many' : 'segments',
      rows: rows.map(
        (row) => html`
          <tr>
            <th scope="row">${inLanguage(row.label)}</th>
            ${row.cells.map(({ text, share }) => html`<td>${text}${share !== undefined && bar(share)}</td>`)}
          </tr>
        `,
      ),
    })}
  </div>
`

/** More names of segments than these are turned to fit above their figures. */
const maxUpright = 5
const longestColumn = 40

/** Bars of a chart that a wide page shows well. */
export const maxSpans = 92

/** When responses were created: columns, and the same as a table. */
export function daysChart({ spans, unit, rest }: ReturnType<typeof daysBlock>, id: string): Html {
  const busy = spans.filter(({ total }) => total > 0)
  const greatest = spans.reduce((most, { total }) => Math.max(most, total), 1)
  return html`
    <figure>
      ${spans.some(({ total, finished }) => total > finished) && key}
      <div class="plot">
        <div class="scale axis" aria-hidden="true"><span>${grouped(greatest)}</span><span>0</span></div>
        ${columns(spans, { greatest, id, unit })}
        <div class="span axis" aria-hidden="true">
          ${endsOf(spans).map((label) => html`<span>${label}</span>`)}
        </div>
      </div>
      <details ${attributes({ class: busy.length < leastColumns ? 'few' : undefined })}>
        <summary>${`The same as a table, by ${unit}`}</summary>
        ${tableOf(`Responses by ${unit}`, {
          heads: [unit, 'responses', 'finished'],
          rows: busy.map(
            ({ label, total, finished }) =>
              html`<tr>
                <th scope="row">${spanWords(label)}</th>
                <td>${grouped(total)}</td>
                <td>${grouped(finished)}</td>
              </tr>`,
          ),
        })}
      </details>
      ${rest.map(({ label, figures }) => html`<p class="small">${`${label}: ${figures.join()}`}</p>`)}
    </figure>
  `
}

/** The labels of the first and the last column; together where columns do not reach the other end. */
function endsOf(spans: readonly Span[]): readonly string[] {
  const ends = [...new Set([spans[0], spans.at(-1)])].map((span) => spanWords(span?.label ?? ''))
  return spans.length < leastColumns ? [ends.join(' to ')] : ends
}

const swatch = (kind: string): Html =>
  html`<svg viewBox="0 0 1 1" aria-hidden="true">
    <rect ${attributes({ class: kind, width: 1, height: 1 })}></rect>
  </svg>`

const key: Html = html`
  <ul class="key">
    <li>${swatch('finished')}finished</li>
    <li>${swatch('other')}not finished</li>
  </ul>
`

type ChartScale = { readonly greatest: number; readonly id: string; readonly unit: Spans['unit'] }

/** Units of a column and of the whole height, in the picture's own measure. */
const [column, height] = [10, 1000]

/** Fewer columns leave room at the end rather than grow into blocks. */
const leastColumns = 12

function columns(spans: readonly Span[], { greatest, id, unit }: ChartScale): Html {
  const busiest = spans.find(({ total }) => total === greatest)
  const [first, last] = [spans[0], spans.at(-1)].map((span) => spanWords(span?.label ?? ''))
  const words = `From ${first} to ${last}, a column for each ${unit}. Most in one: ${grouped(greatest)}, ${spanWords(busiest?.label ?? '')}.`
  const width = Math.max(spans.length, leastColumns) * column
  const lines = [0.5, height / 2, height - 0.5]
  const look = { class: 'days', viewBox: `0 0 ${width} ${height}`, preserveAspectRatio: 'none' }
  return html`
    <svg ${attributes({ ...look, role: 'img', 'aria-labelledby': `${id}-title ${id}-words` })}>
      <title ${attributes({ id: `${id}-title` })}>${`Responses by ${unit}`}</title>
      <desc ${attributes({ id: `${id}-words` })}>${words}</desc>
      ${lines.map((y) => html`<line ${attributes({ x1: 0, x2: width, y1: y, y2: y })}></line>`)}
      ${spans.flatMap((span, i) => columnOf(span, i, greatest))}
    </svg>
  `
}

function columnOf({ total, finished }: Span, nth: number, greatest: number): readonly Html[] {
  const [top, split] = [total, finished].map((n) => height - Math.round((n / greatest) * height))
  const parts = [
    { class: 'finished', y: split ?? 0, height: height - (split ?? 0) },
    { class: 'other', y: top ?? 0, height: (split ?? 0) - (top ?? 0) },
  ]
  return parts
    .filter((part) => part.height > 0)
    .map((part) => html`<rect ${attributes({ ...part, x: nth * column + 1, width: column - 2 })}></rect>`)
}
