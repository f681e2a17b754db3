import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { run } from '../../src/cli/run.ts'
import { rowsIn } from '../support/rows-in.ts'
import { packed } from '../support/saved-reply.ts'
import { runInProcess, temporaryFolder, testHost } from '../support/test-host.ts'

const commands = [
  ['export'],
  ['export', '--format', 'ndjson', '--out', 'out.ndjson'],
  ['export', '--layout', 'long', '--out', 'out.csv'],
  ['get'],
  ['stats'],
]

/** What the commands report of a file. */
async function saidOf(name: string, content: string | Uint8Array): Promise<string> {
  const cwd = temporaryFolder()
  writeFileSync(join(cwd, name), content)
  const said = new Set<string>()
  for (const words of commands) {
    const { exit, stderr } = await runInProcess({ cwd, argv: ['responses', ...words, '--from', name] })
    said.add(`${exit} ${stderr}`)
  }
  return [...said].join('\n')
}

const sentence = (name: string, problem: string): string =>
  `3 error[saved-reply-broken]: ${name} is not a complete saved reply: ${problem}. Give the whole file as the service sent it: {"data": [...]}, or one response per line.\n`

const pretty = `{
  "data": [
    {
      "id": "r1",
      "data": []
    },
    {
      "id": "r2",
      "finished": true
      "data": []
    }
  ]
}
`

describe('every command reports the line and column of a fault in a saved reply', () => {
  test.each<readonly [string, string, string | Uint8Array, string]>([
    ...rowsIn<[claim: string, file: string, content: string, problem: string]>('saved-replies/broken.json'),
    [
      'bytes that are not text',
      'a.json',
      Buffer.concat([Buffer.from('{"data":[\n{"id":"'), Buffer.of(0xe9), Buffer.from('"}]}')]),
      'line 2, column 9 (byte 18) is not UTF-8 text',
    ],
    [
      'too many levels',
      'a.json',
      `{"data":[\n{"id":${'['.repeat(600)}`,
      'line 2, column 516 (byte 525) opens more than 512 levels',
    ],
    [
      'a record that is too large',
      'a.json',
      `{"data":[\n {"id":"${'x'.repeat(17 << 20)}"}]}`,
      'the record at line 2, column 2 (byte 11) is larger than 16 MiB',
    ],
  ])('%s: %s', async (_, name, content, problem) => {
    expect(await saidOf(name, packed(name, content))).toBe(sentence(name, problem))
  })

  test.each([
    ['first', '', 'line 1, column 20019 (byte 20018)'],
    ['later', '\n', 'line 2, column 20010 (byte 20019)'],
  ])('a fault far into a line has its column, too: the %s one', async (_, above, place) => {
    const content = `{"data":[${above}{"id":"${'x'.repeat(20_000)}" 1}]}`
    const problem = `${place} is 1 where a comma or } was expected`
    expect(await saidOf('a.json', content)).toBe(sentence('a.json', problem))
  })
})

describe('a fault in a reply that can be read only once has its byte', () => {
  test.each([
    ['a reply', pretty, `byte 115 is " where a comma or } was expected`],
    ['a reply that ends too early', '{"data":[\n', 'it ends too early, at byte 10'],
    ['records on lines', '{"id":"r1"}\n{"id":}\n', 'byte 18 is } where a value was expected'],
    ['the end of records on lines', '{"id":"r1"}\n{"id":', 'it ends within a record, at byte 18'],
  ])('on the standard input: %s', async (_, stdin, problem) => {
    const argv = ['responses', 'stats', '--from', '-']
    const { exit, stderr } = await runInProcess({ argv, stdin })
    expect(`${exit} ${stderr}`).toBe(sentence('The standard input', problem))
  })

  test.each<[string, (again: number) => Uint8Array | Error]>([
    ['is shorter at the second read', () => Buffer.from('{\n')],
    ['is empty at the second read', () => new Uint8Array()],
    ['is something else at the second read', () => Buffer.from('<html>')],
    ['is packed and damaged at the second read', () => gzipSync(pretty).subarray(0, 30)],
    ['cannot be read a second time', () => new Error('EIO')],
  ])('in a file that %s', async (_, change) => {
    const host = testHost({ argv: ['responses', 'stats', '--from', 'a.json'] })
    let reads = 0
    const files: typeof host.files = {
      ...host.files,
      kind: async (path) => (path === 'a.json' ? 'file' : 'missing'),
      stream: async function* () {
        const bytes = reads++ === 0 ? Buffer.from(pretty) : change(reads)
        if (bytes instanceof Error) throw bytes
        yield bytes
      },
    }
    const exit = await run({ ...host, files })
    expect(reads).toBe(2)
    expect(`${exit} ${host.output().stderr}`).toBe(
      sentence('a.json', 'byte 115 is " where a comma or } was expected'),
    )
  })
})
