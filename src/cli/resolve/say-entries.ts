import type { FormSummary } from '../../form/published-form.ts'
import type { Context } from '../command.ts'
import { stateOf } from '../journal/entry-words.ts'
import type { JournalEntry } from '../journal/journal.ts'

/** What became of an entry: it was settled one way or the other, or it stays open. */
export type Resolved = {
  readonly entry: JournalEntry
  readonly outcome: 'created' | 'not-created' | 'open'
  /** The form that it is, or those that it may be. */
  readonly forms: readonly Pick<FormSummary, 'id'>[]
}

/** Prints the open entries. */
export async function printEntries(entries: readonly JournalEntry[], context: Context): Promise<void> {
  const { terminal, globals } = context
  if (globals.output === 'json')
    return terminal.printJson({ schema_version: 1, entries: entries.map((entry) => jsonOf(entry)) })
  if (entries.length > 0)
    await terminal.table(
      ['id', 'name', 'sent', 'state', 'spec', 'service'],
      await Promise.all(entries.map((entry) => rowOf(entry, context))),
    )
  await terminal.say(entries.length === 0 ? 'No form is open.' : hint)
}

const rowOf = async (entry: JournalEntry, { host }: Context): Promise<readonly string[]> => [
  entry.id,
  entry.name,
  entry.at,
  await stateOf(entry, host),
  entry.row === undefined ? entry.spec : `${entry.spec}, row ${entry.row}`,
  `${entry.baseUrl}, ${entry.environmentId}`,
]

const hint =
  'Run the same command again where the service knows requests again; where not, look whether the form is there, or let formctl forms resolve <id> look.'

/** Prints what became of entries. */
export async function printResolved(resolved: readonly Resolved[], context: Context): Promise<void> {
  const { terminal, globals } = context
  if (globals.output === 'json') {
    const entries = resolved.map(({ entry, outcome, forms }) => ({
      ...jsonOf(entry),
      outcome,
      forms: forms.map(({ id }) => id),
    }))
    return terminal.printJson({ schema_version: 1, entries })
  }
  return terminal.table(
    ['id', 'name', 'outcome', 'form'],
    resolved.map(({ entry, outcome, forms }) => [
      entry.id,
      entry.name,
      outcome,
      forms.map(({ id }) => id).join(' '),
    ]),
  )
}

// What is nobody's concern stays out: the key of the request, and by which process it was sent.
const jsonOf = ({
  id,
  at,
  name,
  state,
  reason,
  spec,
  row,
  baseUrl,
  environmentId,
  form,
}: JournalEntry): object => ({
  id,
  at,
  name,
  state,
  ...(reason === undefined ? {} : { reason }),
  spec,
  ...(row === undefined ? {} : { row }),
  baseUrl,
  environmentId,
  ...(form && { form }),
})
