import { collectBatches, collect } from '../../src/export/collect.ts'
import { MisreadPiece } from '../../src/export/kernel/leaps.ts'
import type { LeapThreads } from '../../src/export/leap/leap.ts'
import { makeTaskRunner } from '../../src/export/leap/thread.ts'
import { nodeFiles } from '../../src/cli/host/node-files.ts'
import { writeAt } from '../../src/cli/host/read-at.ts'
import { makeSpool } from '../../src/cli/responses/spool.ts'
import { readRecords } from '../../src/wire/record-stream.ts'
import { seen } from '../support/collected.ts'
import { memorySpool } from '../support/exporting.ts'
import { happens, luckOf } from '../support/luck.ts'
import { chunksOf } from '../support/reply-worlds.ts'
import { longReply, seekable, sizesOf } from './leaps.ts'
import { arriving } from './streams.ts'
import type { Outcome } from './trial.ts'

/**
 * Two threads put into a spool the rows that the parser puts there, wherever the pieces of a file or the chunks of a stream
 * are cut. `fast` are rows of the other thread.
 */
export async function trySpooledLeaps(seed: number): Promise<Outcome> {
  const luck = luckOf(seed)
  const bytes = longReply(luck)
  const sizes = sizesOf(luck)
  const multi = happens(luck, 0.5) ? 'joined' : 'json'
  const plainly = chunksOf(bytes, luckOf(2))
  const reference = await seen(() =>
    collectBatches(readRecords(plainly, ''), { multi, spool: memorySpool() }),
  )
  const spool = makeSpool(nodeFiles('.'))
  const other = otherThread(bytes)
  const most = [0, 0, 300, 50_000][Math.floor(luck() * 4)] ?? 0
  const gather = 1 + Math.floor(luck() * 5000)
  const records =
    most === 0
      ? readRecords(seekable(bytes, 1), '')
      : readRecords(arriving(bytes, luck, { most }), '', { gather })
  const result = await seen(() =>
    collect(records, { multi, spool, threads: { ...other, sizes } }).catch((error: unknown) => {
      // What is a record by itself may stand in another one; then all is read anew, by one.
      if (!(error instanceof MisreadPiece)) throw error
      return collect(readRecords(seekable(bytes, 1), ''), { multi, spool: memorySpool() })
    }),
  )
  await spool.close()
  return { reference, result, fast: other.rows(), slow: 0, isRefused: typeof reference === 'string' }
}

/** A task takes the part of the other thread. */
export function otherThread(bytes: Buffer): LeapThreads & { readonly rows: () => number } {
  const { readAt } = seekable(bytes, 1)
  const runner = makeTaskRunner({
    readFrom: () => readAt,
    writeTo: (target) => (part, at) => writeAt(target, part, at),
  })
  let rows = 0
  return {
    rows: () => rows,
    run: async (task) => {
      const done = await runner(task)
      rows += done.read?.rows ?? 0
      return done
    },
  }
}
