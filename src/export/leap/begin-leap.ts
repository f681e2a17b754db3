import type { Kernel } from '../kernel/memory.ts'
import type { Begin, LeapDone, Leaping, LeapSource, Leapt } from './leap.ts'
import { usualSizes, type LeapFiles, type LeapSizes, type PiecesRead } from './pieces.ts'
import { makeTurns, type Turns } from './turns.ts'
import { beginPages, endPages } from './uncached.ts'

/** A leap that has begun. */
export type Begun = {
  readonly turns: Turns
  readonly sizes: LeapSizes
  /** The ways of our own thread to the target. */
  readonly writes: Omit<LeapFiles, 'readAt'>
  /** Asks the other thread for its part. */
  readonly ask: (source: LeapSource) => Promise<LeapDone>
  /** Counts what was written, also by the other thread, whose writes ended at these bytes. */
  readonly end: (ends: readonly number[]) => Promise<void>
  /** Fails as our own thread would, when the other one could not write. */
  readonly fail: (error: unknown) => Promise<void>
}

/** Begins a leap over a source of so many bytes, if that is known. */
export async function begin(
  kernel: Kernel,
  { target, run, sizes = usualSizes }: Leaping,
  { at, size = 0 }: { readonly at: Begin; readonly size: number | undefined },
): Promise<Begun> {
  await target.open?.()
  const turns = makeTurns({ ...at, out: target.end(), isStopped: false })
  const uncached = size - at.at < sizes.uncached ? undefined : await target.uncached?.()
  if (uncached) await beginPages(uncached, turns)
  const { writeAt } = target
  const used = uncached ? { ...sizes, ...sizes.past } : sizes
  return {
    turns,
    sizes: used,
    writes: { writeAt, ...(uncached && { writePast: uncached.writeAt }) },
    ask: (source) => {
      const files = { source, target: target.handle(), ...(uncached && { uncached: uncached.handle }) }
      return run({ copy: kernel.copy(), turns: turns.shared, sizes: used, ...files })
    },
    end: async (ends) => {
      if (uncached) await endPages(writeAt, turns)
      target.moveEnd(turns.last().out, ends)
    },
    fail: (error) => target.fail(error),
  }
}

/** Reads our pieces while the other thread reads its own. */
export async function readHalf(
  asked: Promise<LeapDone>,
  { turns }: Pick<Begun, 'turns'>,
  read: () => Promise<PiecesRead>,
): Promise<readonly [own: PiecesRead, other: LeapDone]> {
  const running = asked.then((done) => {
    // Nobody has to wait for its pieces.
    if (!done.read) turns.breakOff()
    return done
  })
  const own = await read().catch((error: unknown) => {
    turns.breakOff()
    return { error }
  })
  const done = await running
  if ('error' in own) throw own.error
  return [own, done]
}

/** Ends a leap, of which this is what our own thread and the other one did. */
export async function end(begun: Begun, own: PiecesRead, done: LeapDone): Promise<Leapt> {
  if ('error' in done) return failAs(done, begun)
  if (!done.read && begun.turns.isJoined()) throw done.why
  await begun.end(done.read ? done.ends : [])
  const { at, place } = begun.turns.last()
  return { at, place, own, other: done.read ?? nothing, noted: done.read && done.noted }
}

async function failAs(
  { error, unwritten }: Extract<LeapDone, { readonly error: unknown }>,
  { fail }: Begun,
): Promise<never> {
  if (unwritten) await fail(Object.assign(new Error(String(error)), unwritten))
  throw error
}

/** What a thread did that did nothing. */
export const nothing: PiecesRead = { rows: 0, guarded: 0, unproven: undefined, cuts: [] }
