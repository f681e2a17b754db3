import type { RecordChoice, RecordReader } from '../../form/record-taker.ts'
import type { Collected } from '../collected.ts'
import type { Member } from '../columns.ts'
import type { Spool } from '../format.ts'
import { makeOptionRows, type OptionRows } from '../option-rows.ts'
import { rowsOfBytes, type ByteCollecting } from './collect-bytes.ts'
import { makeRowBlocks } from './row-blocks.ts'

/** What is collected, and how. */
type Options = { readonly isRedacting?: boolean; readonly spool: Spool; readonly blockSize?: number }

/**
 * Collects records from their bytes as `collectBatches` does where lists become a column an option. The kernel writes lists
 * as JSON; what options they are of is seen when its rows go to the spool. One thread alone reads, as each null is looked at.
 */
export function collectOptionBytes(
  reader: RecordReader,
  choice: RecordChoice,
  { isRedacting = false, spool, blockSize }: Options,
): ByteCollecting<Collected> {
  const nulls = new Set<Member>()
  let rows: OptionRows | undefined
  const taker = rowsOfBytes(reader, choice, {
    multi: 'json',
    isRedacting,
    rowsIn: (kernel, { columns }) =>
      makeRowBlocks(kernel, (rows = makeOptionRows(columns, spool, isRedacting)), blockSize),
    nulls: {
      of: nulls,
      isKnown: ({ holds, number }) =>
        rows?.hasCells(number) === true || (holds.kind === 'answer' && nulls.has(holds.member)),
    },
  })
  return {
    ...taker,
    collected: async () => {
      const collected = await taker.collected()
      rows?.settle(nulls)
      return { ...collected, spool }
    },
  }
}
