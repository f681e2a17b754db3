import { collectBatches } from '../../src/export/collect.ts'
import { collectBytes } from '../../src/export/kernel/collect-bytes.ts'
import { anyOrder } from '../support/any-order.ts'
import { seen } from '../support/collected.ts'
import { memorySpool } from '../support/exporting.ts'
import { happens, luckOf, oneOf } from '../support/luck.ts'
import { blockSizeOf, comingOf, lateSpool } from './given.ts'
import type { Outcome } from './trial.ts'

/** Where members come in any order, the kernel finds them by their names as soon as that shows, or from the beginning. */
export async function tryAnyOrder(seed: number): Promise<Outcome> {
  const luck = luckOf(seed)
  const bytes = anyOrder(luck)
  const multi = happens(luck, 0.8) ? 'joined' : 'json'
  const blocks = blockSizeOf(luck)
  const spool = lateSpool(luck)
  const reviewAfter = oneOf(luck, [0, 0, 3, 50])
  const { plainly, records, cut } = comingOf(luck, bytes)
  const reference = await seen(() => collectBatches(plainly(), { multi, spool: memorySpool() }))
  let counts = { fast: 0, slow: 0 }
  const result = await seen(async () => {
    const taker = await records().take?.((reader, choice) =>
      cut(collectBytes(reader, choice, { multi, spool, reviewAfter, ...blocks })),
    )
    if (!taker) throw new Error('these records give no bytes')
    counts = taker.counts()
    return taker.collected()
  })
  return { reference, result, ...counts, isRefused: typeof reference === 'string' }
}
