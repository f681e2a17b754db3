import type { StreamedTables } from './table-format.ts'
import { excelLimits } from './xlsx/sheet.ts'
import { writeWorkbook } from './xlsx/workbook.ts'

/**
 * XLSX (ECMA-376): a sheet a table, and further ones where it has more rows than a sheet holds. Numbers, times and
 * true or false are such cells where Excel keeps them exactly, and texts where it does not. The same cells are the same
 * bytes.
 */
export const xlsx: StreamedTables = {
  kind: 'stream',
  holds: 'several tables',
  write: (tables, out, { formulas }) => writeWorkbook(tables, out, { formulas, limits: excelLimits }),
}
