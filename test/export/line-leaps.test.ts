import { describe, expect, test } from 'vitest'
import type { LeapFiles } from '../../src/export/leap/pieces.ts'
import { leapingLines, parsedLines, tryLineLeaps } from '../fuzz/line-leaps.ts'
import { sayTally, tryDocuments } from '../fuzz/trial.ts'
import { isLong } from '../support/is-long.ts'

const documents = isLong ? 50_000 : 250

const sizes = {
  piece: 1500,
  block: 500,
  rest: 100,
  tail: 1500,
  out: 2500,
  left: 100,
  calm: 100,
  window: 2000,
  begun: 100,
  uncached: Infinity,
  past: { piece: 1500, out: 2500 },
}
const between = '\n'

const record = (i: number, more = ''): string =>
  `{"id":"r${i}","data":[{"questionId":"q","response":{"headline":"Q","value":"a${i}"}}]${more}}`
const records = (count: number, more?: (i: number) => string): string[] =>
  Array.from({ length: count }, (_, i) => record(i, more?.(i)))
const reply = (list: readonly string[], gap = ','): Buffer => Buffer.from(`{"data":[${list.join(gap)}]}`)
const spread = (list: readonly string[]): Buffer =>
  Buffer.from(JSON.stringify({ data: list.map((text): unknown => JSON.parse(text)) }, null, 2))

/** What two threads copy, once it is what the parser writes; the part of the other thread. */
async function shareOf(bytes: Buffer): Promise<number> {
  const { output, leapt } = await leapingLines(bytes, { between, sizes })
  expect(output).toEqual(await parsedLines(bytes, between))
  return typeof output === 'string' ? 0 : leapt / output.rows
}

describe('two threads copying lines', () => {
  test(`write what the parser writes, of ${documents} documents`, { timeout: 3_600_000 }, async () => {
    const tally = await tryDocuments(tryLineLeaps, documents)
    console.log(sayTally(tally))
    expect(tally.different).toEqual([])
    expect(tally.fast).toBeGreaterThan(documents)
  })

  const inner = [1, 2, 3].map((i) => record(i)).join(',')
  const shapes: readonly (readonly [string, Buffer])[] = [
    ['that are plain', reply(records(400))],
    ['with white space between all', spread(records(400))],
    ['with white space around commas', reply(records(400), '\n , ')],
    ['with records in them', reply(records(100, () => `,"earlier":[${inner}]`))],
    [
      'with texts that look like records',
      reply(records(200, () => `,"text":${JSON.stringify(`}},${inner},{`)}`)),
    ],
    ['with texts of quotes', reply(records(200, (i) => `,"text":"${'\\"'.repeat(i % 90)}"`))],
    ['with texts of backslashes', reply(records(200, (i) => `,"text":"${'\\\\'.repeat(i % 90)}"`))],
    ['with texts of brackets', reply(records(200, (i) => `,"text":"${']}'.repeat(i % 90)}"`))],
    [
      'with texts of commas and colons',
      reply(records(200, (i) => `,"${':'.repeat(i % 50)}":"${', '.repeat(i % 90)}"`)),
    ],
    ['of no members, now and then', reply(records(400).flatMap((text) => [text, '{}', '{ }']))],
    ['in lists of lists', reply(records(200, () => ',"lists":[[{},[{}]],{"a":[]}]'))],
  ]
  test.each(shapes)('share records %s', async (_name, bytes) => {
    expect(await shareOf(bytes)).toBeGreaterThan(0.4)
  })

  test('leave a record that only the parser reads to it, and go on behind it', async () => {
    const list = records(2000).map((text, i) => (i % 500 === 250 ? '{"a":1,"a":2}' : text))
    expect(await shareOf(reply(list))).toBeGreaterThan(0.2)
  })

  test('find no piece in a record that is longer than all before it, and go on behind it', async () => {
    const list = records(400)
    list[200] = record(200, `,"earlier":[${records(60).join(',')}]`)
    const share = await shareOf(reply(list))
    expect(share).toBeGreaterThan(0.2)
    expect(share).toBeLessThan(0.5)
  })

  test.each([
    ['bad UTF-8', Buffer.from('{"id":"\xc3"}', 'latin1')],
    ['a line break in a text', Buffer.from('{"id":"a\nb"}')],
    ['too many levels', Buffer.from(`{"id":${'['.repeat(520)}${']'.repeat(520)}}`)],
    ['no comma', Buffer.from('{}{}')],
    ['two commas', Buffer.from('{},')],
    ['a word for a record', Buffer.from('null')],
    ['the end of the array', Buffer.from('{}]')],
    ['a bracket of the other kind', Buffer.from('{"id":[}]')],
  ])('refuse %s with the words of one, wherever it stands', async (_name, fault) => {
    for (const at of [30, 60, 61, 62, 90, 199]) {
      const texts = records(200).map((text) => Buffer.from(text))
      texts[at] = fault
      const bytes = Buffer.from(
        `{"data":[${texts.map((text) => text.toString('latin1')).join(',')}]}`,
        'latin1',
      )
      const { output } = await leapingLines(bytes, { between, sizes })
      expect(output).toMatch(/byte/)
      expect(output).toEqual(await parsedLines(bytes, between))
    }
  })

  test('are one where there can be no other', async () => {
    const bytes = reply(records(200))
    const { output, leapt } = await leapingLines(bytes, { between, sizes, isAlone: true })
    expect(output).toEqual(await parsedLines(bytes, between))
    expect(leapt).toBe(0)
  })

  test('end when one of them cannot read or write, with its words', async () => {
    const broken = (): never => {
      throw Object.assign(new Error('no room on the disk'), { code: 'ENOSPC' })
    }
    const outputOf = async (change: Partial<LeapFiles>): Promise<unknown> => {
      const changed = (files: LeapFiles): LeapFiles => ({ ...files, ...change })
      return (await leapingLines(reply(records(200)), { between, sizes, changed })).output
    }
    expect(await outputOf({ readAt: broken })).toBe('Error: no room on the disk')
    expect(await outputOf({ writeAt: broken })).toBe('Error: unwritten: ENOSPC')
  })
})
