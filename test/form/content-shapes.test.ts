import { expect, test } from 'vitest'
import schema from '../../schemas/form.schema.json' with { type: 'json' }
import { contentShapes, isTypeName, typeNames } from '../../src/form/components/content-shapes.ts'

type Definition = { properties: object; required?: string[]; anyOf?: { required: string[] }[] }
const definitions: Readonly<Record<string, Definition>> = schema.definitions

test.each(typeNames)('%s names the keys that its schema names', (type) => {
  const definition = definitions[type === 'Scheduler' ? 'SchedulerScreen' : type]
  const { keys, required, oneOf } = contentShapes[type]
  expect({ keys, required, oneOf }).toEqual({
    keys: Object.keys(definition?.properties ?? {}),
    required: definition?.required ?? [],
    oneOf: definition?.anyOf?.flatMap((branch) => branch.required) ?? [],
  })
})

test.each(typeNames)('every alias of %s and its main key are keys of it', (type) => {
  const { aliases, keys } = contentShapes[type]
  expect(keys).toEqual(expect.arrayContaining(Object.entries(aliases).flat()))
})

test.each(['toString', '__proto__', 'constructor', '', 7, null])('%j is not a type name', (name) => {
  expect(isTypeName(name)).toBe(false)
})
