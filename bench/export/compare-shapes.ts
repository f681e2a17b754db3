import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { lastLine } from '../peers.ts'
import { shapes, writeSavedReply, type Shape } from '../saved-reply.ts'
import { exporting, reading } from './commands.ts'
import { atMost, figureOf, type Verdict } from './judge.ts'
import { making, takeTurns, type Command, type Run } from './measure.ts'

/** Where and how things are measured. */
export type Bench = {
  readonly folder: string
  readonly megabytes: number
  readonly rounds: number
  readonly run: (command: Command) => Run
}

/** What was found: a table for the page, and what was demanded. */
export type Findings = { readonly lines: readonly string[]; readonly verdicts: readonly Verdict[] }

/** Where the compact reply is. */
export const compactIn = (folder: string): string => join(folder, 'compact.json')

/** The CSV of each shape, in turns with reading the file and with the CSV of the compact one. */
export function compareShapes(bench: Bench, names: readonly Shape[]): Findings {
  const found = names.map((shape) => findingsOf(bench, shape))
  return {
    lines: [
      '| shape | | MB | reading, in the process | reading | CSV | times reading | times compact | of processors | times reading | times compact | peak, MB |',
      '| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |',
      ...found.flatMap(({ lines }) => lines),
    ],
    verdicts: found.flatMap(({ verdicts }) => verdicts),
  }
}

/** One line of the table. */
function findingsOf(bench: Bench, shape: Shape): Findings {
  const reply = join(bench.folder, `${shape}.json`)
  const size = writeSavedReply(reply, bench.megabytes * 1e6, shape)
  const row = `| ${shape} | ${shapes[shape]} | ${(size / 1e6).toFixed(0)} |`
  try {
    const { read, csv, compact } = measure(bench, reply)
    const times = (a: number, b: number): string => figureOf(a / b)
    const wall = `${csv.seconds.toFixed(2)} s | ${times(csv.seconds, read.seconds)} | ${times(csv.seconds, compact.seconds)}`
    const cpu = `${csv.cpu.toFixed(2)} s | ${times(csv.cpu, read.cpu)} | ${times(csv.cpu, compact.cpu)}`
    const inside = `${Number(read.stdout).toFixed(2)} s | ${read.seconds.toFixed(2)} s`
    return {
      lines: [`${row} ${inside} | ${wall} | ${cpu} | ${csv.megabytes.toFixed(0)} |`],
      verdicts: [
        shape === 'compact'
          ? atMost('CSV of compact, times reading the file', csv.seconds / read.seconds, 8)
          : atMost(`CSV of ${shape}, times the CSV of compact`, csv.seconds / compact.seconds, 2),
        atMost(`CSV of ${shape}, peak memory in MB`, csv.megabytes, 100),
      ],
    }
  } catch (error) {
    const why = lastLine(error)
    return {
      lines: [`${row} | | ${why} | | | | | | |`],
      verdicts: [{ what: `CSV of ${shape}: ${why}`, isMet: false }],
    }
  } finally {
    if (shape !== 'compact') rmSync(reply)
  }
}

function measure(
  { folder, rounds, run }: Bench,
  reply: string,
): Readonly<Record<'read' | 'csv' | 'compact', Run>> {
  const best = takeTurns(
    [
      { name: 'read', command: reading(folder, reply) },
      making('csv', join(folder, 'table.csv'), (path) => exporting(reply, path)),
      making('compact', join(folder, 'compact.csv'), (path) => exporting(compactIn(folder), path)),
    ],
    { rounds, run },
  )
  return { read: of(best, 'read'), csv: of(best, 'csv'), compact: of(best, 'compact') }
}

/** The run of a contest that took part. */
export function of(best: ReadonlyMap<string, Run>, name: string): Run {
  const found = best.get(name)
  if (found === undefined) throw new Error(`${name} took no part`)
  return found
}
