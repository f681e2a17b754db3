import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { run } from '../../src/cli/run.ts'
import { folderWith, readIn, responses, savedReply } from '../support/responses.ts'
import { temporaryFolder, testHost } from '../support/test-host.ts'

const reply = savedReply({ 'q=Q': 'new' })
const all = '--out out.csv --manifest m.json --codebook b.json --columns-file c.yaml'
const before = { 'out.csv': 'old data', 'm.json': 'old manifest', 'b.json': 'old book' }

/** A folder with a reply, and what an earlier export left. */
const folder = (files: Readonly<Record<string, string>> = {}): string =>
  folderWith({ 'reply.json': reply, ...files })

const holdings = (cwd: string): unknown =>
  readdirSync(cwd, { withFileTypes: true }).map((entry) => [
    entry.name,
    entry.isFile() ? readIn(cwd, entry.name) : '',
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
    const ran = await responses(`export --from reply.json ${all} --force`, { cwd })
    expect(ran).toMatchObject({ exit: 3, stdout: '' })
    expect(ran.stderr).toContain(
      `${name} cannot be written: it is a symbolic link that leads out of its folder`,
    )
    expect(ran.stderr).not.toContain('Wrote')
    expect(holdings(cwd)).toEqual(was)
  })

  test('a manifest in a folder that takes no file', async () => {
    const cwd = folder()
    mkdirSync(join(cwd, 'locked'), { mode: 0o555 })
    // Root may write anywhere.
    if (process.getuid?.() === 0) return
    const line = 'export --from reply.json --out o.csv --manifest locked/m.json'
    expect(await responses(line, { cwd })).toMatchObject({ exit: 3 })
    expect(readdirSync(cwd)).toEqual(['locked', 'reply.json'])
  })
})

describe('what is refused at the very end takes the others with it', () => {
  /** Exports what comes by the standard input; before its end, `meddle` does something to the folder. */
  async function meddledWith(cwd: string, line: string, meddle: () => void): Promise<number> {
    const host = testHost({ cwd, argv: `responses export --from - ${line}`.split(' ') })
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
    const exit = await meddledWith(cwd, `${all} --force`, () => mkdirSync(join(cwd, 'out.csv')))
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
    const line = `export --from reply.json ${all.replace('m.json', 'link.json')} --force`
    expect((await responses(line, { cwd })).exit).toBe(0)
    expect(readIn(cwd, 'out.csv')).toContain('r1')
    const { files } = JSON.parse(readIn(cwd, 'm.json'))
    expect(files).toMatchObject([{ path: 'out.csv', rows: 1 }])
    expect(JSON.parse(readIn(cwd, 'link.json')).files).toEqual(files)
    expect(readdirSync(cwd).toSorted().join()).toBe('b.json,c.yaml,link.json,m.json,out.csv,reply.json')
  })
})
