import { describe, expect, test } from 'vitest'
import { collectBatches } from '../../src/export/collect.ts'
import { collectBytes } from '../../src/export/kernel/collect-bytes.ts'
import { readRecords } from '../../src/record/record-stream.ts'
import { filterRecords, type RecordFilter } from '../../src/cli/responses/record-filter.ts'
import type { Records } from '../../src/record/records.ts'
import { seen } from '../support/collected.ts'
import { memorySpool } from '../support/exporting.ts'
import { isLong } from '../support/is-long.ts'
import { manyMakes } from '../support/many-makes.ts'
import { happens, luckOf, oneOf, type Luck } from '../support/luck.ts'
import { chunksOf } from '../support/reply-worlds.ts'
import { readBy } from '../support/reading.ts'

const documents = isLong ? 200_000 : 150

const filterOf = (luck: Luck): RecordFilter => ({
  since: happens(luck, 0.7) ? Date.UTC(2026, 2, 3) : undefined,
  until: undefined,
  ...(happens(luck, 0.5) ? { formIds: new Set(['form1', 'form2']) } : {}),
})

type Counts = { fast: number; slow: number }

/** A document collected by the parser and by the kernel. */
async function both(luck: Luck, counts: Counts): Promise<readonly [unknown, unknown]> {
  const bytes = manyMakes(luck, oneOf(luck, [20, 100, 600]))
  const multi = oneOf(luck, ['joined', 'json'] as const)
  const cut = luck() * 2 ** 32
  const filter = happens(luck, 0.3) ? filterOf(luck) : undefined
  const records = (): Records => {
    const all = readRecords(chunksOf(bytes, luckOf(cut)), '')
    return filter ? filterRecords(all, filter, { read: 0, kept: 0, formless: 0, undated: 0 }) : all
  }
  const reference = await seen(() => collectBatches(records().batches(), { multi, spool: memorySpool() }))
  const result = await seen(async () => {
    const reader = await readBy(records(), (parser, choice) =>
      collectBytes(parser, choice, { multi, spool: memorySpool() }),
    )
    const { fast, slow } = reader.counts()
    counts.fast += fast
    counts.slow += slow
    return reader.collected()
  })
  return [reference, result]
}

describe('records of many makes are collected by the kernel as by the parser', () => {
  test(`of ${documents} documents`, { timeout: 4 * 3_600_000 }, async () => {
    const counts = { fast: 0, slow: 0 }
    for (let seed = 0; seed < documents; seed++) {
      const [reference, result] = await both(luckOf(seed), counts)
      expect(result, `seed ${seed}`).toEqual(reference)
    }
    console.log(`records: ${counts.fast} by the kernel, ${counts.slow} by the parser`)
    // Were most records left to the parser, little would have been shown.
    expect(counts.fast).toBeGreaterThan(counts.slow)
  })
})

describe('what comes in any order is soon known in any order', () => {
  test('when members are shuffled, and many forms leave questions out', async () => {
    const luck = luckOf(7)
    const entry = (n: number): string => {
      const members = [`"type":"T${n % 3}"`, `"headline":"Q${n}"`, '"value":"x"', '"other":5']
      members.sort(() => luck() - 0.5)
      const parts = [`"questionId":"q${n}"`, `"response":{${members.join(',')}}`]
      return `{${(happens(luck, 0.5) ? parts : parts.toReversed()).join(',')}}`
    }
    const record = (): string => {
      const form = Math.floor(luck() * 20)
      const entries = Array.from({ length: 8 }, (_, i) => 8 * form + i).filter(() => !happens(luck, 0.2))
      const members = [`"formId":"f${form}"`, '"id":"r"', `"data":[${entries.map(entry).join(',')}]`]
      members.sort(() => luck() - 0.5)
      return `{${members.join(',')}}`
    }
    const bytes = Buffer.from(`{"data":[${Array.from({ length: 5000 }, record).join(',')}]}`)
    const reader = await readBy(
      readRecords(
        chunksOf(bytes, () => 0.9),
        '',
      ),
      (parser, choice) => collectBytes(parser, choice, { multi: 'joined', spool: memorySpool() }),
    )
    // Each of 160 questions, and each of its members at each of two places, was met once.
    expect(reader.counts().slow).toBeLessThan(500)
  })
})
