import { describe, expect, test } from 'vitest'
import { everyRecord, narrowedChoice } from '../../src/form/record-choice.ts'
import type { RecordTally } from '../../src/form/record-taker.ts'

const asIs = <Item>(record: Item): Item => record

describe('a choice among chosen records', () => {
  test('is told of records that the earlier one took, the earlier one of all', () => {
    const tallies: RecordTally[] = []
    const told = (tally: RecordTally): unknown => tallies.push(tally)
    const ofForm = narrowedChoice(everyRecord, { formIds: new Set(['a']), choose: asIs, told })
    const ofTime = narrowedChoice(ofForm, { since: 5, choose: asIs, told })
    ofTime.told({ taken: 1, otherForm: 10, otherTime: 100 })
    expect(tallies).toEqual([
      { taken: 1, otherForm: 10, otherTime: 100 },
      { taken: 1, otherForm: 0, otherTime: 100 },
    ])
  })

  test('is asked for records that the earlier one took', () => {
    const asked: unknown[] = []
    const told = (): void => undefined
    const some = narrowedChoice(everyRecord, {
      choose: (record) => (record['id'] === 'no' ? undefined : { ...record, seen: true }),
      told,
    })
    const both = narrowedChoice(some, { choose: (record) => (asked.push(record), undefined), told })
    expect([both.choose({ id: 'no' }), both.choose({ id: 'yes' })]).toEqual([undefined, undefined])
    expect(asked).toEqual([{ id: 'yes', seen: true }])
  })

  test.each([
    [{ formIds: new Set(['a']) }, { formIds: new Set(['b']) }],
    [{ since: 5 }, { until: 6 }],
  ])('of the same kind is a defect, as nobody could tell which one left a record out', (one, other) => {
    const told = (): void => undefined
    const earlier = narrowedChoice(everyRecord, { ...one, choose: asIs, told })
    expect(() => narrowedChoice(earlier, { ...other, choose: asIs, told })).toThrow('chosen twice')
  })
})
