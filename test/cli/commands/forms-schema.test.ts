import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { runInProcess } from '../../support/test-host.ts'
import { misuse } from '../../support/outcome.ts'

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
