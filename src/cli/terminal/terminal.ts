/** Words for colours; the writer turns their marks into escape sequences, or into nothing. */
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

/** The one writer to the person and to the pipe. */
export type Terminal = {
  /** A line for the person, on stderr; silent under --quiet. Anything but line breaks and `err` colours is made visible. */
  readonly say: (line: string) => Promise<void>
  /** A line that is said even under --quiet: a warning about the data, a failure. */
  readonly warn: (line: string) => Promise<void>
  /** A line with a key that was just made, to be shown once; in all others no more is left of a key than its end. */
  readonly sayNewKey: (line: string) => Promise<void>
  /** A text without keys, for what is shown of settings on stdout. */
  readonly masked: (text: string) => string
  /**
   * Writes the last line of stderr anew until another line is said, an empty one takes it away; undefined where it
   * cannot: no terminal, a log of CI, --quiet.
   */
  readonly rewrite: ((line: string) => void) | undefined
  /** Data, on stdout, as it is; on a terminal with all but line breaks and `out` colours made visible. */
  readonly print: (text: string) => Promise<void>
  readonly printJson: (value: unknown) => Promise<void>
  readonly printYaml: (value: unknown) => Promise<void>
  /** Rows on stdout: framed on a terminal, tab-separated with full values in a pipe; cells are made plain here. */
  readonly table: (head: readonly string[], rows: readonly (readonly string[])[]) => Promise<void>
  /** Never says this text again, whoever repeats it: an API key. Data on stdout stays as it is. */
  readonly hide: (secret: string) => void
  /** Text from outside, with every control, bidi and escape character made visible. */
  readonly plain: (text: string) => string
  readonly out: Paint
  readonly err: Paint
  /** What `err` painted, for a stream that this writer does not write to: that of the prompts. */
  readonly colored: (text: string) => string
}

export type ColorChoice = 'auto' | 'always' | 'never'

export type TerminalOptions = { readonly color: ColorChoice; readonly isQuiet: boolean }
