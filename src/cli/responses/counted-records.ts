import { narrowed } from '../../form/record-choice.ts'
import type { Records, RecordTally } from '../../form/record-taker.ts'

/** The same records; `count` is told how many more have come, batch by batch or chunk by chunk, and `over` that all have. */
export function countedRecords(
  records: Records,
  count: (more: number) => void,
  over: () => void = () => undefined,
): Records {
  const { take, isWhole, size } = records
  const counting = {
    choose: <Item>(record: Item): Item => {
      count(1)
      return record
    },
    told: (tally: RecordTally): void => count(tally.taken + tally.otherForm + tally.otherTime),
  }
  return {
    async *[Symbol.asyncIterator]() {
      for await (const batch of records) {
        count(batch.length)
        yield batch
      }
      over()
    },
    ...(isWhole ? { isWhole } : {}),
    ...(size !== undefined && { size }),
    ...(take && {
      take: async (makeTaker) => {
        const taken = await take(narrowed(makeTaker, counting))
        over()
        return taken
      },
    }),
  }
}
