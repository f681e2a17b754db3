import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { builtProgram } from '../../support/built-program.ts'
import { canaryKey } from '../../support/canary.ts'
import { runInSmallHeap } from '../../support/peak-memory.ts'
import { temporaryFolder } from '../../support/test-host.ts'

const answer = (questionId: string, value: string): unknown => ({
  questionId,
  response: { type: 'LongInput', headline: `Question ${questionId}`, componentShapeVersion: '2.0', value },
})

/** Stands for the number of a megabyte in an id. */
const place = 'clr0000000000'

const record = (questions: readonly string[], number = 0): string =>
  JSON.stringify({
    id: `${place}${String(number).padStart(12, '0')}`,
    createdAt: '2026-03-01T09:00:00.000Z',
    formId: 'clf0000000000000000000001',
    data: questions.map((name) =>
      answer(name, `A long answer, "quoted", with ünïcode\nand lines ${'.'.repeat(100)}`),
    ),
  })

/** Runs of records of 1 MB, so many times. */
function* bodyOf(megabytes: number): Iterable<string> {
  yield '{"data":['
  const run = Array.from({ length: 590 }, (_, i) => record(['a', 'b', 'c', 'd', 'e', 'f'], i)).join(',')
  for (let n = 1; n <= megabytes; n++) yield `${run.replaceAll(place, `clr${String(n).padStart(10, '0')}`)},`
  // A question that only the last record tells of moves every row that went before.
  yield `${record(['a', 'late', 'b'])}]}`
}

test('200 MB become a table in a heap of 64 MB', async () => {
  const cwd = temporaryFolder()
  const words = 'responses export --from - --out a.csv'.split(' ')
  const { exit, stderr, size, peak } = await runInSmallHeap(cwd, words, bodyOf(200))
  // Progress appears only on a slow machine.
  const said = expect.stringMatching(/(^|\n)Wrote 118,001 responses in 20 columns to a\.csv\.\n$/)
  expect({ exit, stderr }).toEqual({ exit: 0, stderr: said })
  expect(size).toBeGreaterThan(200_000_000)
  let lines = 0
  for await (const chunk of createReadStream(join(cwd, 'a.csv')))
    for (let at = -1; (at = (chunk as Buffer).indexOf(0x0a, at + 1)) !== -1;) lines++
  expect(lines).toBe(1 + 118_000 * 7 + 4)
  // All of it at once would take far more; this is Node itself, a young heap grown to its full size, and some buffers.
  expect(peak).toBeLessThan(256 * 1024)
})

describe('an export of 20 MB', () => {
  const cwd = temporaryFolder()
  const server = createServer((_, reply) => void createReadStream(join(cwd, 'reply.json')).pipe(reply))
  beforeAll(async () => {
    writeFileSync(join(cwd, 'reply.json'), [...bodyOf(20)].join(''))
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
  })
  afterAll(() => server.close())

  /** The SHA-256 of what an export writes. */
  async function exported(words: readonly string[], more: Readonly<Record<string, string>> = {}) {
    const address = server.address()
    const env = {
      HOME: cwd,
      FORMCTL_API_KEY: canaryKey,
      FORMCTL_BASE_URL: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
      ...more,
    }
    const program = [builtProgram, 'responses', 'export', ...words, '--out', 'a.csv', '--force']
    const child = spawn(process.execPath, program, { cwd, env, stdio: ['pipe', 'ignore', 'ignore'] })
    const closed = once(child, 'close')
    if (words.includes('-')) createReadStream(join(cwd, 'reply.json')).pipe(child.stdin)
    else child.stdin.end()
    expect(await closed).toEqual([0, null])
    return createHash('sha256')
      .update(readFileSync(join(cwd, 'a.csv')))
      .digest('hex')
  }

  test('gives the same bytes wherever it reads, and without the engine', async () => {
    const sha = await exported(['--from', 'reply.json'])
    for (const words of [['--from', '-'], ['--all'], ['--from', 'reply.json', '--manifest', 'a.json']])
      expect([words, await exported(words)]).toEqual([words, sha])
    expect(await exported(['--from', 'reply.json'], { FORMCTL_NO_ENGINE: '1' })).toBe(sha)
    // Its digest is that of the file, which is written anew at the end.
    expect(readFileSync(join(cwd, 'a.json'), 'utf8')).toContain(sha)
  })
})
