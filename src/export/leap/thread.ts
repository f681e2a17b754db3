import { codeOf } from '../../reason.ts'
import { hostOfKernels } from '../kernel/kernel-host.ts'
import { startKernel, type Kernel, type KernelCopy } from '../kernel/memory.ts'
import { ofForms, putRestored } from '../kernel/pairs.ts'
import type { Asked, LeapDone, LeapTask } from './leap.ts'
import { movePieces } from './move-pieces.ts'
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
  const { started, restored, asked } = makeAsking()
  return async (task) => {
    const turns = makeTurns(task.turns, wait)
    const writing: Writing = { ends: [], failure: undefined }
    try {
      started(task.copy)
    } catch (why) {
      // As where the system has no memory for a second one.
      return { isMissing: true, why }
    }
    try {
      const kernel = restored(task.copy)
      turns.join()
      const writes = writesOf(task, files, writing)
      const read = await readTask(task, { kernel, turns, writes, readFrom: files.readFrom, wait })
      return {
        read,
        noted: { notes: kernel.notes(task.copy), asked: asked() },
        ends: writing.ends,
      }
    } catch (error) {
      turns.breakOff()
      return { error, ...(writing.failure === error && { unwritten: { code: codeOf(error) } }) }
    }
  }
}

/** A kernel that notes what it tells its host, which another thread wants to know. */
function makeAsking(): {
  /** Starts it, if it was not; fails where the system has no memory for it. */
  readonly started: (copy: KernelCopy) => Kernel
  /** The kernel as another one was copied; nothing is noted then. */
  readonly restored: (copy: KernelCopy) => Kernel
  readonly asked: () => Asked
} {
  let kernel: Kernel | undefined
  let [follows, isAskedBy] = [new Map<string, Pair>(), new Map<string, Pair>()]
  let copied = { regions: 0 }
  const keeping = (pairs: () => Map<string, Pair>, shift: number) => (one: number, other: number) => {
    pairs().set(`${one} ${other}`, [one, other])
    // Once it knows the pair, it does not ask again.
    if (kernel) putRestored(kernel, copied, [one + shift, other])
    return true
  }
  const host = {
    ...hostOfKernels,
    follows: keeping(() => follows, 0),
    isAskedBy: keeping(() => isAskedBy, ofForms),
  }
  const started = ({ module }: KernelCopy): Kernel => (kernel ??= startKernel(host, module))
  return {
    started,
    restored: (copy) => {
      ;[follows, isAskedBy] = [new Map(), new Map()]
      started(copy).restore(copy)
      copied = { regions: copy.regions }
      return started(copy)
    },
    asked: () => ({ follows: [...follows.values()], isAskedBy: [...isAskedBy.values()] }),
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
  if ('cuts' in source) {
    const { cuts, handle } = source
    return movePieces({ ...within(sizes), files: { readAt: readFrom(handle), ...writes }, cuts })
  }
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
