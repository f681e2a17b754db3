import { count, Failure } from '../../failure.ts'
import type { Context } from '../command.ts'
import { failureLine } from '../failure-line.ts'
import { embeddedFolder } from '../form-url.ts'
import { sayReports } from '../generate/read-specs.ts'
import type { Applied } from './apply-plan.ts'
import { originText } from './locked-forms.ts'
import { isToCreate, toDo, type FormChange } from './make-plan.ts'
import { reportOf, rowsOf, type Telling } from './report-apply.ts'

type Failing = Extract<Applied, { readonly failure: Failure }>

/** Prints the forms that are there now and says what was not made; throws the failure that the run ends with, if any. */
export async function sayApplied(telling: Telling, context: Context): Promise<void> {
  const { applied, plan, isForgetting } = telling
  const failing = applied.filter((one) => 'failure' in one)
  const created = applied.length - failing.length
  const reached = new Set(applied.map(({ change }) => change))
  const notSent = plan.changes.filter((change) => isToCreate(change) && !reached.has(change))
  const done = toDo(plan, isForgetting) - failing.length - notSent.length
  const left = failing.length + notSent.length
  if (left === 0 || done > 0) await printApplied(telling, context)
  if (left === 0) return saySuccess(telling, context, created)
  const end = endOf(failing, { done, left, signal: context.host.signal })
  for (const one of failing) await sayFailing(one, end, context)
  await sayNotSent(notSent, context)
  throw end
}

type Counts = { readonly done: number; readonly left: number; readonly signal: AbortSignal }

/** How the run ends: whoever runs it again must know first of what may be there, whatever else was done. */
function endOf(failing: readonly Failing[], { done, left, signal }: Counts): Failure {
  const unknown = failing.find(({ failure }) => failure.exit === 9)
  if (unknown) return unknown.failure
  if (signal.aborted && signal.reason instanceof Failure) return signal.reason
  const [first] = failing
  if (first && done === 0) return first.failure
  return Failure.of('partly-done', { done, left })
}

async function printApplied(telling: Telling, { terminal, globals }: Context): Promise<void> {
  if (globals.output === 'json') return terminal.printJson(reportOf(telling, false))
  return terminal.table(['state', 'name', 'id', 'url', 'spec'], rowsOf(telling))
}

/** One that the run ends with is said at its end. */
async function sayFailing(
  { change, failure, report }: Failing,
  end: Failure,
  context: Context,
): Promise<void> {
  const { terminal, globals } = context
  if (report) await sayReports([report], { context, isFatal: true })
  if (failure === end) return
  const subject = `"${change.form.body.name}" (${originText(change.form.origin)}) was not created.`
  await (globals.output === 'json'
    ? terminal.warn(failureLine(failure, { terminal, isJson: true }))
    : terminal.warn(`${terminal.err.red('error')}: ${terminal.plain(`${subject} ${failure.message}`)}`))
}

async function sayNotSent(notSent: readonly FormChange[], { terminal, globals }: Context): Promise<void> {
  if (globals.output === 'json') return
  for (const { form } of notSent)
    await terminal.warn(`Not sent: ${terminal.plain(`"${form.body.name}" (${originText(form.origin)})`)}.`)
}

async function saySuccess(
  { plan, lockName, baseUrl, isForgetting }: Telling,
  { terminal, globals }: Context,
  created: number,
): Promise<void> {
  if (globals.output === 'json') return
  const isChanged = toDo(plan, isForgetting) > 0
  const made = created > 0 ? `Created ${count(created, 'form')}.` : 'No form had to be created.'
  await terminal.say(isChanged ? `${made} ${terminal.plain(lockName)} has changed: commit it.` : made)
  const folder = embeddedFolder(baseUrl)
  if (created > 0 && folder !== undefined)
    await terminal.say(`To fill ${created === 1 ? 'it' : 'them'} in, run formctl serve --data ${folder}.`)
}
