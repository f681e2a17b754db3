import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import { describe, expect, test } from 'vitest'
import { editorSchema, schemaText, typeEditorSchema, type EditorSchema } from '../../src/form/guide.ts'
import { exampleContent, formSchema, typeNames } from '../../src/form/schema.ts'
import { checkSpec } from '../../src/authoring/check-spec.ts'

const compile = (schema: EditorSchema) =>
  new Ajv({
    strict: true,
    strictRequired: false,
    strictTypes: false,
    keywords: ['enumDescriptions', 'defaultSnippets', 'errorMessage'],
  }).compile(schema)

const schema = editorSchema()
const definitions = Object.entries(schema.definitions ?? {})

test('the shipped file equals the generated schema', () => {
  expect(readFileSync('schemas/spec.schema.json', 'utf8')).toBe(schemaText(schema))
})

test('the schema is draft-07 and refers to nothing outside itself', () => {
  expect(schema.$schema).toBe('http://json-schema.org/draft-07/schema#')
  const refs = Array.from(schemaText(schema).matchAll(/"\$ref": "(.*)"/g), ([, ref]) => ref)
  const names = definitions.map(([name]) => `#/definitions/${name}`)
  expect(new Set(refs)).toEqual(new Set(names))
})

/** A reference is described where it leads to. */
const describedAt = ({ $ref, description }: EditorSchema): string | undefined =>
  $ref === undefined ? description : schema.definitions?.[$ref.replace('#/definitions/', '')]?.description

test.each(definitions)('%s is described, and so is each of its keys', (_name, definition) => {
  expect(definition.description).toMatch(/\.$/)
  for (const property of Object.values(definition.properties ?? {}))
    expect(describedAt(property)).toMatch(/^[A-Z].*\.$/)
})

test('has every key of the source, and an example for each text', () => {
  for (const [name, source] of Object.entries(formSchema.definitions ?? {})) {
    const own = schema.definitions?.[name]?.properties ?? {}
    expect(Object.keys(own)).toEqual(Object.keys(source.properties ?? {}))
    const texts = Object.entries(own).filter(([, { type }]) => type === 'string' || type === 'boolean')
    for (const [key, { examples, enum: words }] of texts)
      expect([name, key, examples ?? words]).toEqual([name, key, expect.anything()])
  }
})

test('describes an alias as another name of its key', () => {
  const { choices, options } = schema.definitions?.['Dropdown']?.properties ?? {}
  expect([choices?.description, options?.description]).toEqual([
    'Another name for options. Elsewhere: enum (JSON Schema), items (JSON Schema).',
    'The options; at least one. Elsewhere: choices (SurveyJS), enum (JSON Schema), items (JSON Schema).',
  ])
})

describe('of the fixtures of the rules', () => {
  const validate = compile(schema)
  const codes = readdirSync('fixtures/specs')
  const isFine = (code: string, name: string): boolean => {
    const { forms } = checkSpec(readFileSync(join('fixtures/specs', code, name)))
    return forms.every(({ value }) => validate(value))
  }

  test.each(codes)('the good one of %s is fine by the schema', (code) => {
    expect(isFine(code, 'good.yaml')).toBe(true)
  })

  test.each([
    'ignored-key',
    'missing-key',
    'missing-one-of',
    'misspelt-key',
    'not-one-of',
    'old-identity-field',
    'too-few',
    'unknown-content-key',
    'unknown-key',
    'unknown-type',
    'wrong-type',
  ])('the bad one of %s is not', (code) => {
    expect(isFine(code, 'bad.yaml')).toBe(false)
  })
})

describe.each(typeNames)('the schema of %s alone', (type) => {
  const validate = compile(typeEditorSchema(type))

  test('accepts its example, and no further key', () => {
    expect(validate(exampleContent(type))).toBe(true)
    expect(validate({ ...exampleContent(type), other: 1 })).toBe(false)
  })
})
