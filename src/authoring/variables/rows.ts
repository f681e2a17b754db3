import { isCollection, isMap, isSeq, type Node } from 'yaml'
import { controlFault, placed, placedAt, textFault, type TextFault } from '../faults.ts'
import { limits } from '../limits.ts'
import { decodeUtf8, readYaml, type YamlFile } from '../yaml/yaml.ts'
import type { YamlDocument } from '../yaml/document.ts'
import { linesOf, type Lines, type PlacedFinding, type Range } from '../yaml/lines.ts'
import { spanOf, targetOf } from '../yaml/read.ts'
import { declaredIn, textOfValue, withValue, isVariableName, type VariableValue } from './variables.ts'

export type Row = {
  /** From 1; the header of a table does not count. */
  readonly number: number
  /** Where it begins in its file, from 1. */
  readonly line: number
  readonly values: ReadonlyMap<string, VariableValue>
  /** The part of its first line that belongs to it. */
  readonly range: Range
  /** Where each name stands: in the row, or in the header that all rows share. */
  readonly names: ReadonlyMap<string, Range>
  /** Where an empty cell of a table stands, by its column. It gives its variable no value. */
  readonly blanks?: ReadonlyMap<string, Range>
}

export type Rows = {
  readonly rows: readonly Row[]
  /** Every name in any row, in the order of the file. */
  readonly columns: readonly string[]
  readonly isTable: boolean
  readonly findings: readonly PlacedFinding[]
}

export type RowsFile = Rows & { readonly file: string; readonly text: string }

/** The reader for a file of rows, by its ending: a CSV table, or a list in YAML or JSON. Undefined for any other ending. */
export function rowsReaderFor(file: string): ((bytes: Uint8Array) => RowsFile) | undefined {
  const read = /\.[ct]sv$/i.test(file) ? readTable : /\.(ya?ml|json)$/i.test(file) ? readList : undefined
  return read && ((bytes) => ({ ...read(bytes), file, text: new TextDecoder().decode(bytes) }))
}

/** Reads a CSV table (RFC 4180): a header, then one row for each record. Separators are commas, semicolons or tabs. */
export function readTable(bytes: Uint8Array): Rows {
  const { text, fault = strayControlFault(text) } = decodeUtf8(bytes)
  const read = fault ? { rows: [], columns: [], header: [], faults: [fault] } : rowsOfTable(text)
  const lines = linesOf(text)
  const names = new Map(read.header.map((field) => [field.text, lines.rangeOf(field.start, field.end)]))
  return {
    rows: read.rows.map(({ start, end, blanks, ...row }) => ({
      ...row,
      blanks: new Map(blanks.map(([name, at]) => [name, lines.rangeOf(at.start, at.end)])),
      line: lines.rangeOf(start, start).line,
      range: lines.rangeOf(...lines.firstLineOf(start, end)),
      names,
    })),
    columns: read.columns,
    isTable: true,
    findings: read.faults.map((found) => placed(found, lines)),
  }
}

// Other control characters are kept; NUL comes from binary files, and those above ASCII from a wrong encoding.
function strayControlFault(text: string): TextFault | undefined {
  const at = text.search(/[\0\u0080-\u009F]/)
  return at === -1 ? undefined : controlFault(text.charAt(at), [at, at + 1])
}

function rowsOfTable(text: string): {
  readonly rows: readonly (Pick<Row, 'number' | 'values'> &
    Pick<CsvRecord, 'start' | 'end'> & { readonly blanks: readonly (readonly [string, CsvField])[] })[]
  readonly columns: readonly string[]
  readonly header: CsvRecord['fields']
  readonly faults: readonly TextFault[]
} {
  // One more than the limit.
  const [header, ...records] = recordsIn(text, separatorOf(text)).take(limits.rows + 2)
  if (header === undefined) return { rows: [], columns: [], header: [], faults: [emptyFault(true)] }
  if (header.fields.length > limits.variables) {
    const problem = `The table has more than ${limits.variables} columns`
    const fault = textFault('rows-limit', { problem }, [header.start, header.start + 1])
    return { rows: [], columns: [], header: [], faults: [fault] }
  }
  const columns = header.fields.map((field) => field.text)
  const names = columns.map((name) => (isVariableName(name) ? name : undefined))
  const faults = [...headerFaults(header)]
  const rows = records.slice(0, limits.rows).map(({ start, end, fields }, i) => {
    const cells = fields.flatMap((field, column): [string, CsvField][] => {
      const name = names[column]
      return name === undefined ? [] : [[name, field]]
    })
    const values = cells
      .filter(([, field]) => field.text !== '')
      .map(([name, field]): [string, string] => [name, field.text])
    const blanks = cells.filter(([, field]) => field.text === '')
    return { number: i + 1, start, end, values: new Map(values), blanks }
  })
  for (const record of records) {
    faults.push(...record.faults)
    const [fields, wanted] = [record.fields.length, columns.length]
    if (record.faults.length === 0 && fields !== wanted)
      faults.push(textFault('csv-fields', { fields, columns: wanted }, [record.start, record.end]))
  }
  const tooMany = records[limits.rows]
  if (tooMany) faults.push(tooManyRows([tooMany.start, tooMany.end]))
  if (records.length === 0) faults.push(emptyFault(false))
  const known = names.filter((name) => name !== undefined)
  return { rows, columns: known, header: header.fields, faults }
}

/** The separator: a comma, unless the header has only semicolons (spreadsheets in some countries) or tabs. */
function separatorOf(text: string): string {
  for (const { fields } of recordsIn(text, ',')) {
    const [only, second] = fields
    if (second) return ','
    return [';', '\t'].find((sign) => only?.text.includes(sign)) ?? ','
  }
  return ','
}

/** The values of the column that identifies each row from run to run, by row number, and the rows without a value of their own. */
export function keysOfRows({ rows }: Rows, column: string) {
  const keys = new Map(
    rows.map(({ number, values }) => [number, textOfValue(values.get(column) ?? '').trim()]),
  )
  const firsts = new Map<string | undefined, Row>()
  const findings = rows.flatMap((row) => {
    const key = keys.get(row.number)
    const first = firsts.get(key)
    if (!first) firsts.set(key, row)
    if (key && !first) return []
    const fault = textFault('row-key', { column, key, first: first?.line }, [0, 0])
    return placedAt(fault, row.blanks?.get(column) ?? row.range)
  })
  return { keys, findings }
}

/** That a spec has no row of a key, in a sentence. */
export const noRow = (spec: string, row: string, keys: readonly string[]): string =>
  keys.length === 0
    ? `${spec} has no table: leave --row out.`
    : `${spec} has no row ${row}. It has ${keys.slice(0, 10).join(', ')}${keys.length > 10 ? ` and ${keys.length - 10} more` : ''}.`

function headerFaults({ fields, faults }: CsvRecord): readonly TextFault[] {
  const firsts = new Map<string, number>()
  const found = fields.flatMap(({ text: name, start, end }, i) => {
    const first = firsts.get(name)
    if (first !== undefined) return [textFault('csv-header', { name, first }, [start, end])]
    firsts.set(name, i + 1)
    const meant = isVariableName(name.trim()) && name.trim()
    return name === meant ? [] : [textFault('variable-name', { name, meant }, [start, end])]
  })
  return [...faults, ...found]
}

const emptyFault = (isEmpty: boolean): TextFault => textFault('rows-shape', { is: 'table', isEmpty }, [0, 0])

/** Reads a list of objects with names and values, in YAML or JSON. */
export function readList(bytes: Uint8Array): Rows {
  const file = readYaml(bytes)
  const { lines, broken, fault } = file
  const [document, second] = file.documents
  const faults = [...(fault ? [fault] : []), ...file.documents.flatMap((one) => one.faults)]
  const read =
    fault === undefined && (document?.isWhole ?? true)
      ? rowsOfList(document, file)
      : { rows: [], columns: [], faults: [] }
  // The shape of unreadable lines means nothing.
  const own = broken.length > 0 ? read.faults.filter(({ code }) => code !== 'rows-shape') : read.faults
  const extra = second ? [shapeFault(second.root, 'a second document', lines)] : []
  return {
    rows: read.rows,
    columns: read.columns,
    isTable: false,
    findings: [...broken, ...[...faults, ...own, ...extra].map((found) => placed(found, lines))],
  }
}

function rowsOfList(
  document: YamlDocument | undefined,
  { lines }: YamlFile,
): Pick<Rows, 'rows' | 'columns'> & { readonly faults: readonly TextFault[] } {
  const root = document?.root ?? null
  if (document === undefined || root === null || !isSeq(root) || root.items.length === 0) {
    return { rows: [], columns: [], faults: [shapeFault(root, rootText(root), lines)] }
  }
  const rows: Row[] = []
  const faults: TextFault[] = []
  const { reading } = document
  // The library types members as unknown; a parsed list holds nodes or null.
  const items = root.items as readonly (Node | null)[]
  for (const [i, node] of items.entries()) {
    if (i === limits.rows) {
      faults.push(tooManyRows(node ? spanOf(node) : [0, 0]))
      break
    }
    const target = targetOf(node, reading)
    const declared = declaredIn(target, [i], reading, lines)
    faults.push(...declared.faults)
    if (target === null || !isMap(target)) {
      if (declared.faults.length === 0) faults.push(shapeFault(node ?? root, 'nothing', lines))
      continue
    }
    const [start] = spanOf(node ?? root)
    rows.push({
      number: i + 1,
      line: lines.rangeOf(start, start).line,
      values: withValue(declared.values),
      range: lines.rangeOf(...lines.firstLineOf(...spanOf(node ?? root))),
      names: new Map(
        Array.from(reading.entries.get(target) ?? [], ([name, { key }]) => [
          name,
          lines.rangeOf(...spanOf(key)),
        ]),
      ),
    })
  }
  return { rows, columns: [...new Set(rows.flatMap(({ values }) => Array.from(values.keys())))], faults }
}

function rootText(root: Node | null): string {
  if (root === null) return 'nothing'
  if (isSeq(root)) return 'a list without a row'
  return isMap(root) ? 'an object' : 'a single value'
}

const tooManyRows = ([start, end]: readonly [number, number]): TextFault =>
  textFault('rows-limit', { problem: `The file has more than ${limits.rows} rows` }, [
    start,
    Math.min(end, start + 1),
  ])

function shapeFault(node: Node | null, is: string, lines: Lines): TextFault {
  const span = node === null ? ([0, 0] as const) : spanOf(node)
  return textFault('rows-shape', { is }, node && isCollection(node) ? lines.firstLineOf(...span) : span)
}

type CsvRecord = {
  readonly start: number
  readonly end: number
  readonly fields: readonly CsvField[]
  readonly faults: readonly TextFault[]
}

/** A field without its quotes. */
type CsvField = { readonly text: string; readonly start: number; readonly end: number }

type ReadField = CsvField & { readonly fault?: TextFault }

/** The records of a CSV text (RFC 4180) with a separator of one character. Empty lines are skipped. */
function* recordsIn(text: string, separator: string): Generator<CsvRecord> {
  let at = 0
  while (at < text.length) {
    const start = at
    const [fields, faults]: [CsvField[], TextFault[]] = [[], []]
    for (;;) {
      const { fault, ...field } = fieldAt(text, at, separator)
      fields.push(field)
      if (fault) faults.push(fault)
      at = field.end
      if (text.charAt(at) !== separator) break
      at++
    }
    const end = at
    if (text.charAt(at) === '\r') at++
    if (text.charAt(at) === '\n') at++
    if (end > start) yield { start, end, fields, faults }
  }
}

function fieldAt(text: string, start: number, separator: string): ReadField {
  if (text.charAt(start) === '"') return quotedAt(text, start, separator)
  const end = endOfField(text, start, separator)
  const field = { text: text.slice(start, end), start, end }
  const quote = field.text.indexOf('"')
  return quote === -1 ? field : { ...field, fault: quoteFault('inside', start + quote) }
}

function quotedAt(text: string, start: number, separator: string): ReadField {
  let close = text.indexOf('"', start + 1)
  // Two quotes stand for one.
  while (close !== -1 && text.charAt(close + 1) === '"') close = text.indexOf('"', close + 2)
  if (close === -1) return { text: '', start, end: text.length, fault: quoteFault('open', start) }
  const end = endOfField(text, close + 1, separator)
  const field = { text: text.slice(start + 1, close).replaceAll('""', '"'), start, end }
  return end === close + 1 ? field : { ...field, fault: quoteFault('behind', close + 1) }
}

function endOfField(text: string, start: number, separator: string): number {
  let end = start
  while (end < text.length && !isEnd(text.charAt(end), separator)) end++
  return end
}

const isEnd = (sign: string, separator: string): boolean =>
  sign === separator || sign === '\n' || sign === '\r'

const quoteFault = (kind: 'open' | 'behind' | 'inside', at: number): TextFault =>
  textFault('csv-quote', { kind }, [at, at + 1])
