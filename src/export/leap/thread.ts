import { hostOfKernels } from '../kernel/kernel-host.ts'
import { startKernel, type Kernel } from '../kernel/memory.ts'
import type { Asked, LeapDone, LeapTask } from './leap.ts'
import { makePieceRoom, readPieces, type LeapFiles } from './pieces.ts'
import { makeTurns } from './turns.ts'

/** Does what a thread is asked for, one task after another, with a kernel of its own. */
export function makeTaskRunner(
  filesOf: (source: number, target: number) => LeapFiles,
): (task: LeapTask) => Promise<LeapDone> {
  let kernel: Kernel | undefined
  let asked = { follows: new Map<string, Pair>(), isAskedBy: new Map<string, Pair>() }
  const noting = (what: keyof Asked) => (one: number, other: number) => {
    asked[what].set(`${one} ${other}`, [one, other])
    return true
  }
  return async ({ copy, turns: shared, stretch, sizes, source, target }) => {
    const turns = makeTurns(shared)
    try {
      kernel ??= startKernel(
        { ...hostOfKernels, follows: noting('follows'), isAskedBy: noting('isAskedBy') },
        copy.module,
      )
      asked = { follows: new Map(), isAskedBy: new Map() }
      kernel.restore(copy)
      const room = makePieceRoom(kernel, sizes)
      const read = await readPieces({ kernel, room, sizes, files: filesOf(source, target), turns, stretch })
      kernel.giveBack(copy)
      return {
        read,
        asked: { follows: [...asked.follows.values()], isAskedBy: [...asked.isAskedBy.values()] },
      }
    } catch (error) {
      turns.breakOff()
      return { error }
    }
  }
}

type Pair = readonly [number, number]
