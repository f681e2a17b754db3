import { chooseRecords, type FoundColumn } from '../../table/choose-records.ts'
import type { NamesReport } from '../../table/choose-records.ts'
import type { RawRecord, Records } from '../../record/records.ts'
import type { Context } from '../command.ts'
import type { GetPlan } from './get-plan.ts'
import { newestOf, onlyOf, type Counts, type Coverage } from '../../responses/responses.ts'
import { readWithProgress } from './read-responses.ts'
import { redactionHash } from './redaction-hash.ts'
import { makeSpool } from '../../export/files/spool.ts'

/** Responses to be shown, and what is to be told of them. */
export type Got = {
  readonly records: readonly RawRecord[]
  /** Responses that matched, of which these are the newest. */
  readonly matched: number
  readonly counts: Counts
  readonly coverage: Coverage
  /** What became of names; absent: none were given. */
  readonly names?: NamesReport
  /** The columns that were named; absent: none were. */
  readonly found?: readonly FoundColumn[]
}

type Picked = Omit<Got, 'counts' | 'coverage'>

/** Reads the responses that are asked for, with the means of an export. */
export async function getResponses(plan: GetPlan, context: Context): Promise<Got> {
  const { result, counts, coverage } = await readWithProgress(plan, context, (records) =>
    pickOnce(records, plan, context),
  )
  return { ...result, counts, coverage }
}

/** One try: a reading that breaks off is begun anew. */
async function pickOnce(records: Records, plan: GetPlan, { host }: Context): Promise<Picked> {
  const { where, redactions, columns, id, limit } = plan
  const all = { matched: 0 }
  const met = (matched: number): void => void (all.matched = matched)
  const pick = id === undefined ? newestOf(limit, met) : onlyOf(id, met)
  const matching = records.batches()
  if (where.length === 0 && redactions.length === 0 && columns === undefined)
    return { records: await listOf(pick(matching)), ...all }
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
    const { names, found } = chosen
    return { records: await listOf(chosen.batches), names, ...(found && { found }), ...all }
  } finally {
    await spool.close()
  }
}

async function listOf(batches: AsyncIterable<readonly RawRecord[]>): Promise<readonly RawRecord[]> {
  const records: RawRecord[] = []
  for await (const batch of batches) for (const record of batch) records.push(record)
  return records
}
