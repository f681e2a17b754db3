import { controlFault, decodeUtf8 } from '../../spec/decode.ts'
import { limits } from '../../spec/limits.ts'
import { linesOf } from '../../spec/lines.ts'
import { placed } from '../../spec/open-document.ts'
import { tooManyRows } from '../../spec/read-rows.ts'
import type { Row, RowsFile } from '../../spec/rows.ts'
import { textFault, type TextFault } from '../../spec/text-fault.ts'
import { isVariableName } from '../../spec/variables.ts'
import { recordsIn, type CsvRecord } from './csv-records.ts'

/** Reads a table as RFC 4180 has it: a header, then a row a record. Semicolons or tabs may stand for the commas. */
export function readCsv(bytes: Uint8Array): RowsFile {
  const { text, fault = nulFault(text) } = decodeUtf8(bytes)
  const read = fault ? { rows: [], columns: [], header: [], faults: [fault] } : rowsOf(text)
  const lines = linesOf(text)
  const names = new Map(read.header.map((field) => [field.text, lines.rangeOf(field.start, field.end)]))
  return {
    rows: read.rows.map(({ start, end, ...row }) => ({
      ...row,
      line: lines.rangeOf(start, start).line,
      range: lines.rangeOf(...lines.firstLineOf(start, end)),
      names,
    })),
    columns: read.columns,
    isTable: true,
    findings: read.faults.map((found) => placed(found, lines)),
  }
}

// Other control characters are kept as they are; this one comes from files that are no text.
function nulFault(text: string): TextFault | undefined {
  const at = text.indexOf('\0')
  return at === -1 ? undefined : controlFault(text, at)
}

type Read = {
  readonly rows: readonly (Pick<Row, 'number' | 'values'> & Pick<CsvRecord, 'start' | 'end'>)[]
  readonly columns: readonly string[]
  readonly header: CsvRecord['fields']
  readonly faults: readonly TextFault[]
}

function rowsOf(text: string): Read {
  const [header, ...records] = takeRecords(text, separatorOf(text))
  if (header === undefined) return { rows: [], columns: [], header: [], faults: [emptyFault(true)] }
  if (header.fields.length > limits.variables)
    return { rows: [], columns: [], header: [], faults: [tooManyColumns(header)] }
  const columns = header.fields.map((field) => field.text)
  const names = columns.map((name) => (isVariableName(name) ? name : undefined))
  const faults = [...headerFaults(header)]
  const rows = records.slice(0, limits.rows).map(({ start, end, fields }, i) => {
    const values = fields.flatMap(({ text: value }, column): [string, string][] => {
      const name = names[column]
      return name === undefined ? [] : [[name, value]]
    })
    return { number: i + 1, start, end, values: new Map(values) }
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

function tooManyColumns({ start }: CsvRecord): TextFault {
  const problem = `The table has more than ${limits.variables} columns`
  return textFault('rows-limit', { problem }, [start, start + 1])
}

/** The records up to one more than are taken, or up to where a quote that is not closed takes all the rest. */
function takeRecords(text: string, separator: string): readonly CsvRecord[] {
  const records: CsvRecord[] = []
  for (const record of recordsIn(text, separator)) {
    records.push(record)
    if (records.length > limits.rows + 1) break
  }
  return records
}

/** A comma, or what stands in its place where the header has none: spreadsheets write semicolons in some countries. */
function separatorOf(text: string): string {
  for (const { fields } of recordsIn(text, ',')) {
    const [only, second] = fields
    if (second) return ','
    return [';', '\t'].find((sign) => only?.text.includes(sign)) ?? ','
  }
  return ','
}

function headerFaults({ fields, faults }: CsvRecord): readonly TextFault[] {
  const firsts = new Map<string, number>()
  const found = fields.flatMap(({ text: name, start, end }, i) => {
    const first = firsts.get(name)
    if (first !== undefined) return [textFault('csv-header', { name, first }, [start, end])]
    firsts.set(name, i + 1)
    return isVariableName(name) ? [] : [textFault('variable-name', { name }, [start, end])]
  })
  return [...faults, ...found]
}

const emptyFault = (isEmpty: boolean): TextFault => textFault('rows-shape', { is: 'table', isEmpty }, [0, 0])
