import {
  type ResponseCapabilities,
  type Caller,
  everyResponse,
  newestResponses,
  pagedResponses,
} from '../client/client.ts'
import {
  formMatchOf,
  recordsIn,
  type FormMatch,
  type RawRecord,
  filtered,
  withExtraRecords,
  type Records,
} from '../record/records.ts'
import {
  compareWithAnnounced,
  doubtsOf,
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
import { sortableTime } from '../record/moment.ts'

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
    // Asked before the read, so that responses which come meanwhile are not missing.
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

/** How many forms are read at the same time. */
const formsAtOnce = 4

/**
 * Reads every response of some forms, or the `max` newest of each. The read of one form returns its ten newest (contract,
 * Endpoint 2, rule 2). A form with ten may have more. Its pages are then read, if the service announces pages; if not, all
 * responses of the environment are read, and those of other forms are dropped.
 */
export const readForms =
  (reads: Reads, formIds: readonly string[], max = Infinity): ReadEvery =>
  async (collect) => {
    const newest: Newest[] = []
    for (let at = 0; at < formIds.length; at += formsAtOnce) {
      const some = formIds.slice(at, at + formsAtOnce).map((formId) => newestOfForm(reads, formId))
      newest.push(...(await Promise.all(some)))
    }
    const open = newest.filter(({ returned }) => mayBeMore(returned))
    const whole = newest.filter(({ returned }) => !mayBeMore(returned)).flatMap(({ records }) => records)
    if (open.length === 0) return { result: await collect(recordsIn(whole)), coverage: coverageOf(newest) }
    const announced = await reads.ask()
    let merged = startMerge(open)
    const merge: typeof collect = (every) => {
      merged = startMerge(open)
      return collect(mergeNewest(every, { whole, open }, merged))
    }
    const wanted = { formIds: open.map(({ formId }) => formId), withPartials: reads.withPartials, most: max }
    const { result, cut } = announced.paging
      ? await pagedResponses(reads.caller, wanted, merge)
      : { result: await everyResponse(reads.caller, reads, merge), cut: undefined }
    return { result, coverage: coverageOfForms(reads, newest, merged, announced, cut) }
  }

/**
 * The coverage of some forms after the later read. `cut` are the forms with further pages; undefined: the environment was
 * read.
 */
function coverageOfForms(
  { withPartials }: Reads,
  newest: readonly Newest[],
  merged: Merged,
  announced: ResponseCapabilities,
  cut: ReadonlySet<string> | undefined,
): Coverage {
  const covered = coverageOf(newest, merged.withoutForm)
  const forms = [...merged.forms.values()]
  const counted = forms.filter(({ formId }) => cut?.has(formId) !== true)
  const compared = compareWithAnnounced(
    counted.map(({ formId, found }) => ({ formId, returned: found })),
    cut ? { ...announced, partials: true } : announced,
    withPartials,
  )
  const checks = counted.length > 0 ? compared.checks : []
  const differing = doubtsOf(forms, cut ? 'pages' : 'environment')
  const isConfirmed = cut !== undefined || checks.length + differing.length > 0
  return {
    ...covered,
    reads: [
      ...covered.reads,
      ...(cut
        ? forms.map(({ formId, found }) => ({
            operation: 'pages' as const,
            formId,
            returned: found,
            mayBeMore: cut.has(formId),
          }))
        : [{ operation: 'environment' as const, returned: merged.returned }]),
    ],
    newerInForm: merged.newerInForm,
    doubts: [
      // The contract has returnPartials for the read of one form, and so pages have them.
      ...(cut ? [] : partialDoubts(withPartials, announced)),
      ...differing,
      ...compared.doubts,
      ...(isConfirmed ? [] : sizeDoubts(merged.returned)),
      ...covered.doubts,
    ],
    checks: [...covered.checks, ...(differing.length === 0 ? ['newest' as const] : []), ...checks],
  }
}

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

const partialDoubts = (withPartials: boolean, announced: ResponseCapabilities): readonly Doubt[] =>
  withPartials && !announced.partials ? [partialsUnannounced] : []

/** A form whose read returned the maximum, so that it may have more responses. */
export type OpenForm = { readonly formId: string; readonly records: readonly RawRecord[] }

/** What was found while merging. */
export type Merged = {
  /** Responses of the environment, of any form. */
  returned: number
  newerInForm: number
  /** Left out because they have no formId. */
  withoutForm: number
  /** By form id: how many responses the environment had, and how many of the newest it lacked. */
  readonly forms: Map<unknown, { readonly formId: string; found: number; missed: number }>
}

export const startMerge = (open: readonly OpenForm[]): Merged => ({
  returned: 0,
  newerInForm: 0,
  withoutForm: 0,
  forms: new Map(open.map(({ formId, records }) => [formId, { formId, found: 0, missed: records.length }])),
})

/** What the reads of single forms returned. */
export type FormReads = {
  /** Responses of forms that have no others; they come first. */
  readonly whole: readonly RawRecord[]
  readonly open: readonly OpenForm[]
}

/**
 * Every response of some forms: those of the environment, and those that only the reads of the forms returned. If both have a
 * response, the one whose data was updated last is taken; for equal times that of the environment, which was read later.
 */
export function mergeNewest(every: Records, { whole, open }: FormReads, merged: Merged): Records {
  const newest = new Map(
    open.flatMap(({ records }) => records.map((record) => [keyOf(record), record] as const)),
  )
  const ofForms = filtered(every, {
    formIds: new Set(open.map(({ formId }) => formId)),
    ids: new Set(newest.keys()),
    choose: (record) => mergeRecord(record, newest, merged),
    count: ({ taken, otherForm, otherTime }) => (merged.returned += taken + otherForm + otherTime),
    countForm: (formId, read) => {
      const form = merged.forms.get(formId)
      if (form) form.found += read
    },
  })
  return withExtraRecords(ofForms, { before: () => whole, after: () => [...newest.values()] })
}

function mergeRecord(
  record: RawRecord,
  newest: Map<string, RawRecord>,
  merged: Merged,
): RawRecord | undefined {
  merged.returned++
  if (formMatchOf(record, merged.forms) === 'none') merged.withoutForm++
  const form = merged.forms.get(record['formId'])
  if (!form) return undefined
  form.found++
  if (newest.size === 0) return record
  const key = keyOf(record)
  const other = newest.get(key)
  if (!other) return record
  newest.delete(key)
  form.missed--
  if (!isNewer(other, record)) return record
  merged.newerInForm++
  return other
}

/** Whether both times can be read, and one is later. */
function isNewer(one: RawRecord, other: RawRecord): boolean {
  const than = sortableTime(other['dataUpdatedAt'])
  return than !== '' && sortableTime(one['dataUpdatedAt']) > than
}

const keyOf = (record: RawRecord): string =>
  typeof record['id'] === 'string' ? record['id'] : JSON.stringify(record)
