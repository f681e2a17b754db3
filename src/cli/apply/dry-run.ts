import { count, type ExitCode } from '../../failure.ts'
import type { Context } from '../command.ts'
import { journalOf } from '../journal/journal.ts'
import { settledTarget } from '../settings/settled-target.ts'
import type { ApplyOptions } from './apply-options.ts'
import { planOf, type AskedSpecs } from './asked-specs.ts'
import { baseUrlFrom, lockFileName, lockPlace, readLock } from './lock-file.ts'
import { isToCreate, makePlan, toDo, type ApplyPlan } from './make-plan.ts'
import { recovered } from './recover.ts'
import { reportOf } from './report-apply.ts'
import { printPlan } from './say-plan.ts'

/** Prints what a run would do; no key is needed, nothing is sent, nothing is written. */
export async function dryRun(specs: AskedSpecs, given: ApplyOptions, context: Context): Promise<ExitCode> {
  const { host, terminal, globals } = context
  const { baseUrl, environmentId, sourceFormId } = await settledTarget(context)
  const planned = await planOf(specs, given, sourceFormId)
  const place = await lockPlace(context)
  const target = { baseUrl: baseUrlFrom(place, baseUrl), environmentId }
  const { forms: entries } = recovered(await readLock(host, place), await journalOf(host).list(), place)
  const plan = await makePlan(host, planned, { ...specs, place, target, entries })
  const saying = { plan, lockName: place.name, baseUrl, isForgetting: given.forget }
  if (globals.output === 'json') await terminal.printJson(reportOf({ ...saying, applied: [] }, true))
  else {
    await printPlan(saying, context)
    await terminal.say(sumOf(plan, given.forget))
  }
  return given.detailedExitcode && toDo(plan, given.forget) > 0 ? 1 : 0
}

function sumOf(plan: ApplyPlan, isForgetting: boolean): string {
  const created = plan.changes.filter(isToCreate).length
  if (toDo(plan, isForgetting) === 0) return 'Nothing to do.'
  return created === 0
    ? `No form would be created; ${lockFileName} would change.`
    : `${count(created, 'form')} would be created.`
}
