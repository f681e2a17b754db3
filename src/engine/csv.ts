import type { Rewrite, Sink } from '../table/bytes.ts'
import { collectRow, makeRowCollector, type Collected } from '../table/collect.ts'
import { encodeRow } from '../table/rows/sparse-rows.ts'
import { makeColumns } from '../table/columns.ts'
import { wideColumns } from '../table/make-tables.ts'
import type { HeaderStyle } from '../table/table.ts'
import type { RawRecords } from '../record/records.ts'
import { startEngine, type Engine } from './instance.ts'
import { endOutput, makeOutput, type Output } from './output.ts'
import { readRaw, type WayCounts } from './read-raw.ts'
import { makeMeanings, makeRoots } from './tree.ts'

/** The format of lines; the delimiter is one character of ASCII, but not `'`, which guards. */
type LineStyle = {
  readonly delimiter: string
  readonly lineEnd: '\n' | '\r\n'
  readonly formulas: 'guard' | 'raw'
}

const usualBuffer = 256 * 1024
/** Blocks are read in pieces of 16 bytes, so bytes behind them may be read, too. */
const slack = 64

/** The places of cells in a line: by column number, from 1, 0 for none; and how many there are. */
type Places = { readonly places: Uint32Array; readonly width: number }

type Lines = {
  readonly lay: (places: Places, atOnce?: boolean) => Promise<void>
  /** Makes lines from rows or other lines. The last line may continue in the next block; returns how many of its bytes wait. */
  readonly make: (how: 'formatRows' | 'moveLines', block: Uint8Array) => Promise<number>
}

function makeLines({ exports, bytes, words }: Engine, output: Output, style: LineStyle): Lines {
  exports.setCsv(style.delimiter.charCodeAt(0), style.formulas === 'guard', style.lineEnd === '\r\n')
  let [input, size, left] = [0, 0, 0]
  let space = { columns: 0, width: 0, at: 0, slots: 0, marks: 0 }
  const fit = async (columns: number, width: number): Promise<void> => {
    if (columns <= space.columns && width < space.width) return
    await output.settled()
    const more = { columns: 2 * columns + 64, width: 2 * width + 64 }
    space = {
      ...more,
      at: exports.allocate(4 * more.columns),
      slots: exports.allocate(16 * more.width),
      marks: exports.allocate(more.width / 8 + 16),
    }
  }
  return {
    lay: async ({ places, width }, atOnce = false) => {
      await fit(places.length, width)
      words().set(places, space.at / 4)
      exports.setPlaces(space.at, width, space.slots, space.marks, atOnce)
    },
    make: async (how, block) => {
      const end = left + block.length
      if (end > size) {
        await output.settled()
        size = 2 * end
        const before = input
        input = exports.allocate(size + slack)
        bytes().copyWithin(input, before, before + left)
      }
      bytes().set(block, input + left)
      let at = exports[how](input, input + end)
      while (exports.isOutFull.value !== 0) {
        await output.makeSpace()
        at = exports[how](at, input + end)
      }
      bytes().copyWithin(input, at, input + end)
      return (left = input + end - at)
    },
  }
}

/** The header line, and how many of its names are guarded. */
type HeaderLine = { readonly text: string; readonly bytes: Uint8Array; readonly guarded: number }

/** Options of lines that are written while records are read. */
export type CsvOptions = LineStyle & {
  readonly headers: HeaderStyle
  readonly headerLine: (names: readonly string[]) => HeaderLine
  readonly out: Sink
  readonly rewrite: Rewrite
  /** After so many bytes of rows, the columns are guessed. Tests lower it. */
  readonly guessAfter?: number
}

export type WrittenCsv = {
  readonly responses: Pick<Collected, 'columns' | 'rowCount'>
  /** The names of the columns. */
  readonly columns: readonly string[]
  readonly guarded: number
  readonly counts: WayCounts
}

/**
 * Writes a wide table as lines without a spool. The columns of the first records are taken as the columns of all; later ones are
 * appended. If the final columns or names differ, the file is rewritten with its cells moved, which is much faster than reading
 * the records again.
 */
export async function writeCsv(
  raw: RawRecords,
  { headers, guessAfter = 1024 * 1024, ...options }: CsvOptions,
): Promise<WrittenCsv> {
  const engine = startEngine()
  const roots = makeRoots(engine, raw.filter, { joins: true })
  const columns = makeColumns()
  const meanings = makeMeanings(engine, roots, columns)
  const collector = makeRowCollector(columns, { multi: 'joined' })
  const headerNow = (): Places & { readonly names: readonly string[]; readonly header: HeaderLine } => {
    meanings.recall()
    const wide = wideColumns(columns, headers)
    const names = wide.map(({ name }) => name)
    const byNumber = new Uint32Array(columns.all.length)
    for (const [i, { source }] of wide.entries()) if (source) byNumber[source.number] = i + 1
    return { names, header: options.headerLine(names), places: byNumber, width: wide.length }
  }

  // Rows wait here until the columns are guessed.
  let waiting: Uint8Array[] | undefined = []
  let waitingBytes = 0
  let { out } = options
  const output = makeOutput(engine, async (block) => {
    if (!waiting) return out(block)
    waiting.push(block.slice())
    waitingBytes += block.length
  })
  const lines = makeLines(engine, output, options)
  let begun: HeaderLine | undefined
  let places: Uint32Array = new Uint32Array()
  let [width, guessed] = [0, 0]
  const begin = async (): Promise<void> => {
    await endOutput(output)
    const { header, ...now } = headerNow()
    begun = header
    ;({ places, width } = now)
    guessed = width
    const rows = waiting ?? []
    waiting = undefined
    await out(header.bytes)
    await output.enlarge(usualBuffer)
    await lines.lay({ places, width }, true)
    for (const block of rows) await lines.make('formatRows', block)
  }
  const addRow = async (row: Uint8Array): Promise<void> => {
    if (waiting) return output.put(row)
    const known = places.length
    if (columns.all.length > known) {
      places = Uint32Array.from(columns.all, (_, number) => places[number] ?? ++width)
      await lines.lay({ places, width }, true)
    }
    await lines.make('formatRows', row)
  }
  const moveAll = async (to: Places, written: AsyncIterable<Uint8Array>): Promise<void> => {
    const moves = new Uint32Array(width)
    for (const [number, place] of places.entries()) if (place > 0) moves[place - 1] = to.places[number] ?? 0
    await lines.lay({ places: moves, width: to.width })
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
    learn: meanings.learn,
    sliced: async () => {
      if (!waiting) return
      await output.pass()
      if (waitingBytes >= guessAfter) await begin()
    },
  })
  if (waiting) await begin()
  await endOutput(output)
  const { header, names, ...last } = headerNow()
  const isMoved = last.width !== guessed || last.places.some((place, number) => place !== places[number])
  if (begun && (isMoved || header.text !== begun.text))
    await options.rewrite(begun.bytes.length, async (written, anew) => {
      out = anew
      await anew(header.bytes)
      if (isMoved) await moveAll(last, written)
      else for await (const block of written) await anew(block)
    })
  return {
    responses: { columns, rowCount: engine.exports.taken.value + collector.row },
    columns: names,
    guarded: header.guarded + engine.exports.guarded.value,
    counts,
  }
}
