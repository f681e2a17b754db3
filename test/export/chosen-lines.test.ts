import { describe, expect, test } from 'vitest'
import { filterRecords, type Filtered, type RecordFilter } from '../../src/cli/responses/record-filter.ts'
import { collectBatches } from '../../src/export/collect.ts'
import type { Spool } from '../../src/export/format.ts'
import { makeReadMembers } from '../../src/export/lines/read-members.ts'
import { splitLines } from '../../src/export/lines/split-lines.ts'
import { partRedactor } from '../../src/export/redact-record.ts'
import type { RawRecord } from '../../src/form/raw-record.ts'
import type { Records } from '../../src/form/record-taker.ts'
import { readRecords } from '../../src/wire/record-stream.ts'
import { tryChosen } from '../fuzz/chosen.ts'
import { sayTally, tryDocuments } from '../fuzz/trial.ts'
import { memorySpool, write } from '../support/exporting.ts'
import { isLong } from '../support/is-long.ts'

const documents = isLong ? 50_000 : 300

test(
  `lines are chosen and redacted as parsed records are, of ${documents} documents`,
  { timeout: 3_600_000 },
  async () => {
    const tally = await tryDocuments(tryChosen, documents)
    console.log(sayTally(tally))
    expect(tally.different).toEqual([])
    // Were most documents refused, little would have been shown.
    expect(tally.documents).toBeGreaterThan(2 * tally.refused)
  },
)

describe('a saved reply of which records are chosen is not parsed', () => {
  const body = `{"data":[${Array.from({ length: 2000 }, (_, i) => recordOf(i)).join(',')}]}`

  function recordOf(i: number): string {
    const answer = `{"questionId":"q","response":{"type":"NumberInput","headline":"N","value":${i}}}`
    return `{"id":"r${i}","updatedAt":"2026-03-01T09:00:00.${String(i % 1000).padStart(3, '0')}Z","data":[${answer}],"ip":"192.0.2.1"}`
  }

  async function* chunks(): AsyncIterable<Uint8Array> {
    yield Buffer.from(body)
  }

  /** Records that can only be taken out of their bytes. */
  const unparsed = (): Records => ({
    ...readRecords(chunks(), ''),
    [Symbol.asyncIterator]: () => {
      throw new Error('records are parsed')
    },
  })
  const since = Date.parse('2026-03-01T09:00:00.990Z')

  test.each(['ndjson', 'json', 'csv'] as const)('%s', async (format) => {
    const filtered: Filtered = { read: 0, kept: 0, formless: 0, undated: 0 }
    const records = filterRecords(unparsed(), { since, until: undefined, by: 'updatedAt' }, filtered)
    const spools: { spool: Spool; lineSpool: Spool } = { spool: memorySpool(), lineSpool: memorySpool() }
    const { text, summary } = await write(records, format, {
      where: ['N > 1990'],
      redactions: [{ name: 'ip', how: 'drop' }],
      ...spools,
    })
    expect(filtered).toMatchObject({ read: 2000, kept: 20 })
    expect([summary.rows, text.includes('192.0.2.1'), text.includes('r1991')]).toEqual([9, false, true])
  })
})

test('of lines, no part is parsed for a member that answers to all questions have', async () => {
  const entry = (id: string): unknown => ({
    questionId: id,
    response: { type: 'ShortInput', headline: `Title of ${id}`, value: 'x' },
  })
  async function* batches(): AsyncIterable<readonly RawRecord[]> {
    yield [{ id: 'r', data: [entry('q'), entry('other')] }]
  }
  const { columns } = await collectBatches(batches(), { multi: 'json', spool: memorySpool() })
  const ofQuestion = columns.all.filter(
    ({ holds }) => holds.kind === 'answer' && holds.member.question.name === 'q',
  )
  const redaction = { redacted: new Map(ofQuestion.map((column) => [column, 'drop' as const])) }
  const redactor = partRedactor(columns, { ...redaction, names: new Map([['q', 'drop']]) })
  expect(redactor?.names).toEqual(new Set(['q', 'Title of q']))
})

test('of a number that is hashed, each digit counts', async () => {
  const { reference, result } = await tryChosen(9_321_896)
  expect(result).toEqual(reference)
})

describe('a member is redacted in lines whose name is written', () => {
  async function redacted(body: string, name: string): Promise<string> {
    async function* chunks(): AsyncIterable<Uint8Array> {
      yield Buffer.from(body)
    }
    const filtered: Filtered = { read: 0, kept: 0, formless: 0, undated: 0 }
    const all: RecordFilter = { since: undefined, until: undefined }
    const records = filterRecords(readRecords(chunks(), ''), all, filtered)
    const redactions = [{ name, how: 'drop' }] as const
    return (await write(records, 'ndjson', { redactions, lineSpool: memorySpool() })).text
  }

  test.each([
    ['by no letter', '', 'meta.'],
    ['with escapes', String.raw`\u0061\ud83d\ude00`, 'meta.a\u{1F600}'],
    ['with half a character', String.raw`\udc00`, 'meta.\udc00'],
    ['with a quote and a backslash', String.raw`\"\\`, 'meta."\\'],
    ['as the prototype of objects', '__proto__', 'meta.__proto__'],
  ])('%s', async (_, json, name) => {
    const body = `{"data":[{"id":"r","data":[],"meta":{"b":"open","${json}":"secret"}}]}`
    expect(await redacted(body, name)).toBe('{"id":"r","data":[],"meta":{"b":"open"}}\n')
  })
})

describe('members of a line are read', () => {
  const read = (line: string, ...names: readonly string[]): unknown =>
    makeReadMembers(names)(new TextEncoder().encode(`{}\n${line}\n`), 3)

  test.each([
    ['{"a":1,"b":2}', { a: 1 }],
    ['{"x":{"a":3,"y":[{}]},"a":[1,"}]"]}', { a: [1, '}]'] }],
    ['{"x":"\\",\\"a\\":1","a":"\\\\"}', { a: '\\' }],
    ['{"aa":1}', {}],
    ['{}', {}],
    ['{"":1,"a":null}', { a: null }],
  ])('%s', (line, members) => {
    expect(read(line, 'a')).toEqual(members)
  })

  test('several, and none', () => {
    expect([read('{"a":1,"b":[],"c":2}', 'c', 'a'), read('{"a":1}')]).toEqual([{ c: 2, a: 1 }, {}])
  })
})

test('lines are the same however they are cut', () => {
  const text = 'one\n\ntwo and more\nthree\n'
  for (let size = 1; size <= text.length; size++) {
    const lines: string[] = []
    const add = splitLines(
      (bytes, { from, to }) => void lines.push(new TextDecoder().decode(bytes.subarray(from, to))),
    )
    for (let at = 0; at < text.length; at += size) add(new TextEncoder().encode(text.slice(at, at + size)))
    expect(lines).toEqual(['one', '', 'two and more', 'three'])
  }
})
