import type { Style } from '../../form/form.ts'

/** The rules for the layout of a style: only those of what it chose. */
export function layoutCss({ layout, background }: Style): string {
  const { frame, progress, questions, logo } = layout
  return [
    frame === 'page' ? pageCss : cardCss,
    frame === 'card' ? (background ? apartCss : flatCss) : '',
    progressCss[progress],
    frame === 'page' && progress === 'bar' ? edgeCss : '',
    logo ? logoCss : '',
    questions === 'one' ? oneCss : '',
    questions === 'one' && frame === 'page' ? openCss : '',
  ].join('')
}

const cardCss = `
body{padding:clamp(0rem,6vw - 1.5rem,4rem) clamp(0rem,4vw - 1rem,2rem)}
main{background:var(--background);border-radius:calc(var(--corner)*1.5);box-shadow:0 0 0 1px var(--line),0 1rem 3rem -1.5rem #0003}
`

/** Before a picture a card stays one on a phone, too. */
const apartCss = 'body{padding:clamp(.75rem,6vw - 1.5rem,4rem) clamp(.75rem,4vw - 1rem,2rem)}'

/** On a phone a card would only cost room. */
const flatCss = `
@media (max-width:34rem){
html{background-color:var(--background)}
main{border-radius:0;box-shadow:none}
}
`

const pageCss = 'html{background-color:var(--background)}'

const progressCss = {
  bar: `
progress{grid-column:1/-1;width:100%;height:.3rem;appearance:none;border:0;border-radius:9px;overflow:hidden;background:var(--line)}
progress::-webkit-progress-bar{background:var(--line)}
progress::-webkit-progress-value{background:var(--accent)}
progress::-moz-progress-bar{background:var(--accent)}
@media (forced-colors:active){progress{appearance:auto}}
`,
  steps: `
.steps{grid-column:1/-1;display:flex;gap:min(.3rem,1%)}
.steps i{flex:1;height:.3rem;border-radius:9px;background:var(--line)}
.steps .past{background:var(--accent)}
@media (forced-colors:active){.steps i{border:1px solid}.steps .past{background:CanvasText;forced-color-adjust:none}}
`,
  none: '',
}

/** Along the upper edge of the page. */
const edgeCss = 'progress{position:absolute;inset:0 0 auto;border-radius:0}'

const logoCss =
  '.logo{grid-column:1/-1;justify-self:var(--align);max-width:100%;height:2.5rem;object-fit:contain}'

/** One question, in large type. */
const oneCss = `
h1{font-size:clamp(1.8rem,1.25rem + 2.6vw,3rem);line-height:1.12;letter-spacing:-.02em}
.lead,.heading .lines{font-size:1.1875rem}
.field>h1,legend{text-align:var(--align);width:100%}
fieldset{text-align:var(--align)}
.choice,table,ul{text-align:start}
.field{gap:.75rem}
fieldset.field>*+*{margin-top:.75rem}
.field>label,legend{font-size:1.25rem}
.hint{font-size:1rem}
input,select,textarea,.choice{font-size:1.1875rem}
input:not([type=checkbox],[type=radio],[type=hidden]),select,textarea,button{min-height:3.5rem}
.buttons button{font-size:1.125rem;padding-inline:2.25rem}
.buttons .back{padding-inline:1.25rem}
.buttons+*,.NextButton+*{margin-top:1.25rem}
body{align-items:center}
@media (prefers-reduced-motion:no-preference){@view-transition{navigation:auto}}
`

/** One question, on the page itself: in its middle, its line to write on without a box. */
const openCss = `
body{align-items:stretch}
main{display:flex;flex-direction:column}
.top{margin-bottom:auto;padding-bottom:2.5rem}
main>:last-child{margin-bottom:auto;padding-bottom:2.5rem}
:is(input:not([type=checkbox],[type=radio],[type=hidden],[type=file]),select,textarea){font-size:1.375rem;padding-inline:0;border-width:0 0 2px;border-radius:0;background-color:#0000}
:is(input:not([type=checkbox],[type=radio],[type=hidden],[type=file]),select,textarea):focus-visible{outline-color:#0000;box-shadow:0 2px var(--accent)}
[aria-invalid]:is(input:not([type=file]),select,textarea){box-shadow:0 1px var(--error)}
textarea{field-sizing:content;min-height:4.75rem}
.boxed .choice{background:color-mix(in srgb,var(--background) 60%,#0000)}
`
