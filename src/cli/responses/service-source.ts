import { announcedExtensions } from '../../client/capabilities.ts'
import type { Caller } from '../../client/caller.ts'
import { everyResponse, mostOfForm, newestResponses } from '../../client/responses.ts'
import { count } from '../../failure.ts'
import type { RawRecord } from '../../form/raw-record.ts'
import type { RecordSource, Remark } from './record-source.ts'

type Reader = Pick<RecordSource, 'read' | 'remarks'>

/** Reads every response of the environment (contract, Endpoint 3). */
export function readEnvironment(caller: Caller, withPartials: boolean): Reader {
  const remarks: Remark[] = []
  return {
    remarks: () => remarks,
    read: async (collect) => {
      if (withPartials) remarks.push(...(await partialRemarks(caller)))
      return everyResponse(caller, { withPartials }, collect)
    },
  }
}

/**
 * Reads every response of some forms. The read of one form gives its ten newest (contract, Endpoint 2, rule 2): where
 * ten come there may be more, so every response of the environment is read and theirs are kept.
 */
export function readForms(caller: Caller, formIds: readonly string[], withPartials: boolean): Reader {
  const remarks: Remark[] = []
  return {
    remarks: () => remarks,
    read: async (collect) => {
      const newest = await newestOf(caller, formIds, withPartials)
      const whole = newest.filter(({ records }) => records.length < mostOfForm)
      const open = newest.filter(({ records }) => records.length >= mostOfForm)
      const first = whole.flatMap(({ records }) => records)
      if (open.length === 0) return collect(oneBatch(first))
      if (withPartials) remarks.push(...(await partialRemarks(caller)))
      const outcome = { missed: 0 }
      const result = await everyResponse(caller, { withPartials }, (every) =>
        collect(joined(first, every, { open, outcome })),
      )
      remarks.push(readWholeRemark(open), ...missedRemarks(outcome.missed))
      return result
    },
  }
}

type Newest = { readonly formId: string; readonly records: readonly RawRecord[] }

/** Reads of single forms that are under way together. */
const atOnce = 4

async function newestOf(
  caller: Caller,
  formIds: readonly string[],
  withPartials: boolean,
): Promise<readonly Newest[]> {
  const newest: Newest[] = []
  for (let at = 0; at < formIds.length; at += atOnce) {
    const reads = formIds
      .slice(at, at + atOnce)
      .map(async (formId) => ({ formId, records: await newestResponses(caller, { formId, withPartials }) }))
    newest.push(...(await Promise.all(reads)))
  }
  return newest
}

async function* oneBatch(records: readonly RawRecord[]): AsyncIterable<readonly RawRecord[]> {
  if (records.length > 0) yield records
}

type Joining = { readonly open: readonly Newest[]; readonly outcome: { missed: number } }

async function* joined(
  first: readonly RawRecord[],
  every: AsyncIterable<readonly RawRecord[]>,
  { open, outcome }: Joining,
): AsyncIterable<readonly RawRecord[]> {
  yield* oneBatch(first)
  const formIds = new Set<unknown>(open.map(({ formId }) => formId))
  const missing = new Map(open.flatMap(({ records }) => records.map((record) => [keyOf(record), record])))
  for await (const batch of every) {
    const kept = batch.filter(({ formId }) => formIds.has(formId))
    for (const record of kept) missing.delete(keyOf(record))
    yield* oneBatch(kept)
  }
  outcome.missed = missing.size
  yield* oneBatch([...missing.values()])
}

const keyOf = (record: RawRecord): string =>
  typeof record['id'] === 'string' ? record['id'] : JSON.stringify(record)

const readWholeRemark = (open: readonly Newest[]): Remark => ({
  isWarning: false,
  sentence: `${mostOfForm} responses came of ${open.map(({ formId }) => formId).join(', ')}, and there may be more: so every response of the environment was read.`,
})

const missedRemarks = (missed: number): readonly Remark[] =>
  missed === 0
    ? []
    : [
        {
          isWarning: true,
          sentence: `${count(missed, 'response')} came with the newest of a form but not with those of the environment. They are exported; older ones like them may be missing.`,
        },
      ]

/** The contract leaves open whether the read of the environment knows `returnPartials`; a service may announce it. */
async function partialRemarks(caller: Caller): Promise<readonly Remark[]> {
  const extensions = await announcedExtensions(caller)
  if (extensions.includes('returnPartials-all')) return []
  const sentence =
    'The service does not say whether its read of a whole environment holds every partial response: some may be missing.'
  return [{ isWarning: true, sentence }]
}
