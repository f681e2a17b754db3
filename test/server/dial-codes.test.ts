import { expect, test } from 'vitest'
import { dialCodeOptions } from '../../src/form/rules/unsupported.ts'
import { loadDialCodes } from '../../src/server/reference-data.ts'

test('a list of country codes is no longer than it counts', async () => {
  const { length } = await loadDialCodes()
  expect(length).toBeGreaterThan(200)
  expect(length).toBeLessThanOrEqual(dialCodeOptions)
})
