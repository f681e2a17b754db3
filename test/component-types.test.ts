import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { componentTypeFiles } from '../.ci/component-types.ts'

const part = { type: 'object', title: 'Part' }
const definitions = {
  Part: part,
  YesNo: { properties: { parts: { items: { $ref: '#/definitions/Part' } } } },
  Agreement: { $ref: '#/definitions/YesNo' },
}

test('the tables have each type of the schema in its order, another name for one too, and no part of a type', () => {
  const files = componentTypeFiles({ definitions }, () => true)
  if (typeof files === 'string') throw new Error(files)
  expect(files.get('src/form/generated/type-names.ts')).toContain("[\n  'YesNo',\n  'Agreement',\n]")
  expect(files.get('src/form/generated/component-types.ts')).toMatch(
    /import \{ yesNo \} from '\.\.\/types\/yes-no\.ts'\n\n[^]*\{\n {2}YesNo: named\('YesNo', yesNo\),\n {2}Agreement: named\('Agreement', yesNo\),\n\}/,
  )
  expect(files.get('src/server/generated/page-components.ts')).toContain(
    '{\n  YesNo: yesNo,\n  Agreement: yesNo,\n}',
  )
})

test.each(['src/form/types/yes-no.ts', 'src/server/components/yes-no.ts'])(
  'a type without %s is named with that file',
  (missing) => {
    expect(componentTypeFiles({ definitions }, (file) => file !== missing)).toBe(
      `schemas/form.schema.json defines YesNo, but ${missing} does not exist.`,
    )
  },
)

test('no type of the schema lacks a file', () => {
  const schema: unknown = JSON.parse(readFileSync('schemas/form.schema.json', 'utf8'))
  expect(componentTypeFiles(schema, existsSync)).toBeInstanceOf(Map)
})
