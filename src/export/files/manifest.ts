import programManifest from '../../../package.json' with { type: 'json' }
import type { ExportSummary } from '../write-export.ts'
import type { OpenColumns } from './columns-file.ts'
import type { ExportPlan } from '../../cli/responses/export-plan.ts'
import { mayBeMore, type Reading } from '../../responses/responses.ts'
import type { WrittenFile } from './data-files.ts'
import type { Layout } from '../../table/table.ts'

/** What a manifest is made of. */
export type Told = Omit<Reading<unknown>, 'result'> & {
  readonly plan: ExportPlan
  readonly summary: ExportSummary
  readonly files: readonly WrittenFile[]
  readonly began: Date
  readonly ended: Date
  /** The columns file, where one is kept. */
  readonly opened: OpenColumns | undefined
}

/** The manifest of an export, as JSON. */
export const manifestText = (told: Told): string => `${JSON.stringify(manifestOf(told), null, 2)}\n`

/** How an export came about and what it holds, as `schemas/output/responses-export-manifest.schema.json` has it. */
const manifestOf = (told: Told): unknown => ({
  schema_version: 1,
  program: { name: 'formctl', version: programManifest.version },
  began: told.began.toISOString(),
  ended: told.ended.toISOString(),
  source: sourceOf(told),
  filters: {
    ...filtersOf(told.plan),
    by: told.plan.by,
    where: told.summary.names?.where ?? told.plan.table.where,
  },
  ...tableMember(told),
  counts: countsOf(told),
  coverage: coverageOf(told),
  columnsFile: columnsFileOf(told),
  files: told.files.map((file) => fileOf(told, file)),
})

/** Where responses came from, as JSON. */
export const sourceOf = ({ origin }: Pick<Told, 'origin'>): unknown =>
  origin.kind === 'service'
    ? { kind: 'service', baseUrl: origin.baseUrl }
    : { kind: 'saved', file: origin.file }

/** Which responses were asked for, as JSON. */
export const filtersOf = ({
  source,
  withPartials,
  since,
  until,
}: Pick<ExportPlan, 'source' | 'withPartials' | 'since' | 'until'>): object => ({
  formIds:
    source.kind === 'all' || (source.kind === 'saved' && source.formIds.length === 0) ? null : source.formIds,
  // A saved reply is taken as it is.
  partials: source.kind === 'saved' ? null : withPartials,
  since: isoOf(since),
  until: isoOf(until),
})

const isoOf = (milliseconds: number | undefined): string | null =>
  milliseconds === undefined ? null : new Date(milliseconds).toISOString()

const countsOf = ({ counts: { read, formless, undated }, summary }: Told): unknown => ({
  read,
  written: summary.rows,
  leftOut: read - summary.rows,
  leftOutWithoutForm: formless,
  keptWithoutTime: undated,
  guardedCells: summary.guarded,
  timesWithoutZone: summary.timesLeft ?? 0,
})

/** How completely responses were read, as JSON. */
export const coverageOf = ({
  coverage: { reads, newerInForm, ofOtherForms, withoutForm, doubts },
}: Pick<Told, 'coverage'>): unknown => ({
  reads: reads.map((read) =>
    read.operation === 'form' ? { ...read, mayBeMore: mayBeMore(read.returned) } : read,
  ),
  newerInForm,
  ofOtherForms,
  withoutForm,
  notProven: doubts,
})

const columnsFileOf = ({ opened, summary: { held } }: Told): unknown =>
  opened && held ? { path: opened.path, changes: held.changes, absent: held.absent } : null

const fileOf = (
  { plan: { format }, summary }: Told,
  { of: { out = '-', tables }, digest }: WrittenFile,
): unknown => {
  const written = summary.tables?.filter(({ name }) => tables.includes(name))
  const [first] = written ?? []
  return {
    path: out,
    format,
    rows: first?.rows ?? summary.rows,
    columns: first?.columns ?? null,
    ...(written && written.length > 1 ? { tables: written } : {}),
    ...digest,
  }
}

/** How several choices stand where nothing was said. */
const usualMulti = { wide: 'joined', long: 'rows', relational: 'joined' } as const satisfies Record<
  Layout,
  string
>

/** How the tables look, of formats that have them, or what was done to records. */
function tableMember({ plan: { format, table }, opened }: Told): object {
  const { layout, zone, redactions } = table
  if (format === 'json' || format === 'ndjson') return { records: { redactions } }
  // A columns file has styles of its own.
  const { headers, multi = usualMulti[layout] } = opened?.contract ?? table
  return {
    table: { layout, headers, multi, timezone: zone?.name ?? null, redactions },
  }
}
