import type { ComponentStyle, Style } from '../form/form.ts'
import { isTypeName } from '../form/schema.ts'

/** A complete style. Tokens that are missing or invalid in the source form get their default. */
export function resolveStyle(source: unknown): Style {
  const given = membersOf(source)
  const colors = membersOf(given['colors'])
  const color = (name: keyof Style['colors']): string => colorOf(colors[name]) ?? defaultStyle.colors[name]
  return {
    colors: {
      background: color('background'),
      text: color('text'),
      accent: color('accent'),
      accentText: color('accentText'),
      border: color('border'),
      error: color('error'),
    },
    font: fonts.find((font) => font === given['font']) ?? defaultStyle.font,
    radius: radiusOf(given['radius']) ?? defaultStyle.radius,
    layout: layouts.find((layout) => layout === given['layout']) ?? defaultStyle.layout,
    components: Object.fromEntries(
      Object.entries(membersOf(given['components']))
        .filter(([type]) => isTypeName(type))
        .map(([type, style]) => [type, componentStyleOf(style)]),
    ),
  }
}

const fonts: readonly Style['font'][] = ['system', 'serif', 'mono', 'rounded']
const layouts: readonly Style['layout'][] = ['left', 'center']

function componentStyleOf(source: unknown): ComponentStyle {
  const { accent, accentText, radius } = membersOf(source)
  return { accent: colorOf(accent), accentText: colorOf(accentText), radius: radiusOf(radius) }
}

const colorOf = (value: unknown): string | undefined =>
  typeof value === 'string' && /^#[0-9a-f]{6}$/i.test(value) ? value.toLowerCase() : undefined

// 999 px makes any box a pill.
const radiusOf = (value: unknown): number | undefined =>
  typeof value === 'number' && value >= 0 && value <= 999 ? Math.round(value) : undefined

const membersOf = (value: unknown): Readonly<Record<string, unknown>> =>
  // The members of any object are unknown.
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {}

/** The styles of the starter forms. Every pair of colours meets WCAG AA. */
export const starterStyles = {
  light: {
    colors: {
      background: '#ffffff',
      text: '#1b1f24',
      accent: '#2450c8',
      accentText: '#ffffff',
      border: '#858c97',
      error: '#b3261e',
    },
    font: 'system',
    radius: 8,
    layout: 'left',
    components: {},
  },
  dark: {
    colors: {
      background: '#14171c',
      text: '#eceff4',
      accent: '#8ab4ff',
      accentText: '#0b1220',
      border: '#737d8c',
      error: '#ff9a8f',
    },
    font: 'rounded',
    radius: 14,
    layout: 'center',
    components: {},
  },
  warm: {
    colors: {
      background: '#fffaf3',
      text: '#2b2118',
      accent: '#9a3f16',
      accentText: '#ffffff',
      border: '#968370',
      error: '#a8201a',
    },
    font: 'serif',
    radius: 4,
    layout: 'left',
    components: { NextButton: { radius: 999 } },
  },
} as const satisfies Readonly<Record<string, Style>>

export const defaultStyle: Style = starterStyles.light

/** A style as the custom properties of the stylesheet. Tokens are resolved again, so none can hold CSS. */
export function styleCss(style: Style): string {
  const { colors, font, radius, layout, components } = resolveStyle(style)
  const dark = isDark(colors.background)
  const base = [
    `color-scheme:${dark ? 'dark' : 'light'}`,
    `--around:color-mix(in srgb,#000 ${dark ? 35 : 5}%,${colors.background})`,
    `--background:${colors.background}`,
    `--text:${colors.text}`,
    `--accent:${colors.accent}`,
    `--accent-text:${colors.accentText}`,
    `--border:${colors.border}`,
    `--error:${colors.error}`,
    `--font:${fontStacks[font]}`,
    `--radius:${radius}px`,
    `--align:${layout === 'left' ? 'start' : 'center'}`,
  ]
  const ofTypes = Object.entries(components).map(([type, tokens]) =>
    rule(`.${type}`, componentTokens(tokens)),
  )
  return [rule(':root', base), ...ofTypes].join('')
}

const fontStacks: Readonly<Record<Style['font'], string>> = {
  system: 'system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif',
  serif: '"Iowan Old Style","Palatino Linotype",Palatino,"Book Antiqua",Georgia,serif',
  mono: 'ui-monospace,"SF Mono",Menlo,Consolas,"Liberation Mono",monospace',
  rounded: 'ui-rounded,"SF Pro Rounded",Nunito,Quicksand,"Varela Round",system-ui,sans-serif',
}

const componentTokens = ({ accent, accentText, radius }: ComponentStyle): readonly string[] => [
  ...(accent === undefined ? [] : [`--accent:${accent}`]),
  ...(accentText === undefined ? [] : [`--accent-text:${accentText}`]),
  ...(radius === undefined ? [] : [`--radius:${radius}px`]),
]

const rule = (selector: string, declarations: readonly string[]): string =>
  declarations.length === 0 ? '' : `${selector}{${declarations.join(';')}}`

/** Whether native controls should be drawn light on dark: the colour's luma is in the lower half. */
function isDark(color: string): boolean {
  const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16))
  return 0.299 * (red ?? 0) + 0.587 * (green ?? 0) + 0.114 * (blue ?? 0) < 128
}
