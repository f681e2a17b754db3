import { expect, test } from 'vitest'
import { dialCodeOptions } from '../../src/form/rules/unsupported.ts'
import { loadDialCodes, loadReferenceData } from '../../src/server/reference-data.ts'

const referenceData = await loadReferenceData()

test.each([
  ['+1 202 555 0123', undefined, '+12025550123'],
  ['020 7946 0958', 'GB', '+442079460958'],
  ['(202) 555-0123 ext. 12', 'US', '+12025550123 ext. 12'],
  ['+49 30 901820', 'US', '+4930901820'],
  ['0044 20 7946 0958', undefined, '+442079460958'],
  ['00 49 30 901820', 'US', '+4930901820'],
  ['tel:+44-20-7946-0958', undefined, '+442079460958'],
  ['+44 (0)20 7946 0958', undefined, '+442079460958'],
  ['011 44 20 7946 0958', 'US', '+442079460958'],
  ['020 7946 0958', undefined, undefined],
  ['020 7946 0958', 'ZZ', undefined],
  ['12', 'US', undefined],
  ['call +1 202 555 0123 now', undefined, undefined],
  ['call me', 'US', undefined],
])('%s in %s is %s', (text, country, expected) => {
  expect(referenceData.phoneNumber(text, country)).toBe(expected)
})

test('a list of country codes is no longer than it counts', async () => {
  const { length } = await loadDialCodes()
  expect(length).toBeGreaterThan(200)
  expect(length).toBeLessThanOrEqual(dialCodeOptions)
})
