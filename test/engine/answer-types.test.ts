import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { typeOf } from '../../src/table/columns.ts'
import { collectBatches, type Collected } from '../../src/table/collect.ts'
import { collectRaw } from '../../src/engine/engine.ts'
import { readRecords } from '../../src/record/read-records.ts'
import { memorySpool } from '../support/exporting.ts'
import { runs } from '../support/is-long.ts'

/** Records of one answer each; the first ones tell the engine what records look like. */
const replyOf = (values: readonly unknown[], type = 'ShortInput'): Uint8Array =>
  Buffer.from(
    JSON.stringify({
      data: [null, null, null, ...values].map((value, i) => ({
        id: `r${i}`,
        data: [{ questionId: 'q', response: { type, value } }],
      })),
    }),
  )

async function* chunks(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield bytes
}

async function byEngine(bytes: Uint8Array): Promise<Collected> {
  const { raw } = readRecords(chunks(bytes), '')
  if (!raw) throw new Error('these records give no bytes')
  const collected = await collectRaw(raw, { multi: 'joined', spool: memorySpool() })
  expect(collected.counts.fast).toBeGreaterThan(0)
  return collected
}

const byParser = (bytes: Uint8Array): Promise<Collected> =>
  collectBatches(readRecords(chunks(bytes), '').batches(), { multi: 'joined', spool: memorySpool() })

const columnIn = ({ columns }: Collected) => columns.all.at(-1)

const texts = fc.oneof(
  fc.stringMatching(/^-?\d{0,17}(\.\d{0,3})?$/),
  fc.stringMatching(/^[12]\d{3}-[01]\d-[0-3]\d(T0\d:00:00\.000Z)?$/),
  fc.constantFrom('', 'true', 'false', 'True', 'truely', 'fals', '-', '.', '0.', '.5', '\u0039', '５'),
  fc.string({ maxLength: 30 }),
)
const values = fc.oneof(texts, fc.array(texts, { maxLength: 2 }))

describe('by the engine as by the parser, a column of answers is', () => {
  test.each<[string, readonly unknown[]]>([
    ['integer', ['9', '10', '', '-3', '0']],
    ['integer', ['9', 10]],
    ['integer', [['9'], ['10'], []]],
    ['number', ['9', '9.5', '0.10']],
    ['number', ['123456789012.345']],
    ['text', ['123456789012.3456']],
    ['integer', ['123456789012345']],
    ['text', ['1234567890123456']],
    ['text', ['007']],
    ['text', ['00']],
    ['text', ['-0']],
    ['text', ['1e5']],
    ['text', ['+5']],
    ['text', ['1,5']],
    ['text', ['5 ']],
    ['text', ['9', 'n/a']],
    ['text', [['9', '10']]],
    ['text', ['', '']],
    ['boolean', ['true', 'false', '']],
    ['boolean', ['true', false]],
    ['text', ['true', 'yes']],
    ['date', ['2026-03-01', '2024-02-29']],
    ['text', ['2026-02-30']],
    ['text', ['2026-3-1']],
    ['text', ['2026-03-01', '2026']],
    ['time', ['2026-03-01T09:00:00.000Z']],
    ['text', ['2026-03-01', '2026-03-01T09:00:00.000Z']],
  ])('%s where the answers are %j', async (type, answers) => {
    for (const collect of [byEngine, byParser]) {
      const column = columnIn(await collect(replyOf(answers)))
      expect(column && typeOf(column)).toBe(type)
    }
  })

  test.each([
    ['IdentityInfo', ['123', '456'], 'text'],
    ['Phone', ['491701234567'], 'text'],
    ['EmailForm', ['1'], 'text'],
    ['Number', ['1', '2'], 'number'],
    ['Rating', ['1', '2'], 'integer'],
    ['Date', ['2026-03-01'], 'date'],
    ['Consent', ['true'], 'boolean'],
  ])('of the type that %s says', async (asked, answers, type) => {
    for (const collect of [byEngine, byParser]) {
      const column = columnIn(await collect(replyOf(answers, asked)))
      expect(column && typeOf(column)).toBe(type)
    }
  })

  test('of the same type whatever is answered', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(values, { minLength: 1, maxLength: 3 }), async (answers) => {
        const reply = replyOf(answers)
        expect([answers, columnIn(await byEngine(reply))?.seenTypes]).toEqual([
          answers,
          columnIn(await byParser(reply))?.seenTypes,
        ])
      }),
      { numRuns: runs(500) },
    )
  })
})
