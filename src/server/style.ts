/**
 * The look of a form as custom properties of the stylesheet: `--background`, `--text`, `--accent`, `--accent-text`, `--border` and
 * `--error` are its colours, `--around` is the ground behind the card and `--backdrop` the gradient or picture on that ground, or
 * `none`; `--font`, `--heading-font`, `--radius` and `--align` are what they say; `--width` is the most that a page takes, and spaces are
 * multiplied by `--density`. Where the browser prefers a dark page, the colours and the backdrop are those of the dark look.
 */
import { darkLook, isDark, type Look } from '../form/contrast.ts'
import type { ComponentStyle, Style } from '../form/form.ts'
import { resolveStyle, type Font, type FontName } from '../form/style-tokens.ts'
import { remembered } from './remember.ts'
import { styleFilePath } from './style-files.ts'

export { defaultStyle, resolveStyle } from '../form/style-tokens.ts'

/** A style as the custom properties of the stylesheet. Tokens are resolved again, so none can hold CSS. */
export const styleCss = (style: Style): string => drawn(style).css

/** The ground of the dark look, where there is one. */
export const darkGround = (style: Style): string | undefined => drawn(style).dark?.colors.background

/** As long as a form is unchanged, its style is the same object. */
const drawn = remembered((given: Style) => {
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

/** A file is shown only if it is there at once, so texts never change their font, and nothing moves. */
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

/** In each: fonts of Apple, of Windows, of Linux, of Android, and a generic name. */
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
