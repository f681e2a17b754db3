import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Path } from '../../../src/form/value.ts'
import { checkSpec } from '../../../src/authoring/check-spec.ts'
import { runs } from '../../support/is-long.ts'

type Tree = string | readonly Tree[] | ReadonlyMap<string, Tree>
type Mark = { readonly path: Path; readonly at: 'key' | 'value'; readonly offset: number }

const key = fc.constantFrom('name', 'steps', 'größe', '日本', '👍', 'a b', '__proto__', 'x')
const scalar = fc.constantFrom('"a: b"', 'plain', "'it''s'", '"日本 👍"', '12')
const { tree } = fc.letrec<{ tree: Tree }>((tie) => ({
  tree: fc.oneof(
    { depthSize: 'medium' },
    scalar,
    fc.array(tie('tree'), { minLength: 1, maxLength: 3 }),
    fc
      .uniqueArray(fc.tuple(key, tie('tree')), { minLength: 1, maxLength: 4, selector: ([name]) => name })
      .map((entries) => new Map(entries)),
  ),
}))
const root = fc
  .uniqueArray(fc.tuple(key, tree), { minLength: 1, maxLength: 4, selector: ([name]) => name })
  .map((entries) => new Map(entries))
const manner = fc.record({
  newline: fc.constantFrom('\n', '\r\n', '\n# aside: [ "\n', '\n\n'),
  step: fc.integer({ min: 2, max: 5 }),
  isFlow: fc.boolean(),
  mark: fc.constantFrom('', '\uFEFF'),
})

test('every path is placed where its key and its value were written', () => {
  fc.assert(
    fc.property(root, manner, (form, { newline, step, isFlow, mark }) => {
      const { text, marks } = isFlow ? flow(form) : block(form, { newline, step })
      const [spec] = checkSpec(new TextEncoder().encode(mark + text)).forms
      for (const { path, at, offset } of marks) {
        const { line, column } = spec?.place(path, at) ?? {}
        const before = text.slice(0, offset).split('\n')
        expect([path, at, line, column]).toEqual([path, at, before.length, (before.at(-1) ?? '').length + 1])
      }
    }),
    { numRuns: runs(300), seed: 20 },
  )
})

test('a path that leads nowhere has the place of the nearest thing that is there', () => {
  const text = 'name: a\nsteps:\n  - name: b\n    x:\n  - []\n'
  const [spec] = checkSpec(new TextEncoder().encode(text)).forms
  const place = (path: Path, at: 'key' | 'value' = 'key'): string => {
    const { line, column, endLine, endColumn } = spec?.place(path, at) ?? {}
    return `${line}:${column}-${endLine}:${endColumn}`
  }
  expect(place(['nothing', 0, 'there'])).toBe('1:1-1:8')
  expect(place(['steps', 0, 'components', 3])).toBe('3:5-3:12')
  expect(place(['steps', 0, 'x', 'y'])).toBe('4:5-4:6')
  expect(place(['steps', 0, 'x'], 'value')).toBe('4:5-4:6')
  expect(place(['steps', 9])).toBe('2:1-2:6')
  expect(place(['steps', '1'])).toBe('5:5-5:7')
  expect(place(['steps', 'length'])).toBe('2:1-2:6')
  expect(place(['steps'], 'value')).toBe('3:3-3:12')
  expect(place([])).toBe('1:1-1:8')
})

/** Block style, nested by indentation, with the offset of every key and value. */
function block(
  form: Tree,
  { newline, step }: { newline: string; step: number },
): { text: string; marks: Mark[] } {
  const marks: Mark[] = []
  let text = ''
  const write = (value: Tree, path: Path, depth: number): void => {
    const indent = ' '.repeat(depth * step)
    if (typeof value === 'string') {
      marks.push({ path, at: 'value', offset: text.length })
      text += `${value}${newline}`
      return
    }
    const entries = value instanceof Map ? [...value] : [...(value as readonly Tree[]).entries()]
    for (const [part, held] of entries) {
      text += indent
      if (typeof part === 'string') marks.push({ path: [...path, part], at: 'key', offset: text.length })
      text += typeof part === 'string' ? `${part}:` : '-'
      text += typeof held === 'string' ? ' ' : newline
      write(held, [...path, part], depth + 1)
    }
  }
  write(form, [], 0)
  return { text, marks }
}

/** Flow style, all on one line. */
function flow(form: Tree): { text: string; marks: Mark[] } {
  const marks: Mark[] = []
  let text = ''
  const write = (value: Tree, path: Path): void => {
    marks.push({ path, at: 'value', offset: text.length })
    if (typeof value === 'string') {
      text += value
      return
    }
    const isMap = value instanceof Map
    text += isMap ? '{' : '['
    for (const [part, held] of isMap ? value : (value as readonly Tree[]).entries()) {
      if (typeof part === 'string') marks.push({ path: [...path, part], at: 'key', offset: text.length })
      text += isMap ? `${part}: ` : ''
      write(held, [...path, part])
      text += ', '
    }
    text += isMap ? '}' : ']'
  }
  write(form, [])
  return { text, marks }
}
