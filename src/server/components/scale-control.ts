import { textsOf, type Texts } from '../../form/languages.ts'
import type { Content } from '../../form/schema.ts'
import { contentText } from '../../form/types/answers.ts'
import type { Scale } from '../../form/types/choices.ts'
import { attributes, html, nothing, type Html } from '../../html/html.ts'
import { fieldGroup, noAnswer, tickCss } from './controls.ts'
import type { Drawing, PageComponent } from './page-component.ts'

/**
 * Boxes and stars over radio buttons that are there but not seen. A star that is chosen fills those before it. A browser without `:has`
 * could not show what is chosen, so it shows the radio buttons.
 */
const scaleCss = `
.scaled{container-type:inline-size;display:grid}
.scale,.stars,.ends{width:100%}
.scale,.stars{display:grid;gap:.4rem min(.4rem,(100% - 16.55rem)/5)}
.point{font-weight:400;position:relative;display:grid;place-items:center;min-width:2.75rem;min-height:2.75rem;cursor:pointer;border-radius:var(--corner)}
.scale .point{border:1px solid var(--border)}
.scale .point:hover{border-color:var(--accent);background:var(--wash)}
.stars .point{padding:.25rem .125rem;gap:.25rem}
@supports selector(:has(*)){
.point input{position:absolute;inset:0;width:100%;height:100%;margin:0;opacity:0;cursor:pointer}
.point:has(:focus-visible){outline:3px solid var(--accent);outline-offset:2px}
.scale .point:has(:checked){background:var(--accent);color:var(--accent-text);border-color:var(--accent)}
.stars .point::before{content:"";width:2.25rem;height:2.25rem;clip-path:var(--star);background:var(--accent)}
.stars{--star:polygon(50% 1%,64% 34%,99% 37%,73% 60%,81% 95%,50% 77%,19% 95%,27% 60%,1% 37%,36% 34%)}
.stars:not(:has(:checked)) .point::before,.stars .point:has(:checked)~.point::before{clip-path:polygon(evenodd,50% 1%,64% 34%,99% 37%,73% 60%,81% 95%,50% 77%,19% 95%,27% 60%,1% 37%,36% 34%,50% 1%,50% 16%,60% 39%,85% 42%,66% 58%,72% 83%,50% 70%,28% 83%,34% 58%,15% 42%,40% 39%,50% 16%);background:var(--border)}
.stars:hover .point:hover::before,.stars:hover .point:has(~:hover)::before{clip-path:var(--star);background:var(--accent)}
}
.point :checked+span{font-weight:700}
@media (forced-colors:active){.stars .point::before{background:CanvasText!important;forced-color-adjust:none}.point :checked+span{text-decoration:underline}}
.stars .point span{font-size:.8125rem;line-height:1}
.ends{display:flex;justify-content:space-between;gap:1rem;margin-top:.4rem}
.ends :last-child{text-align:end}
[aria-invalid] .scale .point{border-color:var(--error)}
`

/** The points in one row where there is room for it, else in two that differ by one point at most. */
function rowsCss(points: number): string {
  const rows = (columns: number): string => `
.of-${points}{grid-template-columns:repeat(${columns},minmax(0,1fr))}
.stars.of-${points},.stars.of-${points}+.ends{max-width:${3.15 * columns}rem}
`
  return `${rows(points > 5 ? Math.ceil(points / 2) : points)}@container (min-width:${3.15 * points}rem){${rows(points)}}`
}

type ScaleOptions = {
  readonly scaleOf: (content: Content, words?: Texts['words']) => Scale
  readonly look: (content: Content) => 'scale' | 'stars'
}

/** Radio buttons, drawn as stars or as boxes with numbers. */
export const scaleControl = ({ scaleOf, look }: ScaleOptions): PageComponent => ({
  draw(drawing) {
    const { content, language } = drawing
    return scale(drawing, scaleOf(content, textsOf(language).words), look(content))
  },
  refill: ({ value }) => new Map(typeof value === 'number' ? [['', [String(value)]]] : []),
  // The number that was chosen, and the greatest.
  lines: ({ value }, { content, language }) =>
    typeof value === 'number'
      ? [textsOf(language).after.outOf(String(value), String(scaleOf(content).values.at(-1)))]
      : [],
  rules: ({ content }) => [tickCss, scaleCss, rowsCss(scaleOf(content).values.length)],
})

function scale(drawing: Drawing, { values, lowLabel, highLabel }: Scale, look: 'scale' | 'stars'): Html {
  const chosen = drawing.values()[0]
  const meanings = new Map([
    [values[0], lowLabel],
    [values.at(-1), highLabel],
  ])
  const points = values.map((value, i) => {
    const own = { type: 'radio', id: i === 0 ? drawing.id() : undefined, name: drawing.name(), value }
    const meaning = meanings.get(value) ?? ''
    const says = {
      checked: chosen === String(value),
      'aria-label': meaning === '' ? undefined : `${value}, ${meaning}`,
    }
    return html`<label class="point"
      ><input ${attributes({ ...own, ...says })} /> <span>${value}</span></label
    >`
  })
  const ends =
    lowLabel === '' && highLabel === ''
      ? nothing
      : html`<div class="ends hint" aria-hidden="true">
          <span dir="auto">${lowLabel}</span><span dir="auto">${highLabel}</span>
        </div>`
  return fieldGroup(
    drawing,
    { label: contentText(drawing.content, 'question') },
    {
      isRadioGroup: true,
      body: html`<div class="scaled">
          <div ${attributes({ class: `${look} of-${values.length}` })}>${points}</div>
          ${ends}
        </div>
        ${noAnswer(drawing)}`,
    },
  )
}
