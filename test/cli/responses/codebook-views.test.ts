import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import { describe, expect, test } from 'vitest'
import { parseCsv } from '../../support/csv.ts'
import { runInProcess, temporaryFolder } from '../../support/test-host.ts'

const profile = new Map<string, unknown>(
  Object.entries(
    JSON.parse(
      readFileSync(
        join(import.meta.dirname, '../../../fixtures/frictionless/tabular-data-package.json'),
        'utf8',
      ),
    ),
  ),
)
// It is of draft 4; of what that has otherwise it uses nothing but the name.
profile.delete('$schema')
const isPackage = new Ajv({ strict: false, validateFormats: false, allErrors: true }).compile(
  Object.fromEntries(profile),
)

const secret = 'Zebedee'

const choices = (...chosen: readonly string[]): object => ({
  choices: ['red', secret, 'blue'].map((key) => ({ key, value: chosen.includes(key) })),
})

const response = (i: number, formId: string, answers: Readonly<Record<string, object>>): object => ({
  id: `r${i}`,
  formId,
  createdAt: '2026-03-01T09:00:00.000Z',
  data: Object.entries(answers).map(([id, members]) => ({
    questionId: id,
    response: { type: 'Any', headline: `The ${id}?`, ...members },
  })),
})

const reply = JSON.stringify({
  data: [
    response(1, 'f1', { age: { value: 7 }, pick: choices('red'), one: { selected: 'Yes' } }),
    response(2, 'f1', { age: { value: 8 }, pick: choices(secret, 'red'), tags: { selected: ['x', 'y'] } }),
    response(3, 'f2', { age: { value: 9 }, one: { selected: secret }, tags: { selected: [secret] } }),
    response(4, 'f2', { age: { value: 10 }, file: { files: [{ name: secret }] } }),
  ],
})

type Field = { readonly name: string; readonly options?: unknown; readonly [member: string]: unknown }

const key = { FORMCTL_REDACT_KEY: '0123456789abcdef' }

/** What an export wrote, its codebook proved to be a data package. */
async function described(words: readonly string[], out = 'answers.csv') {
  const cwd = temporaryFolder()
  mkdirSync(join(cwd, 'data'))
  writeFileSync(join(cwd, 'reply.json'), reply)
  const argv = ['responses', 'export', '--from', 'reply.json', '--out', out, '--codebook', 'codebook.json']
  expect(await runInProcess({ cwd, env: key, argv: [...argv, ...words] })).toMatchObject({
    exit: 0,
    stdout: '',
  })
  const text = readFileSync(join(cwd, 'codebook.json'), 'utf8')
  const codebook = JSON.parse(text)
  isPackage(codebook)
  expect(isPackage.errors).toBeNull()
  const fields: readonly Field[] = codebook.resources[0].schema.fields
  const field = (name: string): Field | undefined => fields.find((one) => one.name === name)
  const texts = readdirSync(cwd, { withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== 'reply.json')
    .map(({ name }) => readFileSync(join(cwd, name), 'latin1'))
  return { codebook, field, text, texts: texts.join('') }
}

describe('a codebook of the responses that --where takes', () => {
  test('counts these, and tells no answer of others', async () => {
    const { field, codebook, text } = await described(['--where', 'age < 8'])
    expect(codebook.resources[0].rows).toBe(1)
    expect(field('The age?')?.['counts']).toEqual({ answered: 1, missing: 0 })
    expect(field('The one?')).toMatchObject({
      options: [{ value: 'Yes', count: 1 }],
      question: { formIds: ['f1'] },
    })
    expect(field('The tags?')?.options).toEqual([])
    // The form offers it, as the one response tells, and nobody of these chose it.
    expect(field('The pick?')?.options).toEqual([
      { value: 'red', count: 1 },
      { value: secret, count: 0 },
      { value: 'blue', count: 0 },
    ])
    expect(text.split(secret)).toHaveLength(2)
  })
})

describe('what is redacted is not in the codebook either', () => {
  const names = ['pick', 'one', 'tags', 'file']
  const layouts = [
    '--multi joined',
    '--multi json',
    '--multi columns',
    '--layout long',
    '--layout relational',
  ]
  for (const how of ['drop', 'hash', 'mask'])
    test.each(layouts)(`by ${how}, with %s`, async (words) => {
      const redact = names.flatMap((name) => ['--redact', `${name}=${how}`])
      const { codebook, text, texts } = await described([...words.split(' '), ...redact])
      expect(texts).not.toContain(secret)
      expect(texts).not.toContain(secret.slice(0, 2))
      expect(text).not.toContain('"red"')
      expect(text.includes('The tags?')).toBe(how !== 'drop')
      const told: readonly Field[] =
        codebook.questions?.flatMap(({ members }: { members: readonly Field[] }) => members) ??
        codebook.resources[0].schema.fields
      const redacted = told.filter((one) => one['redacted'] !== undefined)
      expect(redacted.map((one) => one['redacted'])).toEqual(how === 'drop' ? [] : names.map(() => how))
      expect(redacted.every((one) => one.options === undefined && one['constraints'] === undefined)).toBe(
        true,
      )
    })

  test('nor the ids of forms, once these are', async () => {
    for (const words of [[], ['--layout', 'long']])
      for (const how of ['drop', 'mask'])
        expect((await described([...words, '--redact', `formId=${how}`])).text).not.toMatch(/\bf[12]\b/)
  })
})

describe('a codebook of tables of answers', () => {
  test('tells the questions beside the columns of the long one', async () => {
    const { codebook, field } = await described(['--layout', 'long', '--columns', 'pick,age'])
    expect(codebook.resources).toMatchObject([{ name: 'answers', path: 'answers.csv', rows: 7 }])
    expect(field('responseId')).toMatchObject({ title: 'id', description: 'Member id of the response.' })
    expect(field('value')).toMatchObject({
      type: 'string',
      description: 'What was answered.',
      counts: { answered: 7, missing: 0 },
    })
    expect(codebook.questions).toEqual([
      {
        id: 'pick',
        title: 'The pick?',
        type: 'Any',
        formIds: ['f1'],
        members: [
          {
            member: 'choices',
            counts: { answered: 2 },
            options: [
              { value: 'red', count: 2 },
              { value: secret, count: 1 },
              { value: 'blue', count: 0 },
            ],
          },
        ],
      },
      {
        id: 'age',
        title: 'The age?',
        type: 'Any',
        formIds: ['f1', 'f2'],
        members: [{ member: 'value', counts: { answered: 4 } }],
      },
    ])
  })

  test.each([
    ['data/answers.csv', ['data/answers.csv', 'data/answers.answers.csv', 'data/answers.choices.csv'], {}],
    ['a.parquet', ['a.parquet', 'a.answers.parquet', 'a.choices.parquet'], {}],
    ['a.xlsx', ['a.xlsx', 'a.xlsx', 'a.xlsx'], { sheet: 'choices' }],
    ['a.sqlite', ['a.sqlite', 'a.sqlite', 'a.sqlite'], { table: 'choices' }],
  ])('ties the relational ones together in %s', async (out, paths, place) => {
    const { codebook } = await described(['--layout', 'relational'], out)
    expect(codebook.resources.map(({ path }: { path: string }) => path)).toEqual(paths)
    const [responses, answers, options] = codebook.resources
    const number = out === 'a.sqlite' ? 'response_number' : 'responseNumber'
    expect(responses).toMatchObject({ name: 'responses', rows: 4, schema: { primaryKey: number } })
    for (const table of [answers, options])
      expect(table.schema.foreignKeys).toEqual([
        { fields: number, reference: { resource: 'responses', fields: number } },
      ])
    expect(options).toMatchObject({ name: 'choices', ...place })
    expect(codebook.questions.map(({ id }: { id: string }) => id)).toEqual([
      'age',
      'pick',
      'one',
      'tags',
      'file',
    ])
  })
})

describe('the table', () => {
  const sources = { '--where': 'age >= 8', '--redact': 'The age?=mask' }

  test.each(['answers.csv', 'answers.xlsx', 'answers.parquet', 'answers.sqlite'])(
    'is the same in %s with a codebook and without',
    async (out) => {
      const cwd = temporaryFolder()
      writeFileSync(join(cwd, 'reply.json'), reply)
      const bytes = async (...words: readonly string[]): Promise<Buffer> => {
        const argv = ['responses', 'export', '--from', 'reply.json', '--out', out, '--force', ...words]
        expect(await runInProcess({ cwd, argv })).toMatchObject({ exit: 0 })
        return readFileSync(join(cwd, out))
      }
      for (const words of [[], ['--multi', 'json'], ['--multi', 'columns'], ['--layout', 'long']])
        expect((await bytes(...words, '--codebook', 'c.json')).equals(await bytes(...words))).toBe(true)
    },
  )

  test.each(Object.entries(sources))(
    'has columns of the same types, whatever %s leaves',
    async (...words) => {
      const cwd = temporaryFolder()
      writeFileSync(join(cwd, 'reply.json'), reply)
      const argv = [
        'responses',
        'export',
        '--from',
        'reply.json',
        '--columns-file',
        'columns.yaml',
        '--check',
      ]
      expect(await runInProcess({ cwd, argv: argv.slice(0, -1) })).toMatchObject({ exit: 0 })
      const types = (): string => readFileSync(join(cwd, 'columns.yaml'), 'utf8').replaceAll(/.*age.*\n/g, '')
      const before = types()
      await runInProcess({ cwd, argv: [...argv.slice(0, -1), ...words] })
      expect(types()).toBe(before)
      expect(parseCsv(before.replaceAll('"', '')).length).toBeGreaterThan(15)
    },
  )
})
