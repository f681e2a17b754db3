import {
  type ResponseCapabilities,
  type Caller,
  everyResponse,
  newestResponses,
  pagedResponses,
} from '../client/client.ts'
import { formMatchOf, recordsIn, type FormMatch, type RawRecord } from '../record/records.ts'
import {
  compareWithAnnounced,
  doubtsOf,
  doubtsOfPages,
  foreignDoubts,
  mayBeMore,
  partialsUnannounced,
  sizeDoubts,
  unchecked,
  type Coverage,
  type Doubt,
  type ReadEvery,
} from './coverage.ts'
import { countedRecords } from './filter-records.ts'
import { mergeNewest, startMerge, type Merged, type OpenForm } from './merge-newest.ts'

/** Who reads, whether partial responses are read too, and what the service announces of them. */
type Reads = {
  readonly caller: Caller
  readonly withPartials: boolean
  readonly ask: () => Promise<ResponseCapabilities>
}

/** Reads the newest responses of a form, ten at most (contract, Endpoint 2). */
export const readNewest =
  (reads: Reads, formId: string): ReadEvery =>
  async (collect) => {
    const newest = await newestOfForm(reads, formId)
    const result = await collect(recordsIn(newest.records))
    return { result, coverage: coverageOf([newest]) }
  }

/** Reads every response of the environment (contract, Endpoint 3). */
export const readEnvironment =
  ({ caller, withPartials, ask }: Reads): ReadEvery =>
  async (collect) => {
    // Asked before the read, so that responses which come meanwhile are no fault.
    const announced = await ask()
    let returned = 0
    const result = await everyResponse(caller, { withPartials }, (every) => {
      returned = 0
      return collect(countedRecords(every, { records: (more) => (returned += more) }))
    })
    const { checks, doubts } = compareWithAnnounced([{ returned }], announced, withPartials)
    const without = announced.counts ? [] : [...sizeDoubts(returned), unchecked]
    const coverage = {
      ...coverageOf([]),
      reads: [{ operation: 'environment', returned } as const],
      checks,
      doubts: [...partialDoubts(withPartials, announced), ...doubts, ...without],
    }
    return { result, coverage }
  }

/**
 * Reads every response of some forms, or the `most` newest of each. The read of one form returns its ten newest (contract,
 * Endpoint 2, rule 2). A form with ten may have more. Its pages are then read, if the service announces pages; if not, all
 * responses of the environment are read, and those of other forms are dropped.
 */
export const readForms =
  (reads: Reads, formIds: readonly string[], most = Infinity): ReadEvery =>
  async (collect) => {
    const newest = await newestOf(reads, formIds)
    const open = newest.filter(({ returned }) => mayBeMore(returned))
    const whole = newest.filter(({ returned }) => !mayBeMore(returned)).flatMap(({ records }) => records)
    if (open.length === 0) return { result: await collect(recordsIn(whole)), coverage: coverageOf(newest) }
    const announced = await reads.ask()
    let merged = startMerge(open)
    const merge: typeof collect = (every) => {
      merged = startMerge(open)
      return collect(mergeNewest(every, { whole, open }, merged))
    }
    const wanted = { formIds: open.map(({ formId }) => formId), withPartials: reads.withPartials, most }
    const { result, cut } = announced.paging
      ? await pagedResponses(reads.caller, wanted, merge)
      : { result: await everyResponse(reads.caller, reads, merge), cut: undefined }
    return { result, coverage: coverageOfForms(reads, { newest, merged, announced, cut }) }
  }

/** What is known after the later read: `cut` are the forms with further pages; undefined: the environment was read. */
type FormsRead = {
  readonly newest: readonly Newest[]
  readonly merged: Merged
  readonly announced: ResponseCapabilities
  readonly cut: ReadonlySet<string> | undefined
}

function coverageOfForms(reads: Reads, { newest, merged, announced, cut }: FormsRead): Coverage {
  const covered = coverageOf(newest, merged.withoutForm)
  const later = cut ? coverageOfPages(merged, cut) : coverageOfEnvironment(merged, reads, announced)
  const counted = [...merged.forms.values()].filter(({ formId }) => cut?.has(formId) !== true)
  const compared = compareWithAnnounced(
    counted.map(({ formId, found }) => ({ formId, returned: found })),
    cut ? { ...announced, partials: true } : announced,
    reads.withPartials,
  )
  const checks = counted.length > 0 ? compared.checks : []
  const isConfirmed = checks.length + later.differing.length > 0
  return {
    ...covered,
    reads: [...covered.reads, ...later.reads],
    newerInForm: merged.newerInForm,
    doubts: [
      ...later.partials,
      ...later.differing,
      ...compared.doubts,
      ...(isConfirmed ? [] : later.sizes),
      ...covered.doubts,
    ],
    checks: [...covered.checks, ...(later.differing.length === 0 ? ['newest' as const] : []), ...checks],
  }
}

/** The later read of forms that have more than their newest: which reads it was, and what is in doubt about it. */
type LaterCoverage = Pick<Coverage, 'reads'> & {
  readonly partials: readonly Doubt[]
  readonly differing: readonly Doubt[]
  /** Doubts for where no announced number confirms what came. */
  readonly sizes: readonly Doubt[]
}

const coverageOfEnvironment = (
  merged: Merged,
  reads: Reads,
  announced: ResponseCapabilities,
): LaterCoverage => ({
  reads: [{ operation: 'environment', returned: merged.returned }],
  partials: partialDoubts(reads.withPartials, announced),
  differing: doubtsOf([...merged.forms.values()]),
  sizes: sizeDoubts(merged.returned),
})

const coverageOfPages = ({ forms }: Merged, cut: ReadonlySet<string>): LaterCoverage => ({
  reads: Array.from(forms.values(), ({ formId, found }) => ({
    operation: 'pages',
    formId,
    returned: found,
    mayBeMore: cut.has(formId),
  })),
  // The contract has returnPartials for the read of one form.
  partials: [],
  differing: doubtsOfPages([...forms.values()]),
  sizes: [],
})

/** What the read of one form returned. A service may ignore `formId` and send records of other forms. */
type Newest = OpenForm & {
  /** How many responses it returned, of any form. */
  readonly returned: number
  readonly ofOtherForms: number
  readonly withoutForm: number
}

async function newestOfForm({ caller, withPartials }: Reads, formId: string): Promise<Newest> {
  const came = await newestResponses(caller, { formId, withPartials })
  const formIds = new Set([formId])
  const matching = (match: FormMatch): readonly RawRecord[] =>
    came.filter((record) => formMatchOf(record, formIds) === match)
  return {
    formId,
    records: matching('wanted'),
    returned: came.length,
    ofOtherForms: matching('other').length,
    withoutForm: matching('none').length,
  }
}

/** The coverage of reads of single forms. Their responses without a form come again with the read of the environment. */
function coverageOf(newest: readonly Newest[], formlessInEnvironment = 0): Coverage {
  const foreign = {
    ofOtherForms: newest.reduce((sum, form) => sum + form.ofOtherForms, 0),
    withoutForm: Math.max(
      newest.reduce((sum, form) => sum + form.withoutForm, 0),
      formlessInEnvironment,
    ),
  }
  return {
    reads: newest.map(({ formId, returned }) => ({ operation: 'form', formId, returned })),
    newerInForm: 0,
    ...foreign,
    doubts: foreignDoubts(foreign),
    checks: newest.some(({ returned }) => !mayBeMore(returned)) ? ['limit'] : [],
  }
}

/** How many forms are read at the same time. */
const atOnce = 4

async function newestOf(reads: Reads, formIds: readonly string[]): Promise<readonly Newest[]> {
  const newest: Newest[] = []
  for (let at = 0; at < formIds.length; at += atOnce) {
    const some = formIds.slice(at, at + atOnce).map((formId) => newestOfForm(reads, formId))
    newest.push(...(await Promise.all(some)))
  }
  return newest
}

const partialDoubts = (withPartials: boolean, announced: ResponseCapabilities): readonly Doubt[] =>
  withPartials && !announced.partials ? [partialsUnannounced] : []
