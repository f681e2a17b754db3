import { parentPort } from 'node:worker_threads'
import type { LeapTask } from '../../export/leap/leap.ts'
import { makeTaskRunner } from '../../export/leap/thread.ts'
import { readAt, writeAt, writeBeside, writePast } from './read-at.ts'

/** The other thread of an export: does what it is told, one task after another. */
parentPort?.on('message', (task: LeapTask) => {
  void answer(task)
})

async function answer(task: LeapTask): Promise<void> {
  const done = await run(task)
  parentPort?.postMessage(done, done.read ? [done.noted.notes.memory] : [])
}

const run = makeTaskRunner(
  {
    readFrom: (fd) => (into, at) => readAt(fd, into, at),
    writeTo: (fd) => (bytes, at) => writeAt(fd, bytes, at),
    writeBeside: (fd) => (bytes, at) => writeBeside(fd, bytes, at),
    writePast: (uncached, fd) => (bytes, at) => writePast({ uncached, fd }, bytes, at),
  },
  // Nothing else happens here meanwhile.
  (words, at, now) => Atomics.wait(words, at, now),
)

parentPort?.postMessage('ready', [])
