import type { Format } from './format.ts'
import { writeLines } from './json-lines.ts'

/** JSON: the body of the service with its schema's version, a record a line, so that it can be read back. */
export const json: Format = {
  endings: ['.json'],
  write: async (batches, out) => {
    await out(encoder.encode('{"schema_version":1,"data":[\n'))
    const summary = await writeLines(batches, out, { between: ',\n' })
    await out(encoder.encode(']}\n'))
    return summary
  },
}

const encoder = new TextEncoder()
