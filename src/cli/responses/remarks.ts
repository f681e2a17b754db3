import type { ExportSummary } from '../../export/write-export.ts'
import type { TablePlan } from '../../export/files/export-files.ts'
import { count } from '../../failure/failure.ts'
import type { TimeName } from '../../record/moment.ts'
import { inQuotes, listed, shortened } from '../../form/words.ts'
import {
  isComplete,
  type Counts,
  type Coverage,
  type Doubt,
  type ResponsesQuery,
} from '../../responses/responses.ts'
import { embeddedFolder } from '../../wire/wire.ts'
import { warningLine } from '../terminal/terminal.ts'
import type { Context } from '../command.ts'

/** A sentence on what was read; a warning is shown even under --quiet. `advice`: what to type, for those who can type it. */
export type Remark = { readonly sentence: string; readonly isWarning: boolean; readonly advice?: string }

export const note = (sentence: string, advice?: string): Remark => ({ sentence, isWarning: false, advice })
export const warning = (sentence: string, advice?: string): Remark => ({ sentence, isWarning: true, advice })

export const withAdvice = ({ sentence, advice }: Remark): string =>
  advice === undefined ? sentence : `${sentence} ${advice}`

export async function printRemarks(remarks: Iterable<Remark>, { terminal }: Context): Promise<void> {
  for (const remark of remarks)
    await (remark.isWarning
      ? terminal.warn(warningLine(withAdvice(remark), terminal))
      : terminal.info(terminal.plain(withAdvice(remark))))
}

/** How many things are named one by one; the others are counted. */
export const maxNamed = 5

/** `a, b and c`, or `a, b, c, d, e and 3 more`; `last` is the word before the last one. */
export function named(words: readonly string[], last = 'and'): string {
  const more = words.length - maxNamed
  return listed(more > 0 ? [...words.slice(0, maxNamed), `${more} more`] : words, last)
}

export const quoted = (names: readonly string[]): readonly string[] => names.map(inQuotes)

/** Warns if --environment is given for a read: the contract's reads have no environment in their path. */
export async function warnUnusedEnvironment(context: Context): Promise<void> {
  const sentence =
    '--environment changes nothing here: a read names no environment, so the API key alone decides whose responses come.'
  if (context.globals.environment === undefined) return
  const { baseUrl } = await context.settings()
  // The key of a service in a folder is made for that environment.
  if (!embeddedFolder(baseUrl?.value ?? '')) await printRemarks([warning(sentence)], context)
}

/** Whether every response was read: "complete" only where something was compared, else what came. */
export function* coverageRemarks(coverage: Coverage, withPartials: boolean): Iterable<Remark> {
  const { reads, newerInForm, doubts, checks } = coverage
  const isShown = isComplete({
    ...coverage,
    doubts: doubts.filter(({ code }) => code !== 'partials-unannounced'),
  })
  const arePartials = withPartials && doubts.length === 0
  const [kind, finishedOrNot] = arePartials ? ['response', ', finished or not'] : ['finished response', '']
  const forms = reads.flatMap((read) => (read.operation === 'form' ? [read.formId] : []))
  const whose = forms.length === 0 ? 'all forms' : named(forms)
  if (isShown) yield note(`Complete: every ${kind} of ${whose} was read${finishedOrNot}${shownBy(checks)}.`)
  for (const read of reads)
    if (read.operation === 'environment' && !isShown)
      yield note(`The whole reply was read: ${count(read.returned, 'response')} of the environment.`)
  for (const { code, sentence } of doubts) if (code === 'unchecked') yield note(sentence, adviceOn[code])
  if (newerInForm > 0)
    yield note(
      `Of ${count(newerInForm, 'response')}, the read of the form had a newer state, which was taken.`,
    )
}

const adviceOn: Partial<Record<Doubt['code'], string>> = {
  unchecked: 'With --form, the newest of each form are compared.',
  'without-form': '--all takes what has no formId, too.',
}

/** What shows that a reading is complete, in words. */
const shownBy = (checks: Coverage['checks']): string =>
  checks.includes('announced')
    ? ', as many as the service announces'
    : checks.includes('newest')
      ? '; the newest of each form are among them'
      : ''

/** Warnings about a reading: what it cannot prove, forms without responses, and records without a form or a time. */
export function* readingRemarks(
  { source, by = 'createdAt', until, resolved }: ResponsesQuery,
  { counts, coverage }: { readonly counts: Counts; readonly coverage: Coverage },
): Iterable<Remark> {
  const { read, metForms, formless, undated, lateUpdates, duplicates } = counts
  const absent = source.kind === 'saved' && read > 0 ? source.formIds.filter((id) => !metForms.has(id)) : []
  if (resolved !== undefined) yield note(resolved)
  for (const { code, sentence } of coverage.doubts)
    if (code !== 'unchecked') yield warning(sentence, adviceOn[code])
  if (absent.length > 0)
    yield warning(
      `None of the ${count(read, 'response')} of the saved reply is of form ${named(absent, 'or')}.`,
    )
  if (formless > 0)
    yield warning(
      `Left out: ${count(formless, 'record')} without a formId.`,
      'Without --form, all are taken.',
    )
  if (duplicates > 0)
    yield note(
      `Left out: ${count(duplicates, 'response')} that came again; of each, the one that was updated last stays.`,
      '--keep-duplicates keeps all.',
    )
  // With --until, a range of creation is meant; without it, an earlier run left them out, too.
  if (lateUpdates > 0 && until === undefined)
    yield warning(
      `Left out: ${count(lateUpdates, 'response')} begun earlier and changed since, such as by finishing late.`,
      `--by updatedAt takes ${lateUpdates === 1 ? 'it' : 'them'}.`,
    )
  if (undated > 0)
    yield warning(`Kept: ${count(undated, 'record')} without a ${timeNouns[by]} that can be read.`)
}

const timeNouns = {
  createdAt: 'time of creation',
  updatedAt: 'time of update',
  dataUpdatedAt: 'time at which answers changed',
} as const satisfies Record<TimeName, string>

/** How the names in --where, --columns and --redact matched. */
export function* nameRemarks(
  { redactions, hidesValues = false }: Pick<TablePlan, 'redactions'> & { readonly hidesValues?: boolean },
  names: ExportSummary['names'],
): Iterable<Remark> {
  if (!names) return
  const { withoutColumn, meant, personal, hasNoResponses } = names
  yield* conditionRemarks(names, hidesValues)
  const missing = named(quoted(withoutColumn), 'or')
  if (missing !== '')
    yield note(
      hasNoResponses
        ? `Without responses, it is unknown whether there is a column ${missing}.`
        : `No response has a value for ${missing}.`,
    )
  const done = redactions.filter(({ name }) => !withoutColumn.includes(name))
  if (done.length > 0) yield note(`Redacted: ${done.map((one) => redactionWords(one, meant)).join(', ')}.`)
  // They identify a person and were not redacted.
  if (personal.length > 0)
    yield note(
      `Not redacted, although ${personal.length === 1 ? 'it identifies' : 'they identify'} a person: ${named(quoted(personal))}.`,
      '--redact identity=drop takes all of that kind.',
    )
}

/** Conditions that no response meets, and values that they cannot compare. */
function* conditionRemarks(
  { unmatched, uncompared }: NonNullable<ExportSummary['names']>,
  hidesValues: boolean,
): Iterable<Remark> {
  for (const { condition, part, hint } of unmatched)
    yield warning(
      `No response matches ${part === undefined ? '' : `${inQuotes(part)} in `}${inQuotes(condition)}.${hint === undefined ? '' : ` ${hint}`}`,
    )
  for (const { part, name, count: values, example } of uncompared)
    yield warning(
      `${count(values, 'value')} of ${inQuotes(name)} cannot be compared in ${inQuotes(part)}${example === undefined || hidesValues ? '' : `, such as ${inQuotes(shortened(example))}`}: ${values === 1 ? 'it does' : 'they do'} not match.`,
    )
}

/** A redaction, with the columns it applied to if their names differ from the given one. */
function redactionWords(
  { name, how }: TablePlan['redactions'][number],
  meant: ReadonlyMap<string, readonly string[]>,
): string {
  const columns = meant.get(name) ?? []
  if (columns.every((column) => column === name)) return `${name} (${how})`
  return `${name} (${how}) in ${columns.length === 1 ? 'column' : 'columns'} ${named(quoted(columns))}`
}
