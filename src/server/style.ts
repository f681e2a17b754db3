import { darkLook, isDark, type Look } from '../form/contrast.ts'
import type { ComponentStyle, Style } from '../form/form.ts'
import { resolveStyle, type Font, type FontName } from '../form/style-tokens.ts'
import { memoized } from '../form/value.ts'
import type { FastifyInstance } from 'fastify'
import { beginsAs } from './file-types.ts'
import type { PageDeps } from './deps.ts'

/**
 * The look of a form as custom properties of the stylesheet: `--background`, `--text`, `--accent`, `--accent-text`, `--border` and
 * `--error` are its colours, `--around` is the ground behind the card and `--backdrop` the gradient or picture on it, or
 * `none`; `--width` is the greatest width of a page, and spaces are multiplied by `--density`. If the browser prefers a dark page, the
 * colours and the backdrop are those of the dark look.
 */

export { defaultStyle, resolveStyle } from '../form/style-tokens.ts'

/** A style as the custom properties of the stylesheet. Tokens are resolved again, so none can hold CSS. */
export const styleCss = (style: Style): string => drawn(style).css

/** The ground of the dark look; undefined if there is none. */
export const darkGround = (style: Style): string | undefined => drawn(style).dark?.colors.background

/** As long as a form is unchanged, its style is the same object. */
const drawn = memoized((given: Style) => {
  const style = resolveStyle(given)
  const dark = darkLook(style)
  return { css: cssOf(style, dark), dark }
})

function cssOf(style: Style, dark: Look | undefined): string {
  const { font, headingFont = font, radius, layout } = style
  const base = [
    ...lookTokens(style),
    `--font:${stackOf(font)}`,
    `--heading-font:${stackOf(headingFont)}`,
    `--heading-weight:${headingWeights[nameOf(headingFont)] ?? 700}`,
    `--radius:${radius}px`,
    `--align:${layout.align === 'left' ? 'start' : 'center'}`,
    `--width:${widths[layout.width]}`,
    `--density:${densities[layout.density]}`,
  ]
  return [
    ...new Set([font, headingFont].map(fontFace)),
    rule(':root', base),
    componentRules(style),
    dark
      ? `@media (prefers-color-scheme:dark){${rule(':root', lookTokens(dark))}${componentRules(dark)}}`
      : '',
  ].join('')
}

const widths = { narrow: '34rem', medium: '41rem', wide: '56rem' } as const
const densities = { compact: 0.75, comfortable: 1, spacious: 1.35 } as const

function lookTokens({ colors, background }: Look): readonly string[] {
  const dark = isDark(colors.background)
  return [
    `color-scheme:${dark ? 'dark' : 'light'}`,
    `--around:color-mix(in srgb,${dark ? '#000 35%' : `${colors.accent} 8%`},${colors.background})`,
    `--backdrop:${backdropOf(background, colors)}`,
    `--background:${colors.background}`,
    `--text:${colors.text}`,
    `--accent:${colors.accent}`,
    `--accent-text:${colors.accentText}`,
    `--border:${colors.border}`,
    `--error:${colors.error}`,
  ]
}

function backdropOf(background: Style['background'], colors: Style['colors']): string {
  if (!background) return 'none'
  const { gradient = [], angle = 180, image, overlay = colors.background, opacity = 0 } = background
  if (image === undefined) return `linear-gradient(${angle}deg,${gradient.join()})`
  const veil = `color-mix(in srgb,${overlay} ${opacity * 100}%,#0000)`
  return `linear-gradient(${veil},${veil}),url(${styleFilePath(image)})`
}

const componentRules = ({ components }: Look): string =>
  Object.entries(components)
    .map(([type, tokens]) => rule(`.${type}`, componentTokens(tokens)))
    .join('')

const componentTokens = ({
  background,
  border,
  accent,
  accentText,
  radius,
}: ComponentStyle): readonly string[] =>
  Object.entries({
    background,
    border,
    accent,
    'accent-text': accentText,
    radius: radius && `${radius}px`,
  }).flatMap(([name, value]) => (value === undefined ? [] : [`--${name}:${value}`]))

const rule = (selector: string, declarations: readonly string[]): string =>
  declarations.length === 0 ? '' : `${selector}{${declarations.join(';')}}`

/** A font file is used only if it is loaded at once, so text never changes its font and nothing moves. */
const fontFace = (font: Font): string =>
  typeof font === 'string'
    ? ''
    : `@font-face{font-family:${familyOf(font.file)};src:url(${styleFilePath(font.file)}) format("woff2");font-display:optional}`

const stackOf = (font: Font): string =>
  typeof font === 'string' ? fontStacks[font] : `${familyOf(font.file)},${fontStacks[font.fallback]}`

const nameOf = (font: Font): FontName => (typeof font === 'string' ? font : font.fallback)

/** Fonts whose strokes are lost in bold. */
const headingWeights: Partial<Record<FontName, number>> = {
  didone: 500,
  serif: 600,
  transitional: 600,
  classical: 600,
  handwritten: 400,
}

const familyOf = (file: string): string => `font-${file.slice(0, 12)}`

/** Each has fonts of Apple, Windows, Linux and Android, and a generic name. */
const fontStacks: Readonly<Record<FontName, string>> = {
  system: 'system-ui,-apple-system,"Segoe UI",Roboto,Cantarell,"Noto Sans","Helvetica Neue",Arial,sans-serif',
  serif:
    '"Iowan Old Style","Palatino Linotype",Palatino,"Book Antiqua","URW Palladio L",P052,Georgia,Gelasio,"Noto Serif","DejaVu Serif",serif',
  transitional: 'Charter,"Bitstream Charter","Sitka Text",Cambria,Caladea,"Noto Serif","DejaVu Serif",serif',
  didone:
    'Didot,"Bodoni MT","Bodoni 72","Playfair Display","Noto Serif Display","URW Palladio L",P052,Sylfaen,"Noto Serif","DejaVu Serif",serif',
  slab: 'Rockwell,"Rockwell Nova","Roboto Slab","DejaVu Serif","Sitka Small","Noto Serif",serif',
  humanist: 'Seravek,"Gill Sans Nova",Ubuntu,Calibri,"DejaVu Sans",source-sans-pro,sans-serif',
  classical: 'Optima,Candara,"Noto Sans",source-sans-pro,"DejaVu Sans",sans-serif',
  geometric: 'Avenir,Montserrat,Corbel,"URW Gothic",Cantarell,source-sans-pro,sans-serif',
  grotesque: 'Inter,Roboto,"Helvetica Neue","Arial Nova","Nimbus Sans","Liberation Sans",Arial,sans-serif',
  industrial:
    'Bahnschrift,"DIN Alternate","Franklin Gothic Medium","Roboto Condensed","Nimbus Sans Narrow","Liberation Sans Narrow",sans-serif-condensed,sans-serif',
  rounded:
    'ui-rounded,"SF Pro Rounded","Arial Rounded MT Bold",Nunito,Quicksand,"Varela Round",Comfortaa,Calibri,system-ui,sans-serif',
  handwritten:
    '"Segoe Print","Bradley Hand",Chilanka,TSCu_Comic,coming-soon,casual,"Noto Sans","DejaVu Sans",cursive',
  mono: 'ui-monospace,"SF Mono",Menlo,Consolas,"Cascadia Code","DejaVu Sans Mono","Liberation Mono",monospace',
}

/** CSS of every page; components bring their own. */
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
main{width:100%;max-width:var(--width);padding:1.25rem;padding:clamp(1.25rem,5vw,3rem);overflow-wrap:anywhere}
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
button:active,.button:active{box-shadow:inset 0 0 0 9rem color-mix(in srgb,var(--text) 24%,#0000)}
.button{display:inline-flex;align-items:center}
[aria-busy]{position:relative;cursor:progress}
[aria-busy]::after{content:"";position:absolute;inset-block:0;inset-inline-end:.45rem;width:1rem;height:1rem;margin-block:auto;border:2px solid;border-block-start-color:#0000;border-radius:50%;animation:turn 1s linear infinite}
@keyframes turn{to{rotate:1turn}}
.buttons button{text-align:center}
.back{background:none;border-color:#0000;color:var(--accent);padding-inline:1rem}
.back:hover,.plain:hover{box-shadow:none}
.back:hover{background:var(--wash)}
.mark{font-weight:400;color:var(--muted)}
h1 .mark{font-size:1rem;letter-spacing:0}
.visually-hidden{position:absolute;width:1px;height:1px;margin:-1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.field>p>a,.ending>p>a:not(.button){display:inline-block;padding-block:.625rem}
.plain,.plain:hover{display:inline-flex;align-items:center;min-height:2.75rem;padding:0;border:0;background:none;color:inherit;font-weight:400;text-decoration:underline;text-underline-offset:.2em}
.plain:hover{text-decoration-thickness:.15em}
.foot{display:flex;flex-wrap:wrap;align-items:center;gap:.25rem 1.5rem}
.foot.small{gap:0 1.5rem;justify-content:var(--align);white-space:normal}
.small>[role=status]{order:1;flex-basis:100%;min-height:3em}
@media (max-width:34rem){.buttons button{width:100%}.small>[role=status]{min-height:4.5em}}
@media (prefers-reduced-motion:reduce){[aria-busy]::after{animation:none}}
@media (prefers-reduced-motion:no-preference){button,input,select,textarea,label{transition:background-color .12s,border-color .12s,box-shadow .12s}}
`

/** CSS of the chosen layout. */
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

/** On a picture, a card stays a card on phones. */
const apartCss = 'body{padding:clamp(.75rem,6vw - 1.5rem,4rem) clamp(.75rem,4vw - 1rem,2rem)}'

/** On phones, a card would only waste room. */
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
@media (forced-colors:active){progress{forced-color-adjust:none;height:.6rem;border:1px solid CanvasText;background:Canvas}progress::-webkit-progress-bar{background:Canvas}progress::-webkit-progress-value{background:CanvasText}progress::-moz-progress-bar{background:CanvasText}}
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
const edgeCss =
  'progress,.steps{position:absolute;top:0;left:0;right:0;border-radius:0}.steps i{border-radius:0}'

const logoCss =
  '.logo{grid-column:1/-1;justify-self:var(--align);max-width:100%;height:2.5rem;object-fit:contain}'

/** One question, in large type. */
const oneCss = `
h1{font-size:clamp(1.8rem,1.4rem + 1.8vw,2.5rem)}
.lead,.heading .lines{font-size:1.1875rem}
.field,legend{text-align:var(--align)}
legend{width:100%}
.choice,table,ul{text-align:start}
.parts,.measured{justify-content:var(--align)}
.scaled{justify-items:var(--align)}
.field{gap:.75rem}
fieldset.field>*+*{margin-top:.75rem}
.field>label,legend{font-size:1.25rem}
.field>h1~:last-child,legend:has(h1)~:is(.choices,.scaled,:last-child:not(.none)){margin-top:1.5rem}
.hint{font-size:1rem}
input,select,textarea,.choice{font-size:1.1875rem}
input:not([type=checkbox],[type=radio],[type=hidden]),select,textarea,button,.boxed .choice,.scale .point{min-height:3.5rem}
.buttons button{font-size:1.125rem;padding-inline:2.25rem}
.buttons .back{padding-inline:1.25rem}
.buttons+*,.NextButton+*{margin-top:1.25rem}
.choice kbd{margin-inline-start:auto;padding:0 .45rem;border:1px solid var(--line);border-radius:min(var(--corner),.3rem);font:inherit;font-size:.875rem;color:var(--muted)}
.cards kbd{margin:0}
fieldset:focus{outline:0}
form:has(textarea) .by-enter{display:none}
@media not ((hover:hover) and (pointer:fine) and (scripting:enabled)){.by-key{display:none}}
body{align-items:center}
@media (prefers-reduced-motion:no-preference){@view-transition{navigation:auto}}
`

/** One question in the middle of the page, its input without a box. */
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

/** What a file of a style, a font or picture, is for. */
export type StyleFileUse = 'font' | 'picture'

/** The media types of files, and their uses. SVG is not taken: it may hold scripts and load other files. */
const uses: ReadonlyMap<string, StyleFileUse> = new Map([
  ['font/woff2', 'font'],
  ['image/png', 'picture'],
  ['image/jpeg', 'picture'],
  ['image/webp', 'picture'],
])

/** The most bytes of a file, and what it must be. */
const terms = {
  font: { most: 200 * 1024, size: '200 KB', what: 'a WOFF2 font' },
  picture: { most: 1024 * 1024, size: '1 MB', what: 'a PNG, JPEG or WebP picture' },
} as const

const mediaTypeOf = (bytes: Uint8Array): string | undefined =>
  uses.keys().find((mediaType) => beginsAs(mediaType, bytes) === true)

/** Why bytes cannot be such a file, as the rest of a sentence that begins with its name. */
export function styleFileFault(bytes: Uint8Array, use: StyleFileUse): string | undefined {
  const { most, size, what } = terms[use]
  if (bytes.length > most) return `has ${bytes.length} bytes, and ${size} is the most that ${what} may have.`
  return uses.get(mediaTypeOf(bytes) ?? '') === use
    ? undefined
    : `is not ${what}: its first bytes are those of something else.`
}

/** Where a page finds a file of its style. */
export const styleFilePath = (sha256: string): string => `/style/${sha256}`

/** `GET /style/:sha256`: a file of a style. Its name is its content, so it never changes. */
export function registerStyleFiles(
  app: FastifyInstance,
  { store }: { readonly store: Pick<PageDeps['store'], 'styleFiles'> },
): void {
  app.get<{ readonly Params: { readonly sha256: string } }>('/style/:sha256', async (request, reply) => {
    const bytes = await store.styleFiles.get(request.params.sha256)
    const mediaType = bytes && mediaTypeOf(bytes)
    if (mediaType === undefined) return reply.callNotFound()
    return reply
      .headers({
        'content-type': mediaType,
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'same-origin',
      })
      .send(bytes)
  })
}
