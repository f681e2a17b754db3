import type { Records } from '../form/record-taker.ts'
import { Failure } from '../failure.ts'
import type { Collected } from './collected.ts'
import type { Columns } from './columns.ts'
import { delimitedHeader } from './delimited.ts'
import type { HeaderStyle, MultiStyle, Sink } from './format.ts'
import { collectBytes } from './kernel/collect-bytes.ts'
import { makeLineWriter, type LineWriter } from './kernel/write-csv.ts'
import type { TableOptions } from './table-format.ts'
import type { Table } from './table.ts'
import { wideTable } from './wide.ts'

/** How lines are written while records still come. */
export type DirectOptions = TableOptions & {
  readonly delimiter: string
  readonly headers: HeaderStyle
  readonly multi: Exclude<MultiStyle, 'columns'>
  readonly columns?: readonly string[]
  readonly out: Sink
  /** Forgets what went to `out`. */
  readonly restart: () => Promise<void>
  /** Bytes of rows after which the columns are guessed, and those of a block. */
  readonly guessAfter?: number
  readonly blockSize?: number
}

/** What was written: all rows, under these columns. */
export type WrittenDirectly = {
  readonly collected: Collected
  readonly table: Table
  readonly guarded: number
}

/** Records that can be read again, from the start. */
export type Rereadable = Records & Required<Pick<Records, 'again' | 'take'>>

/** Rows that wait until the columns are guessed. */
const usualGuess = 4 * 1024 * 1024

/**
 * Writes a wide table as lines without a spool: the columns of the first records are taken for all, and the lines
 * written at once. Were others to come, or their names or order to change, all is written anew, now with the right ones.
 */
export async function writeDirectly(records: Rereadable, options: DirectOptions): Promise<WrittenDirectly> {
  const first = await attempt(records, options, undefined)
  if (first.isRight) return first
  await options.restart()
  const { take } = records.again()
  // What could be taken once can be taken again.
  const second = take && (await attempt({ take }, options, first.table))
  // The same bytes have the same columns; who changes the file meanwhile gets no table of two halves.
  if (!second?.isRight) throw Failure.of('source-changed', {})
  return second
}

async function attempt(
  records: Pick<Rereadable, 'take'>,
  options: DirectOptions,
  known: Table | undefined,
): Promise<WrittenDirectly & { readonly isRight: boolean }> {
  const lines = startLines(options)
  if (known) await lines.begin(known)
  const taker = await records.take((reader, choice) => {
    const bytes = collectBytes(reader, choice, {
      ...options,
      spool: { append: lines.append, blocks: none },
    })
    lines.columnsSoFar(bytes.soFar)
    return bytes
  })
  const collected = await taker.collected()
  const table = wideTable(collected, options)
  if (!lines.hasBegun()) await lines.begin(table)
  const guarded = await lines.end()
  return { collected, table, guarded, isRight: isSame(lines.guess(), table) }
}

async function* none(): AsyncIterable<Uint8Array> {}

type Lines = {
  readonly columnsSoFar: (soFar: () => Columns) => void
  readonly append: (block: Uint8Array) => Promise<void>
  readonly begin: (table: Table) => Promise<void>
  readonly hasBegun: () => boolean
  /** The table that the lines are written for; undefined where no more are. */
  readonly guess: () => Table | undefined
  readonly end: () => Promise<number>
}

function startLines(options: DirectOptions): Lines {
  const { out, guessAfter = usualGuess } = options
  const waiting: Uint8Array[] = []
  let size = 0
  let guess: Table | undefined
  let writer: LineWriter | undefined
  let inHeader = 0
  let soFar = (): Columns | undefined => undefined
  const write = async (block: Uint8Array): Promise<void> => {
    await writer?.load(block)
    await writer?.write()
  }
  const begin = async (table: Table): Promise<void> => {
    if (!table.sparse) throw new Error('such a table has no sparse rows')
    guess = table
    const header = delimitedHeader(table, options)
    inHeader = header.guarded
    await out(header.bytes)
    writer = makeLineWriter(table.sparse, out, options)
    for (const block of waiting.splice(0)) await write(block)
  }
  return {
    columnsSoFar: (now) => (soFar = now),
    append: async (block) => {
      if (writer) {
        // A column more, and the order is another one: what is written on would be in vain.
        if (isEnough(guess, soFar())) return write(block)
        guess = undefined
        return
      }
      waiting.push(block.slice())
      size += block.length
      const columns = size < guessAfter ? undefined : soFar()
      if (columns) await guessed(columns, options, begin)
    },
    begin,
    hasBegun: () => writer !== undefined,
    guess: () => guess,
    end: async () => inHeader + ((await writer?.end()) ?? 0),
  }
}

async function guessed(
  columns: Columns,
  options: DirectOptions,
  begin: (table: Table) => Promise<void>,
): Promise<void> {
  // A column that was asked for may still come.
  const table = tryWide({ columns, rowCount: 0, spool: { blocks: none } }, options)
  if (table) await begin(table)
}

function tryWide(collected: Collected, options: DirectOptions): Table | undefined {
  try {
    return wideTable(collected, options)
  } catch {
    return undefined
  }
}

/** Whether a table has a place, or none, for each of the columns. */
const isEnough = (guess: Table | undefined, columns: Columns | undefined): boolean =>
  guess?.sparse !== undefined && columns !== undefined && columns.all.length <= guess.sparse.places.length

/** Whether two tables have the same columns under the same names, in the same places. */
const isSame = (one: Table | undefined, other: Table): boolean =>
  one !== undefined &&
  one.columns.length === other.columns.length &&
  one.columns.every(({ name }, i) => name === other.columns[i]?.name) &&
  one.sparse?.places.length === other.sparse?.places.length &&
  one.sparse?.places.every((place, number) => place === other.sparse?.places[number]) === true
