import { narrowed, type Records, type RecordTally } from '../record/records.ts'

/** The same records; `count` gets how many more have come, batch by batch or chunk by chunk, and `over` is called at the end. */
export function countedRecords(
  { batches, raw }: Records,
  count: (more: number) => void,
  over: () => void = () => undefined,
): Records {
  const counted = raw && narrowed(raw, { choose, count: addUp })
  function choose<Item>(record: Item): Item {
    count(1)
    return record
  }
  function addUp({ taken, otherForm, otherTime }: RecordTally): void {
    count(taken + otherForm + otherTime)
  }
  return {
    async *batches() {
      for await (const batch of batches()) {
        count(batch.length)
        yield batch
      }
      over()
    },
    ...(counted && {
      raw: {
        ...counted,
        read: async (reader) => {
          await counted.read(reader)
          over()
        },
      },
    }),
  }
}
