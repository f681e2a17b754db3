import { collectBatches } from '../../src/export/collect.ts'
import { writeDelimited, writeDense } from '../../src/export/delimited.ts'
import { headerOf } from '../../src/export/header.ts'
import type { Table } from '../../src/export/table.ts'
import { wideTable } from '../../src/export/wide.ts'
import { memorySpool } from '../support/exporting.ts'
import { happens, luckOf, oneOf } from '../support/luck.ts'
import { replyOf } from '../support/reply-worlds.ts'
import { comingOf } from './given.ts'
import type { Outcome } from './trial.ts'

type Writing = {
  readonly delimiter: string
  readonly formulas: 'guard' | 'raw'
  readonly lineEnd: '\n' | '\r\n'
}

const nothing: Outcome = { reference: '', result: '', fast: 0, slow: 0, isRefused: true }

/** Lines are the same out of sparse rows, which the kernel writes, and out of dense ones. */
export async function tryCsv(seed: number): Promise<Outcome> {
  const luck = luckOf(seed)
  const { plainly } = comingOf(luck, replyOf(luck, 7))
  const collecting = collectBatches(plainly().batches(), { multi: 'joined', spool: memorySpool() })
  const collected = await collecting.catch(() => undefined)
  if (!collected) return nothing
  const names = headerOf(collected.columns.inOrder(), 'id').filter((_, i) => i % 3 === 0)
  const columns = oneOf(luck, [{}, {}, { columns: names.toReversed() }, { columns: [oneOf(luck, names)] }])
  const table = wideTable(collected, { headers: 'id', ...columns })
  const writing: Writing = {
    delimiter: oneOf(luck, [',', ',', '\t', ';', '|']),
    formulas: happens(luck, 0.8) ? 'guard' : 'raw',
    lineEnd: oneOf(luck, ['\n', '\r\n']),
  }
  return {
    reference: await linesOf(writeDense, table, writing),
    result: await linesOf(writeDelimited, table, writing),
    fast: collected.rowCount,
    slow: 0,
    isRefused: false,
  }
}

/** The lines of a table, by a sink that reads late, and how many cells were guarded. */
async function linesOf(write: typeof writeDense, table: Table, writing: Writing): Promise<unknown> {
  const chunks: Uint8Array[] = []
  const out = async (bytes: Uint8Array): Promise<void> => {
    await Promise.resolve()
    chunks.push(bytes.slice())
  }
  const written = await write(table, out, { ...writing, bom: false })
  return { ...written, text: Buffer.concat(chunks).toString('latin1') }
}
