import { expect, test } from 'vitest'
import { outputOf } from '../../support/output-schema.ts'
import { runInProcess } from '../../support/test-host.ts'
import { typeNames } from '../../../src/form/schema.ts'
import { misuse } from '../../support/outcome.ts'
import { readFileSync } from 'node:fs'

const types = (...words: readonly string[]) => runInProcess({ argv: ['forms', 'types', ...words] })

test('every type stands in the list, with what it is and what it asks', async () => {
  const { stdout, exit } = await types()
  const rows = stdout.trimEnd().split('\n')
  expect(rows.map((row) => row.split('\t')[0])).toEqual(['type', ...typeNames])
  expect(rows[1]).toBe('ShortInput\tA field for one line of text.\ta line of text')
  expect(exit).toBe(0)
})

test.each(typeNames)('all about %s comes as JSON in its shape', async (type) => {
  const { stdout } = await types(type, '-o', 'json')
  expect(outputOf('forms-types', stdout)).toMatchObject({ schema_version: 1, types: [{ type }] })
})

test('without a type the JSON holds them all', async () => {
  const { stdout } = await types('-o', 'json')
  expect(outputOf('forms-types', stdout)).toMatchObject({ types: typeNames.map((type) => ({ type })) })
})

test('IdentityInfo is told with its fields and the words that their key takes', async () => {
  const { stdout } = await types('IdentityInfo')
  expect(stdout).toContain('\nrevealAfter\ta text\t\tThe key of another field.')
  expect(stdout).toContain('The key is one of firstName, lastName,')
})

test.each([
  ['Dropdwon', 'Did you mean Dropdown?'],
  ['toString', 'formctl forms types lists them.'],
])('%s is no type, which is said with what to do', async (word, help) => {
  expect(await types(word)).toEqual(misuse(`There is no component type "${word}". ${help}`))
})

const schema = (...words: readonly string[]) => runInProcess({ argv: ['forms', 'schema', ...words] })

test.each([[[]], [['-o', 'json']]])('with %j the schema is printed as it is shipped', async (words) => {
  const stdout = readFileSync('schemas/spec.schema.json', 'utf8')
  expect(await schema(...words)).toEqual({ exit: 0, stdout, stderr: '' })
})

test('with a type only the schema of its content is printed', async () => {
  const { stdout, exit } = await schema('IdentityInfo')
  expect(JSON.parse(stdout)).toMatchObject({
    title: 'IdentityInfo',
    additionalProperties: false,
    definitions: { IdentityField: { required: ['key', 'label'] } },
  })
  expect(exit).toBe(0)
})

test('a word that is no type is misuse', async () => {
  expect(await schema('IdentityInf')).toEqual(
    misuse('There is no component type "IdentityInf". Did you mean IdentityInfo?'),
  )
})
