import { maxPerCode } from '../form/finding.ts'

/** The limits of a spec file. A form needs a fraction of them; a hostile file is refused quickly. */
export const limits = {
  /** 1 MiB, as the body of generate. */
  bytes: 1024 * 1024,
  /** Levels of nesting; a form has eight. */
  depth: 64,
  anchors: 200,
  forms: 200,
  /** In one `vars`, one file of variables or one row. */
  variables: 1000,
  directives: 200,
  /** Rows that each fill in a form. */
  rows: 1000,
  /** The size of the forms of all rows, as bytes of JSON. */
  rowsWeight: 16 * 1024 * 1024,
  /** Keys, values, punctuation and lines: without this limit a file of commas alone costs 870 MB and 2 s. */
  pieces: 200_000,
  /** Findings of one file that are shown. */
  findings: maxPerCode,
  /** Findings of the forms of all rows. */
  rowsFindings: 20_000,
  /** The size that aliases add to a form, and the size of a form with its variables, as bytes of JSON. */
  weight: 4 * 1024 * 1024,
} as const
