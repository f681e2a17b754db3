import type { RecordFormat } from './format.ts'
import { writeLines } from './json-lines.ts'

/** JSON: the body of the service with its schema's version, a record a line, so that it can be read back. */
export const json: RecordFormat = {
  kind: 'records',
  write: async (records, into, members) => {
    const { out } = into
    const before = JSON.stringify({ schema_version: 1, ...members }).slice(0, -1)
    await out(encoder.encode(`${before},"data":[\n`))
    const rows = await writeLines(records, { ...into, between: ',\n' })
    await out(encoder.encode(']}\n'))
    return rows
  },
}

const encoder = new TextEncoder()
