import { parseCsv } from '../../test/support/csv.ts'

/** How a table of another program differs from ours, in whatever order its rows and columns are; undefined if it doesn't. */
export function differenceOf(ours: string, theirs: string): string | undefined {
  const [own, other] = [rowsOf(ours), rowsOf(theirs)]
  if (own.size !== other.size) return `${other.size} rows and not ${own.size}`
  for (const [id, row] of own) {
    const cells = other.get(id)
    if (cells?.size !== row.size) return `${cells?.size ?? 'no'} columns and not ${row.size}`
    for (const [column, cell] of row)
      if (cells.get(column) !== cell) return `another ${column} in ${id}: ${cells.get(column) ?? 'none'}`
  }
  return undefined
}

/** Rows by the id of their response, and in them cells by the name of their column. */
function rowsOf(text: string): ReadonlyMap<string, ReadonlyMap<string, string>> {
  const [header = [], ...rows] = parseCsv(text)
  // Ours names the column of what was answered by the question alone.
  const names = header.map((name) => name.replace(/\.(value|selected|choices|files)$/, ''))
  const id = names.indexOf('id')
  return new Map(rows.map((row) => [row[id] ?? '', new Map(names.map((name, i) => [name, row[i] ?? '']))]))
}
