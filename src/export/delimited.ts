import { makeByteRows } from './delimited/byte-rows.ts'
import { guard, needsGuard } from '../table/formula.ts'
import type { Sink } from './format.ts'
import type { TableOptions, TablesWritten } from './table-format.ts'
import { kinds, type RowBatch, type Table } from '../table/table.ts'

/**
 * Writes a table as RFC 4180 has it, in UTF-8, with the line ends that are wanted: quotes only where a cell needs them.
 * Bytes go to bytes; only what a spreadsheet might run becomes a text, to be looked at.
 */
export async function writeDelimited(
  table: Table,
  out: Sink,
  { bom, ...options }: TableOptions & { readonly delimiter: string },
): Promise<TablesWritten> {
  const written = makeByteRows({ ...options, width: table.columns.length })
  const write = async (batch: RowBatch): Promise<void> => {
    for (let row = written.add(batch, 0); row < batch.rows; row = written.add(batch, row))
      await out(written.take())
  }
  if (bom) await out(mark)
  await write(headerOf(table))
  for await (const batch of table.rows()) await write(batch)
  await out(written.take())
  return { guarded: written.guarded() }
}

const mark = Uint8Array.of(0xef, 0xbb, 0xbf)

/** The first line, and how many of its names were guarded. */
export function delimitedHeader(
  { columns }: Pick<Table, 'columns'>,
  { bom, delimiter, formulas, lineEnd }: TableOptions & { readonly delimiter: string },
): { readonly text: string; readonly bytes: Uint8Array; readonly guarded: number } {
  let guarded = 0
  const names = columns.map(({ name }) => {
    if (formulas === 'raw' || !needsGuard(name)) return name
    guarded++
    return guard(name)
  })
  const signs = ['"', '\r', '\n', delimiter]
  const isQuoted = (name: string): boolean => signs.some((sign) => name.includes(sign))
  // Seldom is one of thousands.
  const cells = isQuoted(names.join(''))
    ? names.map((name) => (isQuoted(name) ? `"${name.replaceAll('"', '""')}"` : name))
    : names
  // A row that is nothing but a line end would be skipped by readers.
  const line = cells.join(delimiter) || (cells.length === 1 ? '""' : '')
  const text = (bom ? '\uFEFF' : '') + line + lineEnd
  return { text, bytes: new TextEncoder().encode(text), guarded }
}

/** The names of the columns as a row: they are texts as any other. */
function headerOf({ columns }: Table): RowBatch {
  const encoder = new TextEncoder()
  const names = columns.map(({ name }) => encoder.encode(name))
  const ends = new Uint32Array(names.length)
  const starts = new Uint32Array(names.length)
  let at = 0
  for (const [i, { length }] of names.entries()) {
    starts[i] = at
    ends[i] = at += length
  }
  const bytes = new Uint8Array(at)
  for (const [i, name] of names.entries()) bytes.set(name, starts[i])
  return { rows: 1, kinds: new Uint8Array(names.length).fill(kinds.text), starts, ends, bytes }
}
