import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const page = readFileSync(join(root, 'docs/saved-replies.md'), 'utf8')
const block = (language: string): string =>
  new RegExp(`\`\`\`${language}\n([^]*?)\`\`\``).exec(page)?.[1] ?? ''
const schema = JSON.parse(readFileSync(join(root, 'schemas/response.schema.json'), 'utf8'))

test('the example on the page of saved replies is of the shape that responses have', () => {
  const isResponse = new Ajv({ strict: false }).compile(schema)
  for (const record of JSON.parse(block('json')).data) {
    isResponse(record)
    expect(isResponse.errors).toBeNull()
  }
})

test('every member of responses is named there, and no other', () => {
  const told = [...page.matchAll(/^\| (`.*?`) \|/gm)].flatMap(([, names = '']) =>
    [...names.matchAll(/`(\w+)(?:[.[].*?)?`/g)].map(([, name = '']) => name),
  )
  expect([...new Set(told)].toSorted()).toEqual(Object.keys(schema.properties).toSorted())
})
