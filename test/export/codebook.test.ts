import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { Ajv } from 'ajv'
import { describe, expect, test } from 'vitest'
import { joinList } from '../../src/table/cell-values.ts'
import { maxOptions } from '../../src/table/option-tally.ts'
import { parseCsv, splitList } from '../support/csv.ts'
import { folderWith, readIn, replyWith, responseOf, responses, type Answers } from '../support/responses.ts'

const fixtures = join(import.meta.dirname, '../../fixtures')
const profile = new Map<string, unknown>(
  Object.entries(JSON.parse(readIn(fixtures, 'frictionless/tabular-data-package.json'))),
)
// It is of draft 4; of what that has otherwise it uses nothing but the name.
profile.delete('$schema')
const isPackage = new Ajv({ strict: false, validateFormats: false, allErrors: true }).compile(
  Object.fromEntries(profile),
)

type Field = {
  readonly name: string
  readonly type: string
  readonly counts: { readonly answered: number; readonly missing: number }
  readonly constraints?: { readonly enum: readonly unknown[] }
  readonly options?: readonly { readonly value: string; readonly count: number }[]
  readonly [member: string]: unknown
}

/** What an export wrote, its codebook proved to be a data package. */
async function described(reply: string, line = '', out = 'answers.csv') {
  const cwd = folderWith({ 'reply.json': reply })
  mkdirSync(join(cwd, 'data'))
  const words = `export --from reply.json --out ${out} --codebook book.json ${line}`
  expect(await responses(words, { cwd })).toMatchObject({ exit: 0, stdout: '' })
  const text = readIn(cwd, 'book.json')
  const book = JSON.parse(text)
  isPackage(book)
  expect(isPackage.errors).toBeNull()
  const [resource] = book.resources
  const fields: readonly Field[] = resource.schema.fields
  const field = (name: string): Field | undefined => fields.find((one) => one.name === name)
  const files = readdirSync(cwd, { withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== 'reply.json')
    .map(({ name }) => readFileSync(join(cwd, name), 'latin1'))
  return { book, resource, fields, field, text, files: files.join(''), csv: readIn(cwd, out) }
}

/** A reply of responses whose questions are called `The …?`. */
const replyOf = (...all: readonly (readonly [answers: Answers, formId?: string])[]): string =>
  replyWith(
    all.map(([answers, formId = 'f1'], i) => {
      const named = Object.entries(answers).map(([id, members]) => [
        `${id}=The ${id}?`,
        { type: 'Any', ...Object(members) },
      ])
      return responseOf(Object.fromEntries(named), { id: `r${i + 1}`, formId, finished: true })
    }),
  )
const oneOf = (answers: Answers): string => replyOf([answers])

const secret = 'Zebedee'
const choices = (...chosen: readonly string[]): object => ({
  choices: ['red', secret, 'blue'].map((key) => ({ key, value: chosen.includes(key) })),
})
const told = (red: number, other: number, blue: number): unknown =>
  [
    ['red', red],
    [secret, other],
    ['blue', blue],
  ].map(([value, count]) => ({ value, count }))

describe('--codebook', () => {
  const replies = 'every-type several-forms unknown-shapes lists texts equal-headlines formulas empty'

  test.each(replies.split(' '))(
    'describes every column of %s as the profile of Frictionless wants it',
    async (name) => {
      const { csv, fields, resource } = await described(readIn(fixtures, `responses/${name}.json`))
      const [header, ...rows] = parseCsv(csv)
      expect(fields.map((field) => field.name)).toEqual(header)
      expect(resource.rows).toBe(rows.length)
      fields.forEach(({ counts }, i) => {
        const answered = rows.filter((row) => row[i] !== '').length
        expect(counts).toEqual({ answered, missing: rows.length - answered })
      })
    },
  )

  test('tells title, type, question, forms and counts of a column', async () => {
    const { field, resource } = await described(
      replyOf([{ age: { value: 7 } }], [{ age: { value: 8 } }, 'f0'], [{ name: { value: 'x' } }]),
    )
    expect(field('The age?')).toEqual({
      name: 'The age?',
      type: 'integer',
      title: 'The age?',
      description: 'Question age of form f0, f1, member value.',
      counts: { answered: 2, missing: 1 },
      question: { id: 'age', headline: 'The age?', type: 'Any', member: 'value', formIds: ['f0', 'f1'] },
    })
    expect(field('createdAt')).toMatchObject({ type: 'datetime', format: 'any' })
    expect(field('finished')).toMatchObject({ type: 'boolean', trueValues: ['true'] })
    expect(resource).toMatchObject({
      name: 'responses',
      path: 'answers.csv',
      format: 'csv',
      encoding: 'utf-8',
      dialect: { delimiter: ',', lineTerminator: '\n', header: true },
      schema: { missingValues: [''] },
    })
  })

  test.each(['joined', 'json'])(
    'tells the options of a question in the order of the form, with --multi %s',
    async (multi) => {
      const reply = replyOf([{ q: choices('blue') }], [{ q: choices('red', 'blue') }])
      expect((await described(reply, `--multi ${multi}`)).field('The q?')?.options).toEqual(told(1, 0, 2))
    },
  )

  test('tells a column of an option, and no option of what people type in', async () => {
    const reply = replyOf([{ q: choices('blue') }], [{ q: choices('red', 'blue') }])
    expect((await described(reply, '--multi columns')).field(`The q?: ${secret}`)).toMatchObject({
      type: 'integer',
      constraints: { enum: [0, 1] },
      options: [
        { value: '1', count: 0 },
        { value: '0', count: 2 },
      ],
      question: { id: 'q', member: 'choices', option: secret },
    })
    expect((await described(oneOf({ q: { value: 'red' } }))).field('The q?')?.options).toBeUndefined()
  })

  test('an option with the sign between options is one, and an enum where one is chosen', async () => {
    const single = replyOf([{ q: { selected: 'Yes; always' } }], [{ q: { selected: 'No' } }])
    expect((await described(single)).field('The q?')).toMatchObject({
      constraints: { enum: ['Yes; always', 'No'] },
      options: [
        { value: 'Yes; always', count: 1 },
        { value: 'No', count: 1 },
      ],
    })
    const several = (await described(oneOf({ q: { selected: ['Yes; always', 'No'] } }))).field('The q?')
    expect(several?.constraints).toBeUndefined()
    expect(several?.options?.map(({ value }) => value)).toEqual(['Yes; always', 'No'])
  })

  test('an enum and a name have the sign that the file has before them', async () => {
    const reply = oneOf({ q: { selected: '=1+1', headline: '=A1' } })
    const options = [{ value: '=1+1', count: 1 }]
    const guarded = { title: '=A1', constraints: { enum: ["'=1+1"] }, options }
    expect((await described(reply)).field("'=A1")).toMatchObject(guarded)
    expect((await described(reply, '--formulas raw')).field('=A1')?.constraints?.enum).toEqual(['=1+1'])
  })

  test.each(['joined', 'json'])(
    'more options than are kept are told to be cut, with --multi %s',
    async (multi) => {
      const many = Array.from({ length: maxOptions + 5 }, (_, i) => [{ q: { selected: [`o${i}`] } }] as const)
      const field = (await described(replyOf(...many), `--multi ${multi}`)).field('The q?')
      expect([field?.options?.length, field?.['optionsCut']]).toEqual([maxOptions, true])
    },
  )

  test.each([
    ['', 'answers.csv', '\n', ','],
    ['--line-end crlf', 'answers.csv', '\r\n', ','],
    ['--line-end crlf', 'answers.tsv', '\r\n', '\t'],
    ['--delimiter ;', 'data/answers.csv', '\n', ';'],
  ])(
    'names the file, its line ends and its delimiter: %s %s',
    async (line, path, lineTerminator, delimiter) => {
      const { resource, csv } = await described(oneOf({ age: { value: 18 } }), line, path)
      expect(resource).toMatchObject({ path, dialect: { delimiter, lineTerminator } })
      expect(csv.split(lineTerminator)).toHaveLength(3)
    },
  )

  test('names the columns as a database does, which takes no two that differ in case alone', async () => {
    const reply = oneOf({ a: { value: 1, headline: 'Name' }, b: { value: 2, headline: 'name' } })
    const { fields, resource } = await described(reply, '', 'a.sqlite')
    expect(new Set(fields.map(({ name }) => name.toLowerCase())).size).toBe(fields.length)
    expect(resource).toMatchObject({ format: 'sqlite', path: 'a.sqlite' })
    expect(resource.dialect).toBeUndefined()
  })

  test('describes the columns of a columns file, also those that these responses lack', async () => {
    const cwd = folderWith({ 'reply.json': oneOf({ old: { value: 1 } }) })
    const line = 'export --from reply.json --out a.csv --codebook a.json --columns-file c.yaml --force'
    await responses(line, { cwd })
    writeFileSync(join(cwd, 'reply.json'), oneOf({ new: { value: 1 } }))
    await responses(line, { cwd })
    const [{ schema }] = JSON.parse(readIn(cwd, 'a.json')).resources
    expect(schema.fields.slice(-2)).toMatchObject([
      { name: 'The old?', type: 'integer', title: 'The old?', counts: { answered: 0, missing: 1 } },
      { name: 'The new?', type: 'integer', counts: { answered: 1, missing: 0 } },
    ])
  })
})

const reply = replyOf(
  [{ age: { value: 7 }, pick: choices('red'), one: { selected: 'Yes' } }],
  [{ age: { value: 8 }, pick: choices(secret, 'red'), tags: { selected: ['x', 'y'] } }],
  [{ age: { value: 9 }, one: { selected: secret }, tags: { selected: [secret] } }, 'f2'],
  [{ age: { value: 10 }, file: { files: [{ name: secret }] } }, 'f2'],
)

test('a codebook of the responses that --where takes counts these, and tells no answer of others', async () => {
  const { field, resource, text } = await described(reply, "--where 'age < 8'")
  expect(resource.rows).toBe(1)
  expect(field('The age?')?.counts).toEqual({ answered: 1, missing: 0 })
  expect(field('The one?')).toMatchObject({
    options: [{ value: 'Yes', count: 1 }],
    question: { formIds: ['f1'] },
  })
  expect(field('The tags?')?.options).toEqual([])
  // The form offers it, as the one response tells, and nobody of these chose it.
  expect(field('The pick?')?.options).toEqual(told(1, 0, 0))
  expect(text.split(secret)).toHaveLength(2)
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

  test.each(layouts.flatMap((line) => ['drop', 'hash', 'mask'].map((how) => [line, how])))(
    'with %s, by %s',
    async (line, how) => {
      const redact = names.map((name) => `--redact ${name}=${how}`).join(' ')
      const { book, fields, text, files } = await described(reply, `${line} ${redact}`)
      expect(files).not.toContain(secret.slice(0, 2))
      expect(text).not.toContain('"red"')
      expect(text.includes('The tags?')).toBe(how !== 'drop')
      const all: readonly Field[] =
        book.questions?.flatMap(({ members }: { members: readonly Field[] }) => members) ?? fields
      const redacted = all.filter((one) => one['redacted'] !== undefined)
      expect(redacted.map((one) => [one['redacted'], one.options, one.constraints])).toEqual(
        how === 'drop' ? [] : names.map(() => [how, undefined, undefined]),
      )
    },
  )

  test.each(['', '--layout long'])('nor the ids of forms, once these are: "%s"', async (line) => {
    for (const how of ['drop', 'mask'])
      expect((await described(reply, `${line} --redact formId=${how}`)).text).not.toMatch(/\bf[12]\b/)
  })
})

describe('a codebook of tables of answers', () => {
  test('tells the questions beside the columns of the long one', async () => {
    const { book, field } = await described(reply, '--layout long --columns pick,age')
    expect(book.resources).toMatchObject([{ name: 'answers', path: 'answers.csv', rows: 7 }])
    expect(field('responseId')).toMatchObject({ title: 'id', description: 'Member id of the response.' })
    expect(field('value')).toMatchObject({
      type: 'string',
      description: 'What was answered.',
      counts: { answered: 7, missing: 0 },
    })
    const members = [{ member: 'choices', counts: { answered: 2 }, options: told(2, 1, 0) }]
    expect(book.questions).toEqual([
      { id: 'pick', title: 'The pick?', type: 'Any', formIds: ['f1'], members },
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
    const { book } = await described(reply, '--layout relational', out)
    expect(book.resources.map(({ path }: { path: string }) => path)).toEqual(paths)
    const [all, answers, options] = book.resources
    const number = out === 'a.sqlite' ? 'response_number' : 'responseNumber'
    expect(all).toMatchObject({ name: 'responses', rows: 4, schema: { primaryKey: number } })
    const foreignKeys = [{ fields: number, reference: { resource: 'responses', fields: number } }]
    for (const table of [answers, options]) expect(table.schema.foreignKeys).toEqual(foreignKeys)
    expect(options).toMatchObject({ name: 'choices', ...place })
    expect(book.questions.map(({ id }: { id: string }) => id).join()).toBe('age,pick,one,tags,file')
  })
})

describe('the table', () => {
  test.each(['csv', 'xlsx', 'parquet', 'sqlite'])(
    'is the same in %s with a codebook and without',
    async (format) => {
      const cwd = folderWith({ 'reply.json': reply })
      const bytes = async (line: string): Promise<Buffer> => {
        const words = `export --from reply.json --out a.${format} --force ${line}`
        expect(await responses(words, { cwd })).toMatchObject({ exit: 0 })
        return readFileSync(join(cwd, `a.${format}`))
      }
      for (const line of ['', '--multi json', '--multi columns', '--layout long'])
        expect((await bytes(`${line} --codebook c.json`)).equals(await bytes(line))).toBe(true)
    },
  )

  test.each(["--where 'age >= 8'", "--redact 'The age?=mask'"])(
    'has columns of the same types, whatever %s leaves',
    async (line) => {
      const cwd = folderWith({ 'reply.json': reply })
      const typesAfter = async (more: string): Promise<string> => {
        const words = `export --from reply.json --columns-file columns.yaml ${more}`
        expect(await responses(words, { cwd })).toMatchObject({ exit: 0 })
        return readIn(cwd, 'columns.yaml').replaceAll(/.*age.*\n/g, '')
      }
      const before = await typesAfter('')
      expect(before.split('\n').length).toBeGreaterThan(15)
      expect(await typesAfter(line)).toBe(before)
    },
  )
})

test('a joined list of several texts is split into these', () => {
  const texts = fc.array(fc.string({ unit: fc.constantFrom('a', ';', ' ', '"', '\n') }), { minLength: 2 })
  fc.assert(
    fc.property(texts, (list) => {
      expect(splitList(joinList(list))).toEqual(list)
    }),
  )
})
