/**
 * A target that is a Parquet data set: each step adds parts, and `_manifest.json`, which comes last, says which parts count. Of a response
 * with several rows the one of the highest `_step` counts; parts with rows that must go are written anew without them.
 */
import { Failure } from '../failure/failure.ts'
import { isObject } from '../form/value.ts'
import { makeIdIndex, makeSeenIds, type IdIndex } from './id-index.ts'
import { readPart, writePart, type PartRow } from './parquet-parts.ts'
import type { PartStorage } from './part-storage.ts'
import { viewsOf } from './parquet-views.ts'
import type { Owner } from './sql-target.ts'
import {
  choiceColumns,
  choiceRow,
  labelColumns,
  labelRows,
  type KnownResponse,
  type Labels,
  type SyncTarget,
  type TargetColumn,
  type TargetStep,
} from './target.ts'

/** The rows of a table from one month, written in the steps `from` to `to`, and the choices of these in a file of their own. */
type Part = {
  readonly table: string
  /** Of creation, in UTC, such as 2026-11. */
  readonly month: string
  readonly from: number
  readonly to: number
}

type DataTable = {
  readonly name: string
  readonly columns: readonly TargetColumn[]
  readonly labels?: Labels
}

type Manifest = {
  readonly schema_version: 1
  /** The number of the last step; taking the lease is one, too. */
  readonly step: number
  readonly lease?: { readonly owner: string; readonly until: number }
  readonly state?: unknown
  readonly tables: readonly DataTable[]
  readonly parts: readonly Part[]
}

const manifestPath = '_manifest.json'
const leaseMilliseconds = 10 * 60 * 1000

/** What a part has first of each response. */
const ownColumns: readonly TargetColumn[] = [
  { name: 'id', type: 'text' },
  { name: '_hash', type: 'text' },
  { name: '_step', type: 'integer' },
  { name: '_deleted', type: 'time' },
]
const columnsOf = (columns: readonly TargetColumn[]): readonly TargetColumn[] => [
  ...ownColumns,
  ...columns.filter(({ name }) => name !== 'id'),
]
const choicesOfParts: readonly TargetColumn[] = [...choiceColumns, { name: '_step', type: 'integer' }]

const pathOf = ({ table, month, from, to }: Part): string =>
  `form=${table}/month=${month}/part-${from}-${to}.parquet`
const choicesPathOf = (part: Part): string => `choices/${pathOf(part)}`
const pathsOf = (part: Part): readonly string[] => [pathOf(part), choicesPathOf(part)]

/** Fails with `sync-busy` while another run has the data set. A dry run makes, takes and changes nothing. */
export async function openParquetTarget(
  { storage, place }: { readonly storage: PartStorage; readonly place: string },
  owner: Owner,
  isDryRun: boolean,
): Promise<SyncTarget> {
  const busy = (): Failure => Failure.of('sync-busy', { place })
  const stored = await storage.read(manifestPath)
  if (!stored && (await storage.list()).length > 0) {
    const reason = `there are Parquet files, and no ${manifestPath} of formctl`
    throw Failure.of('sync-target-unusable', { place, reason })
  }
  let mark = stored?.mark
  let manifest: Manifest = stored
    ? manifestOf(stored.text, place)
    : { schema_version: 1, step: 0, tables: [], parts: [] }
  let isOurs = !isDryRun
  const put = (next: Manifest) => storage.replace(manifestPath, `${JSON.stringify(next, null, 1)}\n`, mark)
  const replace = async (next: Manifest): Promise<void> => {
    const now = await put(next)
    isOurs = now !== undefined
    if (!isOurs) throw busy()
    mark = now
    manifest = next
  }
  const lease = () => ({ owner: owner.name, until: owner.now().getTime() + leaseMilliseconds })
  if (!isDryRun) {
    const { lease: held, step } = manifest
    if (held && ((await owner.isRunning(held.owner)) ?? held.until > owner.now().getTime())) throw busy()
    // A step of its own: a run that was thought dead writes other names.
    await replace({ ...manifest, step: step + 1, lease: lease() })
    await removeOthers(storage, manifest)
  }
  /** The parts of `manifest`, by the numbers that the index has; those that were written anew stay under their number. */
  const numbered: (Part | undefined)[] = [...manifest.parts]
  let index: IdIndex | undefined
  const ids = async (): Promise<IdIndex> => {
    if (index) return index
    const all = makeIdIndex()
    for (const [number, part] of numbered.entries())
      if (part)
        for await (const rows of readPart(await storage.ranges(pathOf(part)), ['id']))
          for (const [id] of rows) all.add(String(id), number)
    index = all
    return all
  }
  /** The parts that may have these ids, each with those. */
  const partsOf = async (wanted: readonly string[]) => {
    const byPart = new Map<number, string[]>()
    if (numbered.length === 0 || wanted.length === 0) return byPart
    const all = await ids()
    for (const id of wanted)
      for (const number of all.partsOf(id)) byPart.set(number, [...(byPart.get(number) ?? []), id])
    return byPart
  }
  let views: string | undefined
  const writeStep = async (step: TargetStep): Promise<void> => {
    const at = manifest.step + 1
    const tables = new Map(manifest.tables.map((table) => [table.name, table]))
    for (const { name, columns, labels } of step.tables)
      tables.set(name, { ...tables.get(name), name, columns, ...(labels && { labels }) })
    const changed = await rewriteParts(step, at, tables)
    const added = await addParts(storage, step, at)
    const first = numbered.length
    numbered.push(...added.map(({ part }) => part))
    if (index)
      for (const [i, { ids: some }] of added.entries()) for (const id of some) index.add(id, first + i)
    const next: Manifest = {
      ...manifest,
      step: at,
      lease: lease(),
      state: JSON.parse(step.state),
      tables: [...tables.values()],
      parts: numbered.filter((part) => part !== undefined),
    }
    if (manifest.state === undefined || step.tables.some(({ labels }) => labels))
      await writeLabels(storage, next.tables)
    views = await writeViews(storage, next, views)
    await replace(next)
    for (const part of changed) for (const path of pathsOf(part)) await storage.remove(path)
  }
  /** Writes those parts anew whose columns got another type, or with rows to leave out or to mark. Gives the former ones. */
  const rewriteParts = async (
    { tables: changes, removed, missing }: TargetStep,
    at: number,
    tables: ReadonlyMap<string, DataTable>,
  ): Promise<readonly Part[]> => {
    const marks = new Map<string, string | undefined>([
      ...removed.map(({ id, table }) => [`${table} ${id}`, undefined] as const),
      ...(missing?.responses ?? []).map(({ id, table }) => [`${table} ${id}`, missing?.at] as const),
    ])
    const widened = new Set(
      changes.flatMap(({ name, widened: columns }) => (columns.length > 0 ? [name] : [])),
    )
    const found = await partsOf([...removed, ...(missing?.responses ?? [])].map(({ id }) => id))
    const former: Part[] = []
    for (const [number, part] of numbered.entries()) {
      if (!part || (!widened.has(part.table) && !found.has(number))) continue
      const isMarked = (id: string): boolean => marks.has(`${part.table} ${id}`)
      if (!widened.has(part.table) && !found.get(number)?.some(isMarked)) continue
      const { columns = [] } = tables.get(part.table) ?? {}
      former.push(part)
      numbered[number] = await mergeParts(storage, [part], { to: at, columns }, (row) => {
        const key = `${part.table} ${String(row[0])}`
        if (!marks.has(key)) return row
        const time = marks.get(key)
        return time === undefined ? undefined : row.with(3, time)
      })
    }
    return former
  }
  return {
    place,
    state: async () => (manifest.state === undefined ? undefined : JSON.stringify(manifest.state)),
    find: async (wanted) => {
      const found = new Map<string, KnownResponse>()
      const steps = new Map<string, number>()
      for (const [number, some] of await partsOf(wanted)) {
        const part = numbered[number]
        if (!part) continue
        const sought = new Set(some)
        for await (const rows of readPart(await storage.ranges(pathOf(part)), [
          'id',
          '_hash',
          '_deleted',
          '_step',
        ]))
          for (const [value, hash, gone, step] of rows) {
            const id = String(value)
            if (!sought.has(id) || Number(step) < (steps.get(id) ?? 0)) continue
            steps.set(id, Number(step))
            found.set(id, { id, table: part.table, hash: gone === null ? String(hash) : '' })
          }
      }
      return found
    },
    async *all() {
      for (const parts of groupsOf(numbered).values()) {
        const met = new Set<string>()
        for (const part of parts)
          for await (const rows of readPart(await storage.ranges(pathOf(part)), [
            'id',
            '_hash',
            '_deleted',
          ])) {
            const newest = rows.filter(([id]) => !met.has(String(id)))
            for (const [id] of newest) met.add(String(id))
            yield newest.map(([id, hash, gone]) => ({
              id: String(id),
              table: part.table,
              hash: gone === null ? String(hash) : '',
            }))
          }
      }
    },
    write: async (step) => {
      if (!isDryRun) await writeStep(step)
    },
    compact: async () => {
      for (const some of groupsOf(manifest.parts).values()) {
        const [first, second] = some
        if (!first || !second) continue
        const to = manifest.step + 1
        const { columns = [] } = manifest.tables.find(({ name }) => name === first.table) ?? {}
        const met = makeSeenIds()
        const merged = await mergeParts(storage, some, { to, columns }, (row) => {
          const isNewest = !met.has(String(row[0]))
          met.add(String(row[0]))
          return isNewest ? row : undefined
        })
        // A step for each month: it keeps the lease, and a run that is stopped keeps what it has merged.
        const parts = manifest.parts.filter((part) => !some.includes(part)).concat(merged ?? [])
        await replace({ ...manifest, step: to, lease: lease(), parts })
        for (const part of some) for (const path of pathsOf(part)) await storage.remove(path)
      }
    },
    close: async () => {
      if (!isOurs) return
      const { lease: _, ...rest } = manifest
      // Where the reply to the last step was lost, it is another one by now, and the lease ends by itself.
      await put(rest)
    },
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function manifestOf(text: string, place: string): Manifest {
  const value = parsed(text)
  if (!isObject(value) || !Array.isArray(value['parts']) || typeof value['schema_version'] !== 'number') {
    const reason = `${manifestPath} there is not one of formctl, or is damaged`
    throw Failure.of('sync-target-unusable', { place, reason })
  }
  if (value['schema_version'] > 1) throw Failure.of('sync-newer', { place })
  // This module wrote it.
  return value as Manifest
}

/** Parts by table and month, the newest first. */
const groupsOf = (parts: readonly (Part | undefined)[]): ReadonlyMap<string, readonly Part[]> =>
  Map.groupBy(
    parts.filter((part) => part !== undefined).toSorted((a, b) => b.from - a.from),
    ({ table, month }) => `${table} ${month}`,
  )

/** Removes the files that stopped runs have left. */
async function removeOthers(storage: PartStorage, { parts }: Manifest): Promise<void> {
  const known = new Set(parts.flatMap(pathsOf))
  for (const path of await storage.list())
    if (/^(?:choices\/)?form=[^/]+\/month=[^/]+\/part-\d+-\d+\.parquet$/.test(path) && !known.has(path))
      await storage.remove(path)
}

/** Writes the rows of a step: a part for each table and month. Gives each with the ids in it. */
async function addParts(
  storage: PartStorage,
  { tables, responses, choices }: TargetStep,
  at: number,
): Promise<readonly { readonly part: Part; readonly ids: readonly string[] }[]> {
  const known = new Map(responses.map((one) => [one.id, one]))
  const chosen = Map.groupBy(choices, ({ responseId }) => responseId)
  const written: { readonly part: Part; readonly ids: readonly string[] }[] = []
  for (const { name: table, columns, added, rows } of tables) {
    const place = columns.findIndex(({ name }) => name === 'id')
    const months = Map.groupBy(rows, (row) => monthOf(known.get(String(row[place]))?.created))
    // So that a table without rows can be read as well.
    if (added.length > 0 && rows.length === 0) months.set('unknown', [])
    for (const [month, some] of months) {
      const part = { table, month, from: at, to: at }
      const ids = some.map((row) => String(row[place]))
      const values = some.map((row, i): PartRow => {
        const [id = '', own] = [ids[i], row.toSpliced(place, 1)]
        const fixed: PartRow = [id, known.get(id)?.hash ?? '', at, null]
        return fixed.concat(own)
      })
      const picked = ids.flatMap((id) => chosen.get(id) ?? []).map((one) => choiceRow(one).concat(at))
      await storage.write(choicesPathOf(part), (sink) => writePart(choicesOfParts, () => once(picked), sink))
      await storage.write(pathOf(part), (sink) => writePart(columnsOf(columns), () => once(values), sink))
      written.push({ part, ids })
    }
  }
  return written
}

async function* once<Rows>(rows: Rows): AsyncIterable<Rows> {
  yield rows
}

function monthOf(created: string | undefined): string {
  const time = Date.parse(created ?? '')
  return Number.isNaN(time) ? 'unknown' : new Date(time).toISOString().slice(0, 7)
}

/** Merges parts of one table and month. `keep` may change a row or drop it; the choices of a dropped row go, too. */
async function mergeParts(
  storage: PartStorage,
  parts: readonly Part[],
  { to, columns }: { readonly to: number; readonly columns: readonly TargetColumn[] },
  keep: (row: PartRow) => PartRow | undefined,
): Promise<Part | undefined> {
  const [first] = parts
  if (!first) return undefined
  const kept = makeSeenIds()
  const merged = { ...first, from: Math.min(...parts.map(({ from }) => from)), to }
  const all = columnsOf(columns)
  async function* responses(): AsyncIterable<readonly PartRow[]> {
    for (const part of parts)
      for await (const some of readPart(await storage.ranges(pathOf(part)), namesOf(all))) {
        const left = some.map(keep).filter((row) => row !== undefined)
        for (const [id, , step] of left) kept.add(`${String(step)} ${String(id)}`)
        yield left
      }
  }
  async function* choices(): AsyncIterable<readonly PartRow[]> {
    for (const part of parts)
      for await (const some of readPart(await storage.ranges(choicesPathOf(part)), namesOf(choicesOfParts)))
        yield some.filter((row) => kept.has(`${String(row.at(-1))} ${String(row[0])}`))
  }
  await storage.write(pathOf(merged), (sink) => writePart(all, responses, sink))
  await storage.write(choicesPathOf(merged), (sink) => writePart(choicesOfParts, choices, sink))
  return merged
}

const namesOf = (columns: readonly TargetColumn[]): readonly string[] => columns.map(({ name }) => name)

/** `questions.parquet` and `options.parquet`. */
async function writeLabels(storage: PartStorage, tables: readonly DataTable[]): Promise<void> {
  for (const kind of ['questions', 'options'] as const) {
    const rows = tables.flatMap(({ name, labels }) => (labels ? labelRows(name, labels)[kind] : []))
    const columns: readonly TargetColumn[] = labelColumns[kind]
    await storage.write(`${kind}.parquet`, (sink) => writePart(columns, () => once(rows), sink))
  }
}

/** Writes the queries anew unless they are as they were; gives them. */
async function writeViews(
  storage: PartStorage,
  { tables }: Manifest,
  before: string | undefined,
): Promise<string> {
  const files = viewsOf(storage.root, {
    tables: tables.map(({ name, columns }) => ({ name, columns: columnsOf(columns) })),
    choices: choicesOfParts,
  })
  const text = JSON.stringify(files)
  if (text !== before)
    for (const [name, sql] of Object.entries(files))
      await storage.write(`views/${name}.sql`, (sink) => sink(new TextEncoder().encode(sql)))
  return text
}
