import { attributeText, xmlHead, putText } from './text.ts'
import {
  type Sheet,
  mostColumns,
  type SheetLimits,
  writeSheets,
  type NextSheet,
  type SheetWriting,
  excelLimits,
} from './sheet.ts'
import { Failure } from '../../failure/failure.ts'
import type { SplitTable, TableOptions, TablesWritten, StreamedTables } from '../format.ts'
import type { Table } from '../../table/table.ts'
import { makeBlock, makeZip } from './zip.ts'
import { stylesPart } from './styles.ts'
import type { Sink } from '../../table/bytes.ts'

type WorkbookOptions = Pick<TableOptions, 'formulas' | 'types' | 'isInUtc'> & { readonly limits: SheetLimits }

/** Writes tables as the sheets of a workbook, in memory that does not grow with their rows. */
export async function writeWorkbook(
  tables: readonly Table[],
  out: Sink,
  { formulas, types, isInUtc = false, limits }: WorkbookOptions,
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
    return await writeParts(tables, {
      zip,
      buffer: makeBlock(),
      counts,
      guards: formulas === 'guard',
      isAllText: types === 'text',
      isInUtc,
      limits,
    })
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

async function writePart({ zip, buffer }: SheetWriting, name: string, text: string): Promise<void> {
  putText(buffer, text)
  await zip.begin(name)
  await zip.take(buffer)
  await zip.end()
}

const formats = 'http://schemas.openxmlformats.org'
const relations = `${formats}/officeDocument/2006/relationships`
const packages = `${formats}/package/2006`
const spreadsheet = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** The name in the file of the sheet of that number, counted from 1. */
const sheetPath = (number: number): string => `xl/worksheets/sheet${number}.xml`

const rootRelations = `${xmlHead}<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`

/** The parts that list the sheets, each with its name in the file. */
const partsOf = (sheets: readonly Sheet[]): readonly (readonly [name: string, text: string])[] => [
  ['xl/workbook.xml', workbookOf(sheets)],
  ['xl/_rels/workbook.xml.rels', relationsOf(sheets.length)],
  ['[Content_Types].xml', contentTypesOf(sheets.length)],
]

function workbookOf(sheets: readonly Sheet[]): string {
  const list = sheets.map(
    ({ name }, i) => `<sheet name="${attributeText(name)}" sheetId="${i + 1}" r:id="rId${i + 1}"/>`,
  )
  const filters = sheets.flatMap(({ name, range }, i) =>
    range === undefined
      ? []
      : [
          `<definedName name="_xlnm._FilterDatabase" localSheetId="${i}" hidden="1">'${attributeText(name.replaceAll("'", "''"))}'!${range}</definedName>`,
        ],
  )
  return `${xmlHead}<workbook xmlns="${formats}/spreadsheetml/2006/main" xmlns:r="${relations}"><bookViews><workbookView/></bookViews><sheets>${list.join('')}</sheets>${filters.length === 0 ? '' : `<definedNames>${filters.join('')}</definedNames>`}</workbook>`
}

function relationsOf(sheets: number): string {
  const list = Array.from(
    { length: sheets },
    (_, i) =>
      `<Relationship Id="rId${i + 1}" Type="${relations}/worksheet" Target="worksheets/sheet${i + 1}.xml"/>`,
  )
  return `${xmlHead}<Relationships xmlns="${packages}/relationships">${list.join('')}<Relationship Id="rId${sheets + 1}" Type="${relations}/styles" Target="styles.xml"/></Relationships>`
}

function contentTypesOf(sheets: number): string {
  const list = Array.from(
    { length: sheets },
    (_, i) => `<Override PartName="/${sheetPath(i + 1)}" ContentType="${spreadsheet}.worksheet+xml"/>`,
  )
  return `${xmlHead}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${spreadsheet}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${spreadsheet}.styles+xml"/>${list.join('')}</Types>`
}

/** Gives each sheet a name that Excel takes and no other sheet has: `responses`, then `responses (2)`. */
export function makeSheetNames(): (table: string) => string {
  const taken = new Set<string>()
  return (table) => {
    const base = validName(table)
    for (let n = 1; ; n++) {
      const suffix = n === 1 ? '' : ` (${n})`
      const name = cutTo(base, mostLength - suffix.length) + suffix
      if (taken.has(name.toLowerCase())) continue
      taken.add(name.toLowerCase())
      return name
    }
  }
}

const mostLength = 31

function validName(table: string): string {
  // oxlint-disable-next-line no-control-regex -- Excel takes no control characters in a sheet's name
  const name = cutTo(table.replaceAll(/[[\]:*?/\\\u0000-\u001F]/g, '_'), mostLength).replaceAll(/^'|'$/g, '_')
  // Excel keeps "History" for itself.
  return name.trim() === '' ? 'Sheet' : name.toLowerCase() === 'history' ? `${name}_` : name
}

/** At most so many code units, no character cut in two. */
const cutTo = (text: string, length: number): string => text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '')

/**
 * XLSX (ECMA-376): a sheet a table, and further ones where it has more rows than a sheet holds. Numbers, times and
 * true or false are such cells where Excel keeps them exactly, and texts where it does not. The same cells are the same
 * bytes.
 */
export const xlsx: StreamedTables = {
  kind: 'stream',
  mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  holds: 'sheets',
  write: (tables, out, options) => writeWorkbook(tables, out, { ...options, limits: excelLimits }),
}
