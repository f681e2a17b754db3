import type { RecordChoice, RecordReader } from '../../form/record-taker.ts'
import type { Collecting } from '../collect-row.ts'
import type { Leaping } from '../leap/leap.ts'
import { makeColumns, type Column, type Columns, type Member } from '../columns.ts'
import type { MultiStyle } from '../format.ts'
import { isChoosing, tellChoice } from './choosing.ts'
import { hostOfKernels } from './kernel-host.ts'
import { makeLearned, usualReview, type Learned } from './learn.ts'
import { makeLeaps, type Leaps } from './leaps.ts'
import { startKernel, type Kernel, type KernelHost } from './memory.ts'
import { makeOpenNulls, type OpenNulls } from './open-nulls.ts'
import { makePairs } from './pairs.ts'
import { makeRoom } from './regions.ts'
import type { Rows } from './row-blocks.ts'
import { makeTokenizer, type Tokenizer } from './tokens.ts'

/** How rows are made, and where they go. */
export type ByteCollection = {
  readonly multi: Exclude<MultiStyle, 'columns'>
  readonly isRedacting?: boolean
  /** What is to be known of values that are null; absent: nothing. */
  readonly nulls?: NullsAsked
  /** Makes the place for rows. */
  readonly rowsIn: (kernel: Kernel, telling: Telling) => Rows
  /** Lets two threads read what can be read from any byte on. */
  readonly leaping?: Leaping
  /** How many edges are looked for before it is judged whether members come in any order; absent: as many as proved good. */
  readonly reviewAfter?: number
}

/** Of which members a value was null, unless the column of the member is known to stay. */
type NullsAsked = { readonly of: Set<Member>; readonly isKnown: (column: Column) => boolean }

/** The columns up to now, of which `recall` makes the kernel tell all that it noted of them. */
type Telling = { readonly columns: Columns; readonly recall: () => void }

/** Records of one kind: those that become rows, or others, of which only the make is of interest. */
type Known = { readonly collecting: Collecting; readonly learned: Learned }

/** A collecting of bytes that is under way. */
export type Byting = Known & {
  readonly kernel: Kernel
  readonly reader: RecordReader
  readonly choice: RecordChoice
  /** Of records that were passed over; undefined where all are wanted. */
  readonly others: Known | undefined
  readonly into: Rows
  /** Records that the parser has to read for a null; absent: none. */
  readonly nulls: OpenNulls | undefined
  readonly tokenizer: Tokenizer
  readonly input: { at: number; size: number; held: number; offset: number }
  slow: number
  /** Rows of other kernels, less those of ours that don't count. */
  elsewhere: number
  leaps: Leaps | undefined
}

/** Begins with nothing but the choice. */
export function startByting(reader: RecordReader, choice: RecordChoice, collection: ByteCollection): Byting {
  const { multi, isRedacting = false, nulls, rowsIn, reviewAfter = usualReview } = collection
  const kernel = startKernel(hostOf(() => own.learned))
  const room = makeRoom(kernel, multi === 'json')
  const pairs = makePairs(kernel, room)
  const isWanted = (id: string): boolean => choice.formIds?.has(id) ?? true
  // A member that the kernel makes known by itself could be null there.
  const reaches = (count: number): boolean => !nulls && (into.reaches?.(count) ?? true)
  const teaching = { kernel, room, pairs, isWanted, isChoosing: isChoosing(choice), reaches, reviewAfter }
  const known = (start: 'ownStart' | 'otherStart'): Known => {
    const columns = makeColumns(isRedacting ? Infinity : undefined)
    const cells = { columns: [], kinds: [], texts: [] }
    return {
      collecting: { columns, multi, isRedacting, cells, row: 0, ...(nulls && { nulls: nulls.of }) },
      learned: makeLearned(teaching, columns, start),
    }
  }
  const own = known('ownStart')
  const others = teaching.isChoosing ? known('otherStart') : undefined
  if (others) tellChoice(teaching, choice)
  const input = { at: 0, size: 0, held: 0, offset: 0 }
  const into = rowsIn(kernel, { columns: own.collecting.columns, recall: () => own.learned.recall('new') })
  const leaps = collection.leaping && !others ? makeLeaps(kernel, collection.leaping) : undefined
  return {
    ...own,
    kernel,
    tokenizer: makeTokenizer(kernel),
    reader,
    choice,
    others,
    into,
    nulls: nulls && makeOpenNulls(kernel, own.collecting.columns, nulls.isKnown),
    input,
    slow: 0,
    elsewhere: 0,
    leaps,
  }
}

/** What a kernel asks about texts, and tells of records that become rows. */
const hostOf = (learned: () => Learned): KernelHost => ({
  ...hostOfKernels,
  follows: (one, other) => learned().follows(one, other),
  isAskedBy: (question, form) => learned().isAskedBy(question, form),
  fill: (...found) => learned().fill(...found),
  tells: (template) => learned().tells(template),
  addMember: (question, name) => learned().addMember(question, name),
})
