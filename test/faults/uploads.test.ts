import { readdirSync, readFileSync, statSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { expect, onTestFinished, test } from 'vitest'
import { pathOf, routes } from '../../src/wire/wire.ts'
import { isLong } from '../support/is-long.ts'
import { startServer, type Ready } from '../support/server-process.ts'
import { temporaryFolder } from '../support/test-host.ts'

const mebibyte = 1024 * 1024
/** Posts at once, and the bytes of each, in files of at most 10 MB. */
const [posts, files] = isLong ? [40, [10e6, 10e6, 10e6]] : [24, [10e6, 5e6]]
const quota = 200

/** Publishes a form with a question of a type; gives the address of its page. */
async function publish(
  { url, environmentId, sourceFormId, apiKey = '' }: Ready,
  type: string,
): Promise<string> {
  const end = { name: 'B', components: [{ type: 'Header', content: { title: 'Bye' } }] }
  const components = [
    { type, content: { question: 'Q?' } },
    { type: 'NextButton', content: {} },
  ]
  const reply = await fetch(url + pathOf(routes.generate, { environmentId }), {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': apiKey },
    body: JSON.stringify({ name: 'Survey', sourceFormId, steps: [{ name: 'A', components }, end] }),
  })
  const id = /"(?:id|formId)":"([^"]+)"/.exec(await reply.text())?.[1] ?? ''
  return `${url}/s/${id}`
}

/** Posts files as a browser does; gives the status, or 0 where the connection was closed before there was one. */
function post(page: string, field: string): Promise<number> {
  const heads = files.map(
    (_, i) => `\r\n--b\r\nContent-Disposition: form-data; name="${field}"; filename="${i}.bin"\r\n\r\n`,
  )
  const end = '\r\n--b--\r\n'
  const chunk = Buffer.alloc(50_000, 'x')
  function* body(): Iterable<string | Buffer> {
    for (const [i, size] of files.entries()) {
      yield heads[i] ?? ''
      for (let left = size; left > 0; left -= chunk.length) yield chunk
    }
    yield end
  }
  const length = [...heads, end].join('').length + files.reduce((sum, size) => sum + size, 0)
  const headers = { 'content-type': 'multipart/form-data; boundary=b', 'content-length': length }
  const sent = request(page, { method: 'POST', headers, agent: false })
  return new Promise((done) => {
    sent.on('response', (reply) => reply.resume().on('end', () => done(reply.statusCode ?? 0)))
    // The service may close the connection before all was sent.
    sent.on('error', () => done(0))
    pipeline(Readable.from(body(), { objectMode: false }), sent).catch(() => undefined)
  })
}

const peakOf = (pid: number | undefined): number =>
  Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024

/** The space that files take, in MiB. One that is being kept has two names for a moment. */
function sizeOf(folder: string): number {
  const found = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => statSync(join(parentPath, name), { throwIfNoEntry: false }))
  const sizes = new Map(found.map((file) => [file?.ino, file?.size ?? 0]))
  return [...sizes.values()].reduce((sum, size) => sum + size, 0) / mebibyte
}

test.runIf(process.platform === 'linux').each([
  ['takes no files', 'ShortInput', [0, 413], 5],
  ['takes files', 'FileUploader', [0, 200, 503], quota + 5],
])(
  'large posts at once to a form that %s take little memory and no more space than the quota',
  async (_, type, statuses, maxKept) => {
    const folder = temporaryFolder()
    const limits = ['--upload-quota', String(quota), '--rate-per-key', '0', '--rate-per-address', '0']
    const { ready, pid, kill } = startServer({ folder }, { limits })
    onTestFinished(kill)
    const service = await ready
    const [page, other] = [await publish(service, type), await publish(service, 'ShortInput')]
    const field = /name="(q\.[^"]+)"/.exec(await (await fetch(page)).text())?.[1] ?? ''
    const before = peakOf(pid)
    const posting = Promise.all(Array.from({ length: posts }, () => post(page, field)))
    expect((await fetch(other)).status).toBe(200)
    const answers = await posting
    expect(answers.filter((status) => !statuses.includes(status))).toEqual([])
    expect(peakOf(pid) - before).toBeLessThan(150)
    expect(sizeOf(folder)).toBeLessThan(maxKept)
  },
)
