import { collectBatches } from '../../src/export/collect.ts'
import { collectBytes } from '../../src/export/kernel/collect-bytes.ts'
import { seen } from '../support/collected.ts'
import { memorySpool } from '../support/exporting.ts'
import { happens, luckOf } from '../support/luck.ts'
import { replyOf } from '../support/reply-worlds.ts'
import { blockSizeOf, comingOf, lateSpool } from './given.ts'
import type { Outcome } from './trial.ts'
import { readBy } from '../support/reading.ts'

/** The kernel collects what the parser collects, and refuses what it refuses. */
export async function tryRows(seed: number): Promise<Outcome> {
  const luck = luckOf(seed)
  const bytes = replyOf(luck, 7)
  const multi = happens(luck, 0.8) ? 'joined' : 'json'
  const blocks = blockSizeOf(luck)
  const spool = lateSpool(luck)
  const { plainly, records, cut } = comingOf(luck, bytes)
  const reference = await seen(() => collectBatches(plainly().batches(), { multi, spool: memorySpool() }))
  let counts = { fast: 0, slow: 0 }
  const result = await seen(async () => {
    const reader = await readBy(records(), (parser, choice) =>
      cut(collectBytes(parser, choice, { multi, spool, ...blocks })),
    )
    counts = reader.counts()
    return reader.collected()
  })
  return { reference, result, ...counts, isRefused: typeof reference === 'string' }
}
