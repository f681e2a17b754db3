import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { writeRaw } from '../../../src/engine/engine.ts'
import { readRecords } from '../../../src/record/read-records.ts'
import { hashOfId } from '../../../src/record/records.ts'
import { outputOf } from '../../support/output-schema.ts'
import { scriptedService } from '../../support/scripted-service.ts'
import { runInProcess, temporaryFolder, type Ran } from '../../support/test-host.ts'

type Response = { readonly id?: string; readonly updatedAt?: string; readonly value: string }

const recordOf = ({ value, ...members }: Response): object => ({
  ...members,
  formId: 'f',
  createdAt: '2026-03-01T09:00:00.000Z',
  finished: true,
  data: [{ questionId: 'q', response: { type: 'ShortInput', headline: 'Q', value } }],
})

const first = '2026-03-01T09:00:00.000Z'
const later = '2026-03-02T09:00:00.000Z'
const monday: readonly Response[] = [
  { id: 'a', updatedAt: first, value: 'a1' },
  { id: 'b', updatedAt: later, value: 'b2' },
  { id: 'c', updatedAt: first, value: 'c1' },
]
const tuesday: readonly Response[] = [
  { id: 'a', updatedAt: later, value: 'a2' },
  { id: 'b', updatedAt: first, value: 'b1' },
  { id: 'c', updatedAt: first, value: 'c2' },
  { value: 'none' },
  { value: 'none' },
]
const both = [...monday, ...tuesday]
const kept = ['b2', 'a2', 'c2', 'none', 'none']

const linesOf = (responses: readonly Response[]): string =>
  responses.map((response) => `${JSON.stringify(recordOf(response))}\n`).join('')

const valuesIn = (text: string): readonly string[] => text.match(/\b(?:[abc][12]|none)\b/g) ?? []

type How = { readonly cwd?: string; readonly stdin?: string; readonly env?: Readonly<Record<string, string>> }

const run = (words: string, { cwd = temporaryFolder(), ...how }: How = {}): Promise<Ran> =>
  runInProcess({ cwd, argv: ['responses', ...words.split(' ')], ...how })

function folderWith(responses: readonly Response[]): string {
  const cwd = temporaryFolder()
  writeFileSync(join(cwd, 'all.ndjson'), linesOf(responses))
  return cwd
}

describe('a response that comes twice is one: the one that was updated last, else the last one', () => {
  test.each([
    'export --from all.ndjson --out a.csv',
    'export --from all.ndjson --out a.ndjson',
    'export --from all.ndjson --out a.json',
    'export --from all.ndjson --out a.csv --layout long',
    'export --from all.ndjson --out a.csv --where "Q!=x"',
  ])('in %s', async (words) => {
    const cwd = folderWith(both)
    const { exit, stderr } = await run(words.replaceAll('"', ''), { cwd })
    expect(exit).toBe(0)
    expect(stderr).toContain(
      'Left out: 3 responses that came again; of each, the one that was updated last stays.',
    )
    expect(valuesIn(readFileSync(join(cwd, /a\.\w+/.exec(words)?.[0] ?? ''), 'utf8'))).toEqual(kept)
  })

  test.each(['csv', 'ndjson', 'json'])(
    'in what is printed as %s, from a file or standard input',
    async (format) => {
      for (const [source, how] of [
        ['all.ndjson', { cwd: folderWith(both) }],
        ['-', { stdin: linesOf(both) }],
      ] as const) {
        const { exit, stdout } = await run(`export --from ${source} --format ${format}`, how)
        expect([exit, valuesIn(stdout)]).toEqual([0, kept])
      }
    },
  )

  test('in responses get and responses stats', async () => {
    const cwd = folderWith(both)
    const got = await run('get --from all.ndjson -o ndjson', { cwd })
    expect(valuesIn(got.stdout).toSorted()).toEqual([...kept].toSorted())
    const stats = await run('stats --from all.ndjson -o json', { cwd })
    expect(JSON.parse(stats.stdout)).toMatchObject({ responses: { total: 5 } })
  })

  test('from a service, which is read again', async () => {
    const { service, calls } = scriptedService({ body: { data: both.map(recordOf) } })
    const ran = await runInProcess({
      argv: ['responses', 'export', '--all', '--format', 'csv'],
      service,
      env: {
        FORMCTL_BASE_URL: 'https://forms.example',
        FORMCTL_ENVIRONMENT_ID: 'e',
        FORMCTL_API_KEY: 'k'.repeat(20),
      },
    })
    expect([ran.exit, valuesIn(ran.stdout)]).toEqual([0, kept])
    expect(calls.length).toBeGreaterThan(1)
  })

  test('and the manifest counts those left out', async () => {
    const cwd = folderWith(both)
    await run('export --from all.ndjson --out a.csv --manifest m.json', { cwd })
    const manifest = readFileSync(join(cwd, 'm.json'), 'utf8')
    outputOf('responses-export-manifest', `${JSON.stringify(JSON.parse(manifest))}\n`)
    expect(JSON.parse(manifest).counts).toMatchObject({ read: 8, written: 5, duplicates: 3 })
  })

  test('unless all are kept', async () => {
    const { stdout, stderr } = await run('export --from all.ndjson --format ndjson --keep-duplicates', {
      cwd: folderWith(both),
    })
    expect([valuesIn(stdout), stderr]).toEqual([
      both.map(({ value }) => value),
      expect.not.stringContaining('came again'),
    ])
  })

  test('and of files without any, nothing is said', async () => {
    const { stdout, stderr } = await run('export --from all.ndjson --format csv', { cwd: folderWith(monday) })
    expect([valuesIn(stdout), stderr]).toEqual([['a1', 'b2', 'c1'], expect.not.stringContaining('Left out')])
  })
})

test('the engine hashes ids as the parser does, and sees each once', async () => {
  const ids = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 40 }).filter((id) => id.isWellFormed()),
    fc.stringMatching(/^[a-z0-9]{0,30}$/),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(ids, { maxLength: 20 }), async (some) => {
      const found: string[] = []
      async function* chunks(): AsyncIterable<Uint8Array> {
        yield Buffer.from(JSON.stringify({ data: [{ id: 'x' }, { id: 'y' }, ...some.map((id) => ({ id }))] }))
      }
      const { raw } = readRecords(chunks(), '')
      if (!raw) throw new Error('these records give no bytes')
      const note = (pair: readonly number[]): void => void found.push(pair.join())
      await writeRaw(
        {
          ...raw,
          filter: {
            choose: (record) => {
              note(hashOfId(String(record['id'])))
              return record
            },
            takeIdHashes: (pairs) => {
              for (let i = 0; i < pairs.length; i += 2) note([...pairs.subarray(i, i + 2)])
            },
          },
        },
        { out: async () => undefined, between: '\n' },
      )
      expect(found.toSorted()).toEqual(['x', 'y', ...some].map((id) => hashOfId(id).join()).toSorted())
    }),
  )
})
