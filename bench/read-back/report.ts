import type { LayoutRead } from './read-layout.ts'
import type { World } from './worlds.ts'

/** What the page says before its table. */
export const openingOf = ({
  odd,
  bytes,
}: {
  readonly odd: string
  readonly bytes: string
}): string => `# What other programs read in exports
Generated responses are exported in every layout and format. Other programs read the files, and every cell is compared with
the source. The last column counts the differences.

| column | meaning |
|---|---|
| tables, rows, cells | what was compared |
| refused | replies nested too deeply to export (expected to fail) |
| guarded | texts that a spreadsheet would run, so a \`'\` stands before them |
| dropped | texts from which LibreOffice removed control characters or tabs |
| different | cells that differ from the source |

Numbers are compared by value, to the last digit; in XLSX also by the decimals shown. Texts are compared character by
character. In XLSX, Parquet and SQLite, values must have the type of their column, also numbers, days and yes or no that were
answered as texts. Names of columns are compared as well; SQLite has its names for SQL, which the codebook must map back.
Half of the random replies are exported with \`--keep-duplicates\`; of the others, each response is expected once.

\`npm run bench:read-back -- --odd ${odd} --bytes ${bytes} --peers <folder> --write\` writes this page.
`

/** The head of the table. */
export const headOf: readonly string[] = [
  '| layout | format | read by | tables | refused | rows | cells | guarded | dropped | different |',
  '| --- | --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |',
]

/** A line of the table. */
export function lineOf({ layout, format, reader, missing, counts, refused }: LayoutRead): string {
  const what = `| ${layout} | ${format} | ${reader}`
  if (missing !== undefined) return `${what}: skipped, ${missing} | | | | | | | |`
  const { tables, rows, cells, guarded, untellable, differences } = counts
  const figures = [tables, refused, rows, cells, guarded, untellable, differences.length]
  return `${what} | ${figures.map((count) => count.toLocaleString('en')).join(' | ')} |`
}

/** What stands below the table: sums, and the first differences of each line. */
export function sumUp(results: readonly LayoutRead[], worlds: readonly World[]): readonly string[] {
  const cells = results.reduce((sum, { counts }) => sum + counts.cells, 0)
  const different = results.reduce((sum, { counts }) => sum + counts.differences.length, 0)
  const leftOut = new Map(results.map(({ layout, unnamed }) => [layout, unnamed]))
  const sentences = [
    `${worlds.length} replies, ${cells.toLocaleString('en')} cells compared, ${different.toLocaleString('en')} different.`,
    ...[...leftOut].flatMap(([layout, count]) =>
      count > 0 ? [`Left out of ${layout}, as two columns want one name: ${count} replies.`] : [],
    ),
  ]
  const notes = results.flatMap(({ layout, format, reader, counts }) =>
    // Files are named without the folder of this run.
    counts.differences
      .slice(0, 10)
      .map((one) => `${layout}, ${format}, ${reader}: ${one.replace(/^\S*\//, '')}`),
  )
  return ['', sentences.join(' '), ...(notes.length > 0 ? ['', ...notes] : [])]
}
