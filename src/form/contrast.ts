/** The contrast of the colours of a style (WCAG 2.2), and the dark look that is derived from a light one. */
import type { Colors, ComponentStyle, Style } from './style-tokens.ts'
import type { Path } from './value.ts'

/** The part of a style that differs between the light and the dark look. */
export type Look = Pick<Style, 'colors' | 'components' | 'background'>

/** Two colours that stand on one another. */
export type Contrast = {
  readonly look: 'light' | 'dark'
  /** What stands on what, such as `text on background`. */
  readonly pair: string
  /** Where the style has the colour that stands on the other. */
  readonly path: Path
  /** From 1 to 21, rounded down to two digits. */
  readonly ratio: number
  /** The least that WCAG AA asks for. */
  readonly needed: number
}

/** The pairs of a style with too little contrast. */
export const lowContrasts = (style: Style): readonly Contrast[] =>
  contrastsOf(style).filter(({ ratio, needed }) => ratio < needed)

export const contrastSentence = ({ look, pair, ratio, needed }: Contrast): string =>
  `In the ${look} look ${pair} has a contrast of ${ratio}, and needs ${needed}.`

/** The contrast that WCAG AA asks for texts, and for everything else. */
const [textContrast, shapeContrast] = [4.5, 3]

/** Higher than needed, because a colour with just enough contrast looks dull on a dark ground. */
const vividContrast = 5.9

/** Every pair of colours of a style, in its own look and in the one where the browser prefers a dark page. */
export function contrastsOf(style: Style): readonly Contrast[] {
  const dark = darkLook(style)
  const own = isDark(style.colors.background) ? 'dark' : 'light'
  const isOnPage = style.layout.frame === 'page'
  return [
    ...contrastsIn(style, own, 'colors', isOnPage),
    ...(dark ? contrastsIn(dark, 'dark', 'dark', isOnPage) : []),
  ]
}

function contrastsIn(
  { colors, components, background }: Look,
  look: Contrast['look'],
  root: 'colors' | 'dark',
  isOnPage: boolean,
): readonly Contrast[] {
  const pairOf = (color: string, ground: string, pair: string, path: Path, needed: number): Contrast => {
    const ratio = Math.floor(contrast(color, ground) * 100) / 100
    return { look, pair, path, needed, ratio }
  }
  const behind = isOnPage ? backdropColors(background, colors) : []
  return [
    ...basePairs.map(([name, on, needed]) =>
      pairOf(colors[name], colors[on], `${name} on ${on}`, [root, name], needed),
    ),
    ...behind.map((ground) =>
      pairOf(colors.text, ground, `text on the page (${ground})`, ['background'], textContrast),
    ),
    ...Object.entries(components).flatMap(([type, own]) =>
      // Only the pairs that the component changes.
      basePairs
        .filter(([name, on]) => Object.hasOwn(own, name) || Object.hasOwn(own, on))
        .map(([name, on, needed]) => {
          const all = { ...colors, ...own }
          const path = ['components', type, Object.hasOwn(own, name) ? name : on]
          return pairOf(all[name], all[on], `${type}: ${name} on ${on}`, path, needed)
        }),
    ),
  ]
}

const basePairs: readonly (readonly [name: keyof Colors, on: keyof Colors, needed: number])[] = [
  ['text', 'background', textContrast],
  ['accentText', 'accent', textContrast],
  ['error', 'background', textContrast],
  ['border', 'background', shapeContrast],
  // Links and the way back are texts.
  ['accent', 'background', textContrast],
]

/** The colours that texts on the page itself may stand on. A picture may be black in one place and white in another. */
function backdropColors(background: Style['background'], colors: Colors): readonly string[] {
  if (!background) return []
  const { gradient, image, overlay = colors.background, opacity = 0 } = background
  return image === undefined ? (gradient ?? []) : [black, white].map((color) => mix(overlay, color, opacity))
}

/**
 * The look for browsers that prefer a dark page; undefined if there is none. Colours that the style does not give are those of
 * its own look, lighter or darker until each pair has the contrast of WCAG AA.
 */
export function darkLook({ dark, colors, components, background, layout }: Style): Look | undefined {
  if (dark === false || (dark === undefined && isDark(colors.background))) return undefined
  const given = dark ?? {}
  // The dark text makes the ground, and the light ground makes the text: both are colours of the brand.
  const ground = given.background ?? darkened(colors.text)
  const text = given.text ?? reach(mix(colors.background, ground, 0.92), ground, 7)
  const accent = given.accent ?? reach(colors.accent, ground, vividContrast)
  const own: Colors = {
    background: ground,
    text,
    accent,
    accentText: given.accentText ?? reach(colors.accentText, accent, textContrast),
    border: given.border ?? reach(mix(text, ground, 0.3), ground, shapeContrast),
    error: given.error ?? reach(colors.error, ground, vividContrast),
  }
  return {
    colors: own,
    components: Object.fromEntries(
      Object.entries(components).map(([type, tokens]) => [type, darkComponent(tokens, own)]),
    ),
    ...(background && { background: darkBackground(background, own, layout.frame) }),
  }
}

function darkComponent(own: ComponentStyle, base: Colors): ComponentStyle {
  const isOwn = (name: keyof Colors): boolean => Object.hasOwn(own, name)
  const { accent, accentText, border } = { ...base, ...own }
  const background = own.background === undefined ? base.background : groundFor(own.background, base)
  const seen = reach(accent, background, textContrast)
  return {
    ...own,
    ...(isOwn('background') && { background }),
    ...((isOwn('accent') || isOwn('background')) && { accent: seen }),
    ...((isOwn('accent') || isOwn('accentText') || isOwn('background')) && {
      accentText: reach(accentText, seen, textContrast),
    }),
    ...((isOwn('border') || isOwn('background')) && { border: reach(border, background, shapeContrast) }),
  }
}

/** A ground that texts and errors of the look can be read on, as they can be on its own. */
const groundFor = (color: string, { text, error, background }: Colors): string =>
  shadesOf(color, background).find((shade) =>
    [text, error].every((one) => contrast(one, shade) >= textContrast),
  ) ?? background

/** Behind a card the ground is darker than the card. */
function darkBackground(
  { gradient, ...rest }: NonNullable<Style['background']>,
  { background, text }: Colors,
  frame: Style['layout']['frame'],
): NonNullable<Style['background']> {
  const ground = frame === 'card' ? mix(background, black, 0.6) : background
  return {
    ...rest,
    ...(gradient && { gradient: gradient.map((color) => reach(tinted(ground, color), text, 7)) }),
    ...(rest.image !== undefined && { overlay: background }),
  }
}

/** A ground with the hue of a colour: each channel is raised by what the colour has beyond its white part. */
function tinted(ground: string, color: string): string {
  const channels = channelsOf(color)
  const darkest = Math.min(...channels)
  return hexOf(channelsOf(ground).map((channel, i) => channel + ((channels[i] ?? 0) - darkest) * 0.7))
}

const [black, white] = ['#000000', '#ffffff']

/** A colour made lighter or darker, in the direction that helps, until it has that contrast on its ground. */
function reach(color: string, ground: string, needed: number): string {
  const end = contrast(white, ground) > contrast(black, ground) ? white : black
  return shadesOf(color, end).find((shade) => contrast(shade, ground) >= needed) ?? end
}

/** A colour so dark that everything light is readable on it. */
const darkened = (color: string): string =>
  shadesOf(color, black).find((shade) => luminance(shade) < 0.015) ?? black

/** Steps from one colour to another, without the last. */
const shadesOf = (color: string, end: string): readonly string[] =>
  Array.from({ length: 20 }, (_, i) => mix(color, end, 1 - i / 20))

/** Whether native controls should be drawn light on dark: the colour's luma is in the lower half. */
export function isDark(color: string): boolean {
  const [red = 0, green = 0, blue = 0] = channelsOf(color)
  return 0.299 * red + 0.587 * green + 0.114 * blue < 128
}

/** The contrast of two colours, from 1 to 21. */
export function contrast(one: string, other: string): number {
  const [a, b] = [luminance(one), luminance(other)]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = channelsOf(color).map((channel) => {
    const part = channel / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** A mix of two colours; `part` of the first. */
function mix(color: string, other: string, part: number): string {
  const others = channelsOf(other)
  return hexOf(channelsOf(color).map((channel, i) => channel * part + (others[i] ?? 0) * (1 - part)))
}

const hexOf = (channels: readonly number[]): string =>
  `#${channels.map((channel) => Math.min(255, Math.round(channel)).toString(16).padStart(2, '0')).join('')}`

const channelsOf = (color: string): readonly number[] =>
  [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16))
