import { textsOf } from '../../form/languages.ts'
import { contentText, optionsOf } from '../../form/types/answers.ts'
import { rankingOption } from '../../form/types/ranking.ts'
import { attributes, html } from '../../html/html.ts'
import { fieldGroup, labelled, selectCss } from './controls.ts'
import type { Drawing, PageComponent } from './page-component.ts'

/** Options, each with a list of places. A script adds buttons and lets them be dragged. */
export const ranking: PageComponent = {
  draw(drawing) {
    const { words } = textsOf(drawing.language)
    const labelling = { label: contentText(drawing.content, 'question'), hint: words.ranking }
    const options = optionsOf(drawing.content, 'options')
    const moves = { 'data-up': words.moveUp, 'data-down': words.moveDown }
    const body = html`
      <ul class="ranking" ${attributes(moves)}>
        ${options.map((option, i) => html`<li>${placeOf(drawing, { option, i, count: options.length })}</li>`)}
      </ul>
    `
    return fieldGroup(drawing, labelling, { body })
  },
  refill: (answer, content) => {
    const ranked: readonly unknown[] = Array.isArray(answer['ranking']) ? answer['ranking'] : []
    return new Map(
      optionsOf(content, 'options').flatMap((option, i) => {
        const place = ranked.indexOf(option) + 1
        return place === 0 ? [] : [[rankingOption(i), [String(place)]]]
      }),
    )
  },
  isChosen: true,
  labels: ({ content, translate }) =>
    new Map(optionsOf(content, 'options').map((option, i) => [rankingOption(i), translate(option)])),
  rules: () => [selectCss, rankingCss],
  scripts: () => ['ranking'],
}

function placeOf(drawing: Drawing, { option, i, count }: { option: string; i: number; count: number }) {
  const field = rankingOption(i)
  const chosen = drawing.values(field)[0]
  return labelled(drawing, { label: drawing.translate(option), field, isRequired: false }, (described) => {
    const own = { id: drawing.id(field), name: drawing.name(field) }
    const places = Array.from({ length: count }, (_, at) => String(at + 1))
    return html`<select ${attributes({ ...own, ...described })}>
      <option value="">–</option>
      ${places.map((value) => html`<option ${attributes({ value, selected: value === chosen })}>${value}</option>`)}
    </select>`
  })
}

const rankingCss = `
.ranking{list-style:none;margin:0;padding:0;display:grid;gap:.6rem}
.ranking li{display:grid;grid-template-columns:1fr 2.75rem 2.75rem;align-items:center;gap:.6rem;padding-block:.5rem;padding-inline:.9rem .5rem;border:1px solid var(--border);border-radius:var(--corner)}
.ranking label{font-weight:400}
.ranking .field{display:grid;grid-template-columns:1fr 6rem;align-items:center}
.ranking .problem{grid-column:1/-1;grid-row:2}
.ranking button{min-height:2.75rem;padding:0;background:none;border-color:var(--border);color:var(--text)}
.ranking [draggable]{cursor:grab}
@media (scripting:none){.ranking li{grid-template-columns:1fr}}
@media (max-width:34rem){.ranking .field{display:contents}.ranking :is(label,.problem){grid-column:1/-1;grid-row:auto}}
`
