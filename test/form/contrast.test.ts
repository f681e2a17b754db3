import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { contrast, contrastSentence, contrastsOf, darkLook, lowContrasts } from '../../src/form/contrast.ts'
import { defaultStyle, type Style } from '../../src/form/style-tokens.ts'
import { starterStyles } from '../../src/server/starter-forms.ts'

test.each([
  ['#000000', '#ffffff', 21],
  ['#ffffff', '#ffffff', 1],
  ['#777777', '#ffffff', 4.478],
  ['#0000ff', '#ffffff', 8.592],
])('%s on %s has the contrast that WCAG gives', (color, ground, ratio) => {
  expect(contrast(color, ground)).toBeCloseTo(ratio, 2)
  expect(contrast(ground, color)).toBeCloseTo(ratio, 2)
})

const color = fc.integer({ min: 0, max: 0xffffff }).map((n) => `#${n.toString(16).padStart(6, '0')}`)
const lightColor = fc
  .array(fc.integer({ min: 140, max: 255 }), { minLength: 3, maxLength: 3 })
  .map((channels) => `#${channels.map((channel) => channel.toString(16)).join('')}`)

const components = fc.dictionary(
  fc.constantFrom('NextButton', 'Dropdown'),
  fc.record({ background: color, border: color, accent: color, accentText: color }, { requiredKeys: [] }),
)

type Given = Pick<Style, 'colors' | 'components'> & { readonly gradient: readonly string[] }

const onPage = ({ colors, components: own, gradient }: Given): Style => ({
  ...defaultStyle,
  colors,
  components: own,
  background: { gradient },
  layout: { ...defaultStyle.layout, frame: 'page' },
})

const styles: fc.Arbitrary<Style> = fc
  .record({
    colors: fc.record({
      background: lightColor,
      text: color,
      accent: color,
      accentText: color,
      border: color,
      error: color,
    }),
    components,
    gradient: fc.tuple(color, color),
  })
  .map(onPage)

describe('the dark look of a light one', () => {
  test('has enough contrast for any colours', () => {
    fc.assert(
      fc.property(styles, (style) => {
        expect(lowContrasts(style).filter(({ look }) => look === 'dark')).toEqual([])
      }),
      { numRuns: 500 },
    )
  })

  test('keeps the dark colours of the style', () => {
    const dark = { background: '#001122', accent: '#ffcc00' }
    expect(darkLook({ ...defaultStyle, dark })?.colors).toMatchObject(dark)
    expect(lowContrasts({ ...defaultStyle, dark })).toEqual([])
  })

  test('keeps an accent with enough contrast', () => {
    const colors = { ...defaultStyle.colors, accent: '#5b9bff' }
    expect(darkLook({ ...defaultStyle, colors })?.colors.accent).toBe('#5b9bff')
  })

  test('does not exist if the style forbids it or is dark itself', () => {
    expect(darkLook({ ...defaultStyle, dark: false })).toBeUndefined()
    expect(darkLook(starterStyles.night)).toBeUndefined()
  })
})

describe('low contrast', () => {
  test.each(Object.entries(starterStyles))('is not in the starter style %s', (_name, style) => {
    expect(lowContrasts(style)).toEqual([])
  })

  test('says the ratio it has and the ratio it needs', () => {
    const colors = { ...defaultStyle.colors, text: '#777777' }
    expect(lowContrasts({ ...defaultStyle, colors, dark: false }).map(contrastSentence)).toEqual([
      'In the light look text on background has a contrast of 4.47, and needs 4.5.',
    ])
  })

  test.each<[Partial<Style>, readonly string[]]>([
    [{ colors: { ...defaultStyle.colors, accentText: '#2450c9' } }, ['accentText on accent']],
    [{ colors: { ...defaultStyle.colors, error: '#ffaaaa' } }, ['error on background']],
    [{ colors: { ...defaultStyle.colors, border: '#dddddd' } }, ['border on background']],
    [
      { colors: { ...defaultStyle.colors, accent: '#eeeeee', accentText: '#000000' } },
      ['accent on background'],
    ],
    [
      { components: { NextButton: { accent: '#ffffff' } } },
      ['NextButton: accentText on accent', 'NextButton: accent on background'],
    ],
    [{ components: { Dropdown: { radius: 3 } } }, []],
    [
      { background: { gradient: ['#000000', '#ffffff'] }, layout: { ...defaultStyle.layout, frame: 'page' } },
      ['text on the page (#000000)'],
    ],
    [{ background: { gradient: ['#000000', '#ffffff'] } }, []],
    [
      { background: { image: 'a'.repeat(64) }, layout: { ...defaultStyle.layout, frame: 'page' } },
      ['text on the page (#000000)'],
    ],
    [
      {
        background: { image: 'a'.repeat(64), opacity: 0.9 },
        layout: { ...defaultStyle.layout, frame: 'page' },
      },
      [],
    ],
  ])('%j: %j', (given, pairs) => {
    const low = lowContrasts({ ...defaultStyle, dark: false, ...given })
    expect(low.map(({ pair }) => pair)).toEqual(pairs)
  })

  test('is checked in the light and the dark look', () => {
    expect(contrastsOf(defaultStyle).map(({ look }) => look)).toEqual([
      ...Array<string>(5).fill('light'),
      ...Array<string>(5).fill('dark'),
    ])
  })
})
