import type { Records, RecordTaker } from '../../form/record-taker.ts'

/**
 * The same records; `count` is told how many more have come, batch by batch or chunk by chunk, and `begin` that they come
 * once more from the start.
 */
export function countedRecords(
  records: Records,
  count: (more: number) => void,
  begin: () => void = () => undefined,
): Records {
  const { take, again } = records
  return {
    async *[Symbol.asyncIterator]() {
      for await (const batch of records) {
        count(batch.length)
        yield batch
      }
    },
    ...(again ? { again: () => (begin(), countedRecords(again(), count, begin)) } : {}),
    ...(take ? { take: (makeTaker) => take((reader) => countedTaker(makeTaker(reader), count)) } : {}),
  }
}

function countedTaker<Taker extends RecordTaker>(taker: Taker, count: (more: number) => void): Taker {
  return {
    ...taker,
    take: async (chunk, from) => {
      const before = taker.taken()
      const end = await taker.take(chunk, from)
      count(taker.taken() - before)
      return end
    },
  }
}
