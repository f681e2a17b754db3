import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { yamlText } from '../../../src/cli/terminal/yaml-text.ts'

const signs = [
  '\u2028',
  '\u2029',
  '\x85',
  '\x7F',
  '\x00',
  '\v',
  '\f',
  '\uFEFF',
  '\uFFFE',
  '\x9F',
  '\t',
  '\uD800',
]

test.each(signs)('%j is escaped in quotes, since not all readers of YAML take it for a sign', (sign) => {
  for (const text of [`A${sign}`, `${sign}B`, `A${sign}B\nC "${sign}"`]) {
    const yaml = yamlText({ [text]: [text] })
    expect(yaml.includes(sign)).toBe(false)
    expect(yaml.trimEnd().split('\n')).toHaveLength(2)
    expect(parse(yaml)).toEqual({ [text]: [text] })
  }
})

test('what all readers take for signs of a text stays readable', () => {
  expect(yamlText({ a: 'one\ntwo', b: 'é😀' })).toBe('a: |-\n  one\n  two\nb: é😀\n')
})

test.each([
  '1',
  'no',
  'Yes',
  'on',
  'y',
  '12:30',
  '1:2:3.5',
  '1_000',
  '012',
  '0b1',
  '=',
  '<<',
  '2026-03-01',
  '1e3',
  '~',
  '.5',
])('the text %j is quoted, since some reader of YAML takes it for something else', (text) => {
  expect(yamlText([text])).toBe(`- "${text}"\n`)
  expect(parse(yamlText({ [text]: text }), { version: '1.1' })).toEqual({ [text]: text })
})
