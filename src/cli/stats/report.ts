import type { ToldOfNames } from '../../export/named.ts'
import { coverageWords, type Coverage } from '../responses/coverage.ts'
import { coverageOf, filtersOf, sourceOf } from '../responses/manifest.ts'
import { count, thousands } from '../../failure.ts'
import type { Filtered } from '../responses/record-filter.ts'
import { nameWords } from '../responses/name-words.ts'
import type { RecordSource } from '../responses/record-source.ts'
import type { StatsPlan } from '../responses/stats-plan.ts'
import { untoldWords } from '../responses/untold-words.ts'
import type { FormStats, ResponseCounts } from './stats.ts'
import { toldForm } from './told-form.ts'

/** All that was counted, and how it came about. */
export type Report = {
  readonly plan: StatsPlan
  readonly origin: RecordSource['origin']
  readonly coverage: Coverage
  readonly filtered: Filtered
  readonly partials: Partials
  /** What became of the names in conditions; absent: there were none. */
  readonly names?: ToldOfNames
  readonly forms: readonly FormStats[]
  /** Forms that a saved reply was asked for and has no response of; absent: none. */
  readonly absent: { readonly missing: readonly string[]; readonly present: readonly string[] } | undefined
  readonly made: Date
}

/**
 * Whether those who began and gave up are among the responses: `known`, or why not. `not-read`: nobody asked for them;
 * `none-saved`: the saved reply holds none; `unproven`: none came, and the service does not say that it gives them.
 */
export type Partials = 'known' | 'not-read' | 'none-saved' | 'unproven'

/** What the reading tells of partial responses. */
export function partialsOf({
  origin,
  withPartials,
  coverage,
  met,
}: Pick<Report, 'origin' | 'coverage'> & {
  readonly withPartials: boolean
  /** Whether any came, matching or not. */
  readonly met: boolean
}): Partials {
  if (origin.kind === 'saved') return met ? 'known' : 'none-saved'
  if (!withPartials) return 'not-read'
  const isOpen = coverage.doubts.some(({ code }) => code === 'partials-unannounced')
  return isOpen && !met ? 'unproven' : 'known'
}

/** A sentence on the figures; a warning tells of something that may be missing. */
export type Remark = { readonly sentence: string; readonly isWarning: boolean }

/** What a reader must know of the figures: what was read, what is left out, what cannot be known. */
export function remarksOf({ plan, coverage, filtered, partials, absent, names }: Report): readonly Remark[] {
  const { read, kept } = filtered
  const remark = (sentence: string, isWarning = false): Remark => ({ sentence, isWarning })
  const told = nameWords({ redactions: [] }, { rows: kept, ...(names && { names }) })
  return [
    ...(plan.where.length === 0 ? [] : [remark(conditionWords(plan.where))]),
    ...told,
    ...coverageWords(coverage, plan.withPartials).map((sentence) => remark(sentence)),
    ...coverage.doubts.map(({ sentence }) => remark(sentence, true)),
    ...(read > kept
      ? [
          remark(
            `${count(read - kept, 'other response')} did not match and ${read - kept === 1 ? 'was' : 'were'} left out.`,
          ),
        ]
      : []),
    ...(absent === undefined ? [] : [remark(absentWords(absent), true)]),
    ...untoldWords(filtered, { by: plan.by, does: 'count', source: plan.source.kind }).map((sentence) =>
      remark(sentence, true),
    ),
    ...(partials === 'known' || kept === 0 ? [] : [remark(partialsWords[partials])]),
  ]
}

/** What is said where there are no figures. */
export const nothingWords = ({ filtered: { read } }: Pick<Report, 'filtered'>): string =>
  `No response ${read === 0 ? 'came' : 'matched'}, so there is nothing to count.`

/** Which responses are counted, where conditions choose them. */
export const conditionWords = (where: readonly string[]): string =>
  `Only responses that match ${listed(
    where.map((condition) => `--where ${JSON.stringify(condition)}`),
    'and',
  )} are counted.`

const mostNamed = 5

function absentWords({ missing, present }: NonNullable<Report['absent']>): string {
  const named = present.slice(0, mostNamed)
  const more = present.length - named.length
  const others = listed(more > 0 ? [...named, `${thousands(more)} more`] : named, 'and')
  return `The saved reply holds no response of form ${listed(missing, 'or')}${others === '' ? '' : `, but of ${others}`}.`
}

const listed = (words: readonly string[], last: string): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1)}`

const partialsWords: Readonly<Record<Exclude<Partials, 'known'>, string>> = {
  'not-read':
    'Responses that were begun and not finished were not read, so completion and drop-off are not known: --partials reads them.',
  'none-saved':
    'The saved reply holds no response that was begun and not finished. A service gives those only when asked (returnPartials=true), so completion and drop-off are not known.',
  unproven:
    'No response came that was begun and not finished, and the service does not say that it gives them, so completion and drop-off are not known.',
}

/** Every response that was counted. */
export const countedIn = (forms: readonly FormStats[]): ResponseCounts =>
  forms.reduce(
    (sum, { responses: { total, finished, partial } }) => ({
      total: sum.total + total,
      finished: sum.finished + finished,
      partial: sum.partial + partial,
    }),
    { total: 0, finished: 0, partial: 0 },
  )

/** The report as `schemas/output/responses-stats.schema.json` has it. */
export const jsonOf = (report: Report): unknown => ({
  schema_version: 1,
  source: sourceOf(report),
  filters: { ...filtersOf(report.plan), by: report.plan.by, where: report.plan.where },
  timezone: report.plan.zone.name,
  coverage: coverageOf(report),
  partials: report.partials,
  remarks: remarksOf(report).map(({ sentence }) => sentence),
  responses: countedIn(report.forms),
  forms: report.forms.map(toldForm),
})
