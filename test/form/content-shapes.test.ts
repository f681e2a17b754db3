import { expect, test } from 'vitest'
import schema from '../../schemas/form.schema.json' with { type: 'json' }
import { contentShapes, isTypeName, typeNames } from '../../src/form/components/content-shapes.ts'

const definitions: Readonly<Record<string, { properties: object }>> = schema.definitions

test.each(typeNames)('the keys of %s are those of its schema', (type) => {
  const definition = definitions[type === 'Scheduler' ? 'SchedulerScreen' : type]
  expect(contentShapes[type].keys).toEqual(Object.keys(definition?.properties ?? {}))
})

test.each(typeNames)('every alias of %s and its main key are keys of it', (type) => {
  const { aliases, keys } = contentShapes[type]
  expect(keys).toEqual(expect.arrayContaining(Object.entries(aliases).flat()))
})

test.each(['toString', '__proto__', 'constructor', '', 7, null])('%j is not a type name', (name) => {
  expect(isTypeName(name)).toBe(false)
})
