import type { Format } from '../formats.ts'
import { Failure } from '../../failure/failure.ts'
import type { Host } from '../../cli/host.ts'
import { digesting, type Digest } from './digest.ts'
import type { ExportPlan } from '../../cli/responses/export-plan.ts'
import { openTarget, type ExportTarget } from './export-target.ts'
import type { Rewrite, Sink } from '../../table/bytes.ts'
import { tableNames } from '../../table/table.ts'

/** A file that an export writes, and the tables in it. */
export type TableFile = {
  /** Absent: the standard output. */
  readonly out: string | undefined
  readonly tables: readonly string[]
}

/** The files of an export: one, or one a table where the format holds no more and there are several. */
export function tableFiles({ out, table }: ExportPlan, format: Format): readonly TableFile[] {
  const tables = tableNames[format.kind === 'records' ? 'wide' : table.layout]
  if (tables.length === 1 || format.kind === 'records' || format.holds === 'several tables')
    return [{ out, tables }]
  if (out === undefined)
    throw Failure.of('usage', {
      problem: `--layout relational writes ${tables.length} tables here, and the standard output takes one: give --out name.csv, and name.answers.csv and name.choices.csv are written beside it, or choose xlsx or sqlite.`,
    })
  const [, stem = out, ending = ''] = /^(.*[^./\\])(\.[^./\\]+)$/s.exec(out) ?? []
  return tables.map((name, i) => ({ out: i === 0 ? out : `${stem}.${name}${ending}`, tables: [name] }))
}

/** A file that was written. */
export type WrittenFile = { readonly of: TableFile; readonly digest: Digest | undefined }

/** The files of an export while they are being written: none is there before all of them are whole. */
export type OpenFiles = {
  readonly sinkOf: (table: string) => Sink
  /** The path of the one file, for formats that a library writes; undefined of the standard output. */
  readonly file: string | undefined
  /** Undefined where what was written cannot be taken back, or there are several files. */
  readonly rewrite: Rewrite | undefined
  /** Makes them durable, and tells what they are: nothing is written then any more. */
  readonly settle: () => Promise<readonly WrittenFile[]>
  /** Gives them their names, one after the other; each is told. */
  readonly commit: (noted: (out: string | undefined) => void) => Promise<void>
  readonly discard: () => Promise<void>
}

type Opened = {
  readonly of: TableFile
  readonly target: ExportTarget
  readonly digested: Awaited<ReturnType<typeof digesting>> | undefined
}

type Opening = { readonly plan: ExportPlan; readonly format: Format; readonly mayRestart: boolean }

/** Opens all files of an export. */
export async function openFiles(host: Host, { plan, format, mayRestart }: Opening): Promise<OpenFiles> {
  const opened: Opened[] = []
  const discard = async (): Promise<void> => {
    for (const { target } of opened) await target.discard()
  }
  try {
    for (const of of tableFiles(plan, format)) {
      const target = await openTarget(host, { out: of.out, replace: plan.replace, mayRestart })
      const digested = plan.manifest === undefined ? undefined : await digesting()
      opened.push({ of, target, digested })
    }
  } catch (error) {
    await discard()
    throw error
  }
  return {
    sinkOf: sinksOf(opened),
    file: opened[0]?.target.file,
    rewrite: opened.length === 1 ? opened[0]?.target.rewrite : undefined,
    settle: async () => {
      for (const one of opened) await settle(one)
      return opened.map(({ of, digested }) => ({ of, digest: digested?.digest() }))
    },
    commit: async (noted) => {
      for (const { of, target } of opened) {
        await target.commit()
        noted(of.out)
      }
    },
    discard,
  }
}

function sinksOf(opened: readonly Opened[]): OpenFiles['sinkOf'] {
  const sinks = new Map<string, Sink>()
  for (const { of, target, digested } of opened)
    for (const table of of.tables)
      sinks.set(table, target.read ? target.write : (digested?.into(target.write) ?? target.write))
  return (table) => {
    const sink = sinks.get(table)
    if (sink) return sink
    throw new Error(`no file is open for ${table}`)
  }
}

/** What stays where it was written is digested at the end: it is in the system's cache, and may have been written anew. */
async function settle({ target, digested }: Opened): Promise<void> {
  await target.settle()
  if (digested && target.read) for await (const chunk of target.read()) digested.add(chunk)
}
