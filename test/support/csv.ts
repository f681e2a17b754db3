/** Reads delimited text strictly as RFC 4180 (line ends LF), written apart from the writer; every fault is thrown. */
export function parseCsv(text: string, delimiter = ','): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let at = 0
  while (at < text.length) {
    let cell = ''
    if (text[at] === '"') {
      at++
      for (;;) {
        if (at >= text.length) throw new Error('a quoted cell does not end')
        if (text[at] !== '"') cell += text[at++]
        else if (text[at + 1] === '"') {
          cell += '"'
          at += 2
        } else break
      }
      at++
    } else
      while (at < text.length && text[at] !== delimiter && text[at] !== '\n') {
        if (text[at] === '"' || text[at] === '\r')
          throw new Error(`a bare ${JSON.stringify(text[at])} at ${at}`)
        cell += text[at++]
      }
    row.push(cell)
    if (text[at] === '\n') {
      rows.push(row)
      row = []
    } else if (text[at] !== delimiter) throw new Error(`neither a delimiter nor a line end at ${at}`)
    else if (text[at + 1] === undefined) throw new Error('the last line has no end')
    at++
  }
  if (row.length > 0) throw new Error('the last line has no end')
  return rows
}

/** The texts of a list in one cell: `; ` between them, and some in quotes, which are doubled in them. */
export const splitList = (cell: string): string[] =>
  Array.from(
    `; ${cell}`.matchAll(/; (?:"((?:[^"]|"")*)"|([^;]*))/gy),
    ([, quoted, plain = '']) => quoted?.replaceAll('""', '"') ?? plain,
  )
