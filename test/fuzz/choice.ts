import { collectBatches, type Collected } from '../../src/table/collect.ts'
import { mergeNewest, startMerge, type FormReads } from '../../src/responses/service-reads.ts'
import {
  countedRecords,
  filterRecords,
  startCounts,
  type FilterConditions,
} from '../../src/responses/filter-records.ts'
import type { RawRecord, Records } from '../../src/record/records.ts'
import { readRecords } from '../../src/record/read-records.ts'
import { seen } from '../support/collected.ts'
import { memorySpool } from '../support/exporting.ts'
import { happens, randomOf, many, oneOf, type Random } from '../support/random.ts'
import { chunksOf, replyOf } from '../support/random-replies.ts'
import { comingOf, lateSpool, type Coming } from './given.ts'
import type { Outcome } from './trial.ts'
import type { Spool } from '../../src/record/bytes.ts'

type How = Pick<Coming, 'cut'> & { readonly multi: 'joined' | 'json'; readonly spool: Spool }
type Counted = Collected & { readonly counts: Pick<Outcome, 'fast' | 'slow'> }

/** A choice of records, collected out of bytes, is that of parsed records, and is counted alike. */
export async function tryChoiceBy(
  collect: (records: Records, how: How) => Promise<Counted>,
  seed: number,
): Promise<Outcome> {
  const random = randomOf(seed)
  const scenario = await scenarioOf(random)
  const { multi, coming } = scenario
  const spool = lateSpool(random)
  const reference = await exported(scenario, (records) =>
    collectBatches(records.batches(), { multi, spool: memorySpool() }),
  )
  let counts = { fast: 0, slow: 0 }
  const result = await exported(scenario, async (records) => {
    const collected = await collect(records, { multi, spool, cut: coming.cut })
    counts = collected.counts
    return collected
  })
  return { reference, result, ...counts, isRefused: typeof reference === 'string' }
}

const momentOf = (random: Random): number =>
  oneOf(random, [
    Date.parse(`2026-03-0${many(random, 1, 9)}T09:00:0${many(random, 0, 9)}.000Z`),
    Date.parse('2026-03-05T10:00:00.000+01:00'),
    Date.UTC(2026, 2, 1),
    -62_300_000_000_000,
    253_500_000_000_000,
  ])

const formsOf = (random: Random): readonly string[] =>
  ['clf0', 'clf1', 'clf2', 'none'].filter(() => happens(random, 0.4))

export function filterOf(random: Random, isMerged: boolean): FilterConditions {
  return {
    since: happens(random, 0.5) ? momentOf(random) : undefined,
    until: happens(random, 0.5) ? momentOf(random) : undefined,
    ...(isMerged || happens(random, 0.3) ? {} : { formIds: new Set(formsOf(random)) }),
  }
}

async function recordsOf(bytes: Buffer): Promise<readonly RawRecord[]> {
  const records: RawRecord[] = []
  try {
    for await (const batch of readRecords(
      chunksOf(bytes, () => 0.9),
      '',
    ).batches())
      records.push(...batch)
  } catch {
    // What came before the fault will do.
  }
  return records
}

/** FormReads responses as another read gives them: of those of the environment, some changed later, and some that it lacks. */
async function newestOf(random: Random, bytes: Buffer): Promise<FormReads> {
  const records = await recordsOf(bytes)
  const changed = (record: RawRecord): RawRecord => ({
    ...record,
    ...(happens(random, 0.5) ? { dataUpdatedAt: '2026-03-09T12:00:00.000Z', added: 'later' } : {}),
    ...(happens(random, 0.2) ? { id: `new${many(random, 0, 9)}` } : {}),
  })
  const of = (formId: string): readonly RawRecord[] =>
    records.filter((record) => record['formId'] === formId && happens(random, 0.3)).map(changed)
  const [whole, ...open] = formsOf(random)
  return {
    whole: whole === undefined || happens(random, 0.5) ? [] : of(whole),
    open: open.map((formId) => ({ formId, records: of(formId) })),
  }
}

type Scenario = {
  readonly coming: Coming
  readonly multi: 'joined' | 'json'
  readonly filter: FilterConditions
  readonly newest: FormReads | undefined
}

async function scenarioOf(random: Random): Promise<Scenario> {
  const bytes = replyOf(random, 7)
  const newest = happens(random, 0.5) ? await newestOf(random, bytes) : undefined
  return {
    coming: comingOf(random, bytes),
    multi: happens(random, 0.8) ? 'joined' : 'json',
    filter: filterOf(random, newest !== undefined),
    newest,
  }
}

/** What is exported of a scenario, and everything that was counted on the way. */
async function exported(
  { coming, filter, newest }: Scenario,
  collect: (records: Records) => Promise<Collected>,
): Promise<unknown> {
  const counts = startCounts()
  const merged = startMerge(newest?.open ?? [])
  const counted = { first: 0, later: 0 }
  const read = countedRecords(coming.records(), { records: (more) => (counted.first += more) })
  const records = countedRecords(newest ? mergeNewest(read, newest, merged) : read, {
    records: (more) => (counted.later += more),
  })
  const result = await seen(() => collect(filterRecords(records, filter, counts)))
  const { read: came, kept, formless, undated } = counts
  // Of a reading that broke off, nothing else is used.
  return typeof result === 'string' ? result : { result, came, kept, formless, undated, merged, counted }
}
