import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { createGzip } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { builtProgram } from '../support/built-program.ts'
import { httpServer, type Running } from '../support/proxies.ts'
import { tellPeak } from '../support/peak-memory.ts'
import { temporaryFolder } from '../support/test-host.ts'

/** JSON of about so many bytes, packed to a hundredth and less. */
async function packed(parts: Iterable<string>): Promise<Buffer> {
  const gzip = createGzip({ level: 1 })
  const chunks: Buffer[] = []
  gzip.on('data', (chunk: Buffer) => void chunks.push(chunk))
  for (const part of parts) if (!gzip.write(part)) await once(gzip, 'drain')
  gzip.end()
  await once(gzip, 'end')
  return Buffer.concat(chunks)
}

function* records(count: number, record: string): Iterable<string> {
  yield '{"data":['
  const batch = Array<string>(1000).fill(record).join(',')
  for (let n = 0; n < count / 1000; n++) yield n === 0 ? batch : `,${batch}`
  yield ']}'
}

function* hugeRecord(megabytes: number): Iterable<string> {
  yield '{"data":[{"id":"'
  for (let n = 0; n < megabytes; n++) yield 'x'.repeat(1e6)
  yield '"}]}'
}

const bodies = new Map<string, Buffer>()
let service: Running
beforeAll(async () => {
  bodies.set(
    'many',
    await packed(
      records(280_000, `{"id":"r","data":[{"questionId":"q","response":{"value":"${'x'.repeat(700)}"}}]}`),
    ),
  )
  bodies.set('tiny', await packed(records(3_000_000, '{}')))
  bodies.set('huge', await packed(hugeRecord(200)))
  bodies.set('spaces', await packed(Array<string>(200).fill(' '.repeat(1e6))))
  service = await httpServer((request, reply) => {
    reply.setHeader('content-encoding', 'gzip')
    reply.end(bodies.get(request.url?.split('/')[1] ?? ''))
  })
})
afterAll(() => service.close())

const cwd = temporaryFolder()

async function run(body: string, words: string) {
  const folder = temporaryFolder()
  const child = spawn(
    process.execPath,
    [...tellPeak(join(cwd, 'peak')), builtProgram, 'responses', ...words.split(' '), '--quiet'],
    {
      cwd: folder,
      // What `ignore` opens cannot be told from an output that is closed.
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        HOME: folder,
        FORMCTL_API_KEY: 'formctl_0123456789',
        FORMCTL_ATTEMPTS: '1',
        FORMCTL_BASE_URL: `http://127.0.0.1:${service.port}/${body}`,
      },
    },
  )
  child.stdout.resume()
  const stderr = text(child.stderr)
  const [exit] = await once(child, 'close')
  const mebibytes = Number(readFileSync(join(cwd, 'peak'), 'utf8')) / 1024
  return { exit, stderr: await stderr, mebibytes, left: readdirSync(folder), folder }
}

describe('a small packed answer that becomes a huge one', () => {
  test('is written in constant memory', async () => {
    expect(bodies.get('many')?.length).toBeLessThan(2_500_000)
    const { exit, stderr, mebibytes, folder } = await run(
      'many',
      'export --all --format ndjson --out a.ndjson --keep-duplicates',
    )
    expect([exit, stderr]).toEqual([0, ''])
    expect(statSync(join(folder, 'a.ndjson')).size).toBeGreaterThan(200_000_000)
    expect(mebibytes).toBeLessThan(300)
  })

  test.each([
    ['of one record', 'huge', 'export --all --out a.csv', 'is larger than 16 MiB'],
    ['of one record', 'huge', 'get --all', 'is larger than 16 MiB'],
    ['of nothing but blanks', 'spaces', 'export --all --out a.csv', 'ends too early, after byte 200000000'],
    [
      'of more records than are shown',
      'tiny',
      'get --all',
      'The reply is larger than 500000 responses or 256 MiB',
    ],
    [
      'of more records than are shown',
      'tiny',
      'get --form f',
      'The reply is larger than 500000 responses or 256 MiB',
    ],
  ])('%s is refused in little memory: %s, %s', async (_, body, words, problem) => {
    const { exit, stderr, mebibytes, left } = await run(body, words)
    expect([exit === 6 || exit === 7, stderr, left]).toEqual([true, expect.stringContaining(problem), []])
    expect(mebibytes).toBeLessThan(300)
  })
})
