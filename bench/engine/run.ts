/** One run of the engine over a saved reply: `rows` (nothing is written), `spool`, `spooled-csv`, `csv`, `ndjson`. */
import { open } from 'node:fs/promises'
import { makeSpool } from '../../src/cli/responses/spool.ts'
import { openScratch } from '../../src/cli/host/node-scratch.ts'
import { readAhead } from '../../src/cli/host/read-ahead.ts'
import { writeRaw } from '../../src/engine/lines.ts'
import { collectRaw } from '../../src/engine/rows.ts'
import { writeCsv, writeSparseRows } from '../../src/engine/csv.ts'
import { delimitedHeader } from '../../src/export/delimited.ts'
import type { Sink, Spool } from '../../src/export/format.ts'
import { wideTable } from '../../src/export/wide.ts'
import { readRecords } from '../../src/record/record-stream.ts'

const [what = '', reply = '', out = ''] = process.argv.slice(2)
const begun = performance.now()
const file = readAhead(await open(reply))
const nowhere: Spool = { append: async () => undefined, async *blocks() {} }
// What it needs of a host.
const files = { scratch: () => openScratch(() => undefined) } as unknown as Parameters<typeof makeSpool>[0]
const spool = what === 'rows' ? nowhere : makeSpool(files)
const sinkOf = async (path: string): Promise<{ sink: Sink; close: () => Promise<void> }> => {
  const handle = await open(path, 'w')
  return {
    sink: async (bytes) => {
      for (let done = 0; done < bytes.length;) done += (await handle.write(bytes, done)).bytesWritten
    },
    close: () => handle.close(),
  }
}
const style = { delimiter: ',', bom: false, formulas: 'guard', lineEnd: '\n' } as const
const { raw } = readRecords(file, '')
if (!raw) throw new Error('no bytes')
const tell = (counts: object): void =>
  console.error(JSON.stringify(counts), 'read', (performance.now() - begun).toFixed(0))
if (what === 'ndjson') {
  const { sink, close } = await sinkOf(out)
  tell((await writeRaw(raw, { out: sink, between: '\n' })).counts)
  await close()
} else if (what === 'csv') {
  const { sink, close } = await sinkOf(out)
  const { counts } = await writeCsv(raw, {
    ...style,
    headers: 'headline',
    multi: 'joined',
    out: sink,
    rewrite: async (from, remake) => {
      const anew = await sinkOf(`${out}.anew`)
      await remake(readAhead(await open(out), from), anew.sink)
      await anew.close()
      console.error('rewritten')
    },
  })
  tell(counts)
  await close()
} else {
  const collected = await collectRaw(raw, { multi: 'joined', spool })
  tell(collected.counts)
  if (what === 'spooled-csv') {
    const { sink, close } = await sinkOf(out)
    const table = wideTable(collected, { headers: 'headline' })
    await sink(delimitedHeader(table, style).bytes)
    await writeSparseRows(table.sparse, sink, style)
    await close()
  }
}
console.error(what, (performance.now() - begun).toFixed(0))
process.exit()
