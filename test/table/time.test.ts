import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { momentOf, spanOf } from '../../src/record/moment.ts'
import { dayIn, inZone, momentAt, timeZone, type TimeZone } from '../../src/table/time.ts'
import { runs } from '../support/is-long.ts'

function zoneOf(name: string): TimeZone {
  const zone = timeZone(name)
  if (!zone) throw new Error(`${name} is a zone`)
  return zone
}

const told = (text: string, name: string): string | undefined => inZone(text, zoneOf(name))

test.each([
  // Put forward at two: half past two is half past three.
  ['2026-03-29T02:30', 'Europe/Berlin', 'first', '2026-03-29T01:30:00.000Z'],
  ['2026-03-29T02:30', 'Europe/Berlin', 'last', '2026-03-29T01:30:00.000Z'],
  // Put back at three: half past two comes twice.
  ['2026-10-25T02:30', 'Europe/Berlin', 'first', '2026-10-25T00:30:00.000Z'],
  ['2026-10-25T02:30', 'Europe/Berlin', 'last', '2026-10-25T01:30:00.000Z'],
  // The day begins at one, since clocks are put forward at midnight.
  ['2018-11-04T00:00', 'America/Sao_Paulo', 'first', '2018-11-04T03:00:00.000Z'],
  ['2018-02-18T00:00', 'America/Sao_Paulo', 'first', '2018-02-18T03:00:00.000Z'],
  ['2026-03-10T00:00', 'Asia/Tokyo', 'first', '2026-03-09T15:00:00.000Z'],
  ['2026-03-10T00:00', '-03:30', 'last', '2026-03-10T03:30:00.000Z'],
  ['2026-03-10T00:00', 'UTC', 'last', '2026-03-10T00:00:00.000Z'],
] as const)('clocks show %s in %s %s at %s', (clock, name, which, expected) => {
  const moment = momentAt(Date.parse(`${clock}Z`), zoneOf(name), which)
  expect(new Date(moment).toISOString()).toBe(expected)
})

test('a day is what its first and its last moment bound, in every zone', () => {
  const zones = fc.constantFrom(...Intl.supportedValuesOf('timeZone').filter((name) => !skipsDay.has(name)))
  const days = fc.integer({ min: Date.UTC(1973, 0) / 864e5, max: Date.UTC(2037, 11) / 864e5 })
  fc.assert(
    fc.property(zones, days, (name, day) => {
      const zone = zoneOf(name)
      const [from, to] = [day, day + 1].map((n) => momentAt(n * 864e5, zone, 'first'))
      const itself = new Date(day * 864e5).toISOString().slice(0, 10)
      const [first = 0, next = 0] = [from, to]
      expect([dayIn(first, zone), dayIn(next - 1, zone)]).toEqual([itself, itself])
      expect([dayIn(first - 1, zone) < itself, dayIn(next, zone) > itself]).toEqual([true, true])
    }),
    { numRuns: runs(300) },
  )
})

// They went over the line of date, and one day was none.
const skipsDay = new Set(
  ['Apia', 'Fakaofo', 'Kwajalein', 'Kiritimati', 'Enderbury', 'Kanton'].map((name) => `Pacific/${name}`),
)

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
    ['2026-03-01T09:00:00.123456Z', 'Europe/Berlin', '2026-03-01T10:00:00.123456+01:00'],
    ['2026-03-01T09:00:00.1234567+02:00', 'UTC', '2026-03-01T07:00:00.1234567Z'],
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
      { numRuns: runs(300) },
    )
  })
})

describe('the day of a moment', () => {
  test.each([
    ['UTC', '2026-03-01T23:59:59.999Z', '2026-03-01'],
    ['Europe/Berlin', '2026-03-01T22:59:59Z', '2026-03-01'],
    ['Europe/Berlin', '2026-03-01T23:00:00Z', '2026-03-02'],
    ['Europe/Berlin', '2026-07-01T22:00:00Z', '2026-07-02'],
    ['Asia/Kathmandu', '2026-03-01T18:15:00Z', '2026-03-02'],
    ['Asia/Kathmandu', '2026-03-01T18:14:59Z', '2026-03-01'],
    ['+02:00', '2026-03-01T22:00:00Z', '2026-03-02'],
    ['America/St_Johns', '2026-03-01T03:29:00Z', '2026-02-28'],
    // The day on which clocks go forward has 23 hours, that on which they go back 25.
    ['Europe/Berlin', '2026-03-28T22:59:59.999Z', '2026-03-28'],
    ['Europe/Berlin', '2026-03-28T23:00:00Z', '2026-03-29'],
    ['Europe/Berlin', '2026-03-29T21:59:59.999Z', '2026-03-29'],
    ['Europe/Berlin', '2026-03-29T22:00:00Z', '2026-03-30'],
    ['Europe/Berlin', '2026-10-24T22:00:00Z', '2026-10-25'],
    ['Europe/Berlin', '2026-10-25T22:59:59.999Z', '2026-10-25'],
    ['Europe/Berlin', '2026-10-25T23:00:00Z', '2026-10-26'],
    // Clocks go forward at midnight: the day begins at one o'clock.
    ['America/Havana', '2026-03-08T04:59:59.999Z', '2026-03-07'],
    ['America/Havana', '2026-03-08T05:00:00Z', '2026-03-08'],
    // Samoa had no 30 December.
    ['Pacific/Apia', '2011-12-30T09:59:59.999Z', '2011-12-29'],
    ['Pacific/Apia', '2011-12-30T10:00:00Z', '2011-12-31'],
    // Midnight is no whole quarter of an hour of UTC.
    ['+05:37', '2026-03-01T18:22:59.999Z', '2026-03-01'],
    ['+05:37', '2026-03-01T18:23:00Z', '2026-03-02'],
    ['Africa/Monrovia', '1971-12-31T00:43:59Z', '1971-12-30'],
    ['UTC', '0001-03-01T00:00:00Z', '0001-03-01'],
  ])('in %s, that of %s is %s', (name, time, day) => {
    const zone = zoneOf(name)
    // What a neighbour was given must not change it.
    dayIn(Date.parse(time) - 1, zone)
    dayIn(Date.parse(time) + 1, zone)
    expect(dayIn(Date.parse(time), zone)).toBe(day)
  })

  test('is the one that an export writes, and the one that the runtime shows there', () => {
    const zones = fc.constantFrom(...Intl.supportedValuesOf('timeZone'), '+05:37', '-00:01')
    const instants = fc.date({
      min: new Date('1973-01-01'),
      max: new Date('2037-12-31'),
      noInvalidDate: true,
    })
    fc.assert(
      fc.property(instants, zones, (instant, name) => {
        const day = dayIn(instant.getTime(), zoneOf(name))
        expect(day).toBe(told(instant.toISOString(), name)?.slice(0, 10))
        expect(day).toBe(instant.toLocaleDateString('sv-SE', { timeZone: name }))
      }),
      { numRuns: runs(300) },
    )
  })
})

const noZones = 'Europe/Belin Berlin/Europe +2 +25:00 local GMT+2 BST pst IST JST EST MST HST WET CET MET eet'

test.each(['', ...noZones.split(' ')])('%j is no zone', (name) => {
  expect(timeZone(name)).toBeUndefined()
})

test.each(['Etc/GMT+5', 'GB', 'NZ', 'PRC', 'GMT', 'Japan', 'EST5EDT', 'Europe/Berlin'])(
  '%j is a zone',
  (name) => {
    expect(timeZone(name)).toBeDefined()
  },
)

describe('the moment of a text', () => {
  test.each([
    ['2026-03-01T09:00:00.123Z', '2026-03-01T09:00:00.123Z'],
    ['2026-03-01T09:00:00+01:00', '2026-03-01T08:00:00.000Z'],
    ['2026-03-01T09:00:00.123456Z', '2026-03-01T09:00:00.123Z'],
    ['2026-03-01T09:00:00.999999999-05:00', '2026-03-01T14:00:00.999Z'],
    ['2026-03-01', '2026-03-01T00:00:00.000Z'],
    ['2026-03-01T09:00', '2026-03-01T09:00:00.000Z'],
  ])('%s is %s', (text, moment) => {
    expect(new Date(momentOf(text)).toISOString()).toBe(moment)
  })

  // The runtime reads each of these, some of them by the time zone of the machine.
  test.each(['March 7', '1', '2026-02-31T00:00:00.000Z', '2026-03-01T24:00:01Z', '', 'yesterday', 7, null])(
    'that %j would name is none',
    (value) => {
      expect(momentOf(value)).toBeNaN()
    },
  )

  test('is the same whether it is read quickly or not', () => {
    const digits = fc.string({
      unit: fc.constantFrom('0', '1', '2', '3', '4', '5', '6'),
      minLength: 17,
      maxLength: 17,
    })
    fc.assert(
      fc.property(digits, (given) => {
        const text = given.replace(/(....)(..)(..)(..)(..)(..)(...)/, '$1-$2-$3T$4:$5:$6.$7Z')
        expect(momentOf(text)).toBe(spanOf(text)?.first ?? Number.NaN)
      }),
      { numRuns: runs(2000) },
    )
  })
})
