import { expect, test } from 'vitest'
import { componentTypes } from '../../src/form/components.ts'
import { contentShape, isTypeName, typeNames } from '../../src/form/schema.ts'

test.each(typeNames)('every alias of %s and its main key are keys of it', (type) => {
  expect(contentShape(type).keys).toEqual(
    expect.arrayContaining(Object.entries(componentTypes[type].aliases).flat()),
  )
})

test('a content needs one of the alternative names of a key', () => {
  expect(contentShape('Dropdown').oneOf).toEqual(['options', 'choices'])
  expect(contentShape('IdentityInfo').required).toEqual(['fields'])
})

test.each(['toString', '__proto__', 'constructor', '', 7, null])('%j is not a type name', (name) => {
  expect(isTypeName(name)).toBe(false)
})
