import { tryAnyOrder } from './any-order.ts'
import { tryChoice } from './choice.ts'
import { tryChosen } from './chosen.ts'
import { tryCsv } from './csv.ts'
import { tryDirect } from './direct.ts'
import { tryLeaps } from './leaps.ts'
import { tryLineLeaps } from './line-leaps.ts'
import { tryLines } from './lines.ts'
import { tryOptions } from './options.ts'
import { tryRows } from './rows.ts'
import { tryStreams } from './streams.ts'
import { trySpooledLeaps } from './spooled-leaps.ts'
import type { Trial } from './trial.ts'

/** All trials by their names. */
export const trials: Readonly<Record<string, Trial>> = {
  rows: tryRows,
  'any-order': tryAnyOrder,
  choice: tryChoice,
  chosen: tryChosen,
  lines: tryLines,
  options: tryOptions,
  csv: tryCsv,
  direct: tryDirect,
  leaps: tryLeaps,
  streams: tryStreams,
  'line-leaps': tryLineLeaps,
  'spooled-leaps': trySpooledLeaps,
}
