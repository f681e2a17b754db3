import type { RawRecord } from './raw-record.ts'
import type { MakeTaker, RecordChoice, RecordTaker, RecordTally } from './record-taker.ts'

/** All records are wanted. */
export const everyRecord: RecordChoice = {
  formIds: undefined,
  since: undefined,
  until: undefined,
  ids: undefined,
  choose: (record) => record,
  told: () => undefined,
}

/**
 * Whether a record is of one of these forms. A record without a `formId` that is a text breaks the contract (Response
 * record): it is of no form, and no form may claim it.
 */
export function formMatchOf({ formId }: RawRecord, formIds: Pick<ReadonlySet<string>, 'has'>): FormMatch {
  if (typeof formId !== 'string') return 'none'
  return formIds.has(formId) ? 'wanted' : 'other'
}

export type FormMatch = 'wanted' | 'other' | 'none'

/** A choice among what an earlier one left. */
export type Narrowing = Partial<Pick<RecordChoice, 'formIds' | 'since' | 'until' | 'ids'>> & {
  /** As of `RecordChoice`; asked for records that the earlier choice took. */
  readonly choose: (record: RawRecord) => RawRecord | undefined
  /** Is told of records that the earlier choice took, and of what became of them here. */
  readonly told: (tally: RecordTally) => void
}

/** Makes takers that are asked for fewer records. */
export const narrowed =
  <Taker extends RecordTaker>(makeTaker: MakeTaker<Taker>, narrowing: Narrowing): MakeTaker<Taker> =>
  (reader, earlier) => {
    const taker = makeTaker(reader, narrowedChoice(earlier, narrowing))
    return { ...taker, add: (records) => taker.add(chosenOf(records, narrowing)) }
  }

const chosenOf = (records: readonly RawRecord[], { choose }: Narrowing): readonly RawRecord[] =>
  records.map(choose).filter((record) => record !== undefined)

/** Two choices as one. */
export function narrowedChoice(earlier: RecordChoice, { choose, told, ...later }: Narrowing): RecordChoice {
  const choosesForm = earlier.formIds !== undefined
  const choosesTime = earlier.since !== undefined || earlier.until !== undefined
  // Which of two choices passed a record over could not be told.
  if ((choosesForm && later.formIds) || (choosesTime && (later.since ?? later.until) !== undefined))
    throw new Error('records are chosen twice by form or by time')
  return {
    formIds: later.formIds ?? earlier.formIds,
    since: later.since ?? earlier.since,
    until: later.until ?? earlier.until,
    ids: later.ids ?? earlier.ids,
    choose: (record) => {
      const chosen = earlier.choose(record)
      return chosen === undefined ? undefined : choose(chosen)
    },
    told: (tally) => {
      earlier.told(tally)
      told({
        taken: tally.taken,
        otherForm: choosesForm ? 0 : tally.otherForm,
        otherTime: choosesTime ? 0 : tally.otherTime,
      })
    },
  }
}
