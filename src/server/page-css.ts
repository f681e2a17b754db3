import type { Style } from '../form/form.ts'

/** What every page is drawn with, from the custom properties of its style. What one kind of component needs comes with it. */
export const baseCss = `
*{box-sizing:border-box}
:root,form>div{
--muted:color-mix(in srgb,var(--text) 70%,var(--background));
--line:color-mix(in srgb,var(--text) 14%,var(--background));
--wash:color-mix(in srgb,var(--accent) 9%,var(--background));
--corner:min(var(--radius),1rem);
--gap:calc(2rem*var(--density));
--control:max(2.75rem,2rem + 1rem*var(--density))}
html{background:var(--around) center/cover fixed;background-image:var(--backdrop);font:100%/1.5 var(--font);color:var(--text);text-size-adjust:100%}
body{margin:0;min-height:100vh;min-height:100dvh;display:grid;align-items:start;justify-items:center}
main{width:100%;max-width:var(--width);padding:clamp(1.25rem,5vw,3rem);overflow-wrap:anywhere}
h1,h2,p,ul,fieldset{margin:0;padding:0;border:0;min-width:0}
h1,h2{font-family:var(--heading-font,inherit)}
h1{font-size:clamp(1.7rem,1.4rem + 1.4vw,2.25rem);font-weight:var(--heading-weight);line-height:1.15;letter-spacing:-.018em;text-wrap:balance}
h2{font-size:1.25rem;line-height:1.3}
a{color:var(--accent);text-underline-offset:.15em}
a:hover{text-decoration-thickness:.15em}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
form>div+div{margin-top:var(--gap)}
.top{display:grid;grid-template-columns:1fr auto;gap:.6rem 1.5rem;margin-bottom:calc(var(--gap) + .5rem);font-size:.875rem;color:var(--muted)}
.name{font-weight:600}
.heading{display:grid;gap:.5rem;margin-bottom:var(--gap);text-align:var(--align)}
.lead{font-size:1.125rem;color:var(--muted);white-space:pre-line;text-wrap:pretty}
[dir=auto]:not(input,textarea),:dir(rtl)>:is(input,textarea){text-align:-webkit-match-parent;text-align:match-parent}
label,legend{font-weight:600;padding:0}
h1>label{font-weight:inherit}
.field{display:grid;gap:.5rem;align-content:start}
fieldset.field{display:block}
fieldset.field>*+*{margin-top:.5rem}
.hint,.small{font-size:.875rem;color:var(--muted);font-weight:400}
.lines,.small{white-space:pre-line}
.small{text-align:var(--align)}
.problem{font-size:.875rem;font-weight:600;color:var(--error)}
input,select,textarea,button{font:inherit;color:inherit;accent-color:var(--accent)}
input:not([type=checkbox],[type=radio],[type=hidden]),select,textarea{width:100%;min-width:0;min-height:var(--control);padding:.6rem .85rem;border:1px solid var(--border);border-radius:var(--corner);background:var(--background)}
::placeholder{color:var(--muted);opacity:1}
:is(input,select,textarea):hover{border-color:var(--text)}
:is(input,select,textarea):focus-visible{border-color:var(--accent);outline-offset:-1px}
[aria-invalid]:is(input,select,textarea){border-color:var(--error);box-shadow:inset 0 0 0 1px var(--error)}
.buttons{display:flex;flex-wrap:wrap;align-items:center;gap:.75rem;justify-content:var(--align);margin-top:calc(var(--gap) + .5rem)}
button,.button{min-height:var(--control);padding:.6rem 1.75rem;border:1px solid var(--accent);border-radius:var(--radius);background:var(--accent);color:var(--accent-text);font-weight:600;cursor:pointer;text-decoration:none}
button:hover,.button:hover{box-shadow:inset 0 0 0 9rem color-mix(in srgb,var(--text) 14%,#0000)}
.button{display:inline-flex;align-items:center}
.back{background:none;border-color:#0000;color:var(--accent);padding-inline:1rem}
.back:hover,.plain:hover{box-shadow:none}
.back:hover{background:var(--wash)}
.mark{font-weight:400;color:var(--muted)}
h1 .mark{font-size:1rem;letter-spacing:0}
.unseen{position:absolute;width:1px;height:1px;margin:-1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.field>p>a,.ending>p>a:not(.button){display:inline-block;padding-block:.625rem}
.plain,.plain:hover{display:inline-flex;align-items:center;min-height:2.75rem;padding:0;border:0;background:none;color:inherit;font-weight:400;text-decoration:underline;text-underline-offset:.2em}
.plain:hover{text-decoration-thickness:.15em}
.foot{display:flex;flex-wrap:wrap;align-items:center;gap:.25rem 1.5rem}
.foot.small{gap:0 1.5rem;justify-content:var(--align);white-space:normal}
.small>[role=status]{order:1;flex-basis:100%;min-height:3em}
@media (max-width:34rem){.buttons button{width:100%}.small>[role=status]{min-height:4.5em}}
@media (prefers-reduced-motion:no-preference){button,input,select,textarea,label{transition:background-color .12s,border-color .12s,box-shadow .12s}}
`

/** The rules for the layout of a style: only those of what it chose. */
export function layoutCss({ layout, background }: Style): string {
  const { frame, progress, questions, logo } = layout
  const isOpen = frame === 'page' && questions === 'one'
  return [
    frame === 'page' ? pageCss : cardCss,
    frame === 'card' ? (background ? apartCss : flatCss) : '',
    progressCss[progress],
    isOpen || (frame === 'page' && progress === 'bar') ? edgeCss : '',
    logo ? logoCss : '',
    questions === 'one' ? oneCss : '',
    isOpen ? openCss : '',
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

const pageCss = `
html{background-color:var(--background)}
h1{font-size:clamp(1.8rem,1.35rem + 1.9vw,2.75rem)}
`

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
const edgeCss = 'progress,.steps{position:absolute;inset:0 0 auto;border-radius:0}.steps i{border-radius:0}'

const logoCss =
  '.logo{grid-column:1/-1;justify-self:var(--align);max-width:100%;height:2.5rem;object-fit:contain}'

/** One question, in large type. */
const oneCss = `
h1{font-size:clamp(1.8rem,1.4rem + 1.8vw,2.5rem)}
.lead,.heading .lines{font-size:1.1875rem}
.field>h1,legend{text-align:var(--align);width:100%}
fieldset{text-align:var(--align)}
.choice,table,ul{text-align:start}
.field{gap:.75rem}
fieldset.field>*+*{margin-top:.75rem}
.field>label,legend{font-size:1.25rem}
.field>.hint{text-align:var(--align)}
.field>h1~:last-child,legend:has(h1)~:last-child{margin-top:1.5rem}
.hint{font-size:1rem}
input,select,textarea,.choice{font-size:1.1875rem}
input:not([type=checkbox],[type=radio],[type=hidden]),select,textarea,button,.boxed .choice,.scale .point{min-height:3.5rem}
.buttons button{font-size:1.125rem;padding-inline:2.25rem}
.buttons .back{padding-inline:1.25rem}
.buttons+*,.NextButton+*{margin-top:1.25rem}
body{align-items:center}
@media (prefers-reduced-motion:no-preference){@view-transition{navigation:auto}}
`

/** One question, on the page itself: in its middle, its line to write on without a box. */
const openCss = `
html body{align-items:stretch}
h1{font-size:clamp(2rem,1.3rem + 3.1vw,3.5rem);line-height:1.08;letter-spacing:-.025em}
main{display:flex;flex-direction:column;max-width:none;padding-block:clamp(1.25rem,3vw,2rem)}
main>:not(.top){width:100%;max-width:calc(var(--width) - 5rem);margin-inline:auto}
main>form{flex:1;display:flex;flex-direction:column}
main>form>div:first-of-type{margin-top:auto}
form>.NextButton{margin:0 0 auto}
form .heading{margin:0}
main>.heading{margin-top:auto}
.heading+form{flex:initial;margin-bottom:auto}
input,select{text-align:var(--align)}
.ending{margin-block:auto}
:is(input:not([type=checkbox],[type=radio],[type=hidden],[type=file]),select,textarea){font-size:clamp(1.375rem,1.2rem + .8vw,1.75rem);padding-inline:0;border-width:0 0 2px;border-radius:0;background-color:#0000}
:is(input:not([type=checkbox],[type=radio],[type=hidden],[type=file]),select,textarea):focus-visible{outline-color:#0000;box-shadow:0 2px var(--accent)}
[aria-invalid]:is(input:not([type=file]),select,textarea){box-shadow:0 1px var(--error)}
textarea{field-sizing:content;min-height:4.75rem}
.boxed .choice{background:color-mix(in srgb,var(--background) 60%,#0000)}
`
