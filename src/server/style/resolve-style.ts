import type { ComponentStyle, Style } from '../../form/form.ts'
import { defaultStyle } from './starter-styles.ts'
import { isTypeName } from '../../form/schema.ts'

/** A whole style from whatever a source form holds: each token that is missing or not of its kind is the default. */
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
  const given = membersOf(source)
  const [accent, accentText, radius] = [
    colorOf(given['accent']),
    colorOf(given['accentText']),
    radiusOf(given['radius']),
  ]
  return {
    ...(accent === undefined ? {} : { accent }),
    ...(accentText === undefined ? {} : { accentText }),
    ...(radius === undefined ? {} : { radius }),
  }
}

const colorOf = (value: unknown): string | undefined =>
  typeof value === 'string' && /^#[0-9a-f]{6}$/i.test(value) ? value.toLowerCase() : undefined

// 999 px makes any box a pill; more says nothing.
const radiusOf = (value: unknown): number | undefined =>
  typeof value === 'number' && value >= 0 && value <= 999 ? Math.round(value) : undefined

const membersOf = (value: unknown): Readonly<Record<string, unknown>> =>
  // An object's members are unknown each; that is all that is said of them.
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {}
