import { mostOfACode } from '../form/finding.ts'

/** What one spec file may hold at most; a form needs a fraction of it, and a hostile file is answered quickly. */
export const limits = {
  /** Bytes: 1 MiB, as the body of generate. */
  bytes: 1024 * 1024,
  /** Levels of nesting; a form has eight. */
  depth: 64,
  anchors: 200,
  forms: 200,
  /** In one place: under `vars`, in a file of variables, in a row. */
  variables: 1000,
  directives: 200,
  /** Rows of a file that each fill in a form. */
  rows: 1000,
  /** What the forms of all rows weigh together, about as bytes of JSON. */
  rowsWeight: 16 * 1024 * 1024,
  /** Keys, values, signs and lines: a file of commas alone costs 870 MB and 2 s without this. */
  pieces: 200_000,
  /** Of a file; what is further on is not told. */
  findings: mostOfACode,
  /** Of the forms of all rows. */
  rowsFindings: 20_000,
  /** What the aliases of a form add to it, and what it becomes with its variables, about as bytes of JSON. */
  weight: 4 * 1024 * 1024,
} as const
