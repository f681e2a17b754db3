/** Group commit: writes that wait at the same time share a transaction, and so a wait for the disk. */
import { Failure } from '../failure/failure.ts'
import type { Observe } from './store.ts'

/** A write by name. Calls and their outcomes are plain data, so that they can go to another thread and back. */
export type WriteCall = { readonly name: string; readonly args: readonly unknown[] }

export type Outcome = { readonly result: unknown } | { readonly error: unknown }

/** Runs writes in order: one that fails changes nothing, and the others are done. Rejects if none was done. */
export type RunGroup = (calls: readonly WriteCall[]) => Promise<readonly Outcome[]>

/** The writes of an engine by name. */
type WriteTable<Writes> = { readonly [Name in keyof Writes]: (...args: never[]) => unknown }

/** Queues writes; each resolves when it is durable. */
export type Writer<Writes extends WriteTable<Writes>> = {
  readonly write: <Name extends keyof Writes & string>(
    name: Name,
    ...args: Parameters<Writes[Name]>
  ) => Promise<Awaited<ReturnType<Writes[Name]>>>
  /** Why nothing can be written any more: an error of the disk, or a thread that has ended. */
  readonly refusal: () => Error | undefined
  /** Resolves when every write before it is done; later ones are refused. */
  readonly close: () => Promise<void>
}

const maxGroupSize = 256

/** The most writes that wait; more are refused with `store-busy`. At 5,000 saves a second they take a second. */
const maxQueueLength = 5000

type QueuedWrite = WriteCall & {
  readonly resolve: (result: never) => void
  readonly reject: (error: unknown) => void
}

/**
 * A writer that groups what waits while the group before it is written: a lone write goes at once, and under load a group is as
 * large as the disk is slow. After an error of the disk (`isLasting`) nothing more is written, since what the disk then has is unknown.
 */
export function groupedWriter<Writes extends WriteTable<Writes>>(
  run: RunGroup,
  { observe }: { readonly observe?: Observe | undefined } = {},
): Writer<Writes> {
  const runs = observe ? observed(run, observe) : run
  const queue: QueuedWrite[] = []
  let running: Promise<void> | undefined
  let refusal: Error | undefined
  const drain = async (): Promise<void> => {
    while (queue.length > 0) {
      const group = queue.splice(0, maxGroupSize)
      observe?.({ waiting: queue.length })
      try {
        resolveAll(group, await runs(group.map(({ name, args }) => ({ name, args }))))
      } catch (error) {
        if (Failure.is(error, 'store-unusable') && error.args.isLasting) {
          refusal ??= error
          observe?.({ broken: refusal })
        }
        for (const { reject } of [...group, ...(refusal ? queue.splice(0) : [])]) reject(error)
      }
    }
    running = undefined
  }
  return {
    write: (name, ...args) => {
      const { promise, resolve, reject } = Promise.withResolvers<never>()
      if (refusal) reject(refusal)
      else if (queue.length >= maxQueueLength) reject(Failure.of('store-busy', {}))
      else {
        queue.push({ name, args, resolve, reject })
        observe?.({ waiting: queue.length })
        running ??= drain()
      }
      return promise
    },
    refusal: () => refusal,
    close: async () => {
      await running
      refusal ??= new Error('the store is closed')
    },
  }
}

function resolveAll(group: readonly QueuedWrite[], outcomes: readonly Outcome[]): void {
  for (const [i, { resolve, reject }] of group.entries()) {
    const outcome = outcomes[i]
    if (outcome && 'result' in outcome) resolve(outcome.result as never)
    else reject(outcome?.error)
  }
}

const observed =
  (run: RunGroup, observe: Observe): RunGroup =>
  async (calls) => {
    const begin = performance.now()
    const outcomes = await run(calls)
    observe({ committed: { writes: calls.length, seconds: (performance.now() - begin) / 1000 } })
    return outcomes
  }
