import { misuse } from '../../failure/failure.ts'
import { openEntries, resolveEntry, type JournalEntry } from '../../publish/publish.ts'
import { defineCommand, printResult, flag, text, type Context } from '../command.ts'
import { reportIn, stateOf } from '../forms/publishing.ts'

/** What became of an entry of the journal: the id of its form, or nothing; undefined if that is still unknown. */
type Resolved = { readonly entry: JournalEntry; readonly created?: string | false | undefined }

export const command = defineCommand({
  description:
    'Settles forms that an earlier run may or may not have created. Until then, they are sent again only to a service that recognises them. Without ids, lists them. --created and --not-created record what you found in the list of the service.',
  args: [{ name: '[ids...]', summary: 'ids of the list' }],
  options: {
    created: text('--created <form id>', 'the form was created, with this id', { excludes: ['notCreated'] }),
    notCreated: flag('--not-created', 'the form was not created; the next run sends it'),
  },
  examples: {
    'formctl forms resolve': 'lists the forms whose outcome is unknown',
    'formctl forms resolve 3f2a9c0d51b7e864 --created clx1': 'records the form that you found',
    'formctl forms resolve 3f2a9c0d51b7e864 --not-created':
      'records that the form was not created, so the next run sends it',
  },
  async run({ args, options: { created, notCreated } }, context) {
    if (args.length === 0) {
      if (created !== undefined || notCreated)
        throw misuse('Name what to settle; formctl forms resolve lists what is open.')
      await printEntries(await openEntries(context.host), context)
      return 0
    }
    if (created !== undefined && args.length > 1)
      throw misuse('--created names one form, so name one entry with it.')
    const entries = await openEntries(context.host, args)
    for (const { id, form } of entries)
      if (form && (notCreated || (created !== undefined && created !== form.id)))
        throw misuse(`The form of ${id} is known: ${form.id}. Settle it with formctl forms resolve ${id}.`)
    const resolved = entries.map((entry): Resolved => ({
      entry,
      created: entry.form?.id ?? created ?? (notCreated ? false : undefined),
    }))
    await printResolved(resolved, context)
    for (const each of resolved) await settle(each, context)
    const isOpen = resolved.some((each) => each.created === undefined)
    if (isOpen) await context.terminal.info(howToSettle)
    return isOpen ? 1 : 0
  },
})

const howToSettle = 'Settle what is open with --created <form id> or --not-created.'

async function settle({ entry, created }: Resolved, context: Context): Promise<void> {
  if (created === undefined) return
  const { host, terminal, globals } = context
  const changed = await resolveEntry(entry, created || undefined, {
    machine: host,
    report: reportIn(context),
  })
  if (changed !== undefined && globals.output !== 'json')
    await terminal.info(terminal.plain(`${changed} has changed: commit it.`))
}

async function printEntries(entries: readonly JournalEntry[], context: Context): Promise<void> {
  const { terminal, globals } = context
  if (globals.output === 'json')
    return terminal.printJson({ schema_version: 1, entries: entries.map((entry) => jsonOf(entry)) })
  if (entries.length > 0)
    await terminal.list(
      ['id', { text: 'name' }, 'sent', { text: 'state' }, 'spec', { text: 'service' }],
      await Promise.all(entries.map((entry) => rowOf(entry, context))),
    )
  await terminal.info(entries.length === 0 ? 'No form is open.' : hint)
}

const rowOf = async (entry: JournalEntry, context: Context): Promise<readonly string[]> => [
  entry.id,
  entry.name,
  entry.at,
  await stateOf(entry, context),
  entry.row === undefined ? entry.spec : `${entry.spec}, row ${entry.row}`,
  `${entry.baseUrl}, ${entry.environmentId}`,
]

const hint =
  'If the service recognises repeated requests, run the same command again. Otherwise look for the form in its list, and record with formctl forms resolve <id> what you found.'

const outcomeOf = ({ created }: Resolved): string =>
  created === undefined ? 'open' : created === false ? 'not-created' : 'created'

const printResolved = (resolved: readonly Resolved[], context: Context): Promise<void> =>
  printResult(
    context,
    {
      entries: resolved.map((each) => ({
        ...jsonOf(each.entry),
        outcome: outcomeOf(each),
        forms: [each.created || []].flat(),
      })),
    },
    [
      ['id', { text: 'name' }, 'outcome', { text: 'form' }],
      ...resolved.map((each) => [each.entry.id, each.entry.name, outcomeOf(each), each.created || '']),
    ],
  )

/** An entry as JSON, without the request key and the process. */
function jsonOf(entry: JournalEntry): object {
  const { id, at, name, state, reason, spec, row, baseUrl, environmentId, form } = entry
  return { id, at, name, state, reason, spec, row, baseUrl, environmentId, form }
}
