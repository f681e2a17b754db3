import type { PlacedFinding } from '../../spec/placed.ts'
import type { Paint } from '../terminal/terminal.ts'

/** One file and everything wrong with it. */
export type FileReport = {
  readonly file: string
  /** What the file says, for the frames; bytes that are no text are replaced. */
  readonly text: string
  readonly findings: readonly PlacedFinding[]
}

/** How a report looks where it is shown. */
export type Look = {
  readonly paint: Paint
  /** Text from outside, with everything invisible made visible. */
  readonly plain: (text: string) => string
  /** Columns of the terminal; undefined in a pipe, where nothing is wrapped. */
  readonly columns: number | undefined
}

/** Findings as text for a reader: a person, or a program. */
export type Reporter = (reports: readonly FileReport[], look: Look) => string
