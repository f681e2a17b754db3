import { Failure } from '../../failure.ts'
import type { Sink } from '../format.ts'
import type { SplitTable, TablesWritten } from '../table-format.ts'
import type { Table } from '../table.ts'
import { mostColumns, type SheetLimits } from './limits.ts'
import { makeBlock } from './packer.ts'
import { putText } from './room.ts'
import { makeSheetNames } from './sheet-names.ts'
import { writeSheets, type NextSheet, type Sheet, type SheetWriting } from './sheet.ts'
import { stylesPart } from './styles.ts'
import { partsOf, rootRelations, sheetPath } from './workbook.ts'
import { makeZip } from './zip.ts'

/** How a workbook is written. */
export type WorkbookOptions = { readonly formulas: 'guard' | 'raw'; readonly limits: SheetLimits }

/** Writes tables as the sheets of a workbook, in memory that does not grow with their rows. */
export async function writeWorkbook(
  tables: readonly Table[],
  out: Sink,
  { formulas, limits }: WorkbookOptions,
): Promise<TablesWritten> {
  for (const { name, columns } of tables)
    if (columns.length > mostColumns)
      throw Failure.of('too-many-columns', {
        table: name,
        columns: columns.length,
        format: 'a sheet of XLSX',
        most: mostColumns,
      })
  const zip = makeZip(out)
  try {
    const counts = { guarded: 0, cutCells: 0, textNumbers: 0 }
    return await writeParts(tables, { zip, room: makeBlock(), counts, guards: formulas === 'guard', limits })
  } finally {
    zip.close()
  }
}

async function writeParts(tables: readonly Table[], writing: SheetWriting): Promise<TablesWritten> {
  const { zip, counts } = writing
  const nameOf = makeSheetNames()
  const sheets: Sheet[] = []
  const split: SplitTable[] = []
  let begun = 0
  await writePart(writing, '_rels/.rels', rootRelations)
  await writePart(writing, 'xl/styles.xml', stylesPart)
  for (const table of tables) {
    const next: NextSheet = async () => {
      await zip.begin(sheetPath(++begun))
      return { name: nameOf(table.name), isFirst: begun === 1 }
    }
    const ofTable = await writeSheets(table, writing, next)
    sheets.push(...ofTable)
    if (ofTable.length > 1)
      split.push({ table: table.name, sheets: ofTable.map(({ name, rows }) => ({ name, rows })) })
  }
  // How many sheets a table takes is known only now.
  for (const [name, text] of partsOf(sheets)) await writePart(writing, name, text)
  await zip.finish()
  return split.length === 0 ? counts : { ...counts, split }
}

async function writePart({ zip, room }: SheetWriting, name: string, text: string): Promise<void> {
  putText(room, text)
  await zip.begin(name)
  await zip.take(room)
  await zip.end()
}
