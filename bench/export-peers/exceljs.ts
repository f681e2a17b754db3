/** A CSV as XLSX by exceljs, row by row: node exceljs.ts home table.csv out.xlsx */
import { createReadStream } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

type Row = { commit: () => void }
type Sheet = { addRow: (cells: readonly unknown[]) => Row; commit: () => void }
type Writer = { addWorksheet: (name: string) => Sheet; commit: () => Promise<void> }
type Module = {
  stream: { xlsx: { WorkbookWriter: new (options: Readonly<Record<string, unknown>>) => Writer } }
}

const [, , home = '', table = '', filename = ''] = process.argv
// The package is no dependency of the project, so that there are no types of it.
const { stream }: Module = createRequire(join(home, 'package.json'))('exceljs')
const workbook = new stream.xlsx.WorkbookWriter({ filename })
let sheet = workbook.addWorksheet('responses')
let rows = 0
let rest = ''
for await (const chunk of createReadStream(table, { encoding: 'utf8', highWaterMark: 2 ** 20 })) {
  rest += chunk
  let start = 0
  for (let end = endOfRow(rest, 0); end !== -1; end = endOfRow(rest, start)) {
    if (rows > 0 && rows % 1_048_576 === 0) {
      sheet.commit()
      sheet = workbook.addWorksheet(`responses ${rows / 1_048_576 + 1}`)
    }
    sheet.addRow(cellsOf(rest.slice(start, end)).map(valueOf)).commit()
    rows++
    start = end + 1
  }
  rest = rest.slice(start)
}
sheet.commit()
await workbook.commit()

/** Where the row that begins there ends: at a line feed outside of quotes; -1 where it goes on. */
function endOfRow(text: string, start: number): number {
  let end = text.indexOf('\n', start)
  let quote = text.indexOf('"', start)
  while (quote !== -1 && quote < end) {
    const close = text.indexOf('"', quote + 1)
    if (close === -1) return -1
    if (close > end) end = text.indexOf('\n', close)
    quote = text.indexOf('"', close + 1)
  }
  return end
}

function cellsOf(line: string): readonly string[] {
  if (!line.includes('"')) return line.split(',')
  return [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
    ([, inside, plain]) => inside?.replaceAll('""', '"') ?? plain ?? '',
  )
}

function valueOf(text: string): unknown {
  if (text === '') return null
  if (/^-?\d{1,15}$/.test(text)) return Number(text)
  if (text === 'true' || text === 'false') return text === 'true'
  return /^\d{4}-\d\d-\d\dT[\d:.]{12}Z$/.test(text) ? new Date(text) : text
}
