import { type AnnouncedResponses, type Caller, everyResponse, newestResponses } from '../client/client.ts'
import { formMatchOf, recordsIn, type FormMatch, type RawRecord } from '../record/records.ts'
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
import { mergeNewest, startMerge, type OpenForm } from './merge-newest.ts'

/** Who reads, whether partial responses are read too, and what the service announces of them. */
type Reads = {
  readonly caller: Caller
  readonly withPartials: boolean
  readonly ask: () => Promise<AnnouncedResponses>
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
 * Reads every response of some forms. The read of one form returns its ten newest (contract, Endpoint 2, rule 2). A form with
 * ten may have more, so then all responses of the environment are read and those of such forms are kept.
 */
export const readForms =
  (reads: Reads, formIds: readonly string[]): ReadEvery =>
  async (collect) => {
    const newest = await newestOf(reads, formIds)
    const open = newest.filter(({ returned }) => mayBeMore(returned))
    const whole = newest.filter(({ returned }) => !mayBeMore(returned)).flatMap(({ records }) => records)
    if (open.length === 0) return { result: await collect(recordsIn(whole)), coverage: coverageOf(newest) }
    const announced = await reads.ask()
    let merged = startMerge(open)
    const result = await everyResponse(reads.caller, reads, (every) => {
      merged = startMerge(open)
      return collect(mergeNewest(every, { whole, open }, merged))
    })
    const covered = coverageOf(newest, merged.withoutForm)
    const counted = [...merged.forms.values()].map(({ formId, found }) => ({ formId, returned: found }))
    const compared = compareWithAnnounced(counted, announced, reads.withPartials)
    const differing = doubtsOf([...merged.forms.values()])
    return {
      result,
      coverage: {
        ...covered,
        reads: [...covered.reads, { operation: 'environment', returned: merged.returned }],
        newerInForm: merged.newerInForm,
        doubts: [
          ...partialDoubts(reads.withPartials, announced),
          ...differing,
          ...compared.doubts,
          ...(compared.checks.length + differing.length > 0 ? [] : sizeDoubts(merged.returned)),
          ...covered.doubts,
        ],
        checks: [
          ...covered.checks,
          ...(differing.length === 0 ? ['newest' as const] : []),
          ...compared.checks,
        ],
      },
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

const partialDoubts = (withPartials: boolean, announced: AnnouncedResponses): readonly Doubt[] =>
  withPartials && !announced.partials ? [partialsUnannounced] : []
