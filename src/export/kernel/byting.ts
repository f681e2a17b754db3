import { isPlainNumber } from '../../form/number-text.ts'
import type { RecordChoice, RecordReader } from '../../form/record-taker.ts'
import type { Collecting } from '../collect-row.ts'
import { holding, makeColumns } from '../columns.ts'
import type { MultiStyle, Spool } from '../format.ts'
import { needsGuard } from '../formula.ts'
import { isChoosing, tellChoice } from './choosing.ts'
import { makeLearned, type Learned } from './learn.ts'
import { startKernel, type Kernel } from './memory.ts'
import { makePairs } from './pairs.ts'
import { makeRoom } from './regions.ts'
import { makeRowBlocks, type RowBlocks } from './row-blocks.ts'

/** How rows are made, and where they go. */
export type ByteCollection = {
  readonly multi: Exclude<MultiStyle, 'columns'>
  readonly spool: Spool
  /** Bytes of a block of rows, where not as usual. */
  readonly blockSize?: number
}

/** Records of one kind: those that become rows, or others, of which only the make is of interest. */
type Known = { readonly collecting: Collecting; readonly learned: Learned }

/** A collecting of bytes that is under way. */
export type Byting = Known & {
  readonly kernel: Kernel
  readonly reader: RecordReader
  readonly choice: RecordChoice
  /** Of records that were passed over; undefined where all are wanted. */
  readonly others: Known | undefined
  readonly blocks: RowBlocks
  readonly input: { at: number; size: number; held: number; offset: number }
  slow: number
}

/** Begins with nothing but the choice. */
export function startByting(reader: RecordReader, choice: RecordChoice, collection: ByteCollection): Byting {
  const { multi, spool, blockSize } = collection
  const kernel = startKernel({
    heldBy: (text) => (isPlainNumber(text) ? holding.number : holding.digits),
    isFormula: needsGuard,
  })
  const room = makeRoom(kernel, multi === 'json')
  const pairs = makePairs(kernel, room)
  const teaching = { kernel, room, pairs, isWanted: (id: string) => choice.formIds?.has(id) ?? true }
  const known = (start: 'startState' | 'otherStart'): Known => {
    const columns = makeColumns()
    const cells = { columns: [], kinds: [], texts: [] }
    return {
      collecting: { columns, multi, cells, row: 0 },
      learned: makeLearned(teaching, columns, start),
    }
  }
  const own = known('startState')
  const others = isChoosing(choice) ? known('otherStart') : undefined
  if (others) tellChoice(teaching, choice)
  const input = { at: 0, size: 0, held: 0, offset: 0 }
  const blocks = makeRowBlocks(kernel, spool, blockSize)
  return { ...own, kernel, reader, choice, others, blocks, input, slow: 0 }
}
