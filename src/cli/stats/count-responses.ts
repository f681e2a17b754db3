import type { RawRecord } from '../../form/raw-record.ts'
import type { Context } from '../command.ts'
import { openSource } from '../responses/open-source.ts'
import { startProgress, type Progress } from '../responses/progress.ts'
import { filterRecords, type Filtered } from '../responses/record-filter.ts'
import type { RecordSource } from '../responses/record-source.ts'
import type { StatsPlan } from '../responses/stats-plan.ts'
import { formNames } from './form-names.ts'
import { partialsOf, type Report } from './report.ts'
import { statsOf } from './stats.ts'
import { tallyOf, type Tally } from './tally.ts'

/** Reads the responses that are asked for, once, and counts them. */
export async function countResponses(plan: StatsPlan, context: Context): Promise<Report> {
  const progress = startProgress(context, false)
  try {
    const source = await openSource(plan, context, progress)
    try {
      const counted = await source.read((batches) => countOnce(batches, { plan, source, progress }))
      const coverage = source.coverage()
      const { origin } = source
      const { tally, filtered, met } = counted
      const partials = partialsOf({ origin, withPartials: plan.withPartials, coverage, met })
      const names = await formNames(origin, tally.forms(), context)
      const forms = statsOf(tally.forms(), { partials: partials === 'known', names })
      return { plan, origin, coverage, filtered, partials, forms, made: context.host.now() }
    } finally {
      await source.close()
    }
  } finally {
    progress.end()
  }
}

type Counting = { readonly plan: StatsPlan; readonly source: RecordSource; readonly progress: Progress }

type Counted = { readonly tally: Tally; readonly filtered: Filtered; readonly met: boolean }

/** One try: a reading that breaks off is counted anew. */
async function countOnce(
  batches: AsyncIterable<readonly RawRecord[]>,
  { plan, source, progress }: Counting,
): Promise<Counted> {
  const { since, until, zone, samples } = plan
  const { formIds } = source
  const filtered: Filtered = { read: 0, kept: 0, formless: 0, undated: 0 }
  const seen = { partial: false }
  const filter = { since, until, ...(formIds === undefined ? {} : { formIds }) }
  const matching = filterRecords(noting(progress.counted(batches), seen), filter, filtered)
  const tally = await tallyOf(matching, { timeZone: zone.timeZone, samples })
  return { tally, filtered, met: seen.partial }
}

/** The same records; notes whether a partial one came, matching or not: then the reading was asked for them. */
async function* noting(
  batches: AsyncIterable<readonly RawRecord[]>,
  seen: { partial: boolean },
): AsyncIterable<readonly RawRecord[]> {
  for await (const batch of batches) {
    seen.partial ||= batch.some(({ finished }) => finished === false)
    yield batch
  }
}
