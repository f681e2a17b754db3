import { count, type ExitCode } from '../../failure.ts'
import type { Context } from '../command.ts'
import { stateOf } from '../journal/entry-words.ts'
import { journalOf, type JournalEntry } from '../journal/journal.ts'
import { settledTarget } from '../settings/settled-target.ts'
import type { ApplyOptions } from './apply-options.ts'
import { planOf, type AskedSpecs } from './asked-specs.ts'
import { baseUrlFrom, lockFileName, lockPlace, readLock } from './lock-file.ts'
import { isToCreate, makePlan, toDo, type ApplyPlan, type FormToCreate } from './make-plan.ts'
import { isNoteOf, openNotes } from './open-notes.ts'
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
  const notes = await journalOf(host).list()
  const { forms: entries } = recovered(await readLock(host, place), notes, place)
  const plan = await makePlan(host, planned, { ...specs, place, target, entries })
  const open = await openNotes(host.files, notes, { plan, place, words: specs.words })
  const saying = { plan, lockName: place.name, baseUrl, isForgetting: given.forget }
  const isQuiet = toDo(plan, given.forget) === 0 && open.length === 0
  if (globals.output === 'json') await terminal.printJson(reportOf({ ...saying, applied: [], open }, true))
  else {
    await printPlan(saying, context)
    await sayOpen(open, context)
    const isOpen = (form: FormToCreate['form']): boolean =>
      open.some((note) => isNoteOf(note, form, host.files))
    await terminal.say(isQuiet ? 'Nothing to do.' : sumOf(plan, given.forget, isOpen))
  }
  return given.detailedExitcode && !isQuiet ? 1 : 0
}

/** A plan does not ask the service, so what becomes of these is for the run to find out. */
async function sayOpen(open: readonly JournalEntry[], { host, terminal }: Context): Promise<void> {
  for (const entry of open) {
    const what = `"${entry.name}" (${entry.spec}), sent at ${entry.at}: ${await stateOf(entry, host)}.`
    await terminal.warn(`Open: ${terminal.plain(what)}`)
  }
  if (open.length > 0) await terminal.warn(howItGoesOn)
}

const howItGoesOn =
  'Where the service knows requests again, a run sends the same request once more; elsewhere it sends nothing and ends with 9. formctl forms resolve settles what is open.'

function sumOf(
  plan: ApplyPlan,
  isForgetting: boolean,
  isOpen: (form: FormToCreate['form']) => boolean,
): string {
  const toCreate = plan.changes.filter(isToCreate)
  const waiting = toCreate.filter(({ form }) => isOpen(form)).length
  const created = toCreate.length - waiting
  const open = waiting > 0 ? `; ${count(waiting, 'form')} may be there already` : ''
  if (created > 0) return `${count(created, 'form')} would be created${open}.`
  if (waiting > 0) return `No other form would be created${open}.`
  const change = toDo(plan, isForgetting) > 0 ? `; ${lockFileName} would change` : ''
  return `No form would be created${change}.`
}
