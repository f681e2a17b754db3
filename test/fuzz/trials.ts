import { tryAnyOrder } from './any-order.ts'
import { tryChoice } from './choice.ts'
import { tryCsv } from './csv.ts'
import { tryDirect } from './direct.ts'
import * as engine from './engine.ts'
import { tryLines } from './lines.ts'
import { tryRows } from './rows.ts'
import type { Trial } from './trial.ts'

/** All trials by their names. */
export const trials: Readonly<Record<string, Trial>> = {
  rows: tryRows,
  'any-order': tryAnyOrder,
  choice: tryChoice,
  'engine-rows': engine.tryRows,
  'engine-choice': engine.tryChoice,
  'engine-lines': engine.tryLines,
  'engine-csv': engine.tryCsv,
  lines: tryLines,
  csv: tryCsv,
  direct: tryDirect,
}
