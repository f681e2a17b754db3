import { misuse } from '../../failure/failure.ts'
import type { Rewrite, Sink } from '../../table/bytes.ts'
import { tableNames, type Layout } from '../../table/table.ts'
import type { Format } from '../formats.ts'
import type { ResponsesQuery } from '../../responses/responses.ts'
import type { PendingFile } from '../../files/file-system.ts'
import type { Output, OutputFiles } from './put-in-place.ts'
import { makeSpool, type ScratchFiles } from './spool.ts'

/** A file that an export writes, and the tables in it. */
export type DataFile = {
  /** Absent: the standard output. */
  readonly out: string | undefined
  readonly tables: readonly string[]
}

/** What an export writes, and where. */
type DataPlan = Pick<ResponsesQuery, 'source'> & {
  /** Absent: the standard output. */
  readonly out: string | undefined
  readonly replace: boolean
  /** Absent: nothing is said of lengths and digests. */
  readonly manifest: string | undefined
  readonly table: { readonly layout: Layout }
}

/** The files of an export: one, or one a table where the format holds no more and there are several. */
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
  const [, stem = out, ending = ''] = /^(.*[^./\\])(\.[^./\\]+)$/s.exec(out) ?? []
  return tables.map((name, i) => ({ out: i === 0 ? out : `${stem}.${name}${ending}`, tables: [name] }))
}

/** A file that was written, and how long it is with its SHA-256 in hexadecimal, where a manifest says so. */
export type WrittenFile = DataFile & { readonly digest?: Digest }

type Digest = { readonly bytes: number; readonly sha256: string }

/** The data of one reading, on its way into files or to the standard output. */
export type OpenData = {
  /** Where a format writes: the bytes of each table, or the path of the one file. */
  readonly target: {
    readonly sinkOf: (table: string) => Sink
    readonly file: string | undefined
    /** Undefined where what was written cannot be taken back, or there are several files. */
    readonly rewrite: Rewrite | undefined
  }
  /** Whether something was printed, which cannot be taken back. */
  readonly hasPrinted: () => boolean
  /** Makes the files durable, and says what they are: nothing more is written then. */
  readonly settle: () => Promise<readonly WrittenFile[]>
  /** The files that wait for their names. */
  readonly outputs: readonly Output[]
  /** Prints what was kept back from the standard output. */
  readonly print: () => Promise<void>
  readonly discard: () => Promise<void>
}

/** What data is opened with. */
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

async function openNamed(
  { replace, manifest }: DataPlan,
  wanted: readonly NamedFile[],
  { files }: DataWorld,
): Promise<OpenData> {
  const opened: (NamedFile & { readonly file: PendingFile })[] = []
  const discard = async (): Promise<void> => {
    for (const { file } of opened) await file.discard()
  }
  try {
    for (const one of wanted) {
      const file = await files.create(one.path, { replace })
      opened.push({ ...one, file })
    }
  } catch (error) {
    await discard()
    throw error
  }
  const [first, ...others] = opened
  return {
    target: {
      sinkOf: (table) => {
        const file = opened.find(({ tables }) => tables.includes(table))?.file
        if (file) return file.write
        throw new Error(`no file is open for ${table}`)
      },
      file: first?.file.place,
      rewrite: others.length === 0 ? first?.file.rewrite : undefined,
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

/** Makes a file durable. It is read again for its digest, since it may have been written anew; the system still caches it. */
async function settled(
  { path: out, tables, file }: NamedFile & { readonly file: PendingFile },
  withDigest: boolean,
): Promise<WrittenFile> {
  await file.settle()
  return { out, tables, ...(withDigest && { digest: await digestOf(file.read()) }) }
}

/** The standard output. What a service sends may begin anew, so it is printed only once all has come. */
async function openPrinted(
  { source, manifest }: DataPlan,
  [of]: readonly DataFile[],
  { files, print }: DataWorld,
): Promise<OpenData> {
  const spool = source.kind === 'saved' ? undefined : makeSpool(files)
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

async function digestOf(chunks: AsyncIterable<Uint8Array>): Promise<Digest> {
  const digest = await startDigest()
  for await (const chunk of chunks) digest.add(chunk)
  return digest.end()
}

async function startDigest(): Promise<{
  readonly add: (chunk: Uint8Array) => void
  readonly end: () => Digest
}> {
  // What few runs need is loaded only by them.
  const { createHash } = await import('node:crypto')
  const hash = createHash('sha256')
  let bytes = 0
  return {
    add: (chunk) => {
      bytes += chunk.length
      hash.update(chunk)
    },
    end: () => ({ bytes, sha256: hash.digest('hex') }),
  }
}
