import { sourceOf } from '../../export/write-export.ts'
import { chooseRecords, type NamesReport, type ValuesBy } from '../../table/choose-records.ts'
import { misuse } from '../../failure/failure.ts'
import type { Records } from '../../record/records.ts'
import { inQuotes } from '../../form/words.ts'
import { countResponses, isOnlyCounted, segmentsOf, type CountedResponses } from '../../stats/stats.ts'
import type { Context } from '../command.ts'
import type { Files } from '../../files/file-system.ts'
import { refuseIncomplete } from '../../responses/responses.ts'
import { readWithProgress } from '../responses/read-responses.ts'
import { makeSpool } from '../../export/files/spool.ts'
import { byForm, type StatsPlan } from '../responses/stats-plan.ts'
import { factsOf, partialsOf, type Figures } from './report.ts'

export async function readFigures(plan: StatsPlan, context: Context): Promise<Figures> {
  const { files } = context.host
  const reading = await readWithProgress(plan, context, (records) => countOnce(records, plan, files))
  const { result, origin, coverage, counts } = reading
  refuseIncomplete(plan, coverage)
  const { counted, names, matched = counts.kept } = result
  const partials = partialsOf({ origin, withPartials: plan.withPartials, coverage, met: counts.hasPartial })
  const formIds = askedForms(plan, counts)
  const facts = await factsOf([...new Set([...counted.formIds, ...formIds])], origin, context)
  return {
    plan,
    origin,
    coverage,
    counts: { ...counts, kept: matched },
    partials,
    names,
    facts,
    forms: counted.figures({
      formIds,
      asked: plan.asked ?? [],
      partials: partials === 'known',
      merging: plan.merging,
      ...facts,
    }),
    made: context.host.now(),
  }
}

/** The forms to report even without a matching response; of a saved reply, only those it holds. */
function askedForms({ source }: StatsPlan, { metForms }: Figures['counts']): readonly string[] {
  if (source.kind === 'all') return []
  return source.kind === 'saved' ? source.formIds.filter((id) => metForms.has(id)) : source.formIds
}

type Counted = {
  readonly counted: CountedResponses
  /** How many responses match --where, and how its names matched; absent: it is not given. */
  readonly matched?: number
  readonly names?: NamesReport
}

/** One attempt: a read that breaks off is counted again from the start. */
async function countOnce(
  records: Records,
  { where, zone, samples, dividedBy, merging, asked }: StatsPlan,
  files: Files,
): Promise<Counted> {
  const counting = { timeZone: zone.timeZone, samples }
  if (where.length === 0 && dividedBy === undefined)
    return { counted: await countResponses(records.batches(), counting) }
  const spool = makeSpool(files)
  try {
    const chosen = await chooseRecords(sourceOf(records), {
      where,
      headers: 'headline',
      spool,
      by: dividedBy === byForm ? 'formId' : dividedBy,
      merging,
      asked,
    })
    if (chosen.by && dividedBy !== undefined) refusePersonal(dividedBy, chosen.by)
    const segments = chosen.by && segmentsOf(chosen.by.values, dividedBy === byForm)
    const counted = await countResponses(chosen.batches, { ...counting, segments })
    return { counted, matched: chosen.count, names: chosen.names }
  } finally {
    await spool.close()
  }
}

/** Names of segments are shown, and figures show nobody. */
function refusePersonal(name: string, { columns }: ValuesBy): void {
  if (!columns.some(isOnlyCounted)) return
  throw misuse(
    `--by ${inQuotes(name)} would show who people are, and figures do not: divide by another column.`,
  )
}
