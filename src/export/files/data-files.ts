import { undoIfFailed, misuse } from '../../failure/failure.ts'
import type { Rewrite, Sink } from '../../record/bytes.ts'
import { tableNames, type Layout } from '../../table/table.ts'
import { compressionByName, type Format, type Compression } from '../formats.ts'
import { digestOf, startDigest, type Digest } from '../../files/files.ts'
import { type PendingFile, writeFile, type Files } from '../../files/file-system.ts'
import type { ExportSummary } from '../write-export.ts'
import { makeSpool, type ScratchFiles } from './spool.ts'

/** An output of an export, and the tables in it. */
type DataFile = {
  /** Absent: the standard output. */
  readonly out: string | undefined
  readonly tables: readonly string[]
}

/** What an export writes, and where. */
type DataPlan = {
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
  /** Makes the complete files durable, and describes them. */
  readonly settle: () => Promise<readonly WrittenFile[]>
  readonly outputs: readonly Output[]
  /** Prints what is for the standard output. */
  readonly print: () => Promise<void>
  readonly discard: () => Promise<void>
}

/** What outputs need from outside. */
export type DataDeps = {
  readonly files: OutputFiles & ScratchFiles
  readonly print: Sink
}

/** Opens the outputs of an export, for one reading of its responses. */
export async function openData(plan: DataPlan, format: Format, deps: DataDeps): Promise<OpenData> {
  const wanted = dataFiles(plan, format)
  const named = wanted.flatMap(({ out: path, tables }) => (path === undefined ? [] : [{ path, tables }]))
  return named.length === 0 ? openPrinted(plan, wanted, deps) : openNamed(plan, named, deps)
}

type NamedFile = { readonly path: string; readonly tables: readonly string[] }

type OpenFile = NamedFile & { readonly file: PendingFile; readonly packed?: PackedFile }

async function openNamed(
  { replace, manifest }: DataPlan,
  wanted: readonly NamedFile[],
  { files }: DataDeps,
): Promise<OpenData> {
  const opened: OpenFile[] = []
  const discard = async (): Promise<void> => {
    for (const { file, packed } of opened) {
      packed?.discard()
      await file.discard()
    }
  }
  await undoIfFailed(discard, async () => {
    for (const one of wanted) {
      const file = await files.create(one.path, { replace, isPrivate: true })
      const packing = compressionByName(one.path)
      opened.push({ ...one, file, ...(packing && { packed: await packInto(file, packing) }) })
    }
  })
  const [first, ...others] = opened
  return {
    target: {
      sinkOf: (table) => {
        const open = opened.find(({ tables }) => tables.includes(table))
        if (open) return (open.packed ?? open.file).write
        throw new Error(`no file is open for ${table}`)
      },
      file: first?.file.place,
      // A packed file cannot be rewritten from the middle.
      rewrite: others.length === 0 && !first?.packed ? first?.file.rewrite : undefined,
    },
    settle: () => Array.fromAsync(opened, (one) => settled(one, manifest !== undefined)),
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

/** Standard output. Reading may start again or fail, so data is printed only when all of it has been read. */
async function openPrinted(
  { manifest }: DataPlan,
  [of]: readonly DataFile[],
  { files, print }: DataDeps,
): Promise<OpenData> {
  const spool = makeSpool(files)
  const digest = manifest === undefined ? undefined : await startDigest()
  return {
    target: {
      sinkOf: () => (chunk) => {
        digest?.add(chunk)
        return spool.append(chunk)
      },
      file: undefined,
      rewrite: undefined,
    },
    settle: async () => (of ? [{ ...of, ...(digest && { digest: digest.end() }) }] : []),
    outputs: [],
    print: async () => {
      for await (const block of spool.blocks()) await print(block)
    },
    discard: spool.close,
  }
}

/** Packs bytes into a file while they come. */
type PackedFile = {
  readonly write: Sink
  /** Writes what the packer holds back. Nothing is written afterwards. */
  readonly end: () => Promise<void>
  readonly discard: () => void
}

export async function packInto(file: Pick<PendingFile, 'write'>, packing: Compression): Promise<PackedFile> {
  const zlib = await import('node:zlib')
  const packer = packing === 'gzip' ? zlib.createGzip({ chunkSize }) : zlib.createZstdCompress({ chunkSize })
  // If the file fails, the loop ends the packer, and with it the write that waits. That write, or `end`, reports the cause.
  const drain = async (): Promise<void> => {
    for await (const chunk of packer) await file.write(chunk)
  }
  const drained = drain()
  drained.catch(() => undefined)
  return {
    write: (chunk) =>
      new Promise((resolve, reject) => {
        // The callback comes once the bytes are packed, so the caller may use them again.
        packer.write(chunk, (error) => {
          if (error) drained.then(resolve, reject)
          else resolve()
        })
      }),
    end: async () => {
      packer.end()
      await drained
    },
    discard: () => void packer.destroy(),
  }
}

// The default of 16 KiB spends most of its time between threads.
const chunkSize = 128 * 1024

export type OutputFiles = Pick<Files, 'resolve' | 'kind' | 'access' | 'read' | 'create' | 'remove'>

/** A complete and durable file that waits for its name. */
export type Output = {
  readonly path: string
  readonly file: PendingFile
  /** Whether an older file of this name is removed before any output gets its name, since it describes data being replaced. */
  readonly isOldRemoved?: boolean
}

/**
 * Gives files their names, in order. If that fails, new files are removed and removed files are restored; a file that replaced
 * another one stays.
 */
export async function putInPlace(outputs: readonly Output[], files: OutputFiles): Promise<void> {
  const undo: (() => Promise<void>)[] = []
  try {
    for (const { path, isOldRemoved = false } of outputs) {
      if (!isOldRemoved || (await files.kind(path)) !== 'file') continue
      // A symbolic link stays; its target is replaced.
      if ((await files.access(path))?.isLink) continue
      const old = await files.read(path, maxOldSize)
      await files.remove(path)
      undo.push(() => writeFile(files, path, { content: old }))
    }
    for (const { path, file } of outputs) {
      const isNew = (await files.kind(path)) === 'missing'
      await file.commit()
      if (isNew) undo.push(() => files.remove(path))
    }
  } catch (error) {
    for (const step of undo.toReversed()) await step().catch(() => undefined)
    throw error
  }
}

// A manifest of thousands of columns has some hundred kilobytes.
const maxOldSize = 64 * 1024 * 1024
