import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { closeSync, openSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { inputKind, openPiped } from '../../../src/cli/host/piped.ts'
import { builtProgram } from '../../support/built-program.ts'
import { temporaryFolder } from '../../support/test-host.ts'

/** Of which no part is like another. */
const long = Buffer.from(Array.from({ length: 300_000 }, (_, i) => i.toString(36).padStart(5, '.')).join(''))
const digest = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

describe.runIf(process.platform === 'linux')('a pipe', () => {
  test.each([
    ['at once', 0],
    ['by a slow reader', 1],
  ])('comes as it was written, %s', async (_, pause) => {
    const folder = temporaryFolder()
    writeFileSync(join(folder, 'long'), long)
    execFileSync('sh', ['-c', 'mkfifo "$0"', join(folder, 'pipe')])
    spawn('sh', ['-c', 'cat long > pipe'], { cwd: folder, stdio: 'ignore' })
    const fd = openSync(join(folder, 'pipe'), 'r')
    expect(inputKind(fd)).toBe('pipe')
    const hash = createHash('sha256')
    const memories = new Set<unknown>()
    for await (const chunk of openPiped(fd).chunks()) {
      if (pause > 0) await new Promise((done) => setTimeout(done, pause))
      hash.update(chunk)
      memories.add(chunk.buffer)
    }
    expect(hash.digest('hex')).toBe(digest(long))
    expect(memories.size).toBe(1)
  })

  test('fails when it is closed while somebody reads', async () => {
    const folder = temporaryFolder()
    execFileSync('sh', ['-c', 'mkfifo "$0"', join(folder, 'pipe')])
    const fd = openSync(join(folder, 'pipe'), 'r+')
    const { chunks, close } = openPiped(fd)
    const reading = chunks()[Symbol.asyncIterator]().next()
    close()
    await expect(reading).rejects.toThrow('Premature close')
  })
})

describe('the standard input', () => {
  const record = (i: number): string =>
    `{"id":"r${i}","createdAt":"2026-03-01T09:00:00.000Z","formId":"f","data":[{"questionId":"q","response":{"type":"ShortInput","headline":"Q","value":"a${i}"}}]}`
  const reply = `{"data":[${Array.from({ length: 30_000 }, (_, i) => record(i)).join(',')}]}`
  const words = ['responses', 'export', '--from', '-', '--columns', 'id', '--out', 'a.csv']
  const said = 'Wrote 30,000 responses in 1 column'

  test('is read whole through a pipe', () => {
    const cwd = temporaryFolder()
    const { stderr } = spawnSync(process.execPath, [builtProgram, ...words], { cwd, input: reply })
    expect(stderr.toString()).toContain(said)
  })

  test('is read whole out of a file, from where it stands', () => {
    const cwd = temporaryFolder()
    writeFileSync(join(cwd, 'reply.json'), `# a line\n${reply}`)
    const fd = openSync(join(cwd, 'reply.json'), 'r')
    try {
      const run = `read -r line; exec "$0" "$@"`
      const { stderr } = spawnSync('sh', ['-c', run, process.execPath, builtProgram, ...words], {
        cwd,
        stdio: [fd, 'ignore', 'pipe'],
      })
      expect(stderr.toString()).toContain(said)
    } finally {
      closeSync(fd)
    }
  })
})
