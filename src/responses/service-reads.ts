import { announces } from '../client/capabilities.ts'
import type { Caller } from '../client/caller.ts'
import { everyResponse, newestResponses } from '../client/responses.ts'
import { formMatchOf, recordsIn, type FormMatch, type RawRecord } from '../record/records.ts'
import { countedRecords } from './counted-records.ts'
import {
  doubtsOf,
  foreignDoubts,
  mayBeMore,
  partialsUnannounced,
  type Coverage,
  type Doubt,
} from './coverage.ts'
import { mergeNewest, startMerge, type OpenForm } from './merge-newest.ts'
import type { RecordSource } from './record-source.ts'

type Reader = Pick<RecordSource, 'read' | 'coverage'>

/** Reads the newest responses of a form, ten at most (contract, Endpoint 2). */
export function readNewest(caller: Caller, formId: string, withPartials: boolean): Reader {
  let coverage: Coverage | undefined
  return {
    coverage: () => known(coverage),
    read: async (collect) => {
      const newest = await newestOfForm(caller, formId, withPartials)
      coverage = coverageOf([newest])
      return collect(recordsIn(newest.records))
    },
  }
}

/** Reads every response of the environment (contract, Endpoint 3). */
export function readEnvironment(caller: Caller, withPartials: boolean): Reader {
  let coverage: Coverage | undefined
  return {
    coverage: () => known(coverage),
    read: async (collect) => {
      const doubts = await partialDoubts(caller, withPartials)
      let returned = 0
      const result = await everyResponse(caller, { withPartials }, (every) => {
        returned = 0
        return collect(countedRecords(every, (size) => (returned += size)))
      })
      coverage = { ...coverageOf([]), reads: [{ operation: 'environment', returned }], doubts }
      return result
    },
  }
}

/**
 * Reads every response of some forms. The read of one form gives its ten newest (contract, Endpoint 2, rule 2): where
 * ten come there may be more, so every response of the environment is read and theirs are kept.
 */
export function readForms(caller: Caller, formIds: readonly string[], withPartials: boolean): Reader {
  let coverage: Coverage | undefined
  return {
    coverage: () => known(coverage),
    read: async (collect) => {
      const newest = await newestOf(caller, formIds, withPartials)
      const open = newest.filter(({ returned }) => mayBeMore(returned))
      const whole = newest.filter(({ returned }) => !mayBeMore(returned)).flatMap(({ records }) => records)
      if (open.length === 0) {
        coverage = coverageOf(newest)
        return collect(recordsIn(whole))
      }
      const doubts = await partialDoubts(caller, withPartials)
      let merged = startMerge(open)
      const result = await everyResponse(caller, { withPartials }, (every) => {
        merged = startMerge(open)
        return collect(mergeNewest(every, { whole, open }, merged))
      })
      const { reads, doubts: foreign, ...covered } = coverageOf(newest, merged.withoutForm)
      coverage = {
        ...covered,
        reads: [...reads, { operation: 'environment', returned: merged.returned }],
        newerInForm: merged.newerInForm,
        doubts: [...doubts, ...doubtsOf([...merged.forms.values()]), ...foreign],
      }
      return result
    },
  }
}

/** Who asks has read. */
function known(coverage: Coverage | undefined): Coverage {
  if (coverage) return coverage
  throw new Error('nothing was read yet')
}

/** What the read of one form gave: a service may ignore `formId`, or send records that tell another one. */
type Newest = OpenForm & {
  /** How many came, of whatever form. */
  readonly returned: number
  readonly ofOtherForms: number
  readonly withoutForm: number
}

async function newestOfForm(caller: Caller, formId: string, withPartials: boolean): Promise<Newest> {
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

/** What reads of single forms cover; the read of the environment sends what they sent without a form once more. */
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
  }
}

/** Reads of single forms that are under way together. */
const atOnce = 4

async function newestOf(
  caller: Caller,
  formIds: readonly string[],
  withPartials: boolean,
): Promise<readonly Newest[]> {
  const newest: Newest[] = []
  for (let at = 0; at < formIds.length; at += atOnce) {
    const reads = formIds.slice(at, at + atOnce).map((formId) => newestOfForm(caller, formId, withPartials))
    newest.push(...(await Promise.all(reads)))
  }
  return newest
}

const partialDoubts = async (caller: Caller, withPartials: boolean): Promise<readonly Doubt[]> =>
  withPartials && !(await announces(caller, 'returnPartials-all')) ? [partialsUnannounced] : []
