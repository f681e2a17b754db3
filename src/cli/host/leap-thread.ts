import { parentPort } from 'node:worker_threads'
import type { LeapTask } from '../../export/leap/leap.ts'
import type { LeapFiles } from '../../export/leap/pieces.ts'
import { makeTaskRunner } from '../../export/leap/thread.ts'
import { readAt, writeAt } from './read-at.ts'

/** The other thread of an export: does what it is told, one task after another. */
parentPort?.on('message', (task: LeapTask) => {
  void answer(task)
})

async function answer(task: LeapTask): Promise<void> {
  parentPort?.postMessage(await run(task), [])
}

const filesOf = (source: number, target: number): LeapFiles => ({
  readAt: (into, at) => readAt(source, into, at),
  writeAt: (bytes, at) => writeAt(target, bytes, at),
})

const run = makeTaskRunner(filesOf)
