import type { Caller } from '../../client/client.ts'
import type { Failure } from '../../failure/failure.ts'
import {
  makePublisher,
  originText,
  whyUnknown,
  type JournalEntry,
  type Notice,
  type Publisher,
  type RefusedForm,
} from '../../publish/publish.ts'
import { embeddedFolder } from '../../wire/wire.ts'
import type { Context } from '../command.ts'
import { shellWord } from '../option-values.ts'
import { withoutAdvice } from '../settings/waits.ts'
import { failureLine } from '../terminal/terminal.ts'
import { printReports } from './read-forms.ts'

export const publisherOf = (context: Context, caller: Caller): Promise<Publisher> =>
  makePublisher({ caller, machine: context.host, report: reportIn(context) })

export const reportIn =
  ({ terminal, globals }: Pick<Context, 'terminal' | 'globals'>): Publisher['report'] =>
  async (notice) => {
    if (notice.kind === 'entry-left')
      return terminal.warn(failureLine(notice.failure, { terminal, isJson: false }))
    const sentence = terminal.plain(sentenceOf(notice))
    // Warnings, so that --quiet shows them, too: they have the ids of forms that exist.
    if (notice.kind === 'created-before' || notice.kind === 'merged-twins') return terminal.warn(sentence)
    if (notice.kind !== 'waiting-for-lock' || globals.output !== 'json') await terminal.info(sentence)
  }

function sentenceOf(notice: Exclude<Notice, { readonly kind: 'entry-left' }>): string {
  if (notice.kind === 'waiting-for-lock')
    return `Another run holds ${notice.name}: waiting for it to end, up to ${notice.seconds} s.`
  if (notice.kind === 'forms-unlisted')
    return `Which forms ${notice.baseUrl} has could not be asked: ${withoutAdvice(notice.failure.message)}`
  if (notice.kind === 'merged-twins')
    return `Both sides of the merge made a form of ${originText(notice.kept)}: ${notice.kept.id}, the newer one, is its form now, and ${notice.former.id} stands in its history.`
  const { name, at } = notice.entry
  if (notice.kind === 'created-already')
    return `"${name}" was created at ${at} by a run that ended before it said so: nothing is sent, and here is its id.`
  if (notice.kind === 'sent-again')
    return `"${name}" was sent at ${at} and no answer came. The service knows that request again, so it is sent once more: there will be one form.`
  return `An earlier run created "${name}" at ${at} and ended before it said so: form ${notice.form.id}, ${notice.form.url}.`
}

export async function stateOf(entry: JournalEntry, { host: { processes } }: Context): Promise<string> {
  if (await processes.isRunning(entry.process)) return `on its way, by process ${entry.process.pid}`
  return entry.form ? `created as ${entry.form.id}, not reported` : `unknown: ${whyUnknown(entry)}`
}

/** A form for messages: its name, and the spec that it comes from. */
type NamedForm = { readonly name: string; readonly place: string }

export async function warnNotCreated(
  { name, place }: NamedForm,
  failure: Failure,
  { terminal, globals }: Context,
): Promise<void> {
  // The sentence of a refused form says so itself.
  const before = failure.code === 'form-refused' ? undefined : `"${name}" (${place}) was not created.`
  await terminal.warn(failureLine(failure, { terminal, isJson: globals.output === 'json', before }))
}

export async function warnNotSent(
  notSent: readonly NamedForm[],
  { terminal, globals }: Context,
): Promise<void> {
  if (globals.output === 'json') return
  for (const { name, place } of notSent)
    await terminal.warn(`Not sent: ${terminal.plain(`"${name}" (${place})`)}.`)
}

export async function printRefused(refused: RefusedForm | undefined, context: Context): Promise<void> {
  if (refused) await printReports([refused], { context, isFatal: true })
}

/** Tells how to fill in forms of a service in a folder that no process serves. */
export async function printServeHint(pages: string, { terminal }: Context, them = 'it'): Promise<void> {
  const folder = embeddedFolder(pages)
  if (folder !== undefined)
    await terminal.info(`To fill ${them} in, run formctl serve --data ${shellWord(folder)}.`)
}
