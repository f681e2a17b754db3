import { misuse } from '../../failure/failure.ts'
import type { Rewrite, Sink } from '../../table/bytes.ts'
import { tableNames, type Layout } from '../../table/table.ts'
import { packingByName, type Format } from '../formats.ts'
import type { ResponsesQuery } from '../../responses/responses.ts'
import { digestOf, startDigest, type Digest } from '../../files/digest.ts'
import type { PendingFile } from '../../files/file-system.ts'
import type { ExportSummary } from '../write-export.ts'
import { packInto, type PackedFile } from './packed-file.ts'
import type { Output, OutputFiles } from './put-in-place.ts'
import { makeSpool, type ScratchFiles } from './spool.ts'

/** An output of an export, and the tables in it. */
export type DataFile = {
  /** Absent: the standard output. */
  readonly out: string | undefined
  readonly tables: readonly string[]
}

/** What an export writes, and where. */
type DataPlan = Pick<ResponsesQuery, 'source' | 'keepsDuplicates'> & {
  /** Absent: the standard output. */
  readonly out: string | undefined
  readonly replace: boolean
  /** Absent: no digests are needed. */
  readonly manifest: string | undefined
  readonly table: { readonly layout: Layout }
}

/** The files of an export: one, or one for each of several tables if the format holds only one per file. */
export function dataFiles(
  { out, table }: Pick<DataPlan, 'out' | 'table'>,
  format: Format,
): readonly DataFile[] {
  const tables = tableNames[format.kind === 'records' ? 'wide' : table.layout]
  if (tables.length === 1 || format.kind === 'records' || format.holds !== 'one table')
    return [{ out, tables }]
  if (out === undefined)
    throw misuse(
      `--layout relational writes ${tables.length} tables here, and the standard output takes one: give --out name.csv, and name.answers.csv and name.choices.csv are written beside it, or choose xlsx or sqlite.`,
    )
  return tables.map((name, i) => ({ out: i === 0 ? out : nameBeside(out, name), tables: [name] }))
}

/** The name of a file beside another one: `answers.csv.gz` and `choices` make `answers.choices.csv.gz`. */
export function nameBeside(out: string, name: string): string {
  const [, stem = out, ending = ''] =
    /^(.*?[^./\\])((?:\.[^./\\]+)?\.(?:gz|zst)|\.[^./\\]+)$/is.exec(out) ?? []
  return `${stem}.${name}${ending}`
}

/** A written file, with its size and SHA-256 (hex) if there is a manifest. */
export type WrittenFile = DataFile & {
  readonly digest?: Digest
  /** The form whose responses it holds, where each form has a file. */
  readonly part?: { readonly formId: string; readonly summary: ExportSummary }
}

export type OpenData = {
  /** Where a format writes. */
  readonly target: {
    readonly sinkOf: (table: string) => Sink
    readonly file: string | undefined
    /** Undefined for standard output, for several files and for a packed one. */
    readonly rewrite: Rewrite | undefined
  }
  /** Whether something was printed, which cannot be undone. */
  readonly hasPrinted: () => boolean
  /** Makes the complete files durable, and describes them. */
  readonly settle: () => Promise<readonly WrittenFile[]>
  readonly outputs: readonly Output[]
  /** Prints what was held back from standard output. */
  readonly print: () => Promise<void>
  readonly discard: () => Promise<void>
}

/** What outputs need from outside. */
export type DataWorld = {
  readonly files: OutputFiles & ScratchFiles
  readonly print: Sink
}

/** Opens the outputs of an export, for one reading of its responses. */
export async function openData(plan: DataPlan, format: Format, world: DataWorld): Promise<OpenData> {
  const wanted = dataFiles(plan, format)
  const named = wanted.flatMap(({ out: path, tables }) => (path === undefined ? [] : [{ path, tables }]))
  return named.length === 0 ? openPrinted(plan, wanted, world) : openNamed(plan, named, world)
}

type NamedFile = { readonly path: string; readonly tables: readonly string[] }

type OpenFile = NamedFile & { readonly file: PendingFile; readonly packed?: PackedFile }

async function openFile(one: NamedFile, replace: boolean, files: OutputFiles): Promise<OpenFile> {
  const file = await files.create(one.path, { replace, isPrivate: true })
  const packing = packingByName(one.path)
  return { ...one, file, ...(packing && { packed: await packInto(file, packing) }) }
}

async function openNamed(
  { replace, manifest }: DataPlan,
  wanted: readonly NamedFile[],
  { files }: DataWorld,
): Promise<OpenData> {
  const opened: OpenFile[] = []
  const discard = async (): Promise<void> => {
    for (const { file, packed } of opened) {
      packed?.discard()
      await file.discard()
    }
  }
  try {
    for (const one of wanted) opened.push(await openFile(one, replace, files))
  } catch (error) {
    await discard()
    throw error
  }
  const [first, ...others] = opened
  return {
    target: {
      sinkOf: (table) => {
        const open = opened.find(({ tables }) => tables.includes(table))
        if (open) return (open.packed ?? open.file).write
        throw new Error(`no file is open for ${table}`)
      },
      file: first?.file.place,
      // What is packed cannot be written again from the middle.
      rewrite: others.length === 0 && !first?.packed ? first?.file.rewrite : undefined,
    },
    hasPrinted: () => false,
    settle: async () => {
      const written: WrittenFile[] = []
      for (const one of opened) written.push(await settled(one, manifest !== undefined))
      return written
    },
    outputs: opened,
    print: async () => undefined,
    discard,
  }
}

/** Makes a file durable. Its digest is computed by reading it, since parts may have been rewritten; it is still cached. */
async function settled(
  { path: out, tables, file, packed }: OpenFile,
  withDigest: boolean,
): Promise<WrittenFile> {
  await packed?.end()
  await file.sync()
  return { out, tables, ...(withDigest && { digest: await digestOf(file.read()) }) }
}

/** Standard output. Reading may start again, so its data is printed only when all of it has been read. */
async function openPrinted(
  { source, keepsDuplicates = false, manifest }: DataPlan,
  [of]: readonly DataFile[],
  { files, print }: DataWorld,
): Promise<OpenData> {
  const spool = source.kind === 'saved' && keepsDuplicates ? undefined : makeSpool(files)
  const digest = manifest === undefined ? undefined : await startDigest()
  let hasPrinted = false
  const printNow: Sink = (chunk) => {
    hasPrinted = true
    return print(chunk)
  }
  const write = spool?.append ?? printNow
  return {
    target: {
      sinkOf: () => (chunk) => {
        digest?.add(chunk)
        return write(chunk)
      },
      file: undefined,
      rewrite: undefined,
    },
    hasPrinted: () => hasPrinted,
    settle: async () => (of ? [{ ...of, ...(digest && { digest: digest.end() }) }] : []),
    outputs: [],
    print: async () => {
      if (spool) for await (const block of spool.blocks()) await print(block)
    },
    discard: async () => spool?.close(),
  }
}
