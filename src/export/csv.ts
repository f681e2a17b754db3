import { writeDelimited } from './delimited.ts'
import type { Format } from './format.ts'

/** CSV: commas unless told otherwise. */
export const csv: Format = {
  endings: ['.csv'],
  write: (batches, out, options) => writeDelimited(batches, out, { delimiter: ',', ...options }),
}
