import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync, zstdCompressSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { rowsIn } from '../support/rows-in.ts'
import { packed } from '../support/saved-reply.ts'
import { runInProcess, temporaryFolder, type Ran } from '../support/test-host.ts'

const fixture = (name: string): string => join(import.meta.dirname, '../../fixtures/responses', name)

/** A folder with a reply in all the forms that a saved one may have. */
function folderOf(name: string): string {
  const cwd = temporaryFolder()
  const reply = readFileSync(fixture(`${name}.json`), 'utf8')
  const lines = JSON.parse(reply)
    .data.map((record: unknown) => JSON.stringify(record))
    .join('\n')
  writeFileSync(join(cwd, 'reply.json'), reply)
  writeFileSync(join(cwd, 'reply.json.gz'), gzipSync(reply))
  writeFileSync(join(cwd, 'reply.json.zst'), zstdCompressSync(Buffer.from(reply)))
  writeFileSync(join(cwd, 'lines.ndjson'), `${lines}\n`)
  writeFileSync(join(cwd, 'lines.ndjson.gz'), gzipSync(lines))
  writeFileSync(join(cwd, 'lines.txt'), lines)
  return cwd
}
const forms = ['reply.json.gz', 'reply.json.zst', 'lines.ndjson', 'lines.ndjson.gz', 'lines.txt']

const run = (cwd: string, ...argv: readonly string[]): Promise<Ran> =>
  runInProcess({ cwd, argv: ['responses', ...argv] })

describe.each(forms)('%s', (file) => {
  test.each(['every-type', 'several-forms', 'formulas', 'order-of-questions'])(
    'is read as the reply that it was made of: %s',
    async (name) => {
      const cwd = folderOf(name)
      for (const words of [
        ['export'],
        ['export', '--layout', 'long'],
        ['export', '--format', 'ndjson'],
        ['export', '--multi', 'columns', '--where', 'finished = true'],
        ['stats'],
      ]) {
        const [plain, other] = [
          await run(cwd, ...words, '--from', 'reply.json'),
          await run(cwd, ...words, '--from', file),
        ]
        expect([other.exit, other.stdout]).toEqual([plain.exit, plain.stdout])
      }
    },
  )
})

test('what an export writes as lines is read again, through a pipe, too', async () => {
  const cwd = folderOf('every-type')
  const { stdout: stdin } = await run(cwd, 'export', '--from', 'reply.json', '--format', 'ndjson')
  const again = await runInProcess({ cwd, stdin, argv: ['responses', 'export', '--from', '-'] })
  expect(again.stdout).toBe((await run(cwd, 'export', '--from', 'reply.json')).stdout)
  writeFileSync(join(cwd, 'none.ndjson'), '')
  expect((await run(cwd, 'export', '--from', 'none.ndjson')).stderr).toBe(
    'Wrote 0 responses in 13 columns.\n',
  )
})

test.each<readonly [string, string | Uint8Array, string]>([
  ...rowsIn<[file: string, content: string, problem: string]>('saved-replies/foreign.json'),
  ['a.bin', gzipSync('{"data":[{"id":1}]}').subarray(0, -9), 'it is packed with gzip and ends too early'],
  [
    'a.bin',
    Buffer.concat([gzipSync('{"data":[]}').subarray(0, 14), Buffer.alloc(20, 7)]),
    'it is packed with gzip and damaged',
  ],
  ['a.gz', gzipSync('{"data":[]}'), 'unpacked, it is packed again'],
  ['a.zst', gzipSync('{"data":[]}'), 'unpacked, it is packed again'],
  [
    'a.json',
    Buffer.from('\uFEFF{"data":[]}', 'utf16le'),
    'it is not UTF-8, which JSON is; PowerShell writes UTF-16 unless told otherwise',
  ],
])('%s that is none is refused with what it is: %s', async (name, content, problem) => {
  const cwd = temporaryFolder()
  writeFileSync(join(cwd, name), packed(name, content))
  const { exit, stdout, stderr } = await run(cwd, 'export', '--from', name)
  expect([exit, stdout, stderr]).toEqual([
    3,
    '',
    expect.stringContaining(`${name} is not a complete saved reply: ${problem}.`),
  ])
})

test.each([
  ['a.ndjson', '{"a":1}\n{"a":2}\n', true],
  ['form.json', '{"id":"f","steps":[]}', true],
  ['forms.json', '{"data":[{"id":"f","name":"Feedback","steps":[]}]}', true],
  ['begun.json', '{"data":[{"id":"r","createdAt":"2026-03-01T09:00:00.000Z","data":[]}]}', false],
  ['none.json', '{"data":[]}', false],
])('records that tell nothing of what responses tell are doubted: %s', async (name, content, isDoubted) => {
  const cwd = temporaryFolder()
  writeFileSync(join(cwd, name), content)
  for (const words of [[], ['--layout', 'long']]) {
    const { exit, stderr } = await run(cwd, 'export', '--from', name, ...words)
    expect(exit).toBe(0)
    expect(
      stderr.includes('No record has answers or a time of creation. Check that the file holds responses.'),
    ).toBe(isDoubted)
  }
})

test.each(['ndjson', 'json', 'xlsx'])(
  'of a reply with a fault behind whole responses nothing is written, as %s',
  async (format) => {
    const cwd = temporaryFolder()
    // More than waits to be printed in one go.
    writeFileSync(join(cwd, 'a.ndjson'), `${'{"id":"r1"}\n'.repeat(100_000)}{"id":}\n`)
    for (const more of [[], ['--keep-duplicates'], ['--out', 'a.out']]) {
      const ran = await run(cwd, 'export', '--from', 'a.ndjson', '--format', format, ...more)
      expect([ran.exit, ran.stdout]).toEqual([3, ''])
      expect(ran.stderr).toContain('is } where a value was expected. Give')
      expect(readdirSync(cwd)).toEqual(['a.ndjson'])
    }
  },
)

test.each(['lines.txt', 'lines.ndjson', 'reply.json'])(
  'responses that begin with their answers are known as such in %s',
  async (name) => {
    const cwd = folderOf('every-type')
    const { data } = JSON.parse(readFileSync(join(cwd, 'reply.json'), 'utf8'))
    const turned = data.map(({ data: answers, ...others }: { data: unknown }) =>
      JSON.stringify({ data: answers, ...others }),
    )
    writeFileSync(join(cwd, name), `${turned.join('\n')}\n`)
    const [plain, other] = [
      await run(folderOf('every-type'), 'get', '--from', 'lines.txt'),
      await run(cwd, 'get', '--from', name),
    ]
    expect([other.exit, other.stdout]).toEqual([0, plain.stdout])
    writeFileSync(join(cwd, name), turned[0])
    expect((await run(cwd, 'export', '--from', name)).stderr).toMatch(/^Wrote 1 response in /)
  },
)
