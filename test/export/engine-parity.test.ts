import { createHash } from 'node:crypto'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { filterRecords, startCounts } from '../../src/responses/filter-records.ts'
import { formatNames, formatOf, type FormatName } from '../../src/export/formats.ts'
import { writeExport } from '../../src/export/write-export.ts'
import { readRecords } from '../../src/record/read-records.ts'
import { memorySpool } from '../support/exporting.ts'
import { isLong } from '../support/is-long.ts'
import { randomOf } from '../support/random.ts'
import { chunksOf, replyOf } from '../support/random-replies.ts'
import { writeSavedReply, type Shape } from '../support/saved-reply.ts'
import { temporaryFolder } from '../support/test-host.ts'
import { type MultiStyle, type HeaderStyle, layouts, type Layout } from '../../src/table/table.ts'

const folder = temporaryFolder()
const file = join(folder, 'out')

type TableOptions = { readonly layout: Layout; readonly multi?: MultiStyle; readonly headers?: HeaderStyle }

type Case = TableOptions & {
  readonly format: FormatName
  readonly formId?: string
  readonly since?: number
  readonly where?: readonly string[]
  readonly describes?: boolean
}

/** What an export writes: the digests of its files, and what it counts; or why it fails. */
async function written(bytes: Buffer, engine: boolean, { format, formId, since, ...options }: Case) {
  let chunks: Uint8Array[] = []
  const append = async (chunk: Uint8Array): Promise<void> => void chunks.push(chunk.slice())
  const counts = startCounts()
  const { batches, raw } = filterRecords(
    readRecords(chunksOf(bytes, randomOf(bytes.length)), ''),
    { since, until: undefined, ...(formId !== undefined && { formIds: new Set([formId]) }) },
    counts,
  )
  rmSync(file, { force: true })
  try {
    const { rows, guarded, renamedQuestions, sharedQuestions, described } = await writeExport(
      await formatOf(format),
      { batches, ...(engine && raw && { raw }) },
      {
        headers: 'headline',
        formulas: 'guard',
        bom: false,
        lineEnd: '\n',
        ...options,
        makeSpool: memorySpool,
        sinkOf: () => append,
        file,
        rewrite: async (from, remake) => {
          const before = Buffer.concat(chunks).subarray(from)
          chunks = []
          await remake(chunksOf(before, randomOf(before.length)), append)
        },
      },
    )
    const hash = createHash('sha256')
    for (const chunk of chunks) hash.update(chunk)
    if (format === 'sqlite') hash.update(readFileSync(file))
    return { digest: hash.digest('hex'), rows, guarded, renamedQuestions, sharedQuestions, described, counts }
  } catch (error) {
    return String(error)
  }
}

/** What an export writes with the engine and without it, for all cases. */
async function withAndWithoutEngine(bytes: Buffer, cases: readonly Case[]) {
  const withEngine: unknown[] = []
  const withoutEngine: unknown[] = []
  for (const exportCase of cases) {
    withEngine.push([exportCase, await written(bytes, true, exportCase)])
    withoutEngine.push([exportCase, await written(bytes, false, exportCase)])
  }
  return { withEngine, withoutEngine }
}

const tableOptions: readonly TableOptions[] = [
  ...layouts.map((layout) => ({ layout })),
  { layout: 'wide', multi: 'json', headers: 'id' },
  { layout: 'wide', multi: 'columns' },
  { layout: 'long', multi: 'joined', headers: 'both' },
]

/** A condition that about half of the records meet. */
const where = ['not id contains 3']

const shapes: readonly Shape[] = ['compact', 'forms', 'odd', 'shuffled', 'escaped', 'choices']

describe('an export has the same bytes with and without the engine', () => {
  test.each(formatNames)('of small replies with odd values, as %s', async (format) => {
    const since = Date.parse('2026-03-04T00:00:00.000Z')
    const cases: readonly Case[] = [
      ...tableOptions.flatMap((options) => [
        { format, ...options } as const,
        { format, ...options, where } as const,
      ]),
      { format, layout: 'wide', formId: 'clf0', since },
      { format, layout: 'wide', describes: true },
    ]
    for (let seed = 0; seed < (isLong ? 6 : 2); seed++) {
      const { withEngine, withoutEngine } = await withAndWithoutEngine(replyOf(randomOf(seed), 5), cases)
      expect(withEngine, `seed ${seed}`).toEqual(withoutEngine)
    }
  })

  // Each shape in every format and layout takes long: at other times each has some of them, and all shapes together have all.
  const some = <T>(all: readonly T[], nth: number): readonly T[] =>
    isLong ? all : all.filter((_, i) => i % shapes.length === nth)

  test.each(shapes)('of many records (%s), in formats and layouts', async (shape) => {
    const nth = shapes.indexOf(shape)
    const reply = join(folder, 'reply.json')
    writeSavedReply(reply, isLong ? 5_000_000 : 250_000, shape)
    const formId = `clf${'1'.padStart(22, '0')}`
    const { withEngine, withoutEngine } = await withAndWithoutEngine(readFileSync(reply), [
      { format: 'csv', layout: 'wide' },
      ...some(layouts, nth).flatMap((layout) => [
        { format: 'csv', layout } as const,
        { format: 'csv', layout, describes: true } as const,
      ]),
      { format: formatNames[nth % formatNames.length] ?? 'csv', layout: 'wide' },
      ...some(formatNames, nth).flatMap((format) => [
        { format, layout: 'wide', formId } as const,
        { format, layout: 'wide', where } as const,
      ]),
    ])
    expect(withEngine).toEqual(withoutEngine)
  })
})

describe('with and without the engine, exports count the partial responses, and the latest update, of the records that are kept', () => {
  const record = (members: Readonly<Record<string, unknown>>): object => ({
    id: 'r',
    formId: 'f',
    createdAt: '2026-03-01T09:00:00.000Z',
    updatedAt: '2026-03-01T09:00:00.000Z',
    finished: true,
    ...members,
  })
  test.each<
    readonly [claim: string, members: Readonly<Record<string, unknown>>, partials: number, updated: string]
  >([
    ['a later update', { updatedAt: '2026-03-01T09:00:00.001Z' }, 0, '2026-03-01T09:00:00.001Z'],
    ['an earlier one', { updatedAt: '2025-12-31T23:59:59.999Z' }, 0, '2026-03-01T09:00:00.000Z'],
    ['a day that does not exist', { updatedAt: '2026-04-31T09:00:00.000Z' }, 0, '2026-03-01T09:00:00.000Z'],
    ['another spelling of a time', { updatedAt: '2026-05-01T09:00:00Z' }, 0, '2026-05-01T09:00:00Z'],
    ['a local time', { updatedAt: '2026-03-01T10:30:00+01:00' }, 0, '2026-03-01T10:30:00+01:00'],
    ['a local time before', { updatedAt: '2026-03-01T09:30:00+01:00' }, 0, '2026-03-01T09:00:00.000Z'],
    ['a longer text', { updatedAt: '2026-05-01T09:00:00.000Z!' }, 0, '2026-03-01T09:00:00.000Z'],
    ['a number', { updatedAt: 5 }, 0, '2026-03-01T09:00:00.000Z'],
    ['a partial response', { finished: false }, 2, '2026-03-01T09:00:00.000Z'],
    ['a text instead of a truth', { finished: 'false' }, 0, '2026-03-01T09:00:00.000Z'],
    [
      'a later one of another form',
      { formId: 'g', updatedAt: '2027-01-01T00:00:00.000Z', finished: false },
      0,
      '2026-03-01T09:00:00.000Z',
    ],
    [
      'one within an answer',
      { meta: { updatedAt: '2027-01-01T00:00:00.000Z', finished: false } },
      0,
      '2026-03-01T09:00:00.000Z',
    ],
  ])('%s', async (_, members, partials, updated) => {
    // The first of a kind is read without the engine, the second by the engine.
    const records = [record({}), record({}), record(members), record(members)]
    const bytes = Buffer.from(JSON.stringify({ data: records }))
    for (const format of ['csv', 'ndjson'] as const)
      for (const engine of [true, false])
        expect(await written(bytes, engine, { format, layout: 'wide', formId: 'f' })).toMatchObject({
          counts: { partials, updated },
        })
  })
})
