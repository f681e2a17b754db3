/** A thread of the store (`threads.ts`): a connection of its own, one job at a time. */
import { parentPort, workerData } from 'node:worker_threads'
import { openDatabase } from './database.ts'
import { beDurable } from './layout.ts'
import { longPageIn } from './reads.ts'
import { plainError, type JobMessage, type JobReply, type ThreadData } from './threads.ts'
import { groupsIn } from './writes.ts'

const { file, folder } = workerData as ThreadData
const database = openDatabase(file, folder)
beDurable(database)
const runGroup = groupsIn(database)
const page = longPageIn(database)

async function replyTo({ id, job }: JobMessage): Promise<JobReply> {
  try {
    if ('query' in job) return { id, page: await page(job.query) }
    const outcomes = runGroup(job.calls)
    return {
      id,
      outcomes: outcomes.map((outcome) =>
        'error' in outcome ? { error: plainError(outcome.error) } : outcome,
      ),
    }
  } catch (error) {
    return { id, error: plainError(error) }
  }
}

async function answer(message: JobMessage): Promise<void> {
  const reply = await replyTo(message)
  const body = 'page' in reply ? reply.page.body : undefined
  // Moved instead of copied, if it has a buffer of its own: Node's small ones share one.
  const isWhole = body && body.length > 0 && body.length === body.buffer.byteLength
  parentPort?.postMessage(reply, isWhole ? [body.buffer as ArrayBuffer] : [])
}

parentPort?.on('message', (message: JobMessage) => void answer(message))
