import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { lastLine } from '../peers.ts'
import { writeSavedReply } from '../saved-reply.ts'
import { exporting } from './commands.ts'
import { compactIn, type Bench, type Findings } from './compare-shapes.ts'
import { figureOf } from './judge.ts'
import { othersIn, type Command, type Run } from './measure.ts'
import { csvPeers, type Peer } from './peers.ts'
import { differenceOf } from './same-cells.ts'

/** The complete CSV of the compact reply by other programs; each has to make the same cells of a small one. */
export function comparePeers(bench: Bench, peers: string | undefined): Findings {
  const { folder } = bench
  const ours = runWarm(bench, exporting(compactIn(folder), join(folder, 'table.csv')))
  const rows = csvPeers(peers, bench.megabytes).map((peer) => {
    if ('why' in peer) return `| ${peer.name} | | | | | | ${peer.why} |`
    const tried = tryPeer(bench, peer)
    const name = `${peer.name} ${peer.version}`
    if (typeof tried === 'string') return `| ${name} | | | | | | ${tried} |`
    return rowOf(name, tried, ours)
  })
  return {
    lines: [
      '| | time | times ours | of processors | peak, MB | others | |',
      '| --- | ---: | ---: | ---: | ---: | ---: | --- |',
      rowOf('formctl', ours, ours),
      ...rows,
    ],
    verdicts: [],
  }
}

const rowOf = (name: string, taken: Run, ours: Run): string =>
  `| ${name} | ${taken.seconds.toFixed(2)} s | ${figureOf(taken.seconds / ours.seconds)} | ${taken.cpu.toFixed(2)} s | ${taken.megabytes.toFixed(0)} | ${othersIn(taken)} | |`

/** A run as those that take turns have it. */
function runWarm({ megabytes, run, warm }: Bench, command: Command): Run {
  warm(megabytes * 1e6)
  return run(command)
}

/** The peer's run, or why there is none. */
function tryPeer(bench: Bench, { command }: Peer): Run | string {
  const { folder, run } = bench
  const [reply, table, out] = [
    join(folder, 'small.json'),
    join(folder, 'small.csv'),
    join(folder, 'peer.csv'),
  ]
  writeSavedReply(reply, 2e6, 'compact')
  try {
    run(exporting(reply, table, '--headers', 'id', '--formulas', 'raw'))
    run(command({ reply, table, out }))
    const difference = differenceOf(readFileSync(table, 'utf8'), readFileSync(out, 'utf8'))
    return difference === undefined
      ? runWarm(bench, command({ reply: compactIn(folder), table, out }))
      : `does not do the same: ${difference}`
  } catch (error) {
    return lastLine(error)
  }
}
