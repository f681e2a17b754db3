import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { run } from '../../src/cli/run.ts'
import { runInProcess, temporaryFolder, testHost, type Ran } from '../support/test-host.ts'

const reply = JSON.stringify({
  data: [{ id: 'r1', data: [{ questionId: 'q', response: { type: 'X', headline: 'Q', value: 'new' } }] }],
})
const all = ['--out', 'out.csv', '--manifest', 'm.json', '--codebook', 'b.json', '--columns-file', 'c.yaml']
const before = { 'out.csv': 'old data', 'm.json': 'old manifest', 'b.json': 'old book' }

/** A folder with a reply, and what an earlier export left. */
function folder(files: Readonly<Record<string, string>> = {}): string {
  const cwd = temporaryFolder()
  for (const [name, text] of Object.entries({ 'reply.json': reply, ...files }))
    writeFileSync(join(cwd, name), text)
  return cwd
}

const exporting = (cwd: string, words: readonly string[]): Promise<Ran> =>
  runInProcess({ cwd, argv: ['responses', 'export', '--from', 'reply.json', ...words] })

const holdings = (cwd: string): unknown =>
  readdirSync(cwd, { withFileTypes: true }).map((entry) => [
    entry.name,
    entry.isFile() ? readFileSync(join(cwd, entry.name), 'utf8') : '',
  ])

describe('what tells of an export is begun before it, so that one that cannot be written leaves all as it was', () => {
  test.each(['m.json', 'b.json', 'out.csv', 'c.yaml'])('%s, a link out of its folder', async (name) => {
    const elsewhere = temporaryFolder()
    const kept =
      'schema_version: 1\nheaders: headline\nmulti: joined\ncolumns:\n  - { name: id, record: id }\n'
    writeFileSync(join(elsewhere, 'other'), name === 'c.yaml' ? kept : 'of somebody else')
    const there: Record<string, string> = { ...before }
    delete there[name]
    const cwd = folder(there)
    symlinkSync(join(elsewhere, 'other'), join(cwd, name))
    const was = holdings(cwd)
    const ran = await exporting(cwd, [...all, '--force'])
    expect(ran).toMatchObject({ exit: 3, stdout: '' })
    expect(ran.stderr).toContain(
      `${name} cannot be written: it is a symbolic link that leads out of its folder`,
    )
    expect(ran.stderr).not.toContain('Wrote')
    expect(holdings(cwd)).toEqual(was)
  })

  test.each([
    ['--manifest', 'locked/m.json'],
    ['--codebook', './b.json'],
  ])('%s in a folder that takes no file', async (flag, path) => {
    const cwd = folder()
    mkdirSync(join(cwd, 'locked'))
    writeFileSync(join(cwd, 'locked', 'reply.json'), reply)
    chmodSync(join(cwd, 'locked'), 0o555)
    // Root may write anywhere.
    if (process.getuid?.() === 0) return
    const isBook = flag === '--codebook'
    const ran = await runInProcess({
      cwd: isBook ? join(cwd, 'locked') : cwd,
      argv: ['responses', 'export', '--from', 'reply.json', '--out', 'o.csv', flag, path],
    })
    expect(ran).toMatchObject({ exit: 3 })
    expect(existsSync(join(cwd, 'o.csv'))).toBe(false)
  })
})

describe('what is refused at the very end takes the others with it', () => {
  /** Exports what comes by the standard input; before its end, `meddle` does something to the folder. */
  async function meddledWith(cwd: string, words: readonly string[], meddle: () => void): Promise<number> {
    const host = testHost({ cwd, argv: ['responses', 'export', '--from', '-', ...words] })
    const chunks = async function* (): AsyncIterable<Uint8Array> {
      yield Buffer.from(reply.slice(0, 20))
      meddle()
      yield Buffer.from(reply.slice(20))
    }
    return run({ ...host, stdin: { ...host.stdin, chunks } })
  }

  test('new files are removed where the last of them came to be meanwhile', async () => {
    const cwd = folder()
    const exit = await meddledWith(cwd, all, () => writeFileSync(join(cwd, 'm.json'), 'of another'))
    expect(exit).toBe(3)
    expect(holdings(cwd)).toEqual([
      ['m.json', 'of another'],
      ['reply.json', reply],
    ])
  })

  test('an older manifest comes back where the data that it tells of was not replaced', async () => {
    const cwd = folder({ 'm.json': 'old manifest' })
    const exit = await meddledWith(cwd, [...all, '--force'], () => mkdirSync(join(cwd, 'out.csv')))
    expect(exit).toBe(3)
    expect(holdings(cwd)).toEqual([
      ['m.json', 'old manifest'],
      ['out.csv', ''],
      ['reply.json', reply],
    ])
  })

  test('and all are replaced together where nothing is refused', async () => {
    const cwd = folder(before)
    symlinkSync('m.json', join(cwd, 'link.json'))
    const words = all.map((word) => (word === 'm.json' ? 'link.json' : word))
    expect((await exporting(cwd, [...words, '--force'])).exit).toBe(0)
    expect(readFileSync(join(cwd, 'out.csv'), 'utf8')).toContain('r1')
    const { files } = JSON.parse(readFileSync(join(cwd, 'm.json'), 'utf8'))
    expect(files).toMatchObject([{ path: 'out.csv', rows: 1 }])
    expect(JSON.parse(readFileSync(join(cwd, 'link.json'), 'utf8')).files).toEqual(files)
    expect(readdirSync(cwd).toSorted()).toEqual([
      'b.json',
      'c.yaml',
      'link.json',
      'm.json',
      'out.csv',
      'reply.json',
    ])
  })
})
