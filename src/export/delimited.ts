import type { RawRecord } from '../form/raw-record.ts'
import { makeCellWriter, type CellWriter } from './cell-writer.ts'
import { chosenColumns } from './chosen-columns.ts'
import { collectRow, type Rows, type Table } from './collect-row.ts'
import { makeColumns, type Column } from './columns.ts'
import type { ExportOptions, ExportSummary, Sink, Spool } from './format.ts'
import { headerOf, titleOf } from './header.ts'
import { makeLayout, type Layout } from './layout.ts'
import { rearrangement } from './rearrange.ts'
import { makeTextBytes } from './text-bytes.ts'

/**
 * Writes a table with a row a response: RFC 4180 in UTF-8, but LF at the ends of lines. Which columns there are is
 * known only after the last record, so the rows wait in the spool until then.
 */
export async function writeDelimited(
  batches: AsyncIterable<readonly RawRecord[]>,
  out: Sink,
  options: ExportOptions & { readonly delimiter: string },
): Promise<ExportSummary> {
  const { delimiter, multi, spool } = options
  const writer = makeCellWriter(delimiter, options.formulas)
  const columns = makeColumns()
  const table: Table = { columns, multi, rows: { columns: [], texts: [], ends: [] }, row: 0 }
  const layout = makeLayout(columns)
  await spoolRows(batches, { table, layout, writer, spool })
  const order = chosenColumns(columns.inOrder(), options.columns)
  const names = headerOf(order, options.headers)
  const header = names.map(writer.write).join(delimiter)
  await out(makeTextBytes()(`${options.bom ? '\uFEFF' : ''}${header}\n`))
  await copyRows(spool, out, { layout, order, delimiter })
  const renamed = [...columns.questions()].filter((question) => question.isRenamed).map(titleOf)
  return { rows: table.row, columns: names, guarded: writer.guarded(), renamed }
}

// Our own rows come back from the spool; a mark inside them is text.
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/** Bytes of text per block: smaller ones cost a call each, larger ones live too long for the nursery. */
const blockSize = 64 * 1024

type Spooling = {
  readonly table: Table
  readonly layout: Layout
  readonly writer: CellWriter
  readonly spool: Spool
}

async function spoolRows(
  batches: AsyncIterable<readonly RawRecord[]>,
  { table, layout, writer, spool }: Spooling,
): Promise<void> {
  const bytesOf = makeTextBytes()
  let pending = ''
  const flush = async (): Promise<void> => {
    if (pending === '') return
    layout.current().blocks++
    await spool.append(bytesOf(pending))
    pending = ''
  }
  for await (const batch of batches) {
    for (const record of batch) collectRow(table, record)
    if (table.columns.fresh.length > 0) {
      await flush()
      layout.extend()
    }
    pending += takeRows(table.rows, layout.current().width, writer)
    if (pending.length >= blockSize) await flush()
  }
  await flush()
}

/** The collected rows as text; they are then forgotten. */
function takeRows(rows: Rows, width: number, { delimiter, write }: CellWriter): string {
  let text = ''
  let at = 0
  const empty = Array.from<string>({ length: width }).fill('')
  for (const end of rows.ends) {
    const cells = empty.slice()
    for (; at < end; at++) cells[rows.columns[at]?.index ?? 0] = write(rows.texts[at] ?? '')
    text += `${cells.join(delimiter)}\n`
  }
  rows.columns.length = rows.texts.length = rows.ends.length = 0
  return text
}

type Copying = {
  readonly layout: Layout
  readonly order: readonly Column[]
  readonly delimiter: string
}

async function copyRows(spool: Spool, out: Sink, { layout, order, delimiter }: Copying): Promise<void> {
  const bytesOf = makeTextBytes()
  const segments = layout.segments.values()
  let left = 0
  let rearrange: ReturnType<typeof rearrangement>
  for await (const block of spool.blocks()) {
    while (left === 0) {
      const { value: segment } = segments.next()
      if (segment === undefined) return
      left = segment.blocks
      if (left > 0) rearrange = rearrangement(segment, order, delimiter)
    }
    left--
    await out(rearrange === undefined ? block : bytesOf(rearrange(decoder.decode(block))))
  }
}
