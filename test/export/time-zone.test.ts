import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { inZone, nearestZone, timeZone } from '../../src/export/time-zone.ts'

const told = (text: string, name: string): string | undefined => {
  const zone = timeZone(name)
  if (!zone) throw new Error(`${name} is a zone`)
  return inZone(text, zone)
}

describe('an instant in a zone', () => {
  test.each([
    ['2026-03-29T00:59:59.999Z', 'Europe/Berlin', '2026-03-29T01:59:59.999+01:00'],
    ['2026-03-29T01:00:00.000Z', 'Europe/Berlin', '2026-03-29T03:00:00.000+02:00'],
    ['2026-10-25T00:59:59.999Z', 'Europe/Berlin', '2026-10-25T02:59:59.999+02:00'],
    ['2026-10-25T01:00:00.000Z', 'Europe/Berlin', '2026-10-25T02:00:00.000+01:00'],
    ['2026-01-01T00:00:00Z', 'europe/london', '2026-01-01T00:00:00.000+00:00'],
    ['2026-01-01T00:00:00.5Z', 'America/St_Johns', '2025-12-31T20:30:00.500-03:30'],
    ['2026-04-04T15:00:00.000Z', 'Australia/Lord_Howe', '2026-04-05T01:30:00.000+10:30'],
    ['2026-01-01T00:00:00.000Z', '+05:45', '2026-01-01T05:45:00.000+05:45'],
    ['2026-01-01T00:00:00.000Z', '-00:30', '2025-12-31T23:30:00.000-00:30'],
    ['2026-01-01T02:00:00.000+02:00', 'UTC', '2026-01-01T00:00:00.000Z'],
    ['1880-01-01T00:00:00.000Z', 'Europe/Berlin', '1880-01-01T00:53:00.000+00:53'],
  ])('%s is in %s %s', (text, zone, expected) => {
    expect(told(text, zone)).toBe(expected)
  })

  test.each([
    'yesterday',
    '2026-03-01',
    '2026-03-01T09:00:00',
    '2026-02-30T09:00:00Z',
    '2026-03-01T09:00:00.1234Z',
    '',
    '9999-12-31T23:30:00.000Z',
  ])('%j stays as it is, since it is none, or none in four digits', (text) => {
    expect(told(text, 'Europe/Berlin')).toBeUndefined()
  })

  test('is the same instant, on the clock that the runtime shows there', () => {
    const zones = fc.constantFrom(...Intl.supportedValuesOf('timeZone'))
    const instants = fc.date({
      min: new Date('1973-01-01'),
      max: new Date('2037-12-31'),
      noInvalidDate: true,
    })
    fc.assert(
      fc.property(instants, zones, (instant, name) => {
        const text = told(instant.toISOString(), name) ?? ''
        expect(Date.parse(text)).toBe(instant.getTime())
        const clock = instant.toLocaleString('sv-SE', { timeZone: name })
        expect(text.slice(0, 19).replace('T', ' ')).toBe(clock)
      }),
      { numRuns: 300 },
    )
  })
})

test.each(['Europe/Belin', 'Berlin/Europe', '+2', '+25:00', 'local', '', 'GMT+2'])(
  '%j is no zone',
  (name) => {
    expect(timeZone(name)).toBeUndefined()
  },
)

test.each([
  ['Europe/Belin', 'Europe/Berlin'],
  ['berlin', 'Europe/Berlin'],
  ['New York', 'America/New_York'],
  ['US/Berln', 'Europe/Berlin'],
])('for %j perhaps %s is meant', (name, zone) => {
  expect(nearestZone(name)).toBe(zone)
})
