import { misuse } from '../../failure/failure.ts'
import type { FormSummary } from '../../form/form.ts'
import {
  findForms,
  openEntries,
  resolveEntry,
  type FormSearch,
  type JournalEntry,
} from '../../publish/publish.ts'
import { defineCommand, printResult, flag, text, type Context } from '../command.ts'
import { reportIn, stateOf } from '../forms/publishing.ts'
import { withCaller } from '../settings/connect.ts'
import { confirm, mayAsk } from '../terminal/ask.ts'

/** The outcome of an entry of the journal; `open` if it is still unknown. */
type Resolved = {
  readonly entry: JournalEntry
  readonly outcome: 'created' | 'not-created' | 'open'
  /** The form that was created, or those that it may be. */
  readonly forms: readonly Pick<FormSummary, 'id'>[]
}

export const command = defineCommand({
  description:
    'Settles forms that an earlier run may or may not have created. Until then, they are sent again only to a service that recognises them. Without ids, lists them. With ids, looks for each form in the list of the service, if it has one, and asks you to confirm. --created and --not-created record what you found yourself.',
  args: [{ name: '[ids...]', summary: 'ids of the list' }],
  options: {
    created: text('--created <form id>', 'the form was created, with this id', { excludes: ['notCreated'] }),
    notCreated: flag('--not-created', 'the form was not created; the next run sends it'),
    yes: flag('--yes', 'accept what the list of the service shows, without asking'),
  },
  examples: {
    'formctl forms resolve': 'lists the forms whose outcome is unknown',
    'formctl forms resolve 3f2a9c0d51b7e864': 'looks for that form in the list of the service',
    'formctl forms resolve 3f2a9c0d51b7e864 --not-created':
      'records that the form was not created, so the next run sends it',
  },
  async run({ args, options }, context) {
    const { created, notCreated, yes } = options
    refuseMisuse(args, options)
    if (args.length === 0) {
      await printEntries(await openEntries(context.host), context)
      return 0
    }
    const named = await openEntries(context.host, args)
    const resolved: readonly Resolved[] =
      created !== undefined
        ? named.map((entry) => ({ entry, outcome: 'created', forms: [{ id: created }] }))
        : notCreated
          ? named.map((entry) => ({ entry, outcome: 'not-created', forms: [] }))
          : await outcomesOf(named, { isSure: yes }, context)
    await printResolved(resolved, context)
    for (const each of resolved) await settle(each, context)
    const open = resolved.filter(({ outcome }) => outcome === 'open').length
    if (open > 0) await context.terminal.info(howToSettle)
    return open > 0 ? 1 : 0
  },
})

const howToSettle = 'Settle what is open with --created <form id> or --not-created.'

type Options = { readonly created: string | undefined; readonly notCreated: boolean; readonly yes: boolean }

function refuseMisuse(ids: readonly string[], { created, notCreated, yes }: Options): void {
  const isSettled = created !== undefined || notCreated
  if (ids.length === 0 && (isSettled || yes))
    throw misuse('Name what to settle; formctl forms resolve lists what is open.')
  if (created !== undefined && ids.length > 1)
    throw misuse('--created names one form, so name one entry with it.')
}

/** The outcomes of entries: an entry that holds its form was created; the others are looked up at the service. */
async function outcomesOf(
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

async function settle({ entry, outcome, forms: [form] }: Resolved, context: Context): Promise<void> {
  if (outcome === 'open') return
  const { host, terminal, globals } = context
  const id = outcome === 'created' ? form?.id : undefined
  const changed = await resolveEntry(entry, id, { machine: host, report: reportIn(context) })
  if (changed !== undefined && globals.output !== 'json')
    await terminal.info(terminal.plain(`${changed} has changed: commit it.`))
}

/** Looks entries up at the service; a clear result is settled with --yes, or after confirmation. */
async function lookUp(
  entries: readonly JournalEntry[],
  { isSure }: { readonly isSure: boolean },
  context: Context,
): Promise<readonly Resolved[]> {
  const { host, terminal } = context
  const found = await withCaller(context, (caller) => findForms(entries, caller, host.now))
  const resolved: Resolved[] = []
  for (const [entry, one] of found) {
    await terminal.info(linesOf(entry, one).map(terminal.plain).join('\n'))
    const isAgreed = one.kind !== 'unsure' && (isSure || (await isConfirmed(one, context)))
    resolved.push(resolvedOf(entry, one, isAgreed))
  }
  return resolved
}

function linesOf({ name, at }: JournalEntry, found: FormSearch): readonly string[] {
  const start = `"${name}", sent at ${at}`
  if (found.kind === 'none') return [`${start}: no form of that name is there, so it was not created.`]
  if (found.kind === 'one')
    return [`${start}: the form ${found.form.id} of that name was created at ${found.form.createdAt}.`]
  const listed = found.forms.map(({ id, createdAt }) => `  ${id}, created at ${createdAt}`)
  return [`${start}: ${found.reason}.`, ...listed]
}

async function isConfirmed(found: FormSearch, context: Context): Promise<boolean> {
  if (!mayAsk(context)) return false
  const message = found.kind === 'one' ? 'Is it that one?' : 'Settle it as not created?'
  return confirm(context, { message, flag: '--yes', fallback: true })
}

function resolvedOf(entry: JournalEntry, found: FormSearch, isAgreed: boolean): Resolved {
  if (found.kind === 'unsure') return { entry, outcome: 'open', forms: found.forms }
  const forms = found.kind === 'one' ? [found.form] : []
  if (!isAgreed) return { entry, outcome: 'open', forms }
  return { entry, outcome: found.kind === 'one' ? 'created' : 'not-created', forms }
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
  'If the service recognises repeated requests, run the same command again. Otherwise, formctl forms resolve <id> looks for the form in its list.'

const printResolved = (resolved: readonly Resolved[], context: Context): Promise<void> =>
  printResult(
    context,
    {
      entries: resolved.map(({ entry, outcome, forms }) => ({
        ...jsonOf(entry),
        outcome,
        forms: forms.map(({ id }) => id),
      })),
    },
    [
      ['id', { text: 'name' }, 'outcome', { text: 'form' }],
      ...resolved.map(({ entry: { id, name }, outcome, forms }) => [
        id,
        name,
        outcome,
        forms.map((form) => form.id).join(' '),
      ]),
    ],
  )

/** An entry as JSON, without the request key and the process. */
function jsonOf(entry: JournalEntry): object {
  const { id, at, name, state, reason, spec, row, baseUrl, environmentId, form } = entry
  return { id, at, name, state, reason, spec, row, baseUrl, environmentId, form }
}
