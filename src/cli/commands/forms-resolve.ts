import { Failure } from '../../failure.ts'
import { recordResolved } from '../apply/record-resolved.ts'
import { defineCommand, flag, text, type Context } from '../command.ts'
import { inProgress } from '../journal/entry-words.ts'
import { journalOf, type Journal, type JournalEntry } from '../journal/journal.ts'
import { lookUp } from '../resolve/look-up.ts'
import { printEntries, printResolved, type Resolved } from '../resolve/say-entries.ts'

export const command = defineCommand({
  words: 'forms resolve',
  summary: 'tell what became of forms whose creation is open',
  description:
    'When a run ends before it knows whether the form that it sent was created, that stays noted, and the form is not sent again before it is settled. Without ids, lists what is open. With ids, looks for the forms at the service, where that announces a list, and settles what is certain: under --yes, or when you agree. --created and --not-created settle one by what you found yourself.',
  args: [{ name: '[ids...]', summary: 'what to settle, as the list names it' }],
  options: {
    created: text('--created <form id>', 'it was created, as this form'),
    notCreated: flag('--not-created', 'it was not created: the next run sends it'),
    yes: flag('--yes', 'settle what the service is found to say, without a question'),
  },
  outputs: ['table', 'json'],
  examples: [
    { command: 'formctl forms resolve', shows: 'the forms of which it is open whether they were created' },
    {
      command: 'formctl forms resolve 3f2a9c0d51b7e864',
      shows: 'what the list of forms of the service says of one',
    },
    {
      command: 'formctl forms resolve 3f2a9c0d51b7e864 --not-created',
      shows: 'that the next run may send it',
    },
  ],
  async run({ args, options }, context) {
    const { created, notCreated, yes } = options
    refuseMisuse(args, options)
    const journal = journalOf(context.host)
    const entries = await journal.list()
    if (args.length === 0) {
      await printEntries(entries, context)
      return 0
    }
    const named = await namedIn(entries, args, context)
    const resolved: readonly Resolved[] =
      created !== undefined
        ? named.map((entry) => ({ entry, outcome: 'created', forms: [{ id: created }] }))
        : notCreated
          ? named.map((entry) => ({ entry, outcome: 'not-created', forms: [] }))
          : await found(named, { isSure: yes }, context)
    await printResolved(resolved, context)
    for (const each of resolved) await settle(each, journal, context)
    const open = resolved.filter(({ outcome }) => outcome === 'open').length
    if (open > 0) await context.terminal.say(howToSettle)
    return open > 0 ? 1 : 0
  },
})

const howToSettle = 'Settle what is open with --created <form id> or --not-created.'

type Options = { readonly created: string | undefined; readonly notCreated: boolean; readonly yes: boolean }

function refuseMisuse(ids: readonly string[], { created, notCreated, yes }: Options): void {
  const misuse = (problem: string): Failure => Failure.of('usage', { problem })
  if (created !== undefined && notCreated) throw misuse('A form was created or not: give one of both.')
  const isSettled = created !== undefined || notCreated
  if (ids.length === 0 && (isSettled || yes))
    throw misuse('Name what to settle; formctl forms resolve lists what is open.')
  if (created !== undefined && ids.length > 1)
    throw misuse('--created names one form, so name one entry with it.')
  if (created?.trim() === '') throw misuse('--created is empty. Give the id of the form.')
}

async function namedIn(
  entries: readonly JournalEntry[],
  ids: readonly string[],
  { host }: Context,
): Promise<readonly JournalEntry[]> {
  const named: JournalEntry[] = []
  for (const id of new Set(ids)) {
    const entry = entries.find((each) => each.id === id)
    if (!entry) throw Failure.of('entry-unknown', { id })
    if (await host.processes.isRunning(entry.process)) throw inProgress(entry)
    named.push(entry)
  }
  return named
}

/** An entry that holds its form says itself what became of it; of the others the service is asked. */
async function found(
  entries: readonly JournalEntry[],
  sure: { readonly isSure: boolean },
  context: Context,
): Promise<readonly Resolved[]> {
  const open = entries.filter(({ form }) => form === undefined)
  const lookedUp = open.length === 0 ? [] : await lookUp(open, sure, context)
  return entries.flatMap((entry) =>
    entry.form
      ? [{ entry, outcome: 'created' as const, forms: [entry.form] }]
      : lookedUp.filter((each) => each.entry === entry),
  )
}

async function settle(
  { entry, outcome, forms: [form] }: Resolved,
  journal: Journal,
  context: Context,
): Promise<void> {
  if (outcome === 'open') return
  if (outcome === 'created' && form) await recordResolved(context, entry, form.id)
  await journal.remove(entry.id)
}
