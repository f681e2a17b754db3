/** What the commands of events share: which changes, and how they are followed and printed. */
import { followChanges, lastChange, openChanges } from '../../client/client.ts'
import type { ExitStatus } from '../../failure/failure.ts'
import type { Change } from '../../wire/wire.ts'
import { isForPeople, many, text, type Context } from '../command.ts'
import { untilSignal } from '../host.ts'
import { withFormsOfSpecs } from '../responses/forms-of-specs.ts'
import { withCaller } from '../settings/connect.ts'

export const eventOutputs = ['table', 'json', 'ndjson'] as const

export const changeOptions = {
  form: many('--form <id>', 'only changes of this form, named by its id, name, address or spec'),
  since: text(
    '--since <number>',
    'begin after the change of this number; all: with the first change (default: with the next that happens)',
    { takes: { what: 'the number of a change, or all', isValid: (given) => /^(all|\d{1,15})$/.test(given) } },
  ),
}

/** The number that --since means. */
export const numberOf = (since: string): number => (since === 'all' ? 0 : Number(since))

type FollowOptions = { readonly form: readonly string[]; readonly since?: string | undefined }

/** Works with each change until Ctrl-C. `prepare` is given the environment, where it is known. */
export const follow = (
  options: FollowOptions,
  context: Context,
  prepare: (environmentId: string | undefined) => Promise<(change: Change) => Promise<void>>,
): Promise<ExitStatus> =>
  withCaller(context, async (caller) => {
    const { host, terminal } = context
    const work = async (): Promise<void> => {
      const isWanted = await changesOf(options.form, context)
      const opened = await openChanges(caller)
      const after = options.since === undefined ? await lastChange(caller) : numberOf(options.since)
      const use = await prepare(opened.environmentId)
      await terminal.info(`Changes after number ${after} follow; Ctrl-C ends it.`)
      for await (const change of followChanges(caller, opened, after)) if (isWanted(change)) await use(change)
    }
    try {
      await untilSignal(host.signal, work())
    } catch (error) {
      // Ctrl-C is how it ends.
      if (!host.signal.aborted) throw error
    }
    return 0
  })

/** Whether a change is of one of these forms, or of the versions of these specs; without any, every change is. */
export async function changesOf(
  words: readonly string[],
  context: Context,
): Promise<(change: Change) => boolean> {
  if (words.length === 0) return () => true
  const { source } = await withFormsOfSpecs({ source: { kind: 'forms', formIds: words } }, context)
  const ids = new Set(source.kind === 'all' ? [] : source.formIds)
  return ({ formId }) => ids.has(formId)
}

/** Whether each change is printed as JSON on a line. */
export const isForPrograms = ({ globals: { output } }: Context): boolean =>
  output === 'json' || output === 'ndjson'

/** Prints a line of cells: for people with blanks between them, else with tabs. */
export const printCells = (cells: readonly string[], context: Context): Promise<void> =>
  context.terminal.print(
    `${cells
      .map(context.terminal.plain)
      .join(isForPeople(context) ? '  ' : '\t')
      .trimEnd()}\n`,
  )
