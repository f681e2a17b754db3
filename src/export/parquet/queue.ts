/** Work that is done one after another, while whoever gives it goes on. */
export type Queue = {
  /** Gives work that holds so many bytes; waits while there is more to be done than there may be. */
  readonly add: (work: () => Promise<void>, bytes: number) => Promise<void>
  /** Waits until all is done. */
  readonly end: () => Promise<void>
}

/** A queue of at most so many things, which hold no more than so many bytes but for the last one. */
export function makeQueue(most: { readonly things: number; readonly bytes: number }): Queue {
  const waiting: { readonly done: Promise<void>; readonly bytes: number }[] = []
  let last = Promise.resolve()
  let held = 0
  return {
    add: async (work, bytes) => {
      last = last.then(work)
      // Whoever gives the next, or waits for the end, is told.
      last.catch(() => undefined)
      waiting.push({ done: last, bytes })
      held += bytes
      while (waiting.length > most.things || held > most.bytes) {
        const first = waiting.shift()
        await first?.done
        held -= first?.bytes ?? held
      }
    },
    end: () => last,
  }
}
