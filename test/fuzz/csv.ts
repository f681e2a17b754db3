import { collectBatches } from '../../src/export/collect.ts'
import { csv } from '../../src/export/csv.ts'
import { headerOf } from '../../src/export/header.ts'
import type { Table } from '../../src/export/table.ts'
import { tsv } from '../../src/export/tsv.ts'
import { wideTable } from '../../src/export/wide.ts'
import { memorySpool } from '../support/exporting.ts'
import { happens, luckOf, oneOf } from '../support/luck.ts'
import { replyOf } from '../support/reply-worlds.ts'
import { comingOf } from './given.ts'
import type { Outcome } from './trial.ts'

type Writing = {
  readonly format: typeof csv
  readonly delimiter: string | undefined
  readonly formulas: 'guard' | 'raw'
  readonly lineEnd: '\n' | '\r\n'
}

const nothing: Outcome = { reference: '', result: '', fast: 0, slow: 0, isRefused: true }

/** Lines are the same out of sparse rows, which the kernel writes, and out of dense ones. */
export async function tryCsv(seed: number): Promise<Outcome> {
  const luck = luckOf(seed)
  const { plainly } = comingOf(luck, replyOf(luck, 7))
  const collecting = collectBatches(plainly(), { multi: 'joined', spool: memorySpool() })
  const collected = await collecting.catch(() => undefined)
  if (!collected) return nothing
  const names = headerOf(collected.columns.inOrder(), 'id').filter((_, i) => i % 3 === 0)
  const columns = oneOf(luck, [{}, {}, { columns: names.toReversed() }, { columns: [oneOf(luck, names)] }])
  const { sparse, ...table } = wideTable(collected, { headers: 'id', ...columns })
  const writing: Writing = {
    format: oneOf(luck, [csv, csv, tsv]),
    delimiter: oneOf(luck, [undefined, undefined, ';', '|']),
    formulas: happens(luck, 0.8) ? 'guard' : 'raw',
    lineEnd: oneOf(luck, ['\n', '\r\n']),
  }
  return {
    reference: await linesOf(table, writing),
    result: sparse ? await linesOf({ ...table, sparse }, writing) : 'no sparse rows',
    fast: collected.rowCount,
    slow: 0,
    isRefused: false,
  }
}

/** The lines of a table, by a sink that reads late, and how many cells were guarded. */
async function linesOf(table: Table, { format, delimiter, ...options }: Writing): Promise<unknown> {
  const chunks: Uint8Array[] = []
  const out = async (bytes: Uint8Array): Promise<void> => {
    await Promise.resolve()
    chunks.push(bytes.slice())
  }
  const written = await format.write([table], out, {
    ...options,
    bom: false,
    ...(delimiter && { delimiter }),
  })
  return { ...written, text: Buffer.concat(chunks).toString('latin1') }
}
