/** The two threads of a served store: one writes, one reads much. What they say to each other is plain data. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { Failure, type FailureArgs, type FailureCode } from '../../failure/failure.ts'
import { codeOf, reasonOf } from '../../failure/reason.ts'
import type { PageQuery, ResponsePage } from '../store.ts'
import type { Outcome, WriteCall } from '../groups.ts'

export type ThreadData = { readonly file: string; readonly folder: string }

type Job = { readonly calls: readonly WriteCall[] } | { readonly query: PageQuery }

export type JobMessage = { readonly id: number; readonly job: Job }

export type JobReply = { readonly id: number } & (
  | { readonly outcomes: readonly PlainOutcome[] }
  | { readonly page: ResponsePage }
  | { readonly error: PlainError }
)

type PlainOutcome = { readonly result: unknown } | { readonly error: PlainError }

/** An error as a message can hold it: without a class and members of its own. */
type PlainError =
  | { readonly failure: { readonly code: FailureCode; readonly args: unknown } }
  | { readonly thrown: unknown; readonly code: string }

/** A thread on a database. */
export type StoreThread = {
  readonly runGroup: (calls: readonly WriteCall[]) => Promise<readonly Outcome[]>
  readonly page: (query: PageQuery) => Promise<ResponsePage>
  readonly close: () => Promise<void>
}

export function startThread(data: ThreadData): StoreThread {
  const worker = new Worker(scriptOf(import.meta.url), {
    workerData: data,
    // Node 22 and 24 call their SQLite experimental, once a thread.
    execArgv: ['--disable-warning=ExperimentalWarning'],
  })
  const ask = askerOf(worker, data.folder)
  return {
    runGroup: async (calls) => {
      const reply = await ask({ calls })
      if (!('outcomes' in reply)) throw new Error('the thread answered another question')
      return reply.outcomes.map((outcome) =>
        'error' in outcome ? { error: errorOf(outcome.error) } : outcome,
      )
    },
    page: async (query) => {
      const reply = await ask({ query })
      if (!('page' in reply)) throw new Error('the thread answered another question')
      return reply.page
    },
    close: async () => {
      await worker.terminate()
    },
  }
}

/** The script of a thread. In the bundle it is one file, which goes along as text: a packaged executable has no files for threads. */
function scriptOf(here: string): URL {
  if (here.endsWith('.ts')) return new URL('thread.ts', here)
  const text = readFileSync(join(import.meta.dirname, 'store-thread.js'), 'utf8')
  // Without a name, each line of a stack trace would quote the whole script.
  const named = Buffer.from(`${text}\n//# sourceURL=store-thread.js`)
  return new URL(`data:text/javascript;base64,${named.toString('base64')}`)
}

/** Sends jobs to a thread, and gives each its reply. */
function askerOf(worker: Worker, folder: string): (job: Job) => Promise<JobReply> {
  const waiting = new Map<number, PromiseWithResolvers<JobReply>>()
  let ended: Error | undefined
  let lastId = 0
  const end = (reason: string): void => {
    ended ??= Failure.of('store-unusable', { path: folder, reason, isLasting: true })
    for (const { reject } of waiting.values()) reject(ended)
    waiting.clear()
  }
  worker.on('message', (reply: JobReply) => {
    waiting.get(reply.id)?.resolve(reply)
    waiting.delete(reply.id)
  })
  worker.on('error', (error: unknown) =>
    end(`its thread has failed (${reasonOf(error)}); start the service again`),
  )
  worker.on('exit', () => end('its thread has ended; start the service again'))
  return async (job) => {
    if (ended) throw ended
    const asked = Promise.withResolvers<JobReply>()
    const id = ++lastId
    waiting.set(id, asked)
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    worker.postMessage({ id, job } satisfies JobMessage)
    const reply = await asked.promise
    if ('error' in reply) throw errorOf(reply.error)
    return reply
  }
}

export const plainError = (error: unknown): PlainError =>
  error instanceof Failure
    ? { failure: { code: error.code, args: error.args } }
    : { thrown: error, code: codeOf(error) }

function errorOf(plain: PlainError): unknown {
  // Made by `plainError` from a failure of this code.
  if ('failure' in plain)
    return Failure.of(plain.failure.code, plain.failure.args as FailureArgs<FailureCode>)
  const { thrown, code } = plain
  return thrown instanceof Error && code !== '' ? Object.assign(thrown, { code }) : thrown
}
