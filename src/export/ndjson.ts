import type { RecordFormat } from './format.ts'
import { writeLines } from './json-lines.ts'

/** NDJSON: a record a line, as it came. */
export const ndjson: RecordFormat = {
  kind: 'records',
  write: (records, into) => writeLines(records, { ...into, between: '\n' }),
}
