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
Counted by \`npm run bench:read-back -- --odd ${odd} --bytes ${bytes} --peers <folder> --write\`, which writes this page: replies
that are generated (\`bench/saved-reply.ts\`, \`test/support/reply-worlds.ts\`) are exported, read by other programs, and every
cell is compared with the source, which a walk of its own reads (\`bench/read-back/\`): numbers of typed cells by their value, to the
last digit, in XLSX also by the decimals that their cells show; all others sign by sign; whole numbers of 64 bits
have to be integers in Parquet and SQLite where their column has nothing else. Guarded: texts that a spreadsheet would run,
with the \`'\` before them that can be taken off. Dropped: texts of which LibreOffice drops something that is in the file,
as Python reads it: control characters, and tabs in texts of several lines; in names of columns, too, so that
LibreOffice's columns are taken by their places. Refused: replies nested deeper than is read, where the failure has to
name the very byte, and no file may be left. Names of columns are compared as they are, but for SQLite, in which no name
holds U+0000: it has U+FFFD there.
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
    counts.differences.slice(0, 10).map((one) => `${layout}, ${format}, ${reader}: ${one}`),
  )
  return ['', sentences.join(' '), ...(notes.length > 0 ? ['', ...notes] : [])]
}
