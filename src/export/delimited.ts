import { makeCellWriter } from './cell-writer.ts'
import type { Sink } from './format.ts'
import type { TableOptions, TablesWritten } from './table-format.ts'
import { writeSparseCsv } from './kernel/write-csv.ts'
import { kinds, type Table } from './table.ts'
import { makeTextBytes } from './text-bytes.ts'

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/** Writes a table as RFC 4180 has it, in UTF-8, but LF at the ends of lines unless told otherwise. */
export async function writeDelimited(
  table: Table,
  out: Sink,
  { delimiter, formulas, bom, lineEnd }: TableOptions & { readonly delimiter: string },
): Promise<TablesWritten> {
  const { write, guarded } = makeCellWriter(delimiter, formulas)
  const bytesOf = makeTextBytes()
  const width = table.columns.length
  await out(
    bytesOf(
      `${bom ? '\uFEFF' : ''}${table.columns.map(({ name }) => write(name)).join(delimiter)}${lineEnd}`,
    ),
  )
  if (table.sparse && delimiter.charCodeAt(0) < 0x80)
    return {
      guarded: guarded() + (await writeSparseCsv(table.sparse, out, { delimiter, formulas, lineEnd })),
    }
  for await (const { rows, kinds: ofKinds, starts, ends, bytes } of table.rows()) {
    let text = ''
    for (let row = 0; row < rows; row++) {
      const cells: string[] = []
      for (let i = row * width; i < (row + 1) * width; i++)
        cells.push(ofKinds[i] === kinds.none ? '' : write(decoder.decode(bytes.subarray(starts[i], ends[i]))))
      // A row that is nothing but a line end would be skipped by readers.
      text += `${width === 1 && cells[0] === '' ? '""' : cells.join(delimiter)}${lineEnd}`
    }
    await out(bytesOf(text))
  }
  return { guarded: guarded() }
}
