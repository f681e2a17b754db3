import { describe, expect, test } from 'vitest'
import type { ExportOptions } from '../../src/export/write-export.ts'
import type { RawRecord } from '../../src/record/records.ts'
import { parseCsv } from '../support/csv.ts'
import { hash, recordsOf, redactions, write } from '../support/exporting.ts'

const secret = 'Zebedee'
const body = `{"data":[
{"id":"r1","createdAt":"2026-03-01T09:00:00.000Z",
 "data":[
  {"questionId":"n1","response":{"type":"ShortInput","headline":"Name","value":"${secret}"}},
  {"questionId":"who","response":{"type":"IdentityInfo","headline":"","emailAddress":"${secret}@example.com"}},
  {"questionId":"list","response":{"type":"Dropdown","headline":"List","selected":["${secret}","b"]}},
  {"questionId":"age","response":{"type":"NumberInput","headline":"Age","value":18.0,
    "odd":{"z":1.10,"Name":"kept","n1":"${secret}","emailAddress":"${secret}@example.com"},"again":{"questionId":"n1","is":"${secret}"}},
    "beside":[{"Name":"${secret}","a":-0}]},
  "${secret.length}",{"n1":"${secret}"}
 ],
 "meta":{"leadId":"lead","nested":{"deep":[{"Name":"${secret}","kept":1.10}]},"Name":"${secret}"},
 "personAttributes":{"ip":"192.0.2.1","n1":"${secret}","who":{"mail":{"emailAddress":"${secret}@example.com"}}},
 "n1":"${secret}","Name":["${secret}"],"last":{"questionId":"n1","response":{"value":"${secret}"}},
 "answers":{"z":1e400,"n1":"${secret}","list":["${secret}"],"a":{"Name":"${secret}","b":9007199254740993}},
 "history":[{"questionId":"n1","response":{"headline":"Name","value":"${secret}"}},{"questionId":"age","response":{"value":17.0}}]}
]}`

const tables = async (
  specs: readonly string[],
  options: Partial<ExportOptions> = {},
): Promise<Readonly<Record<string, string>>> =>
  (await write([await recordsOf(body)], 'csv', { redactions: redactions(...specs), hash, ...options })).texts

const everything = ['n1', 'emailAddress', 'List']
const hows = ['drop', 'hash', 'mask'] as const

describe('an answer that another member repeats is redacted in tables, too', () => {
  const ways = [
    {},
    { multi: 'json' },
    { multi: 'columns' },
    { layout: 'long' },
    { layout: 'long', multi: 'json', columns: ['id', 'answers', 'history', 'n1', 'Age: odd'] },
    { layout: 'relational' },
    { layout: 'relational', multi: 'json' },
    { where: ['id = r1'] },
  ] as const
  for (const how of hows)
    test.each<Partial<ExportOptions>>(ways)(`by ${how}, with %j`, async (options) => {
      const columns = options.columns?.filter((name) => how !== 'drop' || name !== 'n1')
      const given = { ...options, ...(columns && { columns }) }
      const text = Object.values(
        await tables(
          everything.map((name) => `${name}=${how}`),
          given,
        ),
      ).join('')
      expect(text).not.toContain(secret.slice(0, 3))
      expect(text).toContain('1.10')
    })
})

describe('a cell of JSON holds what the record of an NDJSON does', () => {
  const members = [
    ['answers', (record: RawRecord) => record['answers']],
    ['history', (record: RawRecord) => record['history']],
    ['last', (record: RawRecord) => record['last']],
    ['meta.nested', (record: RawRecord) => (record['meta'] as RawRecord)['nested']],
    ['personAttributes.who', (record: RawRecord) => (record['personAttributes'] as RawRecord)['who']],
  ] as const

  for (const how of hows)
    test(`to the digit and in its order, by ${how}`, async () => {
      const specs = ['n1', 'emailAddress'].map((name) => `${name}=${how}`)
      const given = { redactions: redactions(...specs), hash }
      const [record = {}] = await recordsOf(
        `{"data":[${(await write([await recordsOf(body)], 'ndjson', given)).text.trim()}]}`,
      )
      const [header = [], row = []] = parseCsv((await tables(specs))['responses'] ?? '')
      const compared = members.filter(([name]) => header.includes(name))
      expect(compared.length).toBe(how === 'drop' ? 4 : 5)
      for (const [name, of] of compared) {
        const value = of(record)
        const cell = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
        expect([name, row[header.indexOf(name)]]).toEqual([name, cell])
      }
    })

  test('within an answer, ids tell what is repeated, and titles do not', async () => {
    const [header = [], row = []] = parseCsv(
      (await tables(['n1=drop', 'emailAddress=mask']))['responses'] ?? '',
    )
    expect(row[header.indexOf('Age: odd')]).toBe('{"z":1.10,"Name":"kept","emailAddress":"Z•••@•••"}')
    expect(row[header.indexOf('Age: again')]).toBe('')
    expect(row[header.indexOf('Age: beside')]).toBe('[{"a":-0}]')
    expect(row[header.indexOf('data')]).toBe('["7",{}]')
  })
})

test('a column that is named like a redacted question is redacted as a whole, and named in the summary', async () => {
  const dropped = parseCsv((await tables(['Name=drop']))['responses'] ?? '')[0] ?? []
  expect(dropped.filter((name) => /^(n1|Name)/.test(name))).toEqual([])
  const given = { redactions: redactions('Name [n1]=mask'), hash }
  const { text, summary } = await write([await recordsOf(body)], 'csv', given)
  expect(text).not.toContain(`,${secret},`)
  expect([...(summary.names?.meant.get('Name [n1]') ?? [])].length).toBeGreaterThan(3)
})

test('an answer that is gone with what it repeats makes no row in a long table', async () => {
  const answers = async (how: string): Promise<readonly (readonly string[])[]> =>
    parseCsv((await tables([`n1=${how}`], { layout: 'long' }))['answers'] ?? '')
  const members = (rows: readonly (readonly string[])[]): readonly string[] =>
    rows.flatMap((row) => row.filter((cell) => ['odd', 'again', 'beside'].includes(cell)))
  expect(members(await answers('mask'))).toEqual(['odd', 'again', 'beside'])
  expect(members(await answers('drop'))).toEqual(['odd', 'beside'])
})

test('a list whose options name questions stands as JSON where anything is redacted', async () => {
  const choices = [
    { key: 'Oslo', value: true, questionId: 'q2' },
    { key: 'Bergen', value: false },
  ]
  const answers = [
    { questionId: 'n1', response: { headline: 'Name', value: secret } },
    { questionId: 'more', response: { headline: 'More', choices } },
  ]
  const given: Partial<ExportOptions> = {
    multi: 'columns',
    redactions: redactions('Name=mask'),
    columns: ['Name', 'More'],
  }
  const { text } = await write([[{ id: 'r1', data: answers }]], 'csv', given)
  expect(parseCsv(text)).toEqual([
    ['Name', 'More'],
    ['Z•••', JSON.stringify(choices)],
  ])
})
