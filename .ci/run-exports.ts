/** Runs exports with the program that was built, out of a file and of a service, and keeps what was compiled for them. */
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import v8 from 'node:v8'
import threads, { MessageChannel, type MessagePort, type WorkerOptions } from 'node:worker_threads'
import { leastLeft } from '../src/export/leap/least-left.ts'

const [target = ''] = process.argv.slice(2)
const saved = 'fixtures/responses/every-type.json'

// What was compiled under other flags than the engine begins with is good for nobody.
v8.setFlagsFromString = () => undefined

/** A thread that keeps what was compiled for it, too, before it ends. */
class KeepingThread extends threads.Worker {
  readonly #ending: MessagePort

  constructor(_: unknown, options: WorkerOptions) {
    const { port1, port2 } = new MessageChannel()
    super(new URL('./run-thread.ts', import.meta.url), {
      ...options,
      workerData: port2,
      transferList: [port2],
    })
    port1.unref()
    this.#ending = port1
  }

  override async terminate(): Promise<number> {
    if (this.threadId < 0) return 0
    this.#ending.postMessage('end', [])
    this.ref()
    await new Promise((ended) => this.on('exit', ended))
    return 0
  }
}
Object.assign(threads, { Worker: KeepingThread })

const bundle = '../dist/scripts.js'
const { load, keepScripts } = (await import(bundle)) as typeof import('../src/cli/host/scripts.ts')
const start = load('./main.js')['start'] as () => Promise<void>

async function run(...words: readonly string[]): Promise<void> {
  process.argv = [...process.argv.slice(0, 2), ...words]
  await start()
  if (process.exitCode !== 0) throw new Error(`formctl ${words.join(' ')} failed`)
}

/** A service whose every reply is large, so that two threads read it. */
async function serving(): Promise<{ readonly url: string; readonly server: Server }> {
  const records = readFileSync(saved, 'utf8').replace(/^[^[]*\[|\][^\]]*$/g, '')
  const body = Buffer.from(
    `{"data":[${Array(Math.ceil((1.2 * leastLeft) / records.length))
      .fill(records)
      .join()}]}`,
  )
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'application/json').setHeader('content-length', body.length)
    response.end(body)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  return { url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`, server }
}

const { url, server } = await serving()
const out = ['--out', target, '--force']
await run('responses', 'export', '--from', saved, ...out)
await run('responses', 'export', '--all', '--base-url', url, ...out)
server.close()
process.on('exit', keepScripts)
