import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createHash } from 'node:crypto'
import { gunzipSync, zstdDecompressSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { runInProcess, temporaryFolder, type Ran } from '../../support/test-host.ts'

const record = (n: number) => ({
  id: `r${n}`,
  formId: 'f1',
  createdAt: '2026-03-01T09:00:00.000Z',
  data: [
    { questionId: 'q1', response: { type: 'ShortInput', headline: 'Name', value: `=Ada "${n}"` } },
    { questionId: `q${n % 3}`, response: { type: 'Dropdown', headline: `Q${n % 3}`, selected: 'x' } },
  ],
})

function folder(): string {
  const cwd = temporaryFolder()
  const data = Array.from({ length: 500 }, (_, n) => record(n))
  writeFileSync(join(cwd, 'r.json'), JSON.stringify({ data }))
  return cwd
}

const exporting = (cwd: string, words: string): Promise<Ran> =>
  runInProcess({ cwd, argv: ['responses', 'export', '--from', 'r.json', ...words.split(' ')] })

const read = (cwd: string, name: string): Buffer => readFileSync(join(cwd, name))

describe('an ending that packs', () => {
  test.each([
    ['a.csv', '.gz', ''],
    ['a.csv', '.zst', ''],
    ['a.CSV', '.GZ', ''],
    ['a.csv', '.gz', '--where id=r7'],
    ['a.csv', '.gz', '--multi columns'],
    ['a.csv', '.gz', '--bom --line-end crlf'],
    ['a.tsv', '.gz', ''],
    ['a.ndjson', '.zst', ''],
    ['a.json', '.gz', ''],
    ['a.jsonl', '.gz', '--where id=r7'],
    ['a', '.gz', '--format csv'],
    ['a.txt', '.zst', '--format tsv'],
  ])('%s%s %s holds the same bytes as without it', async (name, packing, words) => {
    const cwd = folder()
    const more = words === '' ? '' : ` ${words}`
    await exporting(cwd, `--out plain${name}${more}`)
    const { exit, stderr } = await exporting(cwd, `--out ${name}${packing}${more}`)
    expect([exit, stderr]).toEqual([0, expect.stringContaining(`to ${name}${packing}`)])
    expect(stderr).not.toContain('its name says')
    const unpack = /gz/i.test(packing) ? gunzipSync : zstdDecompressSync
    expect(unpack(read(cwd, name + packing)).equals(read(cwd, `plain${name}`))).toBe(true)
  })

  test('packs each table of a layout of several', async () => {
    const cwd = folder()
    const { stderr } = await exporting(cwd, '--layout relational --out t.csv.gz')
    expect(stderr).toContain('to t.csv.gz, t.answers.csv.gz and t.choices.csv.gz.')
    for (const name of ['t.csv.gz', 't.answers.csv.gz', 't.choices.csv.gz'])
      expect(gunzipSync(read(cwd, name)).toString()).toContain('responseNumber,')
  })

  test('has the size and SHA-256 of the packed file in the manifest, and its packing in the codebook', async () => {
    const cwd = folder()
    await exporting(cwd, '--out a.csv.zst --manifest m.json --codebook b.json')
    const bytes = read(cwd, 'a.csv.zst')
    expect(JSON.parse(read(cwd, 'm.json').toString())).toMatchObject({
      files: [
        {
          path: 'a.csv.zst',
          format: 'csv',
          bytes: bytes.length,
          sha256: createHash('sha256').update(bytes).digest('hex'),
        },
      ],
    })
    expect(JSON.parse(read(cwd, 'b.json').toString())).toMatchObject({
      resources: [{ path: 'a.csv.zst', format: 'csv', compression: 'zst' }],
    })
  })

  test.each(['back.json.gz', 'back.ndjson.zst'])('%s is read back by --from', async (name) => {
    const cwd = folder()
    await exporting(cwd, `--out ${name}`)
    const argv = ['responses', 'export', '--from', name]
    expect((await runInProcess({ cwd, argv })).stdout).toBe(
      (await runInProcess({ cwd, argv: ['responses', 'export', '--from', 'r.json'] })).stdout,
    )
  })
})

describe('what cannot be packed is refused in one sentence, and nothing is left', () => {
  test.each([
    [
      '--out a.xlsx.gz',
      'a.xlsx.gz cannot be packed: xlsx is a file that programs open as it is. Leave the last ending out, or choose csv, tsv, json, ndjson.',
    ],
    ['--out a.parquet.zst', 'a.parquet.zst cannot be packed: parquet is'],
    ['--out a.db.gz', 'a.db.gz cannot be packed: sqlite is'],
    ['--out a.csv.gz --format xlsx', 'a.csv.gz cannot be packed: xlsx is'],
    [
      '--out a.gz',
      '.gz says how the file is packed, and not its format: give --format csv|tsv|json|ndjson, or a name such as answers.csv.gz.',
    ],
    ['--out a.txt.zst', '.zst says how the file is packed, and not its format'],
    ['--out a.csv.bz2', '.bz2 is not a supported format.'],
    ['--out a.csv.gz.gz', '.gz says how the file is packed'],
  ])('%s', async (words, sentence) => {
    const cwd = folder()
    const { exit, stderr } = await exporting(cwd, words)
    expect([exit, stderr]).toEqual([2, expect.stringContaining(`error[usage]: ${sentence}`)])
    expect(readdirSync(cwd)).toEqual(['r.json'])
  })

  test('a reply that breaks off leaves no packed file', async () => {
    const cwd = temporaryFolder()
    writeFileSync(join(cwd, 'r.json'), '{"data":[{"id":"r1"},')
    const { exit } = await exporting(cwd, '--out a.csv.gz')
    expect([exit, readdirSync(cwd)]).toEqual([3, ['r.json']])
  })

  test('a file that is there is replaced only with --force', async () => {
    const cwd = folder()
    writeFileSync(join(cwd, 'a.csv.gz'), 'old')
    const { exit } = await exporting(cwd, '--out a.csv.gz')
    expect([exit, read(cwd, 'a.csv.gz').toString()]).toEqual([3, 'old'])
  })
})
