/**
 * Writes a wide table as lines of CSV while its records are read, without a spool.
 *
 *     rows ──► wait until 1 MiB came ──► guess the columns: those that these rows have
 *                                   └──► header and lines; further columns are appended to the lines
 *     end  ──► if the final columns or names differ, rewrite the file: a new header, and the cells of each line moved
 *
 * Rewriting is much faster than reading the records again. The module formats and moves the lines (assembly/csv.ts).
 */
import type { Rewrite, Sink } from '../record/bytes.ts'
import { collectRow, makeRowCollector, type Collected } from '../table/collect.ts'
import { encodeRow } from '../table/sparse-rows.ts'
import { makeColumns } from '../table/columns.ts'
import { wideColumns } from '../table/make-tables.ts'
import type { HeaderStyle } from '../table/table.ts'
import type { RawRecords } from '../record/records.ts'
import { startEngine, type Engine } from './instance.ts'
import { makeNodeTable, makeRoots } from './nodes.ts'
import { endOutput, makeOutput, readRaw, type EngineCounts, type Output } from './read-raw.ts'

/** The format of lines; the delimiter is one character of ASCII, but not `'`, which guards. */
type LineStyle = {
  readonly delimiter: string
  readonly lineEnd: '\n' | '\r\n'
  readonly formulas: 'guard' | 'raw'
}

/** The header line, and how many of its names are guarded. */
type HeaderLine = { readonly text: string; readonly bytes: Uint8Array; readonly guarded: number }

/** Options of lines that are written while records are read. */
export type CsvOptions = LineStyle & {
  readonly headers: HeaderStyle
  readonly headerLine: (names: readonly string[]) => HeaderLine
  readonly out: Sink
  readonly rewrite: Rewrite
  /** The columns are guessed after this many bytes of rows. Tests lower it. */
  readonly guessAfter?: number
}

type WrittenCsv = {
  readonly responses: Pick<Collected, 'columns' | 'rowCount'>
  /** The names of the columns. */
  readonly columns: readonly string[]
  readonly guarded: number
  readonly counts: EngineCounts
}

/** The position of each column in a line, from 1, by its number; 0 for none. And how many positions there are. */
type ColumnOrder = { readonly positions: Uint32Array; readonly width: number }

type CsvState = {
  /** Rows before the columns are guessed; undefined afterwards. */
  waiting: Uint8Array[] | undefined
  waitingBytes: number
  /** The header that was written, and how many columns it has. */
  header: HeaderLine | undefined
  headerWidth: number
  /** The order of the columns in the lines that are being written. */
  order: ColumnOrder
  out: Sink
}

export async function writeCsv(
  raw: RawRecords,
  { headers, guessAfter = 1024 * 1024, ...options }: CsvOptions,
): Promise<WrittenCsv> {
  const engine = startEngine()
  const roots = makeRoots(engine, raw.filter, { joins: true })
  const columns = makeColumns()
  const nodeTable = makeNodeTable(engine, roots, columns)
  const collector = makeRowCollector(columns, { multi: 'joined' })
  const state: CsvState = {
    waiting: [],
    waitingBytes: 0,
    header: undefined,
    headerWidth: 0,
    order: { positions: new Uint32Array(), width: 0 },
    out: options.out,
  }
  const output = makeOutput(engine, async (block) => {
    if (!state.waiting) return state.out(block)
    state.waiting.push(block.slice())
    state.waitingBytes += block.length
  })
  const lines = makeLines(engine, output, options)

  /** The table as the columns so far make it. */
  const currentTable = () => {
    nodeTable.readBack()
    const wide = wideColumns(columns, headers)
    const names = wide.map(({ name }) => name)
    const positions = new Uint32Array(columns.all.length)
    for (const [i, { source }] of wide.entries()) if (source) positions[source.number] = i + 1
    return { names, header: options.headerLine(names), order: { positions, width: wide.length } }
  }

  const startLines = async (): Promise<void> => {
    await endOutput(output)
    const { header, order } = currentTable()
    const rows = state.waiting ?? []
    Object.assign(state, { waiting: undefined, header, headerWidth: order.width, order })
    await state.out(header.bytes)
    await output.enlarge(outputSize)
    await lines.setColumnOrder(order, true)
    for (const block of rows) await lines.make('formatRows', block)
  }

  const addRow = async (row: Uint8Array): Promise<void> => {
    if (state.waiting) return output.put(row)
    const { positions } = state.order
    if (columns.all.length > positions.length) {
      let { width } = state.order
      const appended = Uint32Array.from(columns.all, (_, number) => positions[number] ?? ++width)
      state.order = { positions: appended, width }
      await lines.setColumnOrder(state.order, true)
    }
    await lines.make('formatRows', row)
  }

  const moveCells = async (to: ColumnOrder, written: AsyncIterable<Uint8Array>): Promise<void> => {
    const moves = new Uint32Array(state.order.width)
    for (const [number, position] of state.order.positions.entries())
      if (position > 0) moves[position - 1] = to.positions[number] ?? 0
    await lines.setColumnOrder({ positions: moves, width: to.width }, false)
    let left = 0
    for await (const block of written) left = await lines.make('moveLines', block)
    if (left > 0) throw new Error('the last line does not end')
    await endOutput(output)
  }

  const counts = await readRaw(engine, raw, {
    forms: roots.forms,
    output,
    add: async (record) => {
      collectRow(collector, record)
      await addRow(encodeRow(collector.cells))
    },
    registerNames: nodeTable.registerNames,
    onSlice: async () => {
      if (!state.waiting) return
      await output.pass()
      if (state.waitingBytes >= guessAfter) await startLines()
    },
  })
  if (state.waiting) await startLines()
  await endOutput(output)
  const { header, names, order } = currentTable()
  const isMoved =
    order.width !== state.headerWidth ||
    order.positions.some((position, number) => position !== state.order.positions[number])
  if (state.header && (isMoved || header.text !== state.header.text))
    await options.rewrite(state.header.bytes.length, async (written, out) => {
      state.out = out
      await out(header.bytes)
      if (isMoved) await moveCells(order, written)
      else for await (const block of written) await out(block)
    })
  return {
    responses: { columns, rowCount: engine.exports.taken.value + collector.row },
    columns: names,
    guarded: header.guarded + engine.exports.guarded.value,
    counts,
  }
}

const outputSize = 256 * 1024
/** Blocks are read 16 bytes at a time, so bytes behind them may be read, too. */
const slack = 64

/** Lets the module make lines. */
function makeLines({ exports, bytes, words }: Engine, output: Output, style: LineStyle) {
  exports.setCsv(style.delimiter.charCodeAt(0), style.formulas === 'guard', style.lineEnd === '\r\n')
  const input = { at: 0, size: 0, left: 0 }
  let tables = { columns: 0, width: 0, order: 0, cells: 0, filled: 0 }
  return {
    /** `atOnce`: the records that the engine reads become lines, too. */
    setColumnOrder: async ({ positions, width }: ColumnOrder, atOnce: boolean): Promise<void> => {
      if (positions.length > tables.columns || width >= tables.width) {
        await output.settled()
        const size = { columns: 2 * positions.length + 64, width: 2 * width + 64 }
        tables = {
          ...size,
          order: exports.allocate(4 * size.columns),
          cells: exports.allocate(16 * size.width),
          filled: exports.allocate(size.width / 8 + 16),
        }
      }
      words().set(positions, tables.order / 4)
      exports.setColumnOrder(tables.order, width, tables.cells, tables.filled, atOnce)
    },
    /** Makes lines from rows or other lines. The last line may continue in the next block; returns how many of its bytes are left. */
    make: async (how: 'formatRows' | 'moveLines', block: Uint8Array): Promise<number> => {
      const end = input.left + block.length
      if (end > input.size) {
        await output.settled()
        input.size = 2 * end
        const before = input.at
        input.at = exports.allocate(input.size + slack)
        bytes().copyWithin(input.at, before, before + input.left)
      }
      bytes().set(block, input.at + input.left)
      let at = exports[how](input.at, input.at + end)
      while (exports.isOutFull.value !== 0) {
        await output.makeSpace()
        at = exports[how](at, input.at + end)
      }
      input.left = input.at + end - at
      bytes().copyWithin(input.at, at, at + input.left)
      return input.left
    },
  }
}
