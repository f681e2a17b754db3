import { tryChoice, tryCsv, tryLines, tryRows } from './engine.ts'
import type { Trial } from './trial.ts'

/** All trials by their names. */
export const trials: Readonly<Record<string, Trial>> = {
  rows: tryRows,
  choice: tryChoice,
  lines: tryLines,
  csv: tryCsv,
}
