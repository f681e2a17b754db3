import { chooseRecords, type FoundColumn } from '../../table/choose-records.ts'
import type { ToldOfNames } from '../../table/columns/resolve.ts'
import type { RawRecord, Records } from '../../record/records.ts'
import type { Context } from '../command.ts'
import type { Coverage } from '../../responses/coverage.ts'
import type { GetPlan } from './get-plan.ts'
import { newestOf, onlyOf } from '../../responses/newest-records.ts'
import { openSource } from '../../responses/responses.ts'
import { startProgress, type Progress } from './progress.ts'
import { filterRecords, type Filtered } from '../../responses/filter-records.ts'
import type { RecordSource } from '../../responses/record-source.ts'
import { redactionHash } from './redaction-hash.ts'
import { makeSpool } from './spool.ts'

/** Responses to be shown, and what is to be told of them. */
export type Got = {
  readonly records: readonly RawRecord[]
  /** Responses that matched, of which these are the newest. */
  readonly matched: number
  /** Whether a partial one was among those that were read. */
  readonly hasPartials: boolean
  readonly filtered: Filtered
  readonly coverage: Coverage
  /** What became of names; absent: none were given. */
  readonly names?: ToldOfNames
  /** The columns that were named; absent: none were. */
  readonly found?: readonly FoundColumn[]
}

/** Reads the responses that are asked for, with the means of an export. */
export async function getResponses(plan: GetPlan, context: Context): Promise<Got> {
  const progress = startProgress(context, false)
  try {
    const source = await openSource(plan, context, progress)
    try {
      const got = await source.read((records) => pickOnce(records, { plan, source, progress, context }))
      return { ...got, coverage: source.coverage() }
    } finally {
      await source.close()
    }
  } finally {
    progress.end()
  }
}

type Picking = {
  readonly plan: GetPlan
  readonly source: RecordSource
  readonly progress: Progress
  readonly context: Context
}

/** One try: a reading that breaks off is begun anew. */
async function pickOnce(
  records: Records,
  { plan, source, progress, context: { host } }: Picking,
): Promise<Omit<Got, 'coverage'>> {
  const { since, until, by, where, redactions, columns, id, limit } = plan
  const filtered: Filtered = { read: 0, kept: 0, formless: 0, undated: 0, met: new Set() }
  const filter = { since, until, by, ...(source.formIds && { formIds: source.formIds }) }
  const all = { matched: 0, hasPartials: false }
  const met = (matched: number): void => void (all.matched = matched)
  const pick = id === undefined ? newestOf(limit, met) : onlyOf(id, met)
  const matching = notingPartials(filterRecords(progress.counted(records), filter, filtered).batches(), all)
  if (where.length === 0 && redactions.length === 0 && columns === undefined)
    return { records: await listOf(pick(matching)), filtered, ...all }
  const hash = await redactionHash(plan, host)
  const spool = makeSpool(host.files)
  try {
    const chosen = await chooseRecords(matching, {
      where,
      redactions,
      headers: 'headline',
      spool,
      pick,
      ...(hash && { hash }),
      ...(columns && { columns }),
    })
    const { told: names, found } = chosen
    return { records: await listOf(chosen.batches), filtered, names, ...(found && { found }), ...all }
  } finally {
    await spool.close()
  }
}

async function listOf(batches: AsyncIterable<readonly RawRecord[]>): Promise<readonly RawRecord[]> {
  const records: RawRecord[] = []
  for await (const batch of batches) for (const record of batch) records.push(record)
  return records
}

async function* notingPartials(
  batches: AsyncIterable<readonly RawRecord[]>,
  all: { hasPartials: boolean },
): AsyncIterable<readonly RawRecord[]> {
  for await (const batch of batches) {
    all.hasPartials ||= batch.some(({ finished }) => finished === false)
    yield batch
  }
}
