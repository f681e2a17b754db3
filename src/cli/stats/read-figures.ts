import { announces } from '../../client/capabilities.ts'
import { listForms } from '../../client/forms.ts'
import { chooseRecords } from '../../table/choose-records.ts'
import type { ToldOfNames } from '../../table/columns/resolve.ts'
import { Failure, isOfSignal } from '../../failure/failure.ts'
import type { Records } from '../../record/records.ts'
import { countResponses, type CountedResponses } from '../../stats/stats.ts'
import type { Context } from '../command.ts'
import type { Files } from '../host.ts'
import { openSource } from '../../responses/responses.ts'
import { startProgress, type Progress } from '../responses/progress.ts'
import { filterRecords, type Filtered } from '../../responses/filter-records.ts'
import type { RecordSource } from '../../responses/record-source.ts'
import { makeSpool } from '../responses/spool.ts'
import type { StatsPlan } from '../responses/stats-plan.ts'
import { withCaller } from '../settings/connect.ts'
import { partialsOf, type Figures } from './report.ts'

/** Reads the responses that are asked for, once, and counts them. */
export async function readFigures(plan: StatsPlan, context: Context): Promise<Figures> {
  const progress = startProgress(context, false)
  try {
    const source = await openSource(plan, context, progress)
    try {
      const read = await source.read((records) =>
        countOnce(records, { plan, source, progress, files: context.host.files }),
      )
      const coverage = source.coverage()
      const { origin } = source
      const { counted, filtered, met, names } = read
      const partials = partialsOf({ origin, withPartials: plan.withPartials, coverage, met: met.partial })
      const asked = askedForms(plan, met.formIds)
      const titles = await formNames(origin, [...counted.formIds, ...asked], context)
      return {
        plan,
        origin,
        coverage,
        filtered,
        partials,
        absent: absentForms(plan, met.formIds),
        ...(names && { names }),
        forms: counted.figures({ asked, partials: partials === 'known', names: titles }),
        made: context.host.now(),
      }
    } finally {
      await source.close()
    }
  } finally {
    progress.end()
  }
}

/** The forms that were asked for: that no response matched is a figure, too. Of a saved reply only those that it holds. */
function askedForms({ source }: StatsPlan, met: ReadonlySet<string>): readonly string[] {
  if (source.kind === 'all') return []
  return source.kind === 'saved' ? source.formIds.filter((id) => met.has(id)) : source.formIds
}

/** Forms that a saved reply was asked for and has no response of, and those that it has responses of. */
function absentForms({ source }: StatsPlan, met: ReadonlySet<string>): Figures['absent'] {
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

type Read = {
  readonly counted: CountedResponses
  readonly filtered: Filtered
  readonly met: Met
  readonly names?: ToldOfNames
}

/** What came, matching or not: whether there were partial responses, and the forms of the responses. */
type Met = { partial: boolean; readonly formIds: Set<string> }

/** One try: a reading that breaks off is counted anew. */
async function countOnce(records: Records, { plan, source, progress, files }: Counting): Promise<Read> {
  const { since, until, by, where, zone, samples } = plan
  const { formIds } = source
  const filtered: Filtered = { read: 0, kept: 0, formless: 0, undated: 0 }
  const met: Met = { partial: false, formIds: new Set() }
  const filter = { since, until, by, ...(formIds === undefined ? {} : { formIds }) }
  const matching = filterRecords(noting(progress.counted(records), met), filter, filtered).batches()
  const counting = { timeZone: zone.timeZone, samples }
  if (where.length === 0) return { counted: await countResponses(matching, counting), filtered, met }
  const spool = makeSpool(files)
  try {
    const chosen = await chooseRecords(matching, { where, headers: 'headline', spool })
    const counted = await countResponses(chosen.batches, counting)
    return { counted, filtered: { ...filtered, kept: chosen.count }, met, names: chosen.told }
  } finally {
    await spool.close()
  }
}

/** Nobody reads a list of more forms. */
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

/** Names are not worth a long wait. */
const mostSeconds = 5

/** The names of forms by their ids, where the service lists forms. Names are a convenience: without them the run goes on. */
async function formNames(
  origin: RecordSource['origin'],
  formIds: readonly string[],
  context: Context,
): Promise<ReadonlyMap<string, string>> {
  if (origin.kind !== 'service' || formIds.length === 0) return new Map()
  try {
    return await withCaller(context, async ({ access, patience }) => {
      const caller = { access, patience: { ...patience, seconds: mostSeconds } }
      if (!(await announces(caller, 'forms-list'))) return new Map()
      return new Map((await listForms(caller)).map(({ id, name }) => [id, name]))
    })
  } catch (error) {
    // A signal still ends the run.
    if (error instanceof Failure && !isOfSignal(error)) return new Map()
    throw error
  }
}
