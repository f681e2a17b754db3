import { announces } from '../../client/capabilities.ts'
import type { Caller } from '../../client/caller.ts'
import { everyResponse, newestResponses } from '../../client/responses.ts'
import type { RawRecord } from '../../form/raw-record.ts'
import { countedRecords } from './counted-records.ts'
import { doubtsOf, mayBeMore, partialsUnannounced, type Coverage, type Doubt } from './coverage.ts'
import { mergeNewest, startMerge, type OpenForm } from './merge-newest.ts'
import type { RecordSource } from './record-source.ts'

type Reader = Pick<RecordSource, 'read' | 'coverage'>

/** Reads the newest responses of a form, ten at most (contract, Endpoint 2). */
export function readNewest(caller: Caller, formId: string, withPartials: boolean): Reader {
  let coverage: Coverage | undefined
  return {
    coverage: () => known(coverage),
    read: async (collect) => {
      const records = await newestResponses(caller, { formId, withPartials })
      const reads = [{ operation: 'form' as const, formId, returned: records.length }]
      coverage = { reads, newerInForm: 0, doubts: [] }
      return collect(oneBatch(records))
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
      coverage = { reads: [{ operation: 'environment', returned }], newerInForm: 0, doubts }
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
      const reads = newest.map(({ formId, records }) => ({
        operation: 'form' as const,
        formId,
        returned: records.length,
      }))
      const open = newest.filter(({ records }) => mayBeMore(records.length))
      const whole = newest
        .filter(({ records }) => !mayBeMore(records.length))
        .flatMap(({ records }) => records)
      if (open.length === 0) {
        coverage = { reads, newerInForm: 0, doubts: [] }
        return collect(oneBatch(whole))
      }
      const doubts = await partialDoubts(caller, withPartials)
      let merged = startMerge(open)
      const result = await everyResponse(caller, { withPartials }, (every) => {
        merged = startMerge(open)
        return collect(mergeNewest(every, { whole, open }, merged))
      })
      coverage = {
        reads: [...reads, { operation: 'environment', returned: merged.returned }],
        newerInForm: merged.newerInForm,
        doubts: [...doubts, ...doubtsOf([...merged.forms.values()])],
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

/** Reads of single forms that are under way together. */
const atOnce = 4

async function newestOf(
  caller: Caller,
  formIds: readonly string[],
  withPartials: boolean,
): Promise<readonly OpenForm[]> {
  const newest: OpenForm[] = []
  for (let at = 0; at < formIds.length; at += atOnce) {
    const reads = formIds
      .slice(at, at + atOnce)
      .map(async (formId) => ({ formId, records: await newestResponses(caller, { formId, withPartials }) }))
    newest.push(...(await Promise.all(reads)))
  }
  return newest
}

type Batches = AsyncIterable<readonly RawRecord[]>

async function* oneBatch(records: readonly RawRecord[]): Batches {
  if (records.length > 0) yield records
}

const partialDoubts = async (caller: Caller, withPartials: boolean): Promise<readonly Doubt[]> =>
  withPartials && !(await announces(caller, 'returnPartials-all')) ? [partialsUnannounced] : []
