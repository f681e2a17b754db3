import { describe, expect, test } from 'vitest'
import { everyRecord, combineFilters, type RecordTally } from '../../src/record/records.ts'

const asIs = <Item>(record: Item): Item => record

describe('a choice among chosen records', () => {
  test('counts only the records that the earlier choice kept', () => {
    const tallies: RecordTally[] = []
    const count = (tally: RecordTally): unknown => tallies.push(tally)
    const ofForm = combineFilters(everyRecord, { formIds: new Set(['a']), choose: asIs, count })
    const ofTime = combineFilters(ofForm, { since: 5, choose: asIs, count })
    const tally = {
      taken: 1,
      partials: 1,
      hasPartial: true,
      updated: '',
      otherForm: 10,
      otherTime: 100,
      lateUpdates: 0,
    }
    ofTime.count?.(tally)
    expect(tallies).toEqual([tally, { ...tally, otherForm: 0 }])
  })

  test('is called only for records that the earlier choice kept', () => {
    const asked: unknown[] = []
    const count = (): void => undefined
    const some = combineFilters(everyRecord, {
      choose: (record) => (record['id'] === 'no' ? undefined : { ...record, seen: true }),
      count,
    })
    const both = combineFilters(some, { choose: (record) => (asked.push(record), undefined), count })
    expect([both.choose({ id: 'no' }), both.choose({ id: 'yes' })]).toEqual([undefined, undefined])
    expect(asked).toEqual([{ id: 'yes', seen: true }])
  })

  test.each([
    [{ formIds: new Set(['a']) }, { formIds: new Set(['b']) }],
    [{ since: 5 }, { until: 6 }],
  ])(
    'of the same kind throws, because the counts could not say which one left a record out',
    (one, other) => {
      const count = (): void => undefined
      const earlier = combineFilters(everyRecord, { ...one, choose: asIs, count })
      expect(() => combineFilters(earlier, { ...other, choose: asIs, count })).toThrow('chosen twice')
    },
  )
})
