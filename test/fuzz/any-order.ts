import { collectBatches } from '../../src/export/collect.ts'
import { collectBytes } from '../../src/export/kernel/collect-bytes.ts'
import { anyOrder } from '../support/any-order.ts'
import { seen } from '../support/collected.ts'
import { memorySpool } from '../support/exporting.ts'
import { happens, luckOf, oneOf } from '../support/luck.ts'
import { blockSizeOf, comingOf, lateSpool } from './given.ts'
import type { Outcome } from './trial.ts'
import { readBy } from '../support/reading.ts'

/** Where members come in any order, the kernel finds them by their names as soon as that shows, or from the beginning. */
export async function tryAnyOrder(seed: number): Promise<Outcome> {
  const luck = luckOf(seed)
  const bytes = anyOrder(luck)
  const multi = happens(luck, 0.8) ? 'joined' : 'json'
  const blocks = blockSizeOf(luck)
  const spool = lateSpool(luck)
  const reviewAfter = oneOf(luck, [0, 0, 3, 50])
  const { plainly, records, cut } = comingOf(luck, bytes)
  const reference = await seen(() => collectBatches(plainly().batches(), { multi, spool: memorySpool() }))
  let counts = { fast: 0, slow: 0 }
  const result = await seen(async () => {
    const reader = await readBy(records(), (parser, choice) =>
      cut(collectBytes(parser, choice, { multi, spool, reviewAfter, ...blocks })),
    )
    counts = reader.counts()
    return reader.collected()
  })
  return { reference, result, ...counts, isRefused: typeof reference === 'string' }
}
