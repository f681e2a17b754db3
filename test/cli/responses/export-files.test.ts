import { linkSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { outputOf } from '../../support/output-schema.ts'
import { runInProcess, temporaryFolder, type Ran } from '../../support/test-host.ts'

const reply = (headline = 'Age', createdAt = '2026-03-01T09:00:00.000Z'): string =>
  JSON.stringify({
    data: [
      {
        id: 'r1',
        formId: 'f1',
        createdAt,
        data: [{ questionId: 'q1', response: { type: 'ShortInput', headline, value: 'x' } }],
      },
    ],
  })

function folder(): string {
  const cwd = temporaryFolder()
  writeFileSync(join(cwd, 'r.json'), reply())
  writeFileSync(join(cwd, 'k.txt'), '0123456789abcdef0123456789abcdef\n')
  return cwd
}

const running = (cwd: string, line: string): Promise<Ran> =>
  runInProcess({ cwd, argv: ['responses', ...line.split(' ')] })

describe('what is read is not overwritten', () => {
  test.each([
    ['export --from r.json --out r.json --format json --force', '--out names the file of --from'],
    ['export --from r.json --out soft.json --force', '--out names the file of --from'],
    ['export --from soft.json --out hard.json --force', '--out names the file of --from'],
    ['export --from r.json --out ./x.csv --manifest r.json --force', '--manifest names the file of --from'],
    [
      'export --from r.json --redact id=hash --redact-key-file k.txt --out k.txt --format csv --force',
      '--out names the file of --redact-key-file, which is read and would be overwritten',
    ],
    [
      'export --from r.json --api-key-file k.txt --out k.txt --format csv --force',
      '--out names the file of --api-key-file, which is read and would be overwritten',
    ],
    ['stats --from r.html --report r.html --force', '--report names the file of --from'],
    ['stats --from r.json --report r.html --force', '--report names the file of --from'],
  ])('%s', async (line, sentence) => {
    const cwd = folder()
    symlinkSync('r.json', join(cwd, 'soft.json'))
    linkSync(join(cwd, 'r.json'), join(cwd, 'hard.json'))
    linkSync(join(cwd, 'r.json'), join(cwd, 'r.html'))
    const before = readdirSync(cwd)
    expect(await running(cwd, line)).toMatchObject({ exit: 2, stderr: expect.stringContaining(sentence) })
    expect(readFileSync(join(cwd, 'r.json'), 'utf8')).toBe(reply())
    expect(readFileSync(join(cwd, 'k.txt'), 'utf8')).toContain('0123')
    expect(readdirSync(cwd)).toEqual(before)
  })
})

test('one file may be read for two things', async () => {
  const cwd = folder()
  const words = 'export --from r.json --api-key-file k.txt --redact id=hash --redact-key-file k.txt'
  expect(await running(cwd, words)).toMatchObject({ exit: 0 })
})

test.each(['--manifest .', '--codebook .', '--manifest sub', '--columns-file sub'])(
  'a folder in the place of a file is told before anything is written: %s',
  async (words) => {
    const cwd = folder()
    mkdirSync(join(cwd, 'sub'))
    const ran = await running(cwd, `export --from r.json --out x.csv ${words}`)
    expect(ran).toMatchObject({ exit: 3, stderr: expect.stringContaining('folder') })
    expect(readdirSync(cwd)).toEqual(['k.txt', 'r.json', 'sub'])
  },
)

describe('SQLite ends as other formats do', () => {
  test.each([
    ['--columns zz', 2, 'error[column-unknown]: There is no column "zz"'],
    ['--where zz=1', 2, 'error[column-unknown]: There is no column "zz"'],
    ['--redact zz=drop', 2, 'error[column-unknown]: There is no column "zz"'],
  ])('%s', async (words, exit, sentence) => {
    const cwd = folder()
    const ran = await running(cwd, `export --from r.json --out q.sqlite ${words}`)
    expect(ran.exit).toBe(exit)
    expect(ran.stderr.startsWith(sentence)).toBe(true)
    expect(readdirSync(cwd)).toEqual(['k.txt', 'r.json'])
  })

  test('of a broken reply', async () => {
    const cwd = folder()
    writeFileSync(join(cwd, 'r.json'), '{"data":[{"id":')
    const ran = await running(cwd, 'export --from r.json --out q.sqlite')
    expect(ran).toMatchObject({
      exit: 3,
      stderr: expect.stringMatching(/^error\[saved-reply-broken\]: r\.json is not a complete saved reply/),
    })
  })
})

describe('--check', () => {
  const checked = 'export --from r.json --columns-file c.yaml --check'

  async function kept(): Promise<string> {
    const cwd = folder()
    await running(cwd, 'export --from r.json --columns-file c.yaml --out a.csv')
    return cwd
  }

  test('says under --quiet why it ends with 1', async () => {
    const ran = await running(folder(), `${checked} --quiet`)
    expect(ran).toMatchObject({ exit: 1, stdout: '' })
    expect(ran.stderr).toContain('c.yaml would change.\n')
  })

  test('tells it as JSON', async () => {
    const cwd = await kept()
    const same = await running(cwd, `${checked} -o json`)
    expect(same.exit).toBe(0)
    expect(outputOf('responses-export-check', same.stdout)).toMatchObject({
      path: 'c.yaml',
      exists: true,
      fileWouldChange: false,
      columnsWouldChange: false,
      changes: [],
    })
    const fresh = await running(folder(), `${checked} -o json`)
    expect(fresh.exit).toBe(1)
    expect(outputOf('responses-export-check', fresh.stdout)).toMatchObject({
      exists: false,
      columnsWouldChange: true,
    })
  })

  test('takes a headline that was corrected for no change of columns', async () => {
    const cwd = await kept()
    writeFileSync(join(cwd, 'r.json'), reply('Your age', '2026-03-02T09:00:00.000Z'))
    const ran = await running(cwd, `${checked} -o json`)
    expect(ran.exit).toBe(0)
    expect(ran.stderr).toContain('c.yaml would note a headline, and keep all columns.')
    expect(outputOf('responses-export-check', ran.stdout)).toMatchObject({
      fileWouldChange: true,
      columnsWouldChange: false,
      changes: [{ change: 'headline' }],
    })
  })
})

test('an option that is given twice with the same value is given once', async () => {
  expect(await running(folder(), 'export --from r.json --from r.json')).toMatchObject({ exit: 0 })
  expect(await running(folder(), 'export --from r.json --from k.txt')).toMatchObject({
    exit: 2,
    stderr: 'error[usage]: --from is given twice, as r.json and as k.txt. Give it once.\n',
  })
})
