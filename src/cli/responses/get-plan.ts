import type { AskedQuestion, Merging } from '../../table/questions.ts'
import { checkCondition, type Redaction } from '../../table/choose-records.ts'
import { maxOfForm } from '../../client/client.ts'
import { misuse } from '../../failure/failure.ts'
import type { CommandQuery } from '../../responses/responses.ts'
import { inGroup, number, text, type Given } from '../command.ts'
import { exportOptions } from './export-options.ts'
import { queryOf, type Run } from './plan-export.ts'
import { columnsOf, redactionsOf } from './table-plan.ts'

export const getOptions = {
  ...inGroup('Which responses', {
    form: text(
      '--form <id>',
      'the ten newest responses of this form (its id, address or spec), or all with --where, --since, --until or a higher --limit',
      { excludes: ['all'] },
    ),
    all: exportOptions.all,
    from: exportOptions.from,
    partials: exportOptions.partials,
    keepDuplicates: exportOptions.keepDuplicates,
    limit: number(
      '--limit <n>',
      'at most this many of the newest responses (default: 10 on a terminal, else all that were read)',
      { range: [1] },
    ),
    since: text(
      '--since <time>',
      'only from this time on: 2026-03-01, 2026-03, 2026-03-01T09:00Z, 7d, 12h, 2w, today or yesterday, in UTC without an offset',
    ),
    until: exportOptions.until,
    by: exportOptions.by,
    requireComplete: exportOptions.requireComplete,
    where: exportOptions.where,
  }),
  merge: { ...exportOptions.merge, formats: undefined },
  columns: { ...exportOptions.columns, formats: ['table', 'csv'] },
  redact: exportOptions.redact,
  redactKeyFile: exportOptions.redactKeyFile,
}

export type GetPlan = CommandQuery & {
  /** Only the response of this id. */
  readonly id: string | undefined
  readonly where: readonly string[]
  readonly redactions: readonly Redaction[]
  readonly redactKeyFile?: string
  /** Only these columns, in this order; absent: all. */
  readonly columns?: readonly string[]
  /** Infinity: all. */
  readonly limit: number
  readonly isNewest: boolean
  /** So many of the newest of one form are enough; undefined: all are read. */
  readonly newest: number | undefined
  /** Which questions of several forms are one; absent: each is one by itself. */
  readonly merging?: Merging
  /** The questions of forms as their specs have them; absent: unknown. */
  readonly asked?: readonly AskedQuestion[]
}

/** Validates the options; misuse is a Failure. */
export function planGet(
  options: Given<typeof getOptions>,
  { id, output, isTerminal, now }: Run & Pick<GetPlan, 'id'>,
): GetPlan {
  const { form, limit, where: conditions, columns: names } = options
  if (limit !== undefined && id !== undefined)
    throw misuse('An id means one response, and --limit several: leave one of them out.')
  for (const condition of conditions) checkCondition(condition)
  const query = queryOf({ ...options, form: form === undefined ? [] : [form] }, { now })
  const isChoosing = conditions.length > 0 || query.since !== undefined || query.until !== undefined
  const isForPeople = isTerminal && (output === undefined || output === 'table')
  const most = limit ?? (isForPeople && id === undefined ? maxOfForm : Infinity)
  const isEnough = query.source.kind === 'forms' && !isChoosing && !options.requireComplete
  return {
    id,
    ...query,
    where: conditions,
    redactions: redactionsOf(options),
    redactKeyFile: options.redactKeyFile,
    ...(names !== undefined && { columns: columnsOf(names) }),
    limit: most,
    isNewest: isEnough && (limit ?? maxOfForm) <= maxOfForm,
    newest: isEnough ? limit : undefined,
  }
}
