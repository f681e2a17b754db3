import { codeOf } from '../../reason.ts'
import { hostOfKernels } from '../kernel/kernel-host.ts'
import { startKernel, type Kernel } from '../kernel/memory.ts'
import type { Asked, LeapDone, LeapTask } from './leap.ts'
import { makePieceRoom } from './piece-room.ts'
import { readPieces, type LeapFiles, type LeapSizes, type PiecesRead } from './pieces.ts'
import { readStream } from './stream.ts'
import { makeTurns, type Turns } from './turns.ts'
import { readWindow, type Wait } from './window.ts'

/** What a thread reads from and writes to, by its number. */
export type ThreadFiles = {
  readonly readFrom: (handle: number) => LeapFiles['readAt']
  readonly writeTo: (handle: number) => LeapFiles['writeAt']
  /** The same, while the thread goes on. */
  readonly writeBeside?: (handle: number) => LeapFiles['writeAt']
  /** The same past the system's cache, by the number for that; what can't go that way goes the other one. */
  readonly writePast?: (uncached: number, handle: number) => LeapFiles['writeAt']
}

/** Does what a thread is asked for, one task after another, with a kernel of its own. */
export function makeTaskRunner(files: ThreadFiles, wait?: Wait): (task: LeapTask) => Promise<LeapDone> {
  let kernel: Kernel | undefined
  let asked = { follows: new Map<string, Pair>(), isAskedBy: new Map<string, Pair>() }
  const asking = (what: keyof Asked) => (one: number, other: number) => {
    asked[what].set(`${one} ${other}`, [one, other])
    return true
  }
  return async (task) => {
    const turns = makeTurns(task.turns, wait)
    const writing: Writing = { ends: [], failure: undefined }
    try {
      kernel ??= startKernel(
        { ...hostOfKernels, follows: asking('follows'), isAskedBy: asking('isAskedBy') },
        task.copy.module,
      )
      asked = { follows: new Map(), isAskedBy: new Map() }
      kernel.restore(task.copy)
      const writes = writesOf(task, files, writing)
      const read = await readTask(task, { kernel, turns, writes, readFrom: files.readFrom, wait })
      return {
        read,
        noted: {
          notes: kernel.notes(task.copy),
          asked: { follows: [...asked.follows.values()], isAskedBy: [...asked.isAskedBy.values()] },
        },
        ends: writing.ends,
      }
    } catch (error) {
      turns.breakOff()
      return { error, ...(writing.failure === error && { unwritten: { code: codeOf(error) } }) }
    }
  }
}

type Reading = Pick<ThreadFiles, 'readFrom'> & {
  readonly kernel: Kernel
  readonly turns: Turns
  readonly writes: Writes
  readonly wait: Wait | undefined
}

type Writes = Omit<LeapFiles, 'readAt'>

function readTask(
  { sizes, source }: LeapTask,
  { readFrom, writes, wait, ...own }: Reading,
): Promise<PiecesRead> {
  const within = (sized: LeapSizes) => ({ ...own, room: makePieceRoom(own.kernel, sized), sizes: sized })
  if ('handle' in source) {
    const { stretch, handle } = source
    return readPieces({ ...within(sizes), files: { readAt: readFrom(handle), ...writes }, stretch })
  }
  const window = readWindow(source.window, wait)
  // As much at once as may be: to wait for more is dear.
  const reading = within({ ...sizes, block: sizes.piece })
  return readStream({ ...reading, window, files: writes, place: source.place }).finally(window.leave)
}

/** The ways to the target of a task. */
function writesOf(
  { source, target, uncached }: LeapTask,
  { writeTo, writeBeside = writeTo, writePast = (_, handle) => writeTo(handle) }: ThreadFiles,
  writing: Writing,
): Writes {
  const write = 'handle' in source ? writeTo : writeBeside
  const writeAt = noting(write(target), writing)
  return uncached === undefined
    ? { writeAt }
    : { writeAt, writePast: noting(writePast(uncached, target), writing) }
}

type Writing = { readonly ends: number[]; failure: unknown }

/** Notes where what is written ends, and why it could not be written. */
const noting =
  (writeAt: LeapFiles['writeAt'], writing: Writing): Required<LeapFiles>['writePast'] =>
  async (bytes, at) => {
    writing.ends.push(at + bytes.length)
    try {
      await writeAt(bytes, at)
    } catch (error) {
      writing.failure = error
      throw error
    }
  }

type Pair = readonly [number, number]
