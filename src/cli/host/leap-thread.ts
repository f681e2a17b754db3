import { readSync, writeSync } from 'node:fs'
import { parentPort } from 'node:worker_threads'
import type { LeapTask } from '../../export/leap/leap.ts'
import type { LeapFiles } from '../../export/leap/pieces.ts'
import { makeTaskRunner } from '../../export/leap/thread.ts'

/** The other thread of an export: does what it is told, one task after another. */
parentPort?.on('message', (task: LeapTask) => {
  void answer(task)
})

async function answer(task: LeapTask): Promise<void> {
  parentPort?.postMessage(await run(task), [])
}

const filesOf = (source: number, target: number): LeapFiles => ({
  readAt: (into, at) => {
    let size = 0
    for (let more = -1; more !== 0 && size < into.length; size += more)
      more = readSync(source, into, size, into.length - size, at + size)
    return size
  },
  writeAt: (bytes, at) => {
    for (let done = 0; done < bytes.length;)
      done += writeSync(target, bytes, done, bytes.length - done, at + done)
  },
})

const run = makeTaskRunner(filesOf)
