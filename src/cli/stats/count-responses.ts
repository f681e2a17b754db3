import type { Records } from '../../record/records.ts'
import { chooseRecords } from '../../export/choose-records.ts'
import type { ToldOfNames } from '../../export/named.ts'
import type { Context } from '../command.ts'
import type { Files } from '../host.ts'
import { openSource } from '../responses/open-source.ts'
import { startProgress, type Progress } from '../responses/progress.ts'
import { filterRecords, type Filtered } from '../responses/record-filter.ts'
import type { RecordSource } from '../responses/record-source.ts'
import { makeSpool } from '../responses/spool.ts'
import type { StatsPlan } from '../responses/stats-plan.ts'
import { formNames } from './form-names.ts'
import { newForm, type FormTally } from './form-tally.ts'
import { partialsOf, type Report } from './report.ts'
import { statsOf } from './stats.ts'
import { tallyOf, type Tally } from './tally.ts'

/** Reads the responses that are asked for, once, and counts them. */
export async function countResponses(plan: StatsPlan, context: Context): Promise<Report> {
  const progress = startProgress(context, false)
  try {
    const source = await openSource(plan, context, progress)
    try {
      const counted = await source.read((records) =>
        countOnce(records, { plan, source, progress, files: context.host.files }),
      )
      const coverage = source.coverage()
      const { origin } = source
      const { tally, filtered, met, names } = counted
      const partials = partialsOf({ origin, withPartials: plan.withPartials, coverage, met: met.partial })
      const tallies = withAsked(plan, [...tally.forms()], met.formIds)
      const titles = await formNames(origin, tallies, context)
      const forms = statsOf(tallies, { partials: partials === 'known', names: titles })
      const absent = absentForms(plan, met.formIds)
      const told = { coverage, filtered, partials, absent, ...(names && { names }) }
      return { plan, origin, ...told, forms, made: context.host.now() }
    } finally {
      await source.close()
    }
  } finally {
    progress.end()
  }
}

/** The forms that came, and those that were asked for of which nothing matched: none of these is a figure, too. Of a saved reply only those that it holds. */
function withAsked(
  { source }: StatsPlan,
  forms: readonly FormTally[],
  met: ReadonlySet<string>,
): readonly FormTally[] {
  const named = source.kind === 'all' ? [] : source.formIds
  const asked = source.kind === 'saved' ? named.filter((id) => met.has(id)) : named
  const missing = asked.filter((id) => forms.every(({ formId }) => formId !== id))
  return [...forms, ...missing.map(newForm)]
}

/** Forms that a saved reply was asked for and has no response of, and those that it has responses of. */
function absentForms({ source }: StatsPlan, met: ReadonlySet<string>): Report['absent'] {
  if (source.kind !== 'saved') return undefined
  const missing = source.formIds.filter((id) => !met.has(id))
  return missing.length === 0 ? undefined : { missing, present: [...met].toSorted() }
}

type Counting = {
  readonly plan: StatsPlan
  readonly source: RecordSource
  readonly progress: Progress
  readonly files: Files
}

type Counted = {
  readonly tally: Tally
  readonly filtered: Filtered
  readonly met: Met
  readonly names?: ToldOfNames
}

/** What came, matching or not: whether partial responses are among it, and of which forms it is. */
type Met = { partial: boolean; readonly formIds: Set<string> }

/** One try: a reading that breaks off is counted anew. */
async function countOnce(records: Records, { plan, source, progress, files }: Counting): Promise<Counted> {
  const { since, until, by, where, zone, samples } = plan
  const { formIds } = source
  const filtered: Filtered = { read: 0, kept: 0, formless: 0, undated: 0 }
  const met: Met = { partial: false, formIds: new Set() }
  const filter = { since, until, by, ...(formIds === undefined ? {} : { formIds }) }
  const matching = filterRecords(noting(progress.counted(records), met), filter, filtered).batches()
  const counting = { timeZone: zone.timeZone, samples }
  if (where.length === 0) return { tally: await tallyOf(matching, counting), filtered, met }
  const spool = makeSpool(files)
  try {
    const chosen = await chooseRecords(matching, { where, headers: 'headline', spool })
    const tally = await tallyOf(chosen.batches, counting)
    return { tally, filtered: { ...filtered, kept: chosen.count }, met, names: chosen.told }
  } finally {
    await spool.close()
  }
}

/** More would tell nobody which one is meant. */
const mostMet = 10_000

/** The same records, noted. */
const noting = ({ batches }: Records, met: Met): Records => ({
  async *batches() {
    for await (const batch of batches()) {
      met.partial ||= batch.some(({ finished }) => finished === false)
      for (const { formId } of batch)
        if (typeof formId === 'string' && met.formIds.size < mostMet) met.formIds.add(formId)
      yield batch
    }
  },
})
