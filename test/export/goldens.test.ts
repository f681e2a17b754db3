import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createHmac } from 'node:crypto'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { formatNames } from '../../src/export/formats.ts'
import { timeZone } from '../../src/table/time.ts'
import type { ExportOptions } from '../../src/export/write-export.ts'
import { parseCsv } from '../support/csv.ts'
import { recordsOf, write } from '../support/exporting.ts'

const fixtures = join(import.meta.dirname, '../../fixtures')

const zoned = (name: string): Partial<ExportOptions> => {
  const zone = timeZone(name)
  return zone ? { timeZone: zone } : {}
}

const redacted: Partial<ExportOptions> = {
  redactions: [
    { name: 'emailAddress', how: 'hash' },
    { name: 'Languages', how: 'mask' },
    { name: 'Papers', how: 'mask' },
    { name: 'qage', how: 'mask' },
    { name: 'ip', how: 'drop' },
    { name: 'firstName', how: 'drop' },
  ],
  hash: (text) => createHmac('sha256', 'a key of the test').update(text).digest('hex'),
}

/** Beside the plain CSV of every case: which cases are also written in other ways, by the end of the golden's name. */
const variants: Readonly<
  Record<string, { readonly cases: readonly string[]; readonly options: Partial<ExportOptions> }>
> = {
  '.ids.csv': { cases: ['several-forms', 'equal-headlines', 'every-type'], options: { headers: 'id' } },
  '.both.csv': { cases: ['several-forms', 'equal-headlines', 'every-type'], options: { headers: 'both' } },
  '.raw.csv': { cases: ['formulas'], options: { formulas: 'raw' } },
  '.multi-json.csv': { cases: ['lists'], options: { multi: 'json' } },
  '.multi-columns.csv': {
    cases: ['lists', 'every-type', 'repeated-questions', 'new-types'],
    options: { multi: 'columns' },
  },
  '.semicolons.csv': { cases: ['texts'], options: { delimiter: ';', bom: true } },
  '.chosen.csv': {
    cases: ['several-forms'],
    options: { columns: ['Your role [qb0000000001]', 'id', 'qlast0000001'] },
  },
  '.crlf.csv': { cases: ['texts'], options: { lineEnd: '\r\n' } },
  '.long.csv': {
    cases:
      'doubtful-ids lists several-forms equal-headlines repeated-questions unknown-shapes new-types'.split(
        ' ',
      ),
    options: { layout: 'long' },
  },
  '.long-joined.csv': { cases: ['lists'], options: { layout: 'long', multi: 'joined' } },
  '.long-json.csv': { cases: ['lists'], options: { layout: 'long', multi: 'json', headers: 'both' } },
  '.long-chosen.csv': {
    cases: ['doubtful-ids'],
    options: { layout: 'long', columns: ['personAttributes.country', 'Languages', 'emailAddress'] },
  },
  '.long-own-columns.csv': {
    cases: ['doubtful-ids'],
    options: { layout: 'long', columns: ['value', 'question', 'responseNumber', 'personAttributes.country'] },
  },
  '.where.csv': {
    cases: ['doubtful-ids'],
    options: { where: ['Languages is not empty', 'createdAt < 2026-04-01'] },
  },
  '.berlin.csv': { cases: ['doubtful-ids'], options: zoned('Europe/Berlin') },
  '.utc.csv': { cases: ['doubtful-ids'], options: zoned('UTC') },
  '.redacted.csv': { cases: ['doubtful-ids'], options: redacted },
  '.redacted-types.csv': {
    cases: ['new-types'],
    options: {
      redactions: [
        { name: 'identity', how: 'drop' },
        { name: 'How good was it?: =Look', how: 'drop' },
        { name: 'How good was it?: Speed, price', how: 'mask' },
        { name: 'What matters most?', how: 'mask' },
        { name: 'Which city?', how: 'mask' },
      ],
    },
  },
  '.redacted-long.csv': { cases: ['doubtful-ids'], options: { ...redacted, layout: 'long' } },
  '.tsv': { cases: ['texts', 'empty'], options: {} },
  '.json': { cases: ['unknown-shapes', 'texts', 'empty'], options: {} },
  '.ndjson': { cases: ['unknown-shapes', 'texts', 'empty'], options: {} },
}

const names = readdirSync(join(fixtures, 'responses')).map((file) => file.replace(/\.json$/, ''))
const goldens = [
  ...names.map((name) => ({ name, end: '.csv', options: {} })),
  ...Object.entries(variants).flatMap(([end, { cases, options }]) =>
    cases.map((name) => ({ name, end, options })),
  ),
].map(({ name, end, options }) => ({ name, end, options, file: `${name}${end}` }))

describe('saved replies are exported byte for byte as', () => {
  test.each(goldens)('$file', async ({ name, end, file, options }) => {
    const records = await recordsOf(readFileSync(join(fixtures, 'responses', `${name}.json`)))
    const format = formatNames.find((known) => end.endsWith(`.${known}`)) ?? 'csv'
    const { text } = await write([records], format, options)
    const golden = join(fixtures, 'exports', file)
    if (process.env['UPDATE_GOLDENS'] || !existsSync(golden)) writeFileSync(golden, text)
    expect(text).toBe(readFileSync(golden, 'utf8'))
  })

  test.each(names)('%s as records one at a time is the same table', async (name) => {
    const records = await recordsOf(readFileSync(join(fixtures, 'responses', `${name}.json`)))
    for (const multi of ['joined', 'columns'] as const) {
      const whole = await write([records], 'csv', { multi })
      const single = await write(
        records.map((record) => [record]),
        'csv',
        { multi },
      )
      expect(single).toEqual(whole)
    }
  })

  test.each(names)(
    '%s has a cell for every column in every row, and no two columns of one name',
    async (name) => {
      const records = await recordsOf(readFileSync(join(fixtures, 'responses', `${name}.json`)))
      for (const headers of ['headline', 'id', 'both'] as const) {
        const rows = parseCsv((await write([records], 'csv', { headers })).text)
        expect(rows.map((row) => row.length)).toEqual(rows.map(() => rows[0]?.length))
        expect(new Set(rows[0]).size).toBe(rows[0]?.length)
        expect(rows).toHaveLength(records.length + 1)
      }
    },
  )
})
