import { announces, listForms } from '../../client/client.ts'
import { chooseRecords } from '../../table/choose-records.ts'
import type { NamesReport } from '../../table/choose-records.ts'
import { ignoreFailure } from '../../failure/failure.ts'
import type { Records } from '../../record/records.ts'
import { countResponses, type CountedResponses } from '../../stats/stats.ts'
import type { Context } from '../command.ts'
import type { Files } from '../../files/file-system.ts'
import { refuseIncomplete } from '../../responses/responses.ts'
import { readWithProgress } from '../responses/read-responses.ts'
import { makeSpool } from '../../export/files/spool.ts'
import type { StatsPlan } from '../responses/stats-plan.ts'
import { withCaller } from '../settings/connect.ts'
import { partialsOf, type Figures } from './report.ts'

/** Reads the responses that the plan selects, and counts them. */
export async function readFigures(plan: StatsPlan, context: Context): Promise<Figures> {
  const { files } = context.host
  const reading = await readWithProgress(plan, context, (records) => countOnce(records, plan, files))
  const { result, origin, coverage, counts } = reading
  refuseIncomplete(plan, coverage)
  const { counted, names, matched = counts.kept } = result
  const partials = partialsOf({ origin, withPartials: plan.withPartials, coverage, met: counts.partials > 0 })
  const asked = askedForms(plan, counts)
  const titles = await formNames(origin, [...counted.formIds, ...asked], context)
  return {
    plan,
    origin,
    coverage,
    counts: { ...counts, kept: matched },
    partials,
    ...(names && { names }),
    forms: counted.figures({ asked, partials: partials === 'known', names: titles }),
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
  { where, zone, samples }: StatsPlan,
  files: Files,
): Promise<Counted> {
  const counting = { timeZone: zone.timeZone, samples }
  if (where.length === 0) return { counted: await countResponses(records.batches(), counting) }
  const spool = makeSpool(files)
  try {
    const chosen = await chooseRecords(records.batches(), { where, headers: 'headline', spool })
    const counted = await countResponses(chosen.batches, counting)
    return { counted, matched: chosen.count, names: chosen.names }
  } finally {
    await spool.close()
  }
}

/** The longest wait for names. */
const mostSeconds = 5

/** The names of forms by id, if the service lists forms; empty if that fails. */
async function formNames(
  origin: Figures['origin'],
  formIds: readonly string[],
  context: Context,
): Promise<ReadonlyMap<string, string>> {
  if (origin.kind !== 'service' || formIds.length === 0) return new Map()
  const forms = await withCaller(context, async ({ access, patience }) => {
    const caller = { access, patience: { ...patience, seconds: mostSeconds } }
    return (await announces(caller, 'forms-list')) ? listForms(caller) : []
  }).catch(ignoreFailure)
  return new Map(forms?.map(({ id, name }) => [id, name]))
}
