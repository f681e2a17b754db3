import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'

const script = join(import.meta.dirname, '../support/parse-broken.ts')

describe('JSON that is broken is refused', () => {
  // Without that it is looked at before, each of them ends by a signal of its own.
  test.each([5, 12])('and the process goes on whole, seed %i', async (seed) => {
    const { stdout } = await promisify(execFile)(process.execPath, [script, String(seed)])
    expect(Number(stdout)).toBeGreaterThan(10)
  })
})
