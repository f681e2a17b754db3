import { writeDelimited } from './delimited.ts'
import type { Format } from './format.ts'

/** CSV with tabs: what holds a tab, a quote or a line end stands in quotes. */
export const tsv: Format = {
  endings: ['.tsv', '.tab'],
  write: (batches, out, options) => writeDelimited(batches, out, { delimiter: '\t', ...options }),
}
