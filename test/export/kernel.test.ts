import { describe, expect, test } from 'vitest'
import { collectBatches } from '../../src/export/collect.ts'
import type { Collected } from '../../src/export/collected.ts'
import { csv } from '../../src/export/csv.ts'
import { headerOf } from '../../src/export/header.ts'
import { collectBytes } from '../../src/export/kernel/collect-bytes.ts'
import { wideTable } from '../../src/export/wide.ts'
import { readRecords } from '../../src/wire/record-stream.ts'
import { seen } from '../support/collected.ts'
import { memorySpool } from '../support/exporting.ts'
import { isLong } from '../support/is-long.ts'
import { chunksOf, luckOf, replyOf, type Luck } from '../support/reply-worlds.ts'

const documents = isLong ? 1_000_000 : 800

/** All columns as lines, or every third. */
const linesOf = async (collected: Collected, isDense: boolean, isChosen: boolean): Promise<string> => {
  const names = headerOf(collected.columns.inOrder(), 'id').filter((_, i) => i % 3 === 0)
  const { sparse, ...table } = wideTable(collected, {
    headers: 'id',
    ...(isChosen ? { columns: names.toReversed() } : {}),
  })
  const chunks: Uint8Array[] = []
  const options = { formulas: 'guard', bom: false, lineEnd: '\n' } as const
  const out = async (bytes: Uint8Array): Promise<void> => void chunks.push(bytes.slice())
  const { guarded } = await csv.write([isDense || !sparse ? table : { ...table, sparse }], out, options)
  return `${guarded}\n${Buffer.concat(chunks).toString()}`
}

type Counts = { fast: number; slow: number }

/** A document collected by the parser and by the kernel. */
async function both(luck: Luck, counts: Counts): Promise<readonly [unknown, unknown]> {
  const bytes = replyOf(luck, 40)
  const multi = luck() < 0.8 ? 'joined' : 'json'
  const cut = luck() * 2 ** 32
  const records = (): ReturnType<typeof readRecords> => readRecords(chunksOf(bytes, luckOf(cut)), '')
  const reference = await seen(() => collectBatches(records(), { multi, spool: memorySpool() }))
  const result = await seen(async () => {
    const taker = await records().take?.((reader, choice) =>
      collectBytes(reader, choice, { multi, spool: memorySpool() }),
    )
    const { fast, slow } = taker?.counts() ?? { fast: 0, slow: 0 }
    counts.fast += fast
    counts.slow += slow
    return taker?.collected() as Promise<Collected>
  })
  return [reference, result]
}

describe('the kernel collects what the parser collects, and refuses what it refuses', () => {
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

describe('lines of CSV', () => {
  test('are the same out of sparse rows and out of dense ones', async () => {
    for (let seed = 0; seed < documents / 10; seed++) {
      const luck = luckOf(seed)
      const bytes = replyOf(luck, 12)
      const collected = await collectBatches(readRecords(chunksOf(bytes, luck), ''), {
        multi: 'joined',
        spool: memorySpool(),
      }).catch(() => undefined)
      if (!collected) continue
      for (const isChosen of [false, true])
        expect(await linesOf(collected, false, isChosen), `seed ${seed}`).toBe(
          await linesOf(collected, true, isChosen),
        )
    }
  })
})
