import type { AskedQuestion, MergeOptions } from '../../table/questions.ts'
import { checkCondition } from '../../table/choose-records.ts'
import { misuse } from '../../failure/failure.ts'
import { timeNames, type TimeName } from '../../record/moment.ts'
import type { CommandQuery } from '../../responses/responses.ts'
import { flag, inGroup, many, number, text, type Given } from '../command.ts'
import { exportOptions } from './export-options.ts'
import { queryOf } from './plan-export.ts'
import { namedZone, type NamedZone } from './time-zone.ts'

const { form, all, from, partials, keepDuplicates, since, until, requireComplete, where, merge } =
  exportOptions

/** The word for the form among the columns of --by. */
export const byForm = 'form'

/** Other endings would hide that a browser shows the page. */
const isPagePath = (path: string): boolean =>
  path !== '-' && /^(?:\.x?html?)?$/i.test(/\.[^./\\]+$/.exec(path)?.[0] ?? '')

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
  merge: { ...merge, formats: undefined },
  ...inGroup('Figures', {
    by: many(
      '--by <column>',
      'figures side by side for each value of a column, such as Country, or for each form; a time (updatedAt) is the one that --since and --until compare',
      { choices: [byForm, ...timeNames] },
    ),
    timezone: text(
      '--timezone <zone>',
      'the zone of days and of --since and --until, such as Europe/Berlin or +02:00 (default: UTC)',
    ),
    samples: number(
      '--samples <n>',
      'how many texts to show of a question that is answered in words (default: 5)',
      { range: [0, 100] },
    ),
    report: text('--report <file>', 'also write an HTML page with charts', {
      takes: { what: 'the path of a page, such as report.html', isValid: isPagePath },
    }),
    title: text('--title <text>', 'the title of that page (default: the name of the form)', {
      needs: ['report'],
    }),
    force: flag('--force', 'replace an existing page', { needs: ['report'] }),
  }),
}

export type StatsPlan = CommandQuery & {
  /** The column whose values divide the responses; `form`: each form; absent: they are not divided. */
  readonly dividedBy: string | undefined
  /** Which forms and questions are one; absent: each is one by itself. */
  readonly merging?: MergeOptions
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

/** Validates the options; misuse is a Failure. */
export function planStats(options: Options, now: Date): StatsPlan {
  const { timezone = 'UTC', samples = 5, report, title } = options
  for (const condition of options.where) checkCondition(condition)
  const zone = namedZone(timezone)
  const [time, otherTime] = options.by.filter(isTimeName)
  const [dividedBy, otherColumn] = options.by.filter((name) => !isTimeName(name))
  if (otherTime !== undefined || otherColumn !== undefined)
    throw misuse(`--by takes one column: leave out --by ${otherTime ?? otherColumn}.`)
  if (time !== undefined && options.since === undefined && options.until === undefined)
    throw misuse(`--by ${time} needs --since or --until.`)
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
