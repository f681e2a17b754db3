/** Marks text with a style; the writer turns marks into escape sequences, or removes them. */
export type Paint = {
  readonly bold: (text: string) => string
  readonly dim: (text: string) => string
  readonly red: (text: string) => string
  readonly yellow: (text: string) => string
  readonly green: (text: string) => string
  readonly cyan: (text: string) => string
}

const same = (text: string): string => text

/** Without colours. */
export const noPaint: Paint = { bold: same, dim: same, red: same, yellow: same, green: same, cyan: same }

/**
 * A column of a table: its name, `{ text: name }` if its cells may be wrapped, or `{ below: name }` if they may go on lines
 * below their rows where not all columns fit. Ids, URLs and paths have to stay whole.
 */
export type Column = string | { readonly text: string } | { readonly below: string }

export function nameOf(column: Column): string {
  if (typeof column === 'string') return column
  return 'text' in column ? column.text : column.below
}

/** The only writer to stdout and stderr. */
export type Terminal = {
  /** Writes a line to stderr, but not under --quiet. All control characters but line breaks and `err` colours are made visible. */
  readonly info: (line: string) => Promise<void>
  /** The same even under --quiet: for warnings and failures. */
  readonly warn: (line: string) => Promise<void>
  /** Writes a line with a new key unmasked; all other lines show only the end of a key. */
  readonly writeUnmasked: (line: string) => Promise<void>
  /** Masks keys in a text, for settings on stdout. */
  readonly masked: (text: string) => string
  /**
   * Overwrites the progress line on stderr; an empty text clears it. Undefined where that is impossible: without a terminal,
   * in CI, under --quiet.
   */
  readonly rewrite: ((line: string) => void) | undefined
  /** Writes data to stdout unchanged; on a terminal control characters but line breaks and `out` colours are made visible. */
  readonly print: (text: string) => Promise<void>
  readonly printJson: (value: unknown) => Promise<void>
  readonly printYaml: (value: unknown) => Promise<void>
  /** Writes rows to stdout: framed on a terminal and under -o table, or as blocks where the columns do not fit; else tab-separated. Makes cells plain. */
  readonly table: (columns: readonly Column[], rows: Iterable<readonly string[]>) => Promise<void>
  /** Masks this API key in all later output. */
  readonly hide: (secret: string) => void
  /** Text from outside, with every control, bidi and escape character made visible. */
  readonly plain: (text: string) => string
  readonly out: Paint
  readonly err: Paint
  /** Turns marks of `err` into colours, for the stream of the prompts, which this writer does not write to. */
  readonly colored: (text: string) => string
}

export type ColorChoice = 'auto' | 'always' | 'never'

export type TerminalOptions = {
  readonly color: ColorChoice
  readonly isQuiet: boolean
  /** Tables were asked for by name, so they are framed in a pipe, too. */
  readonly isTable?: boolean
}
