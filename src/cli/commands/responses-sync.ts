import { environmentOf } from '../../client/client.ts'
import { count, misuse } from '../../failure/failure.ts'
import { pathFrom, readLock, versionsOf, type FormVersion } from '../../publish/publish.ts'
import { syncResponses, type SyncSummary } from '../../sync/sync.ts'
import { openTarget } from '../../sync/targets.ts'
import { checkCondition } from '../../table/choose-records.ts'
import { fieldColumnName } from '../../table/contract.ts'
import type { KnownForm } from '../../table/questions.ts'
import { defineCommand, flag, inGroup, printResult, text, type Context } from '../command.ts'
import { lengthOf } from '../option-values.ts'
import { lockPlace, specsOfForms } from '../forms/known-forms.ts'
import { listedForms } from '../forms/find-form.ts'
import { exportOptions, queryOf, redactionHash, redactionsOf } from '../responses/plan-export.ts'
import { withAskedOptions, withFormsOfSpecs } from '../responses/forms-of-specs.ts'
import { readWithProgress } from '../responses/read-responses.ts'
import { showProgress } from '../terminal/progress.ts'
import { withCaller, type ConnectedCaller } from '../settings/connect.ts'
import manifest from '../../../package.json' with { type: 'json' }

const { form, all, where, redact, redactKeyFile } = exportOptions

const syncOptions = {
  ...inGroup('Target', {
    to: text(
      '--to <target>',
      'where to: sqlite:survey.sqlite, duckdb:survey.duckdb, postgres://user@host/database?schema=survey, parquet:folder, or parquet:s3://bucket/prefix',
    ),
    dryRun: flag('--dry-run', 'report what would change, and change nothing'),
    full: flag('--full', 'read all responses and compare them, also those that have not changed'),
    readEvery: text(
      '--read-every <time>',
      'from a service that does not number its changes, read everything only as often as this, such as 6h or 1d, and in between the ten newest responses of each form (default: each time)',
      {
        takes: {
          what: 'a number with h, d or w, such as 6h or 1d',
          isValid: (given) => (lengthOf(given) ?? 0) > 0,
        },
      },
    ),
    compact: flag(
      '--compact',
      'merge the Parquet files of each month into one, without rows that were replaced',
    ),
    deleteMissing: flag(
      '--delete-missing',
      'delete the rows of responses that a read of everything does not hold; without it, _deleted marks them',
    ),
  }),
  form,
  all,
  noPartials: flag('--no-partials', 'leave out responses that were begun and not finished'),
  where,
  redact,
  redactKeyFile,
}

export const command = defineCommand({
  description:
    'Keeps a database up to date with responses: a table for each questionnaire with a row for each response, and a table of choices. Each run reads only what has changed since the last one; a run that was stopped is continued by the next. Columns are added as questions appear; other tables, columns and views of the database stay.',
  options: syncOptions,
  requires: [['to'], ['form', 'all']],
  examples: {
    'formctl responses sync --all --to sqlite:survey.sqlite':
      'every response, in a table for each questionnaire',
    'formctl responses sync --form clx1 --to sqlite:survey.sqlite -o json':
      'the responses of a form, and what has changed as JSON',
    'formctl responses sync --all --to parquet:survey --compact': 'Parquet files, one for each month',
    'formctl responses sync --all --to sqlite:survey.sqlite --dry-run': 'what would change',
  },
  async run({ options }, context) {
    const { host } = context
    const { to = '', dryRun, full, compact, deleteMissing, where: conditions } = options
    for (const condition of conditions) checkCondition(condition)
    if (compact && !to.startsWith('parquet:')) throw misuse('--compact is for --to parquet:folder.')
    const redactions = redactionsOf(options)
    if (redactions.some(({ name }) => name.toLowerCase() === 'id'))
      throw misuse('--redact id is not possible here: the id says which row belongs to a response.')
    const hash = await redactionHash({ redactions, redactKeyFile: options.redactKeyFile }, host)
    const query = queryOf(
      {
        form: options.form,
        all: options.all,
        from: undefined,
        partials: !options.noPartials,
        since: undefined,
        until: undefined,
        by: undefined,
      },
      { now: host.now() },
    )
    const plan = await withAskedOptions(await withFormsOfSpecs(query, context), context)
    const formIds = plan.source.kind === 'forms' ? new Set(plan.source.formIds) : undefined
    const view = { where: conditions, redactions, ...(hash && { hash }) }
    const self = await host.processes.self()
    const owner = {
      name: JSON.stringify(self),
      isRunning: async (name: string) => {
        const mark: typeof self = JSON.parse(name)
        // Where the system does not say when a process began, another one may have its number by now.
        return (await host.processes.isRunning(mark)) && (mark.start === '' ? undefined : true)
      },
      now: host.now,
    }
    const target = await openTarget(to, owner, host, dryRun)
    let read = 0
    const lineAt = (now: number, began: number): string =>
      `Syncing: ${count(read, 'response')} read, ${Math.floor((now - began) / 1000)} s`
    const progress = showProgress(context, lineAt, host.now().getTime())
    try {
      const summary = await withCaller(context, async (caller) =>
        syncResponses({
          caller,
          target,
          source: {
            baseUrl: caller.access.baseUrl,
            environmentId: environmentOf(caller.access),
            selection: options.all ? '--all' : options.form.toSorted().join(', '),
            options: [
              ...conditions.map((one) => `--where ${one}`),
              ...options.redact.map((one) => `--redact ${one}`),
              // With another key, the same answer has another pseudonym.
              ...(hash ? [`(key ${hash('formctl').slice(0, 8)})`] : []),
              ...(options.noPartials ? ['--no-partials'] : []),
            ].join(' '),
          },
          formIds,
          withPartials: !options.noPartials,
          isFull: full,
          isDryRun: dryRun,
          readEvery: lengthOf(options.readEvery ?? '') ?? 0,
          deletesMissing: deleteMissing,
          version: manifest.version,
          now: host.now,
          onRead: (more) => void (read += more),
          readEverything: (collect) =>
            readWithProgress({ ...plan, connect: async () => caller, isHidden: true }, context, collect),
          view,
          ...(await formsOf(caller, plan.asked ?? [], context)),
        }),
      )
      progress.end()
      await print(summary, target.place, dryRun, context)
      if (compact && !dryRun) await target.compact?.()
    } finally {
      progress.end()
      await target.close()
    }
    return 0
  },
})

type Plan = Awaited<ReturnType<typeof withAskedOptions>>

/** What the lock file, the specs and the service say of forms. */
async function formsOf(caller: ConnectedCaller, asked: NonNullable<Plan['asked']>, context: Context) {
  const place = await lockPlace(context)
  const entries = await readLock(context.host.files, place)
  const specs = await specsOfForms(context)
  const listed = new Map((await listedForms(context, async () => caller)).map((one) => [one.id, one]))
  const known = ({ id, name, created, keys }: FormVersion): KnownForm => ({
    id,
    created,
    ...(name !== undefined && { name }),
    ...(keys && { keys }),
  })
  const locked = new Map(entries.flatMap(versionsOf).map((version) => [version.id, known(version)]))
  const nameOf = (id: string): string => locked.get(id)?.name ?? listed.get(id)?.name ?? id
  return {
    questionnaireOf: (id: string) => {
      const spec = specs.get(id)
      const file = spec?.path.split(/[/\\]/).at(-1) ?? ''
      const isOne = spec !== undefined && spec.document === 1
      const table = fieldColumnName(isOne ? file.replace(/(?<=.)\.[^.]*$/, '') : nameOf(id), 'sql')
      return {
        // The same on every machine: a project may be moved, and a runner has a folder of its own.
        id: spec ? `${pathFrom(place, spec.path)} ${spec.document}` : id,
        table,
      }
    },
    specForms: [...new Set(asked.map((one) => one.form))],
    factsOf: (formIds: readonly string[]) => ({
      forms: formIds
        .map((id): KnownForm => locked.get(id) ?? { id, name: nameOf(id) })
        .toSorted((a, b) => ((a.created ?? '~') < (b.created ?? '~') ? -1 : 1)),
      asked: asked.filter((one) => formIds.includes(one.form)),
    }),
  }
}

async function print(
  { coverage, counts, columns, doubts }: SyncSummary,
  place: string,
  isDryRun: boolean,
  context: Context,
): Promise<void> {
  const { terminal, globals, host } = context
  const at = host.now().toISOString()
  const json = { at, target: place, isDryRun, coverage, tables: counts, columns, notProven: doubts }
  if (globals.output === 'json' || counts.length > 0)
    await printResult(context, json, [
      ['table', 'added', 'changed', 'removed'],
      ...counts.map(({ table, added, updated, removed }) => [
        table,
        `+${added}`,
        `~${updated}`,
        `−${removed}`,
      ]),
    ])
  if (globals.output === 'json') return
  const changed = counts.reduce((sum, { added, updated, removed }) => sum + added + updated + removed, 0)
  const target = terminal.plain(place)
  const more = columns.length > 0 ? `, with ${count(columns.length, 'new column')}` : ''
  const what =
    changed === 0
      ? columns.length > 0
        ? `${target} has ${count(columns.length, 'new column')}.`
        : `${target} is up to date.`
      : `${count(changed, 'response')} ${isDryRun ? 'would change' : 'changed'} in ${target}${more}.`
  await terminal.info([what, inWords[coverage], ...doubts].join(' '))
}

const inWords = {
  sequence: 'The service numbers its changes, so none is missing.',
  snapshot: 'The service does not number its changes, so all responses were read and compared.',
  overlap: 'The ten newest responses of each form were read, back to those that were there.',
} as const
