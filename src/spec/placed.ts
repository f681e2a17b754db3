import type { Finding } from '../form/finding.ts'
import type { Path } from '../form/path.ts'

/** A stretch of the source. Lines and columns from 1, columns in UTF-16 code units; the end is exclusive. */
export type Range = {
  readonly line: number
  readonly column: number
  readonly endLine: number
  readonly endColumn: number
}

/** A finding at its place in the author's text. */
export type PlacedFinding = Finding &
  Range & {
    /** What its fix changes in the text; there just where the fix is. */
    readonly edits?: readonly Edit[]
  }

/** A change of a text: what stands from `start` to `end` (UTF-16 offsets) is replaced. */
export type Edit = { readonly start: number; readonly end: number; readonly text: string }

/** One form of a spec file. */
export type SpecForm = {
  /** The plain value of the document with its variables filled in, whatever its shape; a valid `Form` when no finding is an error. */
  readonly value: unknown
  /** Where a path of the form stands; a path that leads nowhere gives its nearest ancestor that does. */
  readonly place: (path: Path, at: 'key' | 'value') => Range
}

/** A spec file, read: its forms (one a document) and everything wrong with it, in the file's order. */
export type Spec = {
  readonly forms: readonly SpecForm[]
  readonly findings: readonly PlacedFinding[]
  /** The names of variables that the forms use or declare. */
  readonly variables: ReadonlySet<string>
}
