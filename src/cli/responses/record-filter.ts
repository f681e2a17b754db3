import type { TimeName } from '../../export/columns.ts'
import { momentOf } from '../../export/instant-text.ts'
import type { RawRecord } from '../../form/raw-record.ts'
import { formMatchOf, narrowed, type Narrowing } from '../../form/record-choice.ts'
import type { Records } from '../../form/record-taker.ts'

/** What records must be like to be exported. */
export type RecordFilter = {
  /** Absent: of any form. */
  readonly formIds?: ReadonlySet<string>
  /** Milliseconds since 1970; both ends are inclusive. */
  readonly since: number | undefined
  readonly until: number | undefined
  /** The time that they mean; absent: that of creation. */
  readonly by?: TimeName
}

/** What a filter met. */
export type Filtered = {
  read: number
  kept: number
  /** Left out, since they tell no form. */
  formless: number
  /** Kept, since the time by which they are filtered can't be read. */
  undated: number
  /** The forms that were asked for and came, be their responses kept or not; absent: nobody wants to know. */
  readonly met?: Set<string>
}

/** The records that pass, batch by batch; `filtered` counts along. */
export function filterRecords(records: Records, filter: RecordFilter, filtered: Filtered): Records {
  const { take, isWhole } = records
  const { formIds, since, until, by = 'createdAt' } = filter
  const isTimed = since !== undefined || until !== undefined
  const judging: Judging = {
    choose: (record) => {
      const isPassing = passes(record, filter, filtered)
      filtered.read++
      if (isPassing) filtered.kept++
      return isPassing ? record : undefined
    },
    told: ({ taken, otherForm, otherTime }) => {
      filtered.read += taken + otherForm + otherTime
      filtered.kept += taken
    },
  }
  const judgedBy = [...(formIds ? ['formId'] : []), ...(isTimed ? [by] : [])]
  const lines = take && isWhole && linesOf(take, judging, judgedBy)
  const passed: Records = {
    [Symbol.asyncIterator]: () => passing(records, filter, filtered),
    ...(lines && { lines }),
  }
  // Takers compare the time of creation only; by another one, records are judged one by one.
  if (isTimed && by !== 'createdAt') return lines ? { ...passed, take: takingOf(lines) } : passed
  const narrowing: Narrowing = { ...filter, ...judging }
  return {
    ...passed,
    ...(isWhole && !isTimed && formIds === undefined ? { isWhole } : {}),
    ...(take && {
      take: async (makeTaker) => {
        const taker = await take(narrowed(makeTaker, narrowing))
        for (const formId of formIds ?? []) if (taker.readOf(formId) > 0) filtered.met?.add(formId)
        return taker
      },
    }),
  }
}

type Judging = Pick<Narrowing, 'choose' | 'told'>

type Lines = NonNullable<Records['lines']>

type Take = NonNullable<Records['take']>

// What few exports need is loaded only by them.
const linesOf =
  (take: Take, judging: Judging, judgedBy: readonly string[]): Lines =>
  async (to, begin) => {
    const { passLines } = await import('../../export/lines/pass-lines.ts')
    return passLines((makeTaker) => take(narrowed(makeTaker, judging)), { judgedBy, to, begin })
  }

const takingOf =
  (lines: Lines): Take =>
  async (makeTaker) => {
    const { takeFromLines } = await import('../../export/lines/take-lines.ts')
    return takeFromLines({ lines }, makeTaker)
  }

async function* passing(
  batches: AsyncIterable<readonly RawRecord[]>,
  filter: RecordFilter,
  filtered: Filtered,
): AsyncGenerator<readonly RawRecord[]> {
  for await (const batch of batches) {
    const passed = batch.filter((record) => passes(record, filter, filtered))
    filtered.read += batch.length
    filtered.kept += passed.length
    if (passed.length > 0) yield passed
  }
}

function passes(record: RawRecord, filter: RecordFilter, filtered: Filtered): boolean {
  const { formIds, since, until, by = 'createdAt' } = filter
  if (formIds !== undefined) {
    const match = formMatchOf(record, formIds)
    if (match === 'none') filtered.formless++
    if (match !== 'wanted') return false
    filtered.met?.add(String(record['formId']))
  }
  if (since === undefined && until === undefined) return true
  const time = momentOf(record[by])
  if (Number.isNaN(time)) {
    filtered.undated++
    return true
  }
  return (since === undefined || time >= since) && (until === undefined || time <= until)
}
