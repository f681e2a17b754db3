import { hostOfKernels } from '../kernel/kernel-host.ts'
import { startKernel, type Kernel } from '../kernel/memory.ts'
import type { Asked, LeapDone, LeapTask } from './leap.ts'
import { makePieceRoom, readPieces, type LeapFiles, type PiecesRead } from './pieces.ts'
import { readStream } from './stream.ts'
import { makeTurns } from './turns.ts'
import { readWindow, type Wait } from './window.ts'

/** What a thread reads from and writes to, by its number. */
export type ThreadFiles = {
  readonly readFrom: (handle: number) => LeapFiles['readAt']
  readonly writeTo: (handle: number) => LeapFiles['writeAt']
}

/** Does what a thread is asked for, one task after another, with a kernel of its own. */
export function makeTaskRunner(files: ThreadFiles, wait?: Wait): (task: LeapTask) => Promise<LeapDone> {
  let kernel: Kernel | undefined
  let asked = { follows: new Map<string, Pair>(), isAskedBy: new Map<string, Pair>() }
  const asking = (what: keyof Asked) => (one: number, other: number) => {
    asked[what].set(`${one} ${other}`, [one, other])
    return true
  }
  const read = (task: LeapTask, own: Kernel, ends: number[]): Promise<PiecesRead> => {
    const { sizes, source, target } = task
    const turns = makeTurns(task.turns)
    const reading = { kernel: own, room: makePieceRoom(own, sizes), sizes, turns }
    const writeAt = noting(files.writeTo(target), ends)
    if ('handle' in source) {
      const { stretch, handle } = source
      return readPieces({ ...reading, files: { readAt: files.readFrom(handle), writeAt }, stretch })
    }
    const window = readWindow(source.window, wait)
    return readStream({ ...reading, window, writeAt, place: source.place }).finally(window.leave)
  }
  return async (task) => {
    const { copy } = task
    try {
      kernel ??= startKernel(
        { ...hostOfKernels, follows: asking('follows'), isAskedBy: asking('isAskedBy') },
        copy.module,
      )
      asked = { follows: new Map(), isAskedBy: new Map() }
      kernel.restore(copy)
      const ends: number[] = []
      const pieces = await read(task, kernel, ends)
      kernel.giveBack(copy)
      return {
        read: pieces,
        ends,
        asked: { follows: [...asked.follows.values()], isAskedBy: [...asked.isAskedBy.values()] },
      }
    } catch (error) {
      makeTurns(task.turns).breakOff()
      return { error }
    }
  }
}

/** Notes where what is written ends. */
const noting =
  (writeAt: LeapFiles['writeAt'], ends: number[]): LeapFiles['writeAt'] =>
  async (bytes, at) => {
    ends.push(at + bytes.length)
    await writeAt(bytes, at)
  }

type Pair = readonly [number, number]
