import { describe, expect, test } from 'vitest'
import type { Style } from '../../src/form/form.ts'
import schema from '../../schemas/style.schema.json' with { type: 'json' }
import { contrast, darkLook } from '../../src/form/contrast.ts'
import type { FontName } from '../../src/form/style-tokens.ts'
import { starterStyles } from '../../src/server/starter-forms.ts'
import { darkGround, resolveStyle, defaultStyle, styleCss } from '../../src/server/style.ts'

const { night: dark, warm } = starterStyles
const { layout } = defaultStyle
const file = 'a'.repeat(64)
const palatino =
  '"Iowan Old Style","Palatino Linotype",Palatino,"Book Antiqua","URW Palladio L",P052,Georgia,Gelasio,"Noto Serif","DejaVu Serif",serif'

describe('resolveStyle', () => {
  test.each([undefined, null, 7, 'red', [], {}])('%j gives the default style', (source) => {
    expect(resolveStyle(source)).toEqual(defaultStyle)
  })

  test.each(Object.entries(starterStyles))('%s is whole already', (_name, style) => {
    expect(resolveStyle(style)).toEqual(style)
  })

  test.each(['left', 'center'] as const)('the style of an older version keeps its look: %s', (align) => {
    expect(resolveStyle({ ...defaultStyle, layout: align })).toEqual({
      ...defaultStyle,
      dark: false,
      layout: { ...defaultStyle.layout, align },
    })
  })

  test('a token that is missing is the default, its neighbours stay', () => {
    expect(resolveStyle({ colors: { accent: '#ABCDEF' }, font: 'mono' })).toEqual({
      ...defaultStyle,
      colors: { ...defaultStyle.colors, accent: '#abcdef' },
      font: 'mono',
    })
  })

  const useless: readonly { readonly source: unknown }[] = [
    { source: { colors: { accent: 'red;}body{display:none}' } } },
    { source: { colors: { accent: '#fff' } } },
    { source: { font: 'Comic Sans' } },
    { source: { radius: '8px' } },
    { source: { radius: -1 } },
    { source: { radius: Number.NaN } },
    { source: { layout: 'right' } },
    { source: { components: { 'x{}': { radius: 3 } } } },
    { source: { components: { toString: { radius: 3 } } } },
  ]
  test.each(useless)('$source holds nothing that is taken', ({ source }) => {
    expect(resolveStyle(source)).toEqual(defaultStyle)
  })

  test('a component keeps those of its own tokens that are of their kind', () => {
    const source = {
      components: { NextButton: { accent: '#112233', accentText: 'x', radius: 2.4, extra: 1 } },
    }
    expect(resolveStyle(source).components).toEqual({ NextButton: { accent: '#112233', radius: 2 } })
  })
})

describe('styleCss', () => {
  test('every token is a custom property', () => {
    expect(styleCss({ ...warm, dark: false })).toBe(
      ':root{color-scheme:light;--around:color-mix(in srgb,#9a3f16 8%,#fffaf3);--backdrop:none;--background:#fffaf3;--text:#2b2118;' +
        '--accent:#9a3f16;--accent-text:#ffffff;--border:#968370;--error:#a8201a;' +
        `--font:${palatino};--heading-font:${palatino};--heading-weight:600;--radius:4px;--align:start;--width:41rem;--density:1}` +
        '.NextButton{--radius:999px}',
    )
  })

  test('a dark background asks for dark native controls', () => {
    expect(styleCss(dark)).toContain('color-scheme:dark')
  })

  test('a light look gets a dark one, component by component', () => {
    const css = styleCss({ ...warm, components: { NextButton: { accent: '#112233' } } })
    expect(css).toMatch(
      /\.NextButton\{--accent:#112233\}@media \(prefers-color-scheme:dark\)\{:root\{color-scheme:dark;[^}]*--background:#\w{6};[^}]*\}\.NextButton\{--accent:#\w{6};--accent-text:#\w{6}\}\}$/,
    )
    expect(darkGround(warm)).toMatch(/^#\w{6}$/)
  })

  test.each([[dark], [{ ...warm, dark: false as const }]])('a dark or refused look has one look', (style) => {
    expect(styleCss(style)).not.toContain('@media')
    expect(darkGround(style)).toBeUndefined()
  })

  test.each<[Partial<Style>, string]>([
    [{ layout: { ...layout, width: 'narrow' } }, '--width:34rem'],
    [{ layout: { ...layout, density: 'spacious' } }, '--density:1.35'],
    [{ layout: { ...layout, align: 'center' } }, '--align:center'],
    [{ headingFont: 'mono' }, '--heading-font:ui-monospace,'],
    [
      { background: { gradient: ['#112233', '#445566'] } },
      '--backdrop:linear-gradient(180deg,#112233,#445566);',
    ],
    [{ background: { gradient: ['#112233', '#445566'], angle: 45 } }, '--backdrop:linear-gradient(45deg,'],
    [
      { background: { image: file, overlay: '#112233', opacity: 0.25 } },
      `--backdrop:linear-gradient(color-mix(in srgb,#112233 25%,#0000),color-mix(in srgb,#112233 25%,#0000)),url(/style/${file});`,
    ],
    [
      { font: { file, fallback: 'slab' } },
      `@font-face{font-family:font-${'a'.repeat(12)};src:url(/style/${file}) format("woff2");font-display:optional}:root{`,
    ],
    [{ font: { file, fallback: 'slab' } }, `--font:font-${'a'.repeat(12)},Rockwell,`],
    [
      { components: { Dropdown: { background: '#eeeeee', border: '#111111' } } },
      '.Dropdown{--background:#eeeeee;--border:#111111}',
    ],
  ])('%j: %s', (given, css) => {
    expect(styleCss({ ...defaultStyle, ...given })).toContain(css)
  })

  test('a file that both fonts use is loaded once', () => {
    const font = { file, fallback: 'slab' } as const
    const faces = styleCss({ ...defaultStyle, font, headingFont: { file, fallback: 'mono' } }).split(
      '@font-face',
    )
    expect(faces).toHaveLength(2)
  })

  test.each(schema.definitions.FontName.enum)('the font %s ends with a generic one', (name) => {
    expect(styleCss({ ...defaultStyle, font: name as FontName })).toMatch(
      /--font:[^;]+,(?:sans-serif|serif|monospace|cursive);/,
    )
  })

  test('CSS in a stored token is left out', () => {
    const bad = { ...dark, colors: { ...dark.colors, text: '#000}*{display:none}' } }
    expect(styleCss(bad)).not.toContain('display')
  })
})

describe.each(Object.entries(starterStyles))('the starter style %s', (_name, style: Style) => {
  test.each([style, darkLook(style) ?? style])(
    'has texts and edges that can be told from their ground: %#',
    (look) => {
      const { text, background, accent, accentText, border, error } = look.colors
      // Behind a page without a card lies the gradient.
      const grounds = [
        background,
        ...(style.layout.frame === 'page' ? (look.background?.gradient ?? []) : []),
      ]
      for (const ground of grounds) {
        expect(contrast(text, ground)).toBeGreaterThanOrEqual(7)
        expect(contrast(mix(text, background, 0.7), ground)).toBeGreaterThanOrEqual(4.5)
        expect(contrast(accent, ground)).toBeGreaterThanOrEqual(4.5)
        expect(contrast(error, ground)).toBeGreaterThanOrEqual(4.5)
        expect(contrast(border, ground)).toBeGreaterThanOrEqual(3)
      }
      expect(contrast(accentText, accent)).toBeGreaterThanOrEqual(4.5)
      expect(contrast(accentText, mix(accent, text, 0.86))).toBeGreaterThanOrEqual(4.5)
    },
  )
})

const channels = (color: string): readonly number[] =>
  [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16))

function mix(a: string, b: string, part: number): string {
  const other = channels(b)
  const mixed = channels(a).map((channel, i) => Math.round(channel * part + (other[i] ?? 0) * (1 - part)))
  return `#${mixed.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
}
