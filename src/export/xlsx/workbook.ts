import { attributeText, xmlHead } from './xml.ts'
import type { Sheet } from './sheet.ts'

const formats = 'http://schemas.openxmlformats.org'
const relations = `${formats}/officeDocument/2006/relationships`
const packages = `${formats}/package/2006`
const spreadsheet = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** The name in the file of the sheet of that number, counted from 1. */
export const sheetPath = (number: number): string => `xl/worksheets/sheet${number}.xml`

/** The part `_rels/.rels`. */
export const rootRelations = `${xmlHead}<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`

/** The parts that tell which sheets there are, each with its name in the file. */
export const partsOf = (sheets: readonly Sheet[]): readonly (readonly [name: string, text: string])[] => [
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
