import type { LeapDone } from '../../export/leap/leap.ts'
import { codeOf } from '../../reason.ts'
import type { LeapThread } from '../host.ts'

/** Starts a thread for exports. While it has nothing to do, it does not keep the program alive. */
export function startLeapThread(): LeapThread {
  // Beside the bundle's scripts it is what loads one of them; where the program runs from its sources, one of these.
  const file = import.meta.url.endsWith('.ts') ? './leap-thread.ts' : './leap-thread.js'
  // Loaded here, as most runs start no thread.
  const { Worker } = process.getBuiltinModule('node:worker_threads')
  const worker = new Worker(new URL(file, import.meta.url), {
    // Its garbage is little, and memory is dear.
    resourceLimits: { maxYoungGenerationSizeMb: 2 },
    stdin: false,
  })
  let waiting: ((done: LeapDone) => void) | undefined
  let [isOnline, isReady] = [false, false]
  let ended: LeapDone | undefined
  const answer = (done: LeapDone): void => {
    worker.unref()
    waiting?.(done)
    waiting = undefined
  }
  const end = (error: unknown): void =>
    answer((ended ??= isOnline && !hasNoMemory(error) ? { error } : { isMissing: true, why: error }))
  worker.on('online', () => (isOnline = true))
  worker.on('message', (message: LeapDone | 'ready') => {
    if (message === 'ready') isReady = true
    else answer(message)
  })
  worker.on('error', end)
  worker.on('exit', () => end(new Error('the thread ended')))
  // Not before: whoever listens to it keeps the program alive again.
  worker.unref()
  return {
    run: (task) =>
      new Promise((done) => {
        if (ended) return done(ended)
        waiting = done
        worker.ref()
        worker.postMessage(task, [task.copy.memory])
      }),
    isReady: () => isReady,
    end: async () => void (await worker.terminate()),
  }
}

/** Whether the system gave the thread too little: one thread may get along with that. */
const hasNoMemory = (error: unknown): boolean => codeOf(error) === 'ERR_WORKER_OUT_OF_MEMORY'
