import { kinds, type Table } from '../table.ts'

/** What the cells of a column are, counted as they are written. */
export type Tally = {
  /** Cells with something in them. */
  answered: number
  /** Cells with a 1; of columns of options, all others that are answered have a 0. */
  ones: number
}

const one = 0x31

/** Counts the rows of a table and what stands in its columns. */
export async function tallyOf({ columns, rows: batches }: Table): Promise<{
  readonly rows: number
  readonly tallies: readonly Tally[]
}> {
  const tallies = columns.map((): Tally => ({ answered: 0, ones: 0 }))
  let rows = 0
  for await (const { rows: more, kinds: ofKinds, starts, ends, bytes } of batches()) {
    rows += more
    let i = 0
    for (let row = 0; row < more; row++)
      for (const tally of tallies) {
        const [kind = kinds.none, start = 0, end = 0] = [ofKinds[i], starts[i], ends[i]]
        i++
        if (kind === kinds.none || start === end) continue
        tally.answered++
        if (end - start === 1 && bytes[start] === one) tally.ones++
      }
  }
  return { rows, tallies }
}
