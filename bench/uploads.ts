/**
 * What strangers cost who post large files all at once: the most memory that the service took, the longest that another
 * page took meanwhile, how the posts were answered, and what the data folder holds afterwards. Linux only.
 * Usage: npm run bench:uploads -- [posts, 40 when not said] [MB each, 30 when not said]
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'

const [, , posts = '40', megabytes = '30'] = process.argv
const program = join(import.meta.dirname, '../bin/formctl.js')
const chunk = Buffer.alloc(64 * 1024, 'x')

type Service = {
  readonly url: string
  readonly formWith: (type: string) => Promise<string>
  readonly peak: () => number
  readonly folder: string
  readonly stop: () => Promise<void>
}

/** A service of its own for each case, so that the peak of its memory is that of the case. */
async function start(): Promise<Service> {
  const folder = mkdtempSync(join(tmpdir(), 'formctl-bench-'))
  const child = spawn(process.execPath, [program, 'serve', '--data', folder, '--port', '0', '-o', 'json'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const ended = new Promise((done) => child.once('exit', done))
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string]
  const { url, environmentId, sourceFormId, apiKey } = JSON.parse(line) as Record<string, string>
  return {
    url: url ?? '',
    folder,
    async formWith(type) {
      const body = {
        name: 'Survey',
        sourceFormId,
        steps: [
          {
            name: 'A',
            components: [
              { type, content: { question: 'Q?' } },
              { type: 'NextButton', content: {} },
            ],
          },
          { name: 'B', components: [{ type: 'Header', content: { title: 'Bye' } }] },
        ],
      }
      const reply = await fetch(`${url}/api/v1/environments/${environmentId}/forms/generate`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': apiKey ?? '' },
        body: JSON.stringify(body),
      })
      const text = await reply.text()
      const id = /"(?:id|formId)":"([^"]+)"/.exec(text)?.[1]
      if (id === undefined) throw new Error(text)
      return `${url}/s/${id}`
    },
    peak: () => Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1024,
    async stop() {
      child.kill('SIGINT')
      await ended
      rmSync(folder, { recursive: true })
    },
  }
}

/** What is posted to one page: how many times at once, how often one after the other, to which field, in which files. */
type Posting = {
  readonly page: string
  readonly atOnce: number
  readonly rounds: number
  readonly field: string
  readonly sizes: readonly number[]
}

/** Posts files to a page as a browser does, each of so many bytes; 0 where the connection broke. */
function post({ page, field, sizes }: Posting): Promise<number> {
  const heads = sizes.map(
    (_, i) =>
      `${i === 0 ? '' : '\r\n'}--b\r\nContent-Disposition: form-data; name="${field}"; filename="${i}.bin"\r\n\r\n`,
  )
  const end = '\r\n--b--\r\n'
  const length = heads.join('').length + end.length + sizes.reduce((sum, size) => sum + size, 0)
  return new Promise((done) => {
    const sent = request(page, {
      method: 'POST',
      headers: { 'content-type': 'multipart/form-data; boundary=b', 'content-length': length },
    })
    sent.setMaxListeners(0)
    sent.on('response', (reply) => {
      reply.resume()
      reply.on('close', () => done(reply.statusCode ?? 0))
    })
    sent.on('error', () => done(0))
    void write()
    async function write(): Promise<void> {
      for (const [i, size] of sizes.entries()) {
        sent.write(heads[i] ?? '')
        for (let left = size; left > 0 && !sent.destroyed; left -= chunk.length)
          if (!sent.write(chunk.subarray(0, Math.min(left, chunk.length))))
            await new Promise((on) => sent.once('drain', on).once('close', on))
      }
      sent.end(end)
    }
  })
}

/** The longest of many visits to a page, one after the other, until told to stop. */
function watch(page: string): () => Promise<number> {
  const stop = new AbortController()
  const visits = (async () => {
    let longest = 0
    while (!stop.signal.aborted) {
      const began = performance.now()
      await fetch(page).then((reply) => reply.text())
      longest = Math.max(longest, performance.now() - began)
      await delay(20)
    }
    return longest
  })()
  return () => {
    stop.abort()
    return visits
  }
}

const counted = (statuses: readonly number[]): string =>
  [...new Set(statuses)]
    .toSorted((a, b) => a - b)
    .map((status) => `${statuses.filter((one) => one === status).length} × ${status}`)
    .join(', ')

const sizeOf = (folder: string): number =>
  readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0) / 1024 / 1024

async function measure(
  title: string,
  type: string,
  posting: Pick<Posting, 'sizes'> & Partial<Posting>,
): Promise<void> {
  const service = await start()
  const page = await service.formWith(type)
  const field = /name="(q\.[^"]+)"/.exec(await (await fetch(page)).text())?.[1] ?? ''
  const other = await service.formWith('ShortInput')
  const before = service.peak()
  const stop = watch(other)
  const began = performance.now()
  // In a thread of its own, so that its work is not taken for the service's.
  const given: Posting = { page, field, atOnce: 1, rounds: 1, ...posting }
  const [statuses] = (await once(new Worker(import.meta.filename, { workerData: given }), 'message')) as [
    number[],
  ]
  const seconds = (performance.now() - began) / 1000
  const longest = await stop()
  console.log(
    `${title}\n  answers ${counted(statuses)}, ${seconds.toFixed(1)} s\n` +
      `  memory ${service.peak().toFixed(0)} MiB at most (${before.toFixed(0)} before), other pages ${longest.toFixed(0)} ms at most\n` +
      `  data folder ${sizeOf(service.folder).toFixed(0)} MiB`,
  )
  await service.stop()
}

async function postAll(posting: Posting): Promise<readonly number[]> {
  const statuses: number[] = []
  for (let round = 0; round < posting.rounds; round += 1)
    statuses.push(...(await Promise.all(Array.from({ length: posting.atOnce }, () => post(posting)))))
  return statuses
}

async function main(): Promise<void> {
  const atOnce = Number(posts)
  const size = Number(megabytes) * 1e6
  const files = Array.from({ length: Math.ceil(size / 10e6) }, () => Math.min(size, 10e6))
  const flood = `${posts} posts of ${megabytes} MB`
  await measure(`${flood} to a form that takes no files`, 'ShortInput', { atOnce, sizes: [size] })
  await measure(`${flood} to a field that takes no files`, 'FileUploader', {
    atOnce,
    sizes: [size],
    field: 'f',
  })
  await measure(`${flood} to a form that takes files`, 'FileUploader', { atOnce, sizes: files })
  await measure('one person with five files of 8 MB', 'FileUploader', { sizes: [8e6, 8e6, 8e6, 8e6, 8e6] })
  await measure('8 people with 27 MB each, one after the other', 'FileUploader', {
    rounds: 8,
    sizes: [9e6, 9e6, 9e6],
  })
}

if (isMainThread) await main()
// Given above.
else parentPort?.postMessage(await postAll(workerData as Posting), [])
