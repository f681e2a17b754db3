import { childOf, childrenOf, parseXml, type Element } from './xml.ts'
import { unzip } from './zip.ts'

/** A cell as a spreadsheet holds it, with the name of its format where it has one. */
type SheetCell = { readonly value: string | number | boolean; readonly style: string }

/** A sheet of a workbook. */
export type ReadSheet = {
  readonly name: string
  /** Of each row, its cells by column; undefined where there is none. */
  readonly rows: readonly (readonly (SheetCell | undefined)[])[]
  readonly widths: readonly number[]
  /** Of the first row, in points; undefined where it is as high as others. */
  readonly headHeight: number | undefined
  readonly filter: string | undefined
  /** Where digits that are text are not marked as a mistake. */
  readonly digitsAsText: string | undefined
  readonly frozenRows: number
  readonly isSelected: boolean
}

/** Reads a workbook as ECMA-376 has it, strictly: every part declared and reached, every place where it has to be. */
export function readXlsx(bytes: Uint8Array): readonly ReadSheet[] {
  const parts = new Map([...unzip(bytes)].map(([name, content]) => [name, parseXml(content)]))
  const part = (name: string): Element => {
    const found = parts.get(name)
    if (found === undefined) throw new Error(`no ${name}`)
    return found
  }
  checkTypes(part('[Content_Types].xml'), [...parts.keys()])
  const [main] = targetsOf(part('_rels/.rels'), '').values()
  if (main !== 'xl/workbook.xml') throw new Error(`the workbook is ${main}`)
  const workbook = part(main)
  const targets = targetsOf(part('xl/_rels/workbook.xml.rels'), 'xl/')
  if (![...targets.values()].includes('xl/styles.xml')) throw new Error('styles that nothing leads to')
  const styles = stylesOf(part('xl/styles.xml'))
  const filters = filtersOf(workbook)
  const sheets = childrenOf(childOf(workbook, 'sheets'), 'sheet').map(({ attributes }, i) => {
    const sheet = sheetOf(part(targets.get(attributes['r:id'] ?? '') ?? ''), attributes['name'] ?? '', styles)
    const range = sheet.filter?.replaceAll(/[A-Z]+|\d+/g, '$$$&')
    const told = range === undefined ? undefined : `'${sheet.name.replaceAll("'", "''")}'!${range}`
    if (filters.get(String(i)) !== told) throw new Error(`${filters.get(String(i))} is not ${told}`)
    return sheet
  })
  if (new Set(sheets.map(({ name }) => name.toLowerCase())).size < sheets.length)
    throw new Error('a name twice')
  return sheets
}

function checkTypes(types: Element, names: readonly string[]): void {
  const declared = childrenOf(types, 'Override').map(
    ({ attributes }) => attributes['PartName']?.slice(1) ?? '',
  )
  const needed = names.filter((name) => !name.endsWith('.rels') && name !== '[Content_Types].xml')
  if (declared.length !== needed.length || new Set([...declared, ...needed]).size !== needed.length)
    throw new Error(`declared: ${declared.join()}`)
}

const targetsOf = (relations: Element, folder: string): ReadonlyMap<string, string> =>
  new Map(
    childrenOf(relations, 'Relationship').map(({ attributes }) => [
      attributes['Id'] ?? '',
      `${folder}${attributes['Target']}`,
    ]),
  )

const filtersOf = (workbook: Element): ReadonlyMap<string, string> =>
  new Map(
    childrenOf(workbook, 'definedNames')
      .flatMap(({ children }) => children)
      .map(({ attributes, text }) => [attributes['localSheetId'] ?? '', text]),
  )

/** Each format by what matters of it. */
function stylesOf(part: Element): readonly string[] {
  for (const list of part.children)
    if (list.attributes['count'] !== String(list.children.length)) throw new Error(`count of ${list.name}`)
  const codes = new Map(
    childOf(part, 'numFmts').children.map(({ attributes }) => [
      attributes['numFmtId'] ?? '',
      attributes['formatCode']?.replaceAll('\\', '') ?? '',
    ]),
  )
  const named = new Map([
    ['0', ''],
    ['1', '0'],
    ['49', '@'],
  ])
  return childOf(part, 'cellXfs').children.map(({ attributes, children }) => {
    const id = attributes['numFmtId'] ?? ''
    const bold = attributes['fontId'] === '1' ? 'bold' : ''
    const quoted = attributes['quotePrefix'] === '1' ? 'quoted' : ''
    const aligned = children[0]?.attributes['vertical'] ?? ''
    const wrapped = children[0]?.attributes['wrapText'] === '1' ? 'wrapped' : ''
    return [bold, quoted, aligned, wrapped, codes.get(id) ?? named.get(id) ?? '?']
      .filter((word) => word !== '')
      .join(' ')
  })
}

function sheetOf(part: Element, name: string, styles: readonly string[]): ReadSheet {
  const order = ['sheetViews', 'cols', 'sheetData', 'autoFilter', 'ignoredErrors']
  const places = part.children.map((child) => order.indexOf(child.name))
  if (places.includes(-1) || places.some((place, i) => i > 0 && place <= (places[i - 1] ?? 0)))
    throw new Error(`parts of a sheet: ${part.children.map((child) => child.name).join()}`)
  const rows = childOf(part, 'sheetData').children.map((row, i) => {
    if (row.name !== 'row' || row.attributes['r'] !== String(i + 1))
      throw new Error(`row ${i + 1} is another`)
    const cells: (SheetCell | undefined)[] = []
    for (const cell of row.children) {
      const column = columnOf(cell, i + 1)
      if (column < cells.length) throw new Error(`${cell.attributes['r']} comes too late`)
      cells.length = column
      cells.push(cellOf(cell, styles))
    }
    return cells
  })
  const columns = childrenOf(part, 'cols').flatMap(({ children }) => children)
  const view = childOf(childOf(part, 'sheetViews'), 'sheetView')
  const pane = childOf(view, 'pane').attributes
  return {
    name,
    rows,
    headHeight: heightOf(childOf(part, 'sheetData').children[0]),
    widths: columns.map(({ attributes }) => Number(attributes['width'])),
    filter: childrenOf(part, 'autoFilter')[0]?.attributes['ref'],
    digitsAsText: childrenOf(part, 'ignoredErrors')
      .flatMap(({ children }) => children)
      .find(({ attributes }) => attributes['numberStoredAsText'] === '1')?.attributes['sqref'],
    isSelected: view.attributes['tabSelected'] === '1',
    frozenRows: pane['state'] === 'frozen' ? Number(pane['ySplit']) : 0,
  }
}

function heightOf(row: Element | undefined): number | undefined {
  const { ht, customHeight } = row?.attributes ?? {}
  if ((ht === undefined) !== (customHeight === undefined)) throw new Error('a height that is not kept')
  return ht === undefined ? undefined : Number(ht)
}

function columnOf(cell: Element, row: number): number {
  const [, letters, digits] = /^([A-Z]{1,3})(\d+)$/.exec(cell.attributes['r'] ?? '') ?? []
  if (cell.name !== 'c' || letters === undefined || digits !== String(row)) throw new Error('an odd cell')
  return Array.from(letters).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

function cellOf(cell: Element, styles: readonly string[]): SheetCell {
  const style = styles[Number(cell.attributes['s'] ?? 0)] ?? '?'
  const kind = cell.attributes['t']
  if (kind === 'inlineStr') {
    const { attributes, text } = childOf(childOf(cell, 'is'), 't')
    const kept =
      attributes['xml:space'] === 'preserve' ? text : text.replaceAll(/^[ \t\n\r]+|[ \t\n\r]+$/g, '')
    const value = kept.replaceAll(/_x([\dA-Fa-f]{4})_/g, (_, unit: string) =>
      String.fromCharCode(Number.parseInt(unit, 16)),
    )
    if (value.length > 32_767) throw new Error('a cell that is too long')
    return { value, style }
  }
  const { text } = childOf(cell, 'v')
  if (kind === 'b' && /^[01]$/.test(text)) return { value: text === '1', style }
  if (kind !== undefined || !/^-?\d+(\.\d+)?(e[+-]?\d+)?$/.test(text))
    throw new Error(`an odd value: ${text}`)
  return { value: Number(text), style }
}

/** A serial of Excel as the local time that it shows. */
export const timeOf = (serial: number): string =>
  new Date(Math.round(serial * 86_400_000) + Date.UTC(1899, 11, 30)).toISOString().slice(0, -1)
