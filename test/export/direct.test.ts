import { describe, expect, test } from 'vitest'
import { tryDirect } from '../fuzz/direct.ts'
import { isLong } from '../support/is-long.ts'

const documents = isLong ? 50_000 : 300

describe('lines that are written while records still come', () => {
  test(`are those of the spool, of ${documents} documents`, { timeout: 3_600_000 }, async () => {
    let rewrites = 0
    for (let seed = 0; seed < documents; seed++) {
      const tried = await tryDirect(seed)
      expect(tried.result, `seed ${seed}`).toEqual(tried.reference)
      rewrites += tried.rewrites
    }
    // Both ways were gone, three times a document: written at once, and written anew.
    expect(rewrites).toBeGreaterThan(documents / 30)
    expect(rewrites).toBeLessThan(2 * documents)
  })
})
