/**
 * Brings the tables of a target up to date with the responses of a service. Each batch of responses is one step of the target, with
 * the state of the sync after it, so that a run that is killed is continued by the next one, and nothing is there twice.
 */
import {
  changesAfter,
  newestResponses,
  readAnnouncementOrReason,
  readChangedPage,
  type Caller,
} from '../client/client.ts'
import { asFailure, Failure } from '../failure/failure.ts'
import type { Records } from '../record/records.ts'
import { isComplete, type Coverage } from '../responses/responses.ts'
import type { TableView } from '../table/make-tables.ts'
import { recordsOf, rowsOf, type FormFacts, type SyncRecord, type SyncTable } from './batch.ts'
import { makeSeenIds } from './id-index.ts'
import type { KnownResponse, SyncTarget, WrittenResponse } from './target.ts'

/**
 * How a run sees changes. `sequence`: by the numbers that the service gives them. `snapshot`: it reads everything and compares it.
 * `overlap`: it reads the ten newest of each form, which have to reach back to what is known; everything is read now and then.
 */
type SyncCoverage = 'sequence' | 'snapshot' | 'overlap'

/** The state of a sync, which lives in its target. */
type SyncState = {
  readonly schema_version: 1
  readonly formctl: string
  /** The service, and what was asked for; another run with other ones does not belong into this target. */
  readonly source: Readonly<Record<'baseUrl' | 'environmentId' | 'selection' | 'options', string>>
  /** The number of the last change that the target holds. */
  readonly after: number
  /** Where a run that was killed had come: its pages go on there. */
  readonly page?: string
  /** When everything was read last, ISO 8601, where the service gives no numbers. */
  readonly read?: string
  readonly updated: string
  /** How the last run saw changes. */
  readonly coverage?: SyncCoverage
  readonly tables: readonly SyncTable[]
  /** While responses move to other tables, which takes a read of everything. */
  readonly isMoving?: boolean
}

type SyncJob = {
  readonly caller: Caller
  readonly target: SyncTarget
  readonly source: SyncState['source']
  /** The forms whose responses are wanted; undefined: all. */
  readonly formIds: ReadonlySet<string> | undefined
  readonly withPartials: boolean
  /** Reads everything again, and compares it. */
  readonly isFull: boolean
  readonly isDryRun: boolean
  /** For how long the newest responses of each form are enough, in milliseconds, after everything was read. */
  readonly readEvery: number
  /** Removes the rows of responses that a read of everything does not hold, instead of marking them. */
  readonly deletesMissing: boolean
  readonly version: string
  readonly now: () => Date
  /** Told of responses that were read. */
  readonly onRead: (count: number) => void
  /** Reads all wanted responses; if that breaks off, `collect` is called again from the start. */
  readonly readEverything: (
    collect: (records: Records) => Promise<void>,
  ) => Promise<{ readonly coverage: Coverage }>
  readonly view: Pick<TableView, 'where' | 'redactions' | 'hash'>
  /** The questionnaire of a form, the name that its table wants, and what its spec says. */
  readonly questionnaireOf: (formId: string) => { readonly id: string; readonly table: string }
  readonly factsOf: (formIds: readonly string[]) => FormFacts
  /** The wanted forms whose specs are known. */
  readonly specForms: readonly string[]
}

type TableCounts = { readonly table: string; added: number; updated: number; removed: number }

export type SyncSummary = {
  readonly coverage: SyncCoverage
  readonly counts: readonly TableCounts[]
  /** The columns that were added, each as table.column. */
  readonly columns: readonly string[]
  /** Why responses may be missing. */
  readonly doubts: readonly string[]
}

/** How many responses are one step. */
const batchSize = 10_000

export async function syncResponses(job: SyncJob): Promise<SyncSummary> {
  const announced = await readAnnouncementOrReason(job.caller)
  const extensions = 'extensions' in announced ? announced.extensions : []
  const hasNumbers = extensions.includes('responses-paging') && extensions.includes('changes')
  const counts = new Map<string, TableCounts>()
  const state = stateOf(await job.target.state(), job)
  const tables = withoutMoved(state.tables, job)
  const isMoving =
    state.isMoving === true ||
    tables.some(({ formIds }, i) => formIds.length !== state.tables[i]?.formIds.length)
  const run: Run = {
    job,
    state: { ...state, tables, isMoving },
    isFull: job.isFull || isMoving,
    isFirst: state.tables.length === 0,
    columns: [],
    countOf: (table) => {
      const known = counts.get(table) ?? { table, added: 0, updated: 0, removed: 0 }
      counts.set(table, known)
      return known
    },
  }
  try {
    const { coverage, doubts } = await syncWith(run, hasNumbers)
    run.state = { ...run.state, isMoving: false, coverage }
    // Tables and columns of specs that nobody has answered yet.
    await writeStep(run, [], { specForms: job.specForms })
    return { coverage, doubts, counts: [...counts.values()], columns: run.columns }
  } catch (error) {
    const { exit, message: reason } = asFailure(error)
    if (exit !== 7 || counts.size === 0 || job.isDryRun) throw error
    const changes = [...counts.values()].reduce((sum, one) => sum + one.added + one.updated + one.removed, 0)
    throw Failure.of('sync-broken-off', { place: job.target.place, changes, reason })
  }
}

async function syncWith(run: Run, hasNumbers: boolean): Promise<Pick<SyncSummary, 'coverage' | 'doubts'>> {
  const { job, state } = run
  if (hasNumbers) {
    await syncChanges(run)
    return { coverage: 'sequence', doubts: [] }
  }
  const { read = '' } = state
  const isRecent = job.now().getTime() - Date.parse(read) < job.readEvery
  if (!run.isFull && isRecent && (await syncNewest(run)))
    return { coverage: 'overlap', doubts: [readBefore(read)] }
  return { coverage: 'snapshot', doubts: await syncEverything(run) }
}

const readBefore = (read: string): string =>
  `Edits, erasures and responses that were finished late are seen when everything is read again; that was at ${read}.`

/** A run, and the state that its last step left. */
type Run = {
  readonly job: SyncJob
  state: SyncState
  /** Whether all is read and compared. */
  readonly isFull: boolean
  /** Nothing was in the target before, so nothing in it can have been erased. */
  readonly isFirst: boolean
  readonly columns: string[]
  readonly countOf: (table: string) => TableCounts
}

/**
 * Reads the ten newest responses of each form. False where ten came that are all unknown: there may be more, which only a read of
 * everything shows.
 */
async function syncNewest(run: Run): Promise<boolean> {
  const { job, state } = run
  for (const formId of job.formIds ?? state.tables.flatMap(({ formIds }) => formIds)) {
    const newest = await newestResponses(job.caller, { formId, withPartials: job.withPartials })
    const records = recordsOf(newest.map((one) => JSON.stringify(one)).join('\n'))
    const known = await job.target.find(records.map(({ id }) => id))
    if (newest.length >= maxNewest && known.size === 0) return false
    await writeStep(
      run,
      records.filter((record) => record.formId === formId),
    )
  }
  return true
}

/** As many as the read of one form returns at most (contract, Limits). */
const maxNewest = 10

/** Reads what has changed, by the numbers that the service gives all changes. */
async function syncChanges(run: Run): Promise<void> {
  const { caller, withPartials, formIds, target, onRead } = run.job
  const { isFull } = run
  const { after, page } = run.state
  const [only, ...others] = formIds ?? []
  const formId = only !== undefined && others.length === 0 ? { formId: only } : {}
  const pageAt = (cursor: string | undefined) =>
    readChangedPage(caller, { ...formId, withPartials, since: isFull ? 0 : after, cursor })
  const seen = makeSeenIds()
  let pending: SyncRecord[] = []
  let read = await pageAt(isFull ? undefined : page).catch((error: unknown) => {
    // The service may not know the place any more where an earlier run was stopped.
    if (page !== undefined && asFailure(error).exit === 6) return pageAt(undefined)
    throw error
  })
  for (;;) {
    const records = recordsOf(new TextDecoder().decode(read.lines))
    onRead(records.length)
    for (const record of records) {
      if (formIds && !formIds.has(record.formId)) continue
      if (isFull) seen.add(record.id)
      pending.push(record)
    }
    const { nextCursor } = read
    if (nextCursor === undefined) break
    // On its way while this step is written. If it fails, the failure is thrown where it is awaited.
    const next = pageAt(nextCursor)
    next.catch(() => undefined)
    if (pending.length >= batchSize) {
      // A full read that is stopped begins anew.
      await writeStep(run, pending, { position: isFull ? { after } : { after, page: nextCursor } })
      pending = []
    }
    read = await next
  }
  await writeStep(run, pending, { position: { after } })
  const erased = new Map<string, string>()
  if (!run.isFirst)
    for await (const changes of changesAfter(caller, after))
      for (const { type, formId: form, responseId } of changes)
        if (type === 'response.erased') erased.set(responseId, form)
  const found = erased.size > 0 ? [...(await target.find([...erased.keys()])).values()] : []
  // Another form may have a response of the same id. A form that moves has rows in its former table, too.
  const tableOf = new Map(
    run.state.tables.flatMap(({ name, formIds: own }) => own.map((form) => [form, name])),
  )
  const gone = found.filter(
    ({ id, table }) => run.state.isMoving || tableOf.get(erased.get(id) ?? '') === table,
  )
  await writeStep(run, [], { position: { after: read.until }, removed: gone })
  if (!isFull) return
  // What changed while everything was read may not be there.
  for await (const changes of changesAfter(caller, read.until))
    for (const { responseId } of changes) seen.add(responseId)
  await settleMissing(run, seen, true)
}

/** Reads everything, and compares it with what the target knows. */
async function syncEverything(run: Run): Promise<readonly string[]> {
  const { readEverything, formIds, now, onRead } = run.job
  const began = now().toISOString()
  let seen = makeSeenIds()
  const { coverage } = await readEverything(async ({ batches }) => {
    // A reading that breaks off begins anew.
    seen = makeSeenIds()
    let pending: SyncRecord[] = []
    for await (const batch of batches()) {
      onRead(batch.length)
      for (const record of recordsOf(batch.map((one) => JSON.stringify(one)).join('\n'))) {
        if (formIds && !formIds.has(record.formId)) continue
        seen.add(record.id)
        pending.push(record)
      }
      if (pending.length < batchSize) continue
      await writeStep(run, pending)
      pending = []
    }
    await writeStep(run, pending)
  })
  run.state = { ...run.state, read: began }
  await writeStep(run, [])
  // Where nothing was shown to be missing, what did not come is gone.
  const doubts = coverage.doubts.filter(({ code }) => code !== 'unchecked')
  if (doubts.length === 0) await settleMissing(run, seen, isComplete(coverage))
  return coverage.doubts.map(({ sentence }) => sentence)
}

/** Marks what a full read did not hold, though the target does; deletes it if that is wanted and the read is known to be whole. */
async function settleMissing(
  { job, state, countOf }: Run,
  seen: ReturnType<typeof makeSeenIds>,
  isWhole: boolean,
): Promise<void> {
  const isDeleting = job.deletesMissing && isWhole
  const missing: KnownResponse[] = []
  for await (const batch of job.target.all())
    missing.push(...batch.filter(({ id, hash }) => !seen.has(id) && (isDeleting || hash !== '')))
  if (missing.length === 0) return
  for (const { table } of missing) countOf(table).removed++
  const none = { tables: [], responses: [], choices: [], state: JSON.stringify(state) }
  const at = job.now().toISOString()
  await job.target.write(
    isDeleting
      ? { ...none, removed: missing }
      : { ...none, removed: [], missing: { responses: missing, at } },
  )
}

/** The state of a target, for a job that goes on with it. */
function stateOf(text: string | undefined, { source, version, now, target, isFull }: SyncJob): SyncState {
  const none: SyncState = {
    schema_version: 1,
    formctl: version,
    source,
    after: 0,
    updated: now().toISOString(),
    tables: [],
  }
  // The target holds what this module wrote.
  const state = text === undefined ? none : (JSON.parse(text) as SyncState)
  if (state.schema_version !== 1) throw Failure.of('sync-newer', { place: target.place })
  // A run that found nothing binds no later one.
  if (state.tables.length === 0) return none
  for (const part of ['environmentId', 'selection', 'options', 'baseUrl'] as const) {
    const [before, wanted] = [state.source[part], source[part]]
    // A service that has moved still has the environment, and all is compared.
    if (before !== wanted && !(part === 'baseUrl' && isFull))
      throw Failure.of('sync-other', { place: target.place, part, before, now: wanted })
  }
  return { ...state, source }
}

type StepOptions = {
  /** Where the next run goes on; absent: as before. */
  readonly position?: Pick<SyncState, 'after' | 'page'>
  readonly removed?: readonly KnownResponse[]
  readonly specForms?: readonly string[]
}

/** Brings a batch of responses into the target: only what is new or has changed. Other responses go. */
async function writeStep(
  run: Run,
  records: readonly SyncRecord[],
  { position = run.state, removed = [], specForms = [] }: StepOptions = {},
): Promise<void> {
  const { job, state, countOf, columns } = run
  // Of a response that comes twice, the later one counts.
  const newest = [...new Map(records.map((record) => [record.id, record])).values()]
  const known = await job.target.find(newest.map(({ id }) => id))
  const tables = new Map(state.tables.map((table) => [table.questionnaire, table]))
  const changed = newest.filter(({ id, hash, formId }) => {
    const before = known.get(id)
    return before?.hash !== hash || before.table !== tables.get(tableFor(formId, tables, job))?.name
  })
  const byTable = Map.groupBy(changed, ({ formId }) => tableFor(formId, tables, job))
  for (const formId of specForms) byTable.set(tableFor(formId, tables, job), [])
  const [made, responses, left] = [
    [] as Awaited<ReturnType<typeof rowsOf>>[],
    [] as WrittenResponse[],
    [...removed],
  ]
  for (const [questionnaire, some] of byTable) {
    const table = tables.get(questionnaire)
    if (!table) throw new Error(`no table for ${questionnaire}`)
    const batch = await rowsOf(table, some, job.factsOf(table.formIds), job.view)
    tables.set(questionnaire, batch.table)
    made.push(batch)
    columns.push(...batch.change.added.map(({ name }) => `${table.name}.${name}`))
    if (some.length === 0) continue
    const count = countOf(table.name)
    const place = batch.change.columns.findIndex(({ name }) => name === 'id')
    const shown = new Set(batch.change.rows.map((row) => row[place]))
    for (const { id, hash, value } of some) {
      const before = known.get(id)
      if (before && (before.table !== table.name || !shown.has(id))) left.push(before)
      if (!shown.has(id)) continue
      responses.push({ id, table: table.name, hash, created: String(value['createdAt']) })
      if (before && before.hash !== '') count.updated++
      else count.added++
    }
  }
  for (const { table } of left) countOf(table).removed++
  const next: SyncState = {
    ...state,
    formctl: job.version,
    after: position.after,
    page: position.page,
    updated: job.now().toISOString(),
    tables: [...tables.values()],
  }
  await job.target.write({
    tables: made.map(({ change }) => change),
    responses,
    choices: made.flatMap(({ choices }) => choices),
    removed: left,
    state: JSON.stringify(next),
  })
  run.state = next
}

/** The questionnaire whose table has the responses of a form; a new one gets a table with a name of its own. */
function tableFor(formId: string, tables: Map<string, SyncTable>, { questionnaireOf }: SyncJob): string {
  const known = [...tables.values()].find(({ formIds }) => formIds.includes(formId))
  if (known) return known.questionnaire
  const { id, table: wanted } = questionnaireOf(formId)
  const same = tables.get(id)
  const taken = new Set([...reserved, ...Array.from(tables.values(), ({ name }) => name)])
  let name = wanted
  // PostgreSQL cuts longer names.
  for (let n = 2; taken.has(name); n++) name = `${wanted.slice(0, 58)}_${n}`
  tables.set(
    id,
    same
      ? { ...same, formIds: [...same.formIds, formId] }
      : { name, questionnaire: id, formIds: [formId], questions: [] },
  )
  return id
}

/**
 * Forms that had a table of their own while no lock file said what they were made of, and belong to a spec now, leave it. The rows come
 * into the table of the spec as all is read.
 */
const withoutMoved = (tables: readonly SyncTable[], { questionnaireOf }: SyncJob): readonly SyncTable[] =>
  tables.map((table) => ({
    ...table,
    formIds: table.formIds.filter(
      (form) => form !== table.questionnaire || questionnaireOf(form).id === table.questionnaire,
    ),
  }))

/** Tables that every target has. */
const reserved = ['choices', 'questions', 'options', 'responses']
