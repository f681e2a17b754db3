import type { AskedQuestion, Merging } from '../../table/questions.ts'
import { checkCondition } from '../../table/choose-records.ts'
import { misuse } from '../../failure/failure.ts'
import { timeNames, type TimeName } from '../../record/moment.ts'
import type { CommandQuery } from '../../responses/responses.ts'
import { flag, inGroup, many, number, text, type Given } from '../command.ts'
import { exportOptions } from './export-options.ts'
import { queryOf } from './plan-export.ts'
import { zoneNamed, type NamedZone } from './zone-named.ts'

const { form, all, from, partials, keepDuplicates, since, until, requireComplete, where, merge } =
  exportOptions

/** The word for the form among the columns of --by. */
export const byForm = 'form'

export const statsOptions = {
  form,
  all,
  from,
  partials,
  keepDuplicates,
  since,
  until,
  requireComplete,
  where,
  merge,
  ...inGroup('Figures', {
    by: many(
      '--by <column>',
      'figures side by side for each value of a column, such as Country, or for each form; a time (updatedAt) is the one that --since and --until compare',
      [byForm, ...timeNames],
    ),
    timezone: text(
      '--timezone <zone>',
      'the zone of days and of --since and --until, such as Europe/Berlin or +02:00 (default: UTC)',
    ),
    samples: number(
      '--samples <n>',
      'how many texts to show of a question that is answered in words (default: 5)',
    ),
    report: text('--report <file>', 'also write an HTML page with charts'),
    title: text('--title <text>', 'the title of that page (default: the name of the form)'),
    force: flag('--force', 'replace an existing page'),
  }),
}

export type StatsPlan = CommandQuery & {
  /** The column whose values divide the responses; `form`: each form; absent: they are not divided. */
  readonly dividedBy: string | undefined
  /** Which forms and questions are one; absent: each is one by itself. */
  readonly merging?: Merging
  /** The questions of forms as their specs have them; absent: unknown. */
  readonly asked?: readonly AskedQuestion[]
  /** Conditions that hold for the responses that are counted. */
  readonly where: readonly string[]
  /** The time zone of days. */
  readonly zone: NamedZone
  readonly samples: number
  /** Where the page goes; absent: nowhere. */
  readonly report: string | undefined
  readonly title: string | undefined
  readonly replace: boolean
}

type Options = Given<typeof statsOptions>

const mostSamples = 100

/** Validates the options; misuse is a Failure. */
export function planStats(options: Options, now: Date): StatsPlan {
  const { timezone = 'UTC', samples = 5, report, title } = options
  if (!Number.isInteger(samples) || samples > mostSamples)
    throw misuse(
      `--samples is a whole number up to ${mostSamples}: formctl responses export writes all texts.`,
    )
  if (report === '-')
    throw misuse('--report is for a file: the standard output is for the figures. -o json gives all of them.')
  const ending = report === undefined ? undefined : /\.[^./\\]+$/.exec(report)?.[0]
  if (ending !== undefined && !/^\.x?html?$/i.test(ending))
    throw misuse(
      `--report writes a page of HTML, which a browser shows and prints: give ${report} another ending, .html.`,
    )
  if (title !== undefined && report === undefined)
    throw misuse('--title is for the page of --report: name its file, too.')
  if (title?.trim() === '') throw misuse('--title gives no title.')
  if (options.force && report === undefined)
    throw misuse('--force replaces a page that is there: name it with --report, or leave --force out.')
  for (const condition of options.where) checkCondition(condition)
  const zone = zoneNamed(timezone)
  const [time, otherTime] = options.by.filter(isTimeName)
  const [dividedBy, otherColumn] = options.by.filter((name) => !isTimeName(name))
  if (otherTime !== undefined || otherColumn !== undefined)
    throw misuse(`--by takes one column: leave out --by ${otherTime ?? otherColumn}.`)
  return {
    ...queryOf({ ...options, by: time }, { zone, now }),
    dividedBy,
    where: options.where,
    zone,
    samples,
    report,
    title,
    replace: options.force,
  }
}

const isTimeName = (name: string): name is TimeName => timeNames.some((time) => time === name)
