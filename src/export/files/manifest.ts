import programManifest from '../../../package.json' with { type: 'json' }
import { coverageJson, filtersJson, sourceJson } from '../../responses/responses.ts'
import type { Layout } from '../../table/table.ts'
import type { WrittenFile } from './data-files.ts'
import type { Exported } from './export-plan.ts'

type Times = { readonly began: Date; readonly ended: Date }

/** How an export came about and what it holds, as `schemas/output/responses-export-manifest.schema.json` has it. */
export function manifestText(exported: Exported, { began, ended }: Times): string {
  const { job, summary, files } = exported
  const { plan, columns } = job
  const { contractResult, names } = summary
  // Where nothing changed, the next run begins where this one did.
  const since =
    plan.by === 'updatedAt' && plan.since !== undefined ? new Date(plan.since).toISOString() : null
  const manifest = {
    schema_version: 1,
    program: { name: 'formctl', version: programManifest.version },
    began: began.toISOString(),
    ended: ended.toISOString(),
    source: sourceJson(exported),
    filters: { ...filtersJson(plan), by: plan.by, where: names?.where ?? plan.table.where },
    ...tableMember(exported),
    counts: countsOf(exported),
    coverage: coverageJson(exported),
    watermark: exported.counts.updated || since,
    ...(summary.merge && { merged: summary.merge.merged }),
    columnsFile:
      columns && contractResult
        ? { path: columns.path, changes: contractResult.changes, absent: contractResult.absent }
        : null,
    files: files.map((file) => fileOf(exported, file)),
  }
  return `${JSON.stringify(manifest, null, 2)}\n`
}

const countsOf = ({
  counts: { read, formless, undated, partials, duplicates },
  summary,
}: Exported): unknown => ({
  read,
  written: summary.rows,
  leftOut: read - duplicates - summary.rows,
  leftOutWithoutForm: formless,
  keptWithoutTime: undated,
  duplicates,
  partial: partials,
  guardedCells: summary.guarded,
  timesWithoutZone: summary.timesLeft ?? 0,
})

function fileOf({ job, ...all }: Exported, { out = '-', tables, digest, part }: WrittenFile): unknown {
  const { summary } = part ?? all
  const written = summary.tables?.filter(({ name }) => tables.includes(name))
  const [first] = written ?? []
  return {
    path: out,
    formId: part?.formId,
    format: job.plan.format,
    rows: first?.rows ?? summary.rows,
    columns: first?.columns ?? null,
    ...(written && written.length > 1 ? { tables: written } : {}),
    ...digest,
  }
}

/** The default style of lists in each layout. */
const defaultMulti = { wide: 'joined', long: 'rows', relational: 'joined' } as const satisfies Record<
  Layout,
  string
>

/** The options of tables, or for whole records their redactions. */
function tableMember({ job: { plan, columns }, summary }: Exported): object {
  const { layout, zone, redactions } = plan.table
  if (!summary.tables) return { records: { redactions } }
  // A columns file has styles of its own.
  const { headers, multi = defaultMulti[layout] } = columns?.contract ?? plan.table
  return { table: { layout, headers, multi, timezone: zone?.name ?? null, redactions } }
}
