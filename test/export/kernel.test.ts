import { describe, expect, test } from 'vitest'
import { tryAnyOrder } from '../fuzz/any-order.ts'
import { tryCsv } from '../fuzz/csv.ts'
import { tryRows } from '../fuzz/rows.ts'
import { sayTally, tryDocuments } from '../fuzz/trial.ts'
import { isLong } from '../support/is-long.ts'

const documents = isLong ? 100_000 : 800

describe('the kernel collects what the parser collects, and refuses what it refuses', () => {
  test(`of ${documents} documents`, { timeout: 3_600_000 }, async () => {
    const tally = await tryDocuments(tryRows, documents)
    console.log(sayTally(tally))
    // A seed is tried again by `npm run fuzz -- rows --from <seed> --count 1`.
    expect(tally.different).toEqual([])
    // Were most records left to the parser, little would have been shown.
    expect(tally.fast).toBeGreaterThan(tally.slow)
  })
})

test(
  'so it does where members come in any order, and names and texts are hard to tell apart',
  { timeout: 3_600_000 },
  async () => {
    const tally = await tryDocuments(tryAnyOrder, isLong ? 30_000 : 300)
    expect(tally.different).toEqual([])
    // Of so short documents, much is new: a third shows enough.
    expect(tally.fast).toBeGreaterThan(tally.slow / 2)
  },
)

test(
  'lines of CSV are the same out of sparse rows and out of dense ones',
  { timeout: 3_600_000 },
  async () => {
    const { different } = await tryDocuments(tryCsv, isLong ? 100_000 : 300)
    expect(different).toEqual([])
  },
)
