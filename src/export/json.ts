import type { RecordFormat } from './format.ts'

/** JSON: the body of the service with its schema's version, a record a line, so that it can be read back. */
export const json: RecordFormat = {
  kind: 'records',
  write: async (writeLines, out, members) => {
    const before = JSON.stringify({ schema_version: 1, ...members }).slice(0, -1)
    await out(encoder.encode(`${before},"data":[\n`))
    const rows = await writeLines(',\n')
    await out(encoder.encode(']}\n'))
    return rows
  },
}

const encoder = new TextEncoder()

/** NDJSON: one unchanged record on each line. */
export const ndjson: RecordFormat = {
  kind: 'records',
  write: (writeLines) => writeLines('\n'),
}
