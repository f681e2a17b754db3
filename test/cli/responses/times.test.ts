import { describe, expect, test } from 'vitest'
import { windowOf } from '../../../src/cli/responses/plan-export.ts'
import { namedZone } from '../../../src/cli/responses/time-zone.ts'
import { runInProcess } from '../../support/test-host.ts'

// Half an hour before the clocks of Berlin are put forward, and already the next day in Auckland.
const now = new Date('2026-03-29T00:30:00.000Z')

describe('--since and --until take', () => {
  test.each<[word: string, zone: string | undefined, since: string, until: string]>([
    ['12h', undefined, '2026-03-28T12:30:00.000Z', '2026-03-28T12:30:00.000Z'],
    ['7d', 'Europe/Berlin', '2026-03-22T00:30:00.000Z', '2026-03-22T00:30:00.000Z'],
    [' 2W ', undefined, '2026-03-15T00:30:00.000Z', '2026-03-15T00:30:00.000Z'],
    ['0d', undefined, '2026-03-29T00:30:00.000Z', '2026-03-29T00:30:00.000Z'],
    ['today', undefined, '2026-03-29T00:00:00.000Z', '2026-03-29T23:59:59.999Z'],
    ['today', 'Europe/Berlin', '2026-03-28T23:00:00.000Z', '2026-03-29T21:59:59.999Z'],
    ['today', '-08:00', '2026-03-28T08:00:00.000Z', '2026-03-29T07:59:59.999Z'],
    ['Yesterday', 'Pacific/Auckland', '2026-03-27T11:00:00.000Z', '2026-03-28T10:59:59.999Z'],
    ['2026-03', undefined, '2026-03-01T00:00:00.000Z', '2026-03-31T23:59:59.999Z'],
    ['2026-03', 'Europe/Berlin', '2026-02-28T23:00:00.000Z', '2026-03-31T21:59:59.999Z'],
    ['2024-02', undefined, '2024-02-01T00:00:00.000Z', '2024-02-29T23:59:59.999Z'],
    ['2025-12', undefined, '2025-12-01T00:00:00.000Z', '2025-12-31T23:59:59.999Z'],
    ['2026', undefined, '2026-01-01T00:00:00.000Z', '2026-12-31T23:59:59.999Z'],
  ])('%s in %s', (word, zone, since, until) => {
    const options = { since: word, until: word }
    const window = windowOf(options, { zone: zone === undefined ? undefined : namedZone(zone), now })
    expect([window.since, window.until]).toEqual([Date.parse(since), Date.parse(until)])
  })

  test.each([
    'tomorow',
    'tomorrow',
    '7',
    '7 d',
    '7days',
    '-7d',
    '1.5h',
    '3m',
    '99999d',
    '2026-3',
    'now',
    'last week',
    '',
  ])('no "%s", which is refused with examples', (since) => {
    expect(() => windowOf({ since, until: undefined }, { now })).toThrow(
      `--since ${since} is not a time: write 2026-03-01, 2026-03, 2026-03-01T09:00Z, 7d, 12h, 2w, today or yesterday.`,
    )
  })

  test.each(['2026-13', '2026-00', '2026-02-30'])('no "%s", which does not exist', (until) => {
    expect(() => windowOf({ since: undefined, until }, { now })).toThrow('that does not exist')
  })
})

test('the summary of each command says which moment a relative time was', async () => {
  const stdin = '{"data":[{"id":"a","createdAt":"2026-02-28T09:00:00.000Z","data":[]}]}'
  for (const command of ['export', 'get', 'stats']) {
    const told = async (...words: readonly string[]): Promise<string> =>
      (await runInProcess({ argv: ['responses', command, '--from', '-', ...words], stdin, columns: 200 }))
        .stderr
    expect(await told('--since', '1w', '--until', 'today')).toMatch(
      /^--since 1w is 2026-02-22T09:0\d:\d\d\.\d\d\dZ, --until today is 2026-03-01T23:59:59\.999Z\.$/m,
    )
    expect(await told('--since', '2026-02', '--until', '2027')).not.toContain('--since')
  }
})
