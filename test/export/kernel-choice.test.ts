import { expect, test } from 'vitest'
import { tryChoice } from '../fuzz/choice.ts'
import { sayTally, tryDocuments } from '../fuzz/trial.ts'
import { isLong } from '../support/is-long.ts'

const documents = isLong ? 100_000 : 800

test(
  `a choice of records in the kernel is that of parsed records, and is counted alike, in ${documents} documents`,
  { timeout: 3_600_000 },
  async () => {
    const tally = await tryDocuments(tryChoice, documents)
    console.log(sayTally(tally))
    expect(tally.different).toEqual([])
    // Were most records left to the parser, little would have been shown.
    expect(tally.fast).toBeGreaterThan(tally.slow)
  },
)
