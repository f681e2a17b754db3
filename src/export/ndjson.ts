import type { RecordFormat } from './format.ts'

/** NDJSON: a record a line, as it came. */
export const ndjson: RecordFormat = {
  kind: 'records',
  write: (writeLines) => writeLines('\n'),
}
