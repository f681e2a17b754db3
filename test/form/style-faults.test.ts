import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { describe, expect, test } from 'vitest'
import hostile from '../../fixtures/styles/hostile.json' with { type: 'json' }
import source from '../../schemas/style.schema.json' with { type: 'json' }
import type { Style } from '../../src/form/form.ts'
import { lowContrasts } from '../../src/form/contrast.ts'
import { typeNames } from '../../src/form/schema.ts'
import { styleProblems, resolveStyle } from '../../src/form/style-tokens.ts'
import { pathText, type Path } from '../../src/form/value.ts'
import { styleCss } from '../../src/server/style.ts'

/** The value inside objects of these names. */
const within = ([name, ...rest]: Path, value: unknown): unknown =>
  name === undefined ? value : { [name]: within(rest, value) }

const colors = Object.keys(source.definitions.StyleColors.properties)

/** Every member, with the values of the corpus that it may hold. */
const members: readonly (readonly [Path, takes?: (value: unknown) => boolean])[] = [
  ...['colors', 'dark'].flatMap((owner) => colors.map((name) => [[owner, name]] as const)),
  [['colors'], isEmpty],
  [['dark'], isEmpty],
  [['font']],
  [['headingFont']],
  [['font', 'fallback']],
  [['radius'], (value) => value === 0.5e-300],
  [['background'], isEmpty],
  [['background', 'gradient']],
  [['background', 'angle'], (value) => value === 0.5e-300],
  [['background', 'overlay']],
  [['background', 'opacity'], (value) => value === 0.5e-300],
  [['layout'], isEmpty],
  ...['align', 'width', 'density', 'frame', 'questions', 'progress'].map(
    (name) => [['layout', name]] as const,
  ),
  [['layout', 'logo']],
  [['components'], isEmpty],
  [['components', 'Dropdown'], isEmpty],
  ...['background', 'border', 'accent', 'accentText'].map(
    (name) => [['components', 'Dropdown', name]] as const,
  ),
  [['components', 'Dropdown', 'radius'], (value) => value === 0.5e-300],
]

function isEmpty(value: unknown): boolean {
  return JSON.stringify(value) === '{}'
}

const harmless = styleCss(resolveStyle({}))

/** What the values of the corpus would bring into CSS. */
const poison =
  /display:none|evil|javascript|expression|<\/|<!--|-->|\/\*|\*\/|@import|@charset|behavior|-moz-|passwd|\\|undefined|NaN|e\+|\[object/

const rows = members.map(([path, takes = () => false]) => ({ name: pathText(path), path, takes }))

describe.each(rows)('the member $name', ({ path, takes }) => {
  test('refuses each hostile value in a file, and names itself', () => {
    const unrefused = hostile.filter((value) => {
      const sentences = styleProblems(within(path, value)).map(({ sentence }) => sentence)
      const isNamed = sentences.some((sentence) => sentence.includes(pathText(path)))
      return !takes(value) && (!isNamed || !sentences.every((sentence) => /^\S.*[.?]$/s.test(sentence)))
    })
    expect(unrefused).toEqual([])
  })

  test('brings nothing of a hostile value in a store into CSS', () => {
    const cssOf = (value: unknown): string => styleCss(within(path, value) as Style)
    expect(hostile.filter((value) => poison.test(cssOf(value)))).toEqual([])
    const kept = path[0] === 'dark' ? [] : hostile.filter((value) => !takes(value))
    expect(kept.filter((value) => cssOf(value) !== harmless)).toEqual([])
  })
})

describe('members of other names', () => {
  const names = hostile.filter((value) => typeof value === 'string')
  test.each(names)('%j is no member, at any place', (name) => {
    for (const owner of [[], ['colors'], ['dark'], ['font'], ['background'], ['layout'], ['components']]) {
      // `__proto__` as JSON and YAML have it: a member of its own.
      const value = within(owner, JSON.parse(`{${JSON.stringify(name)}:"#ffffff"}`))
      expect(styleProblems(value)).not.toEqual([])
      expect(styleCss(value as Style)).not.toMatch(poison)
    }
  })
})

test.each([[Number.NaN], [Infinity], [-Infinity], [10n], [Symbol('x')], [() => 'red']])(
  'a number that JSON cannot hold, or another thing, is no token: %s',
  (value) => {
    for (const [path] of members) {
      expect(styleProblems(within(path, value))).not.toEqual([])
      expect(styleCss(within(path, value) as Style)).not.toMatch(poison)
    }
  },
)

test.each(hostile.filter((value) => typeof value === 'string'))(
  '%j stored as the hash of a file is no file',
  (name) => {
    const fonts = { font: { file: name, fallback: 'slab' }, headingFont: { file: name, fallback: 'slab' } }
    const pictures = { background: { image: name }, layout: { logo: { image: name, alt: 'x' } } }
    const style = resolveStyle({ ...fonts, ...pictures })
    expect(style).toEqual(resolveStyle({}))
    expect(styleCss({ ...fonts, ...pictures } as unknown as Style)).toBe(harmless)
  },
)

test.each([
  '/etc/passwd',
  '../x',
  'a/../../b',
  'a/..',
  '..',
  'C:\\x',
  'a\\b',
  'file:///x',
  'https://x/y',
  'a\nb',
  '',
])('the path %j of a file is refused', (file) => {
  expect(styleProblems({ font: { file, fallback: 'slab' } })).toEqual([
    {
      path: ['font', 'file'],
      marks: 'value',
      sentence:
        'font.file is not a file that comes with the style: give the path of one in its folder or below.',
    },
  ])
})

test.each(['x.woff2', 'fonts/brand v2.woff2', './x.png', 'a..b/c', 'größe.png'])(
  'the path %j is taken',
  (file) => {
    expect(styleProblems({ font: { file, fallback: 'slab' } })).toEqual([])
  },
)

test.each<[unknown, string]>([
  [{ colors: { txet: '#000000' } }, '"txet" has no meaning in colors. Did you mean text?'],
  [{ colours: {} }, '"colours" has no meaning here. Did you mean colors?'],
  [{ layout: { align: 'right' } }, 'layout.align can be left or center.'],
  [{ layout: 'left' }, 'layout needs names and values. Write each below it as "name: value", or remove it.'],
  [{ layout: { logo: { image: 'x.png' } } }, 'layout.logo has no alt.'],
  [{ layout: { logo: { image: 'x.png', alt: 7 } } }, 'layout.logo.alt is not a text. Put it in quotes.'],
  [{ radius: 1000 }, 'radius is above 999, the most it can be.'],
  [{ radius: '8px' }, 'radius is not a number.'],
  [{ dark: true }, 'dark holds no colours: write them below it, or false for no dark look.'],
  [{ components: { Butto: {} } }, '"Butto" has no meaning in components. There can be ShortInput'],
  [[], 'The file needs names and values, each as "name: value".'],
])('%j: %s', (value, sentence) => {
  const faults = styleProblems(value)
  expect(faults).toHaveLength(1)
  expect(faults[0]?.sentence.startsWith(sentence)).toBe(true)
})

test('each key that is missing is named', () => {
  expect(styleProblems({ layout: { logo: {} } }).map(({ sentence }) => sentence)).toEqual([
    'layout.logo has no image.',
    'layout.logo has no alt.',
  ])
})

describe('the schema', () => {
  test('knows the component types', () => {
    expect(source.properties.components.propertyNames.enum).toEqual([...typeNames])
  })

  test('describes each member, with an example', () => {
    const parts = [...Object.values(source.properties), ...Object.values(source.definitions)]
    const inner = parts.flatMap((part) => Object.values<object>('properties' in part ? part.properties : {}))
    const bare = [...parts, ...inner].filter(
      (part) => !('$ref' in part) && !('description' in part && 'examples' in part),
    )
    expect(bare).toEqual([])
  })
})

test('the guide names every member and every font, and its example is a style', () => {
  const guide = readFileSync('docs/style.md', 'utf8')
  const names = [
    ...Object.keys(source.properties).filter((name) => name !== 'layout'),
    ...Object.values(source.definitions).flatMap((part) =>
      Object.keys('properties' in part ? part.properties : {}),
    ),
    ...source.definitions.FontName.enum,
  ]
  for (const name of names) expect(guide).toMatch(new RegExp(`\`(?:layout\\.)?${name}\``))
  const [, example = ''] = /```yaml\n([^]*?)```/.exec(guide) ?? []
  expect(styleProblems(parse(example))).toEqual([])
  expect(lowContrasts(resolveStyle(parse(example)))).toEqual([])
})
