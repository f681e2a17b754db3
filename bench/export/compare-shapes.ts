import { existsSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { lastLine } from '../peers.ts'
import { shapes, writeSavedReply, type Shape } from '../saved-reply.ts'
import { exporting, reading, writing } from './commands.ts'
import { atMost, figureOf, type Verdict } from './judge.ts'
import { making, othersIn, takeTurns, type Run, type Turns } from './measure.ts'

/** Where and how things are measured. */
export type Bench = Turns & { readonly folder: string }

/** What was found: a table for the page, and what was demanded. */
export type Findings = { readonly lines: readonly string[]; readonly verdicts: readonly Verdict[] }

/** Where the compact reply is. */
export const compactIn = (folder: string): string => join(folder, 'compact.json')

/** The CSV of each shape, in turns with reading the file and with the CSV of the compact one. */
export function compareShapes(bench: Bench, names: readonly Shape[]): Findings {
  const found = names.map((shape) => findingsOf(bench, shape))
  return {
    lines: [
      '| shape | | MB | reading, in the process | reading | writing as much as the CSV, durably | CSV | times reading | times compact | of processors | times reading | times compact | peak, MB | others |',
      '| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |',
      ...found.flatMap(({ lines }) => lines),
    ],
    verdicts: found.flatMap(({ verdicts }) => verdicts),
  }
}

/** One line of the table. */
function findingsOf(bench: Bench, shape: Shape): Findings {
  const reply = join(bench.folder, `${shape}.json`)
  const size = existsSync(reply) ? statSync(reply).size : writeSavedReply(reply, bench.megabytes * 1e6, shape)
  const row = `| ${shape} | ${shapes[shape]} | ${(size / 1e6).toFixed(0)} |`
  try {
    const { read, write, csv, compact, bytes, compactBytes } = measure(bench, reply)
    const times = (a: number, b: number): string => figureOf(a / b)
    const wall = `${csv.seconds.toFixed(2)} s | ${times(csv.seconds, read.seconds)} | ${times(csv.seconds, compact.seconds)}`
    const cpu = `${csv.cpu.toFixed(2)} s | ${times(csv.cpu, read.cpu)} | ${times(csv.cpu, compact.cpu)}`
    const inside = `${Number(read.stdout).toFixed(2)} s | ${read.seconds.toFixed(2)} s | ${write.seconds.toFixed(2)} s`
    return {
      lines: [`${row} ${inside} | ${wall} | ${cpu} | ${csv.megabytes.toFixed(0)} | ${othersIn(csv)} |`],
      verdicts: [
        shape === 'compact'
          ? atMost('CSV of compact, times reading the file', csv.seconds / read.seconds, 12)
          : besideCompact(
              shape,
              { seconds: csv.seconds, read: size, written: bytes },
              {
                seconds: compact.seconds,
                read: statSync(compactIn(bench.folder)).size,
                written: compactBytes,
              },
            ),
        atMost(`CSV of ${shape}, peak memory in MB`, csv.megabytes, 120),
      ],
    }
  } catch (error) {
    const why = lastLine(error)
    return {
      lines: [`${row} | | | ${why} | | | | | | | |`],
      verdicts: [{ what: `CSV of ${shape}: ${why}`, isMet: false }],
    }
  } finally {
    if (shape !== 'compact') rmSync(reply)
  }
}

/**
 * No shape may take more than three times as long as the compact one. Of `odd`, a large reply becomes a CSV more than twice as large,
 * of a thousand columns that few have a cell of: there it is as many bytes that count, as to write them takes its time.
 */
const besideCompact = (shape: Shape, csv: Made, compact: Made): Verdict => {
  const times = csv.seconds / compact.seconds
  const larger = csv.written / compact.written
  if (shape !== 'odd' || larger <= 2) return atMost(`CSV of ${shape}, times the CSV of compact`, times, 3)
  const bytes = (csv.read + csv.written) / (compact.read + compact.written)
  const what = `CSV of odd, ${figureOf(larger)} times as large as that of compact`
  return atMost(`${what}, times its time for as many bytes read and written`, times / bytes, 2)
}

/** How long a CSV took, the size of the reply that it was made of, and its own. */
type Made = { readonly seconds: number; readonly read: number; readonly written: number }

type Measured = Readonly<Record<'read' | 'write' | 'csv' | 'compact', Run>> & {
  /** The size of the CSV, and of that of the compact reply. */
  readonly bytes: number
  readonly compactBytes: number
}

function measure(bench: Bench, reply: string): Measured {
  const { folder, run } = bench
  const table = join(folder, 'table.csv')
  const sizeOf = (from: string): number => {
    run(exporting(from, table))
    return statSync(table).size
  }
  const [compactBytes, bytes] = [sizeOf(compactIn(folder)), sizeOf(reply)]
  const best = takeTurns(
    [
      { name: 'read', command: reading(folder, reply) },
      making('write', join(folder, 'written'), (out) => writing(folder, { out, bytes, isDurable: true })),
      making('csv', table, (path) => exporting(reply, path)),
      making('compact', join(folder, 'compact.csv'), (path) => exporting(compactIn(folder), path)),
    ],
    bench,
  )
  return {
    bytes,
    compactBytes,
    read: of(best, 'read'),
    write: of(best, 'write'),
    csv: of(best, 'csv'),
    compact: of(best, 'compact'),
  }
}

/** The run of a contest that took part. */
export function of(best: ReadonlyMap<string, Run>, name: string): Run {
  const found = best.get(name)
  if (found === undefined) throw new Error(`${name} took no part`)
  return found
}
