import { statSync } from 'node:fs'
import { join } from 'node:path'
import { exporting, reading, writing } from './commands.ts'
import { compactIn, of, type Bench, type Findings } from './compare-shapes.ts'
import { atLeast, atMost, figureOf, type Verdict } from './judge.ts'
import { making, othersIn, takeTurns, type Contest, type Run } from './measure.ts'
import { filePeers, type Missing, type Peer } from './peers.ts'

const formats = ['csv', 'tsv', 'ndjson', 'xlsx', 'parquet', 'sqlite'] as const

/** The compact reply in every format, in turns with what others make of our CSV. */
export function compareFormats(bench: Bench, peers: string | undefined): Findings {
  const { folder, run } = bench
  const reply = compactIn(folder)
  const table = join(folder, 'table.csv')
  run(exporting(reply, table))
  // Ours may write past what the system keeps in memory; whoever reads it shall find it there.
  run(reading(folder, table))
  const { xlsx, duckdb } = filePeers(peers)
  const job = (peer: Peer | Missing, name: string, out: string): readonly Contest[] =>
    'why' in peer
      ? []
      : [making(name, join(folder, out), (path) => peer.command({ reply, table, out: path }))]
  const others = [
    ...job(xlsx, names.xlsx, 'peer.xlsx'),
    ...job(duckdb, names.parquet, 'peer.parquet'),
    ...job(duckdb, names.sqlite, 'peer.duckdb'),
  ]
  const ours = formats.map((format) =>
    making(format, join(folder, `out.${format}`), (path) => exporting(reply, path)),
  )
  const bytes = statSync(reply).size
  const bare = [false, true].map((isDurable) =>
    making(isDurable ? names.durable : names.written, join(folder, 'written'), (out) =>
      writing(folder, { out, bytes, isDurable }),
    ),
  )
  const read = { name: 'read', command: reading(folder, reply) }
  const best = takeTurns([read, ...bare, ...ours, ...others], bench)
  const { seconds } = of(best, 'read')
  return {
    lines: [
      '| | time | times reading | of processors | peak, MB | others |',
      '| --- | ---: | ---: | ---: | ---: | ---: |',
      ...[...best].map(
        ([name, taken]) =>
          `| ${name} | ${taken.seconds.toFixed(2)} s | ${figureOf(taken.seconds / seconds)} | ${taken.cpu.toFixed(2)} s | ${taken.megabytes.toFixed(0)} | ${othersIn(taken)} |`,
      ),
    ],
    verdicts: verdictsOf(best),
  }
}

// DuckDB writes SQLite by an extension that it downloads, so that a database of its own stands for it.
const names = {
  written: 'writing as many bytes by Node',
  durable: 'writing as many bytes by Node, durably',
  xlsx: 'exceljs, our CSV to XLSX',
  parquet: 'DuckDB, our CSV to Parquet',
  sqlite: 'DuckDB, our CSV to a database of its own',
} as const

function verdictsOf(best: ReadonlyMap<string, Run>): readonly Verdict[] {
  const [csv, durable] = [of(best, 'csv'), of(best, names.durable)]
  const beside = (format: 'xlsx' | 'parquet' | 'sqlite'): number =>
    of(best, format).seconds / (best.get(names[format])?.seconds ?? NaN)
  return [
    // It has three times the bytes of the CSV, and no program is done before the disk has them.
    atMost(
      'NDJSON, times the CSV, or writing as many bytes durably where that takes longer',
      of(best, 'ndjson').seconds / Math.max(csv.seconds, durable.seconds),
      1.5,
    ),
    ...(best.has(names.xlsx) ? [atLeast('XLSX, times faster than exceljs', 1 / beside('xlsx'), 2.5)] : []),
    ...(best.has(names.parquet)
      ? [
          atMost('Parquet of the reply, times DuckDB writing it from our CSV', beside('parquet'), 1.5),
          atMost('SQLite of the reply, times DuckDB writing a database from our CSV', beside('sqlite'), 1.5),
        ]
      : []),
  ]
}
