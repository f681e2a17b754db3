import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { Ajv } from 'ajv'
import { describe, expect, test } from 'vitest'
import { joinList } from '../../src/table/cell-values.ts'
import { maxOptions } from '../../src/table/option-tally.ts'
import { parseCsv, splitList } from '../support/csv.ts'
import { runInProcess, temporaryFolder } from '../support/test-host.ts'

const fixtures = join(import.meta.dirname, '../../fixtures')
const profile = new Map<string, unknown>(
  Object.entries(JSON.parse(readFileSync(join(fixtures, 'frictionless/tabular-data-package.json'), 'utf8'))),
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

/** The codebook of an export, once it is proved to be a data package, and the table. */
async function described(reply: string, words: readonly string[] = [], out = 'answers.csv') {
  const cwd = temporaryFolder()
  mkdirSync(join(cwd, 'data'))
  writeFileSync(join(cwd, 'reply.json'), reply)
  const argv = ['responses', 'export', '--from', 'reply.json', '--out', out, '--codebook', 'datapackage.json']
  const ran = await runInProcess({ cwd, argv: [...argv, ...words] })
  expect(ran).toMatchObject({ exit: 0, stdout: '' })
  const codebook = JSON.parse(readFileSync(join(cwd, 'datapackage.json'), 'utf8'))
  isPackage(codebook)
  expect(isPackage.errors).toBeNull()
  const [resource] = codebook.resources
  const fields: readonly Field[] = resource.schema.fields
  const field = (name: string): Field => fields.find((one) => one.name === name) ?? missing(name)
  return { resource, fields, field, csv: readFileSync(join(cwd, out), 'utf8') }
}

const missing = (name: string): never => {
  throw new Error(`there is no field ${name}`)
}

let made = 0

const response = (answers: Readonly<Record<string, object>>, formId = 'f1'): object => ({
  id: `r${made++}`,
  formId,
  createdAt: '2026-03-01T09:00:00.000Z',
  finished: true,
  data: Object.entries(answers).map(([id, members]) => ({
    questionId: id,
    response: { type: 'Any', headline: `The ${id}?`, ...members },
  })),
})
const replyOf = (...data: readonly object[]): string => JSON.stringify({ data })

const choices = (...chosen: readonly string[]): object => ({
  choices: ['red', 'green', 'blue'].map((key) => ({ key, value: chosen.includes(key) })),
})

describe('--codebook', () => {
  const replies = 'every-type several-forms unknown-shapes lists texts equal-headlines formulas empty'

  test.each(replies.split(' '))(
    'describes every column of %s as the profile of Frictionless wants it',
    async (name) => {
      const { csv, fields, resource } = await described(
        readFileSync(join(fixtures, `responses/${name}.json`), 'utf8'),
      )
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
      replyOf(
        response({ age: { value: 7 } }),
        response({ age: { value: 8 } }, 'f0'),
        response({ name: { value: 'x' } }),
      ),
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

  test('tells the options of a question in the order of the form, with those that nobody chose', async () => {
    const reply = replyOf(response({ q: choices('blue') }), response({ q: choices('red', 'blue') }))
    const told = [
      { value: 'red', count: 1 },
      { value: 'green', count: 0 },
      { value: 'blue', count: 2 },
    ]
    for (const multi of ['joined', 'json'])
      expect((await described(reply, ['--multi', multi])).field('The q?').options).toEqual(told)
    const { field } = await described(reply, ['--multi', 'columns'])
    expect(field('The q?: green')).toMatchObject({
      type: 'integer',
      constraints: { enum: [0, 1] },
      options: [
        { value: '1', count: 0 },
        { value: '0', count: 2 },
      ],
      question: { id: 'q', member: 'choices', option: 'green' },
    })
  })

  test('an option with the sign between options is one, and an enum where one is chosen', async () => {
    const single = replyOf(response({ q: { selected: 'Yes; always' } }), response({ q: { selected: 'No' } }))
    expect((await described(single)).field('The q?')).toMatchObject({
      constraints: { enum: ['Yes; always', 'No'] },
      options: [
        { value: 'Yes; always', count: 1 },
        { value: 'No', count: 1 },
      ],
    })
    const several = await described(replyOf(response({ q: { selected: ['Yes; always', 'No'] } })))
    expect(several.field('The q?').constraints).toBeUndefined()
    expect(several.field('The q?').options?.map(({ value }) => value)).toEqual(['Yes; always', 'No'])
  })

  test('what people type in is no option', async () => {
    const { field } = await described(replyOf(response({ q: { value: 'red' } })))
    expect(field('The q?').options).toBeUndefined()
  })

  test('an enum and a name have the sign that the file has before them', async () => {
    const reply = replyOf(response({ q: { selected: '=1+1', headline: '=A1' } }))
    const { field } = await described(reply)
    expect(field("'=A1")).toMatchObject({ title: '=A1', constraints: { enum: ["'=1+1"] } })
    expect(field("'=A1").options).toEqual([{ value: '=1+1', count: 1 }])
    const raw = await described(reply, ['--formulas', 'raw'])
    expect(raw.field('=A1').constraints?.enum).toEqual(['=1+1'])
  })

  test.each(['joined', 'json'])(
    'more options than are kept are told to be cut, with --multi %s',
    async (multi) => {
      const many = Array.from({ length: maxOptions + 5 }, (_, i) => response({ q: { selected: [`o${i}`] } }))
      const { field } = await described(replyOf(...many), ['--multi', multi])
      expect(field('The q?').options).toHaveLength(maxOptions)
      expect(field('The q?')['optionsCut']).toBe(true)
    },
  )

  test('names a file below it, and its delimiter', async () => {
    const { resource } = await described(replyOf(response({})), ['--delimiter', ';'], 'data/answers.csv')
    expect(resource).toMatchObject({ path: 'data/answers.csv', dialect: { delimiter: ';' } })
  })

  test('names the columns as a database does, which takes no two that differ in case alone', async () => {
    const cwd = temporaryFolder()
    writeFileSync(
      join(cwd, 'reply.json'),
      replyOf(response({ a: { value: 1, headline: 'Name' }, b: { value: 2, headline: 'name' } })),
    )
    const words = 'responses export --from reply.json --out a.sqlite --codebook a.json --manifest m.json'
    await runInProcess({ cwd, argv: words.split(' ') })
    const [resource] = JSON.parse(readFileSync(join(cwd, 'a.json'), 'utf8')).resources
    const names = resource.schema.fields.map(({ name }: Field) => name)
    expect(new Set(names.map((name: string) => name.toLowerCase())).size).toBe(names.length)
    expect(resource).toMatchObject({ format: 'sqlite', path: 'a.sqlite' })
    expect(resource.dialect).toBeUndefined()
  })

  test('describes the columns of a columns file, also those that these responses lack', async () => {
    const cwd = temporaryFolder()
    const write = (data: object): void => writeFileSync(join(cwd, 'reply.json'), replyOf(data))
    const words =
      'responses export --from reply.json --out a.csv --codebook a.json --columns-file c.yaml --force'
    write(response({ old: { value: 1 } }))
    await runInProcess({ cwd, argv: words.split(' ') })
    write(response({ new: { value: 1 } }))
    await runInProcess({ cwd, argv: words.split(' ') })
    const [{ schema }] = JSON.parse(readFileSync(join(cwd, 'a.json'), 'utf8')).resources
    expect(schema.fields.slice(-2)).toMatchObject([
      { name: 'The old?', type: 'integer', title: 'The old?', counts: { answered: 0, missing: 1 } },
      { name: 'The new?', type: 'integer', counts: { answered: 1, missing: 0 } },
    ])
  })
})

test('a joined list of several texts is split into these', () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ unit: fc.constantFrom('a', ';', ' ', '"', '\n') }), { minLength: 2 }),
      (texts) => {
        expect(splitList(joinList(texts))).toEqual(texts)
      },
    ),
  )
})

test.each([
  [[], 'answers.csv', '\n'],
  [['--line-end', 'crlf'], 'answers.csv', '\r\n'],
  [['--line-end', 'crlf'], 'answers.tsv', '\r\n'],
])('with %j, %s is described with the line ends that it has', async (words, out, lineEnd) => {
  const reply = JSON.stringify({ data: [response({ age: { value: 18 } })] })
  const { resource, csv } = await described(reply, words, out)
  expect(resource.dialect.lineTerminator).toBe(lineEnd)
  expect(csv.split(lineEnd)).toHaveLength(3)
})
