import { expect, test } from 'vitest'
import { fits, isGlob, unbraced } from '../../src/cli/glob.ts'

test.each([
  ['*.yaml', 'a.yaml', true],
  ['*.yaml', '.yaml', false],
  ['.*', '.hidden', true],
  ['*', '', true],
  ['a*b*c', 'aXbXbc', true],
  ['a*b*c', 'aXbXb', false],
  ['?.yaml', 'ä.yaml', true],
  ['?.yaml', '👍.yaml', true],
  ['?.yaml', '.yaml', false],
  ['[a-c]1', 'b1', true],
  ['[a-c]1', 'd1', false],
  ['[!a-c]1', 'd1', true],
  ['[^a-c]1', 'a1', false],
  ['[-x]', '-', true],
  ['[]', '[]', true],
  ['a.b', 'axb', false],
  ['(a|b)+', '(a|b)+', true],
])('%j and %j: %j', (pattern, name, isFit) => {
  expect(fits(pattern, name)).toBe(isFit)
})

test('a pattern of many stars is tried in time', () => {
  expect(fits(`${'*a'.repeat(500)}b`, 'a'.repeat(5000))).toBe(false)
})

test.each([
  ['a.yaml', false],
  ['*.yaml', true],
  ['a{b}.yaml', false],
  ['a{b,c}.yaml', true],
  ['a[1].yaml', true],
])('%j is a pattern: %j', (word, expected) => {
  expect(isGlob(word)).toBe(expected)
})

test('braces stand for each of their words', () => {
  expect(unbraced('{a,b}/*.{yaml,yml}')).toEqual(['a/*.yaml', 'a/*.yml', 'b/*.yaml', 'b/*.yml'])
  expect(unbraced('{a,{b,c}}')).toEqual(['a', 'b', 'a', 'c'])
  expect(unbraced('{$&,$1}')).toEqual(['$&', '$1'])
})

test('braces that stand for too many words are left', () => {
  expect(unbraced('{a,b}'.repeat(30)).length).toBeLessThanOrEqual(256)
})
