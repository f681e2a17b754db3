import { isChoosing, type RecordChoice, type RecordParser } from '../../record/records.ts'
import type { Collecting } from '../collect-row.ts'
import { makeColumns, type Columns } from '../columns.ts'
import type { MultiStyle } from '../format.ts'
import { tellChoice } from './choosing.ts'
import { hostOfKernels } from './kernel-host.ts'
import { makeLearned, usualReview, type Learned } from './learn.ts'
import { startKernel, type Kernel, type KernelHost } from './memory.ts'
import { makePairs } from './pairs.ts'
import { makeRoom } from './regions.ts'
import type { Rows } from './row-blocks.ts'
import { makeTokenizer, type Tokenizer } from './tokens.ts'

/** How rows are made, and where they go. */
export type ByteCollection = {
  readonly multi: Exclude<MultiStyle, 'columns'>
  readonly isRedacting?: boolean
  /** Makes the place for rows. */
  readonly rowsIn: (kernel: Kernel, telling: Telling) => Rows
  /** How many edges are looked for before it is judged whether members come in any order; absent: as many as proved good. */
  readonly reviewAfter?: number
}

/** The columns up to now, of which `recall` makes the kernel tell all that it noted of them. */
type Telling = { readonly columns: Columns; readonly recall: () => void }

/** Records of one kind: those that become rows, or others, of which only the make is of interest. */
type Known = { readonly collecting: Collecting; readonly learned: Learned }

/** A collecting of bytes that is under way. */
export type Byting = Known & {
  readonly kernel: Kernel
  readonly reader: RecordParser
  readonly choice: RecordChoice
  /** Of records that were passed over; undefined where all are wanted. */
  readonly others: Known | undefined
  readonly into: Rows
  readonly tokenizer: Tokenizer
  readonly input: { at: number; size: number; held: number; offset: number }
  slow: number
}

/** Begins with nothing but the choice. */
export function startByting(reader: RecordParser, choice: RecordChoice, collection: ByteCollection): Byting {
  const { multi, isRedacting = false, rowsIn, reviewAfter = usualReview } = collection
  const kernel = startKernel(hostOf(() => own.learned))
  const room = makeRoom(kernel, multi === 'json')
  const pairs = makePairs(kernel, room)
  const isWanted = (id: string): boolean => choice.formIds?.has(id) ?? true
  const reaches = (count: number): boolean => into.reaches?.(count) ?? true
  const teaching = { kernel, room, pairs, isWanted, isChoosing: isChoosing(choice), reaches, reviewAfter }
  const known = (start: 'ownStart' | 'otherStart'): Known => {
    const columns = makeColumns(isRedacting ? Infinity : undefined)
    const cells = { columns: [], kinds: [], texts: [] }
    return {
      collecting: { columns, multi, isRedacting, cells, row: 0 },
      learned: makeLearned(teaching, columns, start),
    }
  }
  const own = known('ownStart')
  const others = teaching.isChoosing ? known('otherStart') : undefined
  if (others) tellChoice(teaching, choice)
  const input = { at: 0, size: 0, held: 0, offset: 0 }
  const into = rowsIn(kernel, { columns: own.collecting.columns, recall: () => own.learned.recall('new') })
  return {
    ...own,
    kernel,
    tokenizer: makeTokenizer(kernel),
    reader,
    choice,
    others,
    into,
    input,
    slow: 0,
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
