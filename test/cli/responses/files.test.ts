import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { Failure } from '../../../src/failure/failure.ts'
import { pathOf, routes } from '../../../src/wire/wire.ts'
import { outputOf } from '../../support/output-schema.ts'
import { answerTo, readIn, responseOf, responses } from '../../support/responses.ts'
import { sampleForm } from '../../support/samples.ts'
import { replyOf, type ScriptedReply, type Turn } from '../../support/scripted-service.ts'
import { startTestService, ours } from '../../support/test-service.ts'
import { storeFile } from '../../support/stored-files.ts'
import { runInProcess, temporaryFolder, type Ran } from '../../support/test-host.ts'

type File = Readonly<Record<string, unknown>>

const entryOf = (files: readonly unknown[], headline = 'Your CV?') =>
  answerTo(`q1=${headline}`, { files }, 'FileUploader')

/** Responses r1, r2, … with one answer each. */
const repliesOf = (...answers: readonly (readonly File[])[]) => ({
  data: answers.map((files, i) =>
    responseOf({}, { id: `r${i + 1}`, finished: true, data: [entryOf(files)] }),
  ),
})

const cv = { name: 'cv.pdf', size: 5, url: '/api/v1/files/1' }
const key = 'fctl_canary_key-of-files'
const base = 'https://forms.example'

type Fetching = {
  readonly saved?: unknown
  /** What each address answers, turn by turn; the last turn again and again. */
  readonly web?: Readonly<Record<string, readonly Turn[]>>
  readonly words?: string
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string>>
}

type Fetched = Ran & {
  readonly cwd: string
  /** What was asked, in order, with the key where it came along. */
  readonly calls: readonly string[]
  /** The files in `up`, with their texts. */
  readonly files: Readonly<Record<string, string>>
}

/** Runs the command on a saved reply, with a service at forms.example. */
async function fetchFiles({
  saved = repliesOf([cv]),
  web = {},
  words = '--from saved.json --out up',
  cwd = temporaryFolder(),
  env = {},
}: Fetching): Promise<Fetched> {
  writeFileSync(join(cwd, 'saved.json'), JSON.stringify(saved))
  const calls: string[] = []
  const count = new Map<string, number>()
  const ran = await runInProcess({
    cwd,
    argv: ['responses', 'files', ...words.split(' ')],
    env: { FORMCTL_BASE_URL: base, FORMCTL_API_KEY: key, ...env },
    overHttp: async (baseUrl) => async (call) => {
      const url = baseUrl + call.path
      calls.push(`${url}${call.headers['x-api-key'] === undefined ? '' : ' with the key'}`)
      const turns = web[url] ?? [{ status: 404, body: { message: 'File not found' } }]
      const n = count.get(url) ?? 0
      count.set(url, n + 1)
      const turn = turns[Math.min(n, turns.length - 1)] ?? {}
      if ('fails' in turn) throw turn.fails
      return replyOf(turn)
    },
  })
  return { ...ran, cwd, calls, files: filesIn(join(cwd, 'up')) }
}

/** Every file below a folder but the manifest, with its text. */
function filesIn(folder: string): Readonly<Record<string, string>> {
  if (!existsSync(folder)) return {}
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
  return Object.fromEntries(
    names
      .filter((entry) => entry.isFile() && entry.name !== 'manifest.json')
      .map(({ parentPath, name }) => join(parentPath, name))
      .map((path) => [path.slice(folder.length + 1), readFileSync(path, 'utf8')] as const)
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  )
}

const manifestIn = (cwd: string): unknown => JSON.parse(readIn(cwd, 'up/manifest.json'))

const at = (path: string, ...turns: readonly Turn[]) => ({ [`${base}/api/v1/files/${path}`]: turns })
const five: ScriptedReply = { body: 'bytes', headers: { 'content-length': '5' } }

describe('files of answers', () => {
  test('go into a folder for each response and question, and into the manifest', async () => {
    const saved = repliesOf(
      [cv, { ...cv, url: '/api/v1/files/2' }],
      [{ ...cv, name: 'a.txt', url: '/api/v1/files/3' }],
    )
    const web = { ...at('1', five), ...at('2', { body: 'other' }), ...at('3', five) }
    const { exit, stderr, stdout, files, calls, cwd } = await fetchFiles({ saved, web })
    expect({ exit, stdout, stderr }).toEqual({
      exit: 0,
      stdout: '',
      stderr: 'Fetched 3 files into up (15 bytes).\n',
    })
    expect(files).toEqual({
      'r1/Your CV_/cv.pdf': 'bytes',
      'r1/Your CV_/cv (2).pdf': 'other',
      'r2/Your CV_/a.txt': 'bytes',
    })
    expect(calls.toSorted()).toEqual([1, 2, 3].map((n) => `${base}/api/v1/files/${n} with the key`))
    expect(outputOf('responses-files', `${JSON.stringify(manifestIn(cwd))}\n`)).toMatchObject({
      responses: 2,
      files: [
        {
          responseId: 'r1',
          questionId: 'q1',
          headline: 'Your CV?',
          address: '/api/v1/files/1',
          path: 'r1/Your CV_/cv.pdf',
          bytes: 5,
          sha256: '277089d91c0bdf4f2e6862ba7e4a07605119431f5d13f726dd352b06f1b206a9',
        },
        { path: 'r1/Your CV_/cv (2).pdf' },
        { path: 'r2/Your CV_/a.txt' },
      ],
      failed: [],
    })
  })

  test('are fetched again only where they are missing or have another size', async () => {
    const saved = repliesOf([
      cv,
      { ...cv, url: '/api/v1/files/2', name: 'b' },
      { name: 'c', url: '/api/v1/files/3' },
    ])
    const web = { ...at('1', five), ...at('2', five), ...at('3', { body: 'no size' }) }
    const { cwd } = await fetchFiles({ saved, web })
    writeFileSync(join(cwd, 'up/r1/Your CV_/b'), 'cut')
    const again = await fetchFiles({ saved, web, cwd })
    expect(again.calls).toEqual([`${base}/api/v1/files/2 with the key`])
    expect(again.stderr).toBe('Fetched 1 file into up (5 bytes); 2 were there already.\n')
    expect(again.files).toEqual({
      'r1/Your CV_/b': 'bytes',
      'r1/Your CV_/c': 'no size',
      'r1/Your CV_/cv.pdf': 'bytes',
    })
  })

  test('are fetched again where another file had their name and size', async () => {
    const web = { ...at('1', five), ...at('2', { body: 'other' }) }
    const { cwd } = await fetchFiles({ web })
    const { files } = await fetchFiles({ saved: repliesOf([{ ...cv, url: '/api/v1/files/2' }]), web, cwd })
    expect(files).toEqual({ 'r1/Your CV_/cv.pdf': 'other' })
  })

  test('come once, although a response or an address came twice', async () => {
    const { data } = repliesOf([cv, cv])
    const { files, calls } = await fetchFiles({ saved: { data: [...data, ...data] }, web: at('1', five) })
    expect([Object.keys(files), calls.length]).toEqual([['r1/Your CV_/cv.pdf'], 1])
  })

  test('of some responses come where --where says which', async () => {
    const saved = repliesOf([cv], [{ ...cv, url: '/api/v1/files/2' }])
    const words = '--from saved.json --out up --where id=r2'
    const { files } = await fetchFiles({ saved, web: at('2', five), words })
    expect(Object.keys(files)).toEqual(['r2/Your CV_/cv.pdf'])
  })

  test('of a service come over one connection, so that a key on standard input is read once', async () => {
    const { service, deps, close } = await startTestService()
    onTestFinished(close)
    await deps.store.forms.create(sampleForm({ id: 'f1' }))
    await storeFile(deps, { id: 'file1', formId: 'f1', responseId: 'r1', questionId: 'q1' }, 'bytes')
    const body = repliesOf([{ ...cv, url: pathOf(routes.file, { fileId: 'file1' }) }])
    const cwd = temporaryFolder()
    const { exit, stderr } = await responses('files --all --out up --api-key-stdin', {
      cwd,
      stdin: ours.apiKey,
      env: { FORMCTL_BASE_URL: base },
      service: async (call) => (call.path === routes.responses ? replyOf({ body }) : service(call)),
    })
    expect([exit, stderr]).toEqual([
      0,
      expect.stringMatching(
        /^Fetched 1 file into up \(5 bytes\)\.\nComplete: every finished response of all forms was read/,
      ),
    ])
    expect(filesIn(join(cwd, 'up'))).toEqual({ 'r1/Your CV_/cv.pdf': 'bytes' })
  })

  test('need no key where the saved reply has none', async () => {
    const { exit, stderr } = await fetchFiles({
      saved: repliesOf([]),
      env: { FORMCTL_BASE_URL: '', FORMCTL_API_KEY: '' },
    })
    expect([exit, stderr]).toEqual([0, 'No answer of these responses has a file.\n'])
  })

  test('are printed as the manifest with -o json', async () => {
    const { stdout } = await fetchFiles({ web: at('1', five), words: '--from saved.json --out up -o json' })
    expect(outputOf('responses-files', stdout)).toMatchObject({ files: [{ path: 'r1/Your CV_/cv.pdf' }] })
  })
})

test.each(['/api/v1/files/1', 'https://files.example/a?b=c%20d'])(
  'an export keeps the address %s as the answer has it',
  async (url) => {
    const stdin = JSON.stringify(repliesOf([{ ...cv, url }]))
    for (const format of ['csv', 'ndjson', 'tsv'])
      expect((await responses(`export --from - --format ${format}`, { stdin })).stdout).toContain(url)
  },
)

describe('names from outside', () => {
  test.each([
    ['../../../evil', 'r1/Your CV_/_.._.._evil'],
    [String.raw`..\evil.exe`, 'r1/Your CV_/_evil.exe'],
    ['nul.txt', 'r1/Your CV_/_nul.txt'],
    ['', 'r1/Your CV_/1'],
    ['...', 'r1/Your CV_/file'],
    ['😀👩‍💻.png', 'r1/Your CV_/😀👩‍💻.png'],
    ['x'.repeat(500), `r1/Your CV_/${'x'.repeat(150)}`],
  ])('the file name %j stays in its folder', async (name, path) => {
    const { exit, files } = await fetchFiles({ saved: repliesOf([{ ...cv, name }]), web: at('1', five) })
    expect([exit, Object.keys(files)]).toEqual([0, [path]])
  })

  test('an id and a headline that are paths stay in the folder', async () => {
    const saved = { data: [{ id: '../..', data: [{ ...entryOf([cv], '../x'), questionId: '/etc' }] }] }
    const { files } = await fetchFiles({ saved, web: at('1', five) })
    expect(Object.keys(files)).toEqual(['_/_x/cv.pdf'])
  })

  test('a link in the folder is not followed out of it', async () => {
    const [cwd, outside] = [temporaryFolder(), temporaryFolder()]
    mkdirSync(join(cwd, 'up/r1'), { recursive: true })
    symlinkSync(outside, join(cwd, 'up/r1/Your CV_'))
    const ran = await fetchFiles({ saved: repliesOf([cv]), web: at('1', five), cwd })
    expect([ran.exit, ran.stderr]).toEqual([
      3,
      expect.stringContaining('a symbolic link that leads out of up'),
    ])
    expect(readdirSync(outside)).toEqual([])
  })

  test('a response called manifest.json does not take its place', async () => {
    const saved = { data: [{ id: 'manifest.json', data: [entryOf([cv])] }] }
    const { exit, files } = await fetchFiles({ saved, web: at('1', five) })
    expect([exit, Object.keys(files)]).toEqual([0, ['manifest (2).json/Your CV_/cv.pdf']])
  })
})

describe('the API key goes to the service alone', () => {
  const other = 'https://files.example'
  test.each([
    ['a path', '/api/v1/files/1', [`${base}/api/v1/files/1 with the key`]],
    ['an address of the service', `${base}/x?a=b%20c`, [`${base}/x?a=b%20c with the key`]],
    ['an address of another host', `${other}/x?a=b`, [`${other}/x?a=b`]],
    ['another port', `${base}:8443/x`, [`${base}:8443/x`]],
    ['another scheme', 'http://forms.example/x', ['http://forms.example/x']],
    ['a host in the place of a path', '//files.example/x', []],
    ['a host behind a backslash', String.raw`/\files.example/x`, []],
    ['a name that only begins like the service', `${base}.evil.example/x`, [`${base}.evil.example/x`]],
    ['a file', 'file:///etc/passwd', []],
    ['data', 'data:text/plain,bytes', []],
    ['a script', 'javascript:alert(1)', []],
    ['no address', 'cv.pdf', []],
    ['nothing', '', []],
  ])('%s', async (_, url, calls) => {
    const ran = await fetchFiles({ saved: repliesOf([{ ...cv, url }]) })
    expect([ran.calls, ran.exit]).toEqual([calls, calls.length === 0 ? 6 : 5])
  })

  test('also where the service redirects to another host', async () => {
    const web = {
      ...at('1', { status: 302, headers: { location: `${other}/signed?x=1` } }),
      [`${other}/signed?x=1`]: [{ status: 307, headers: { location: '/next' } }],
      [`${other}/next`]: [five],
    }
    const { calls, files } = await fetchFiles({ web })
    expect(calls).toEqual([`${base}/api/v1/files/1 with the key`, `${other}/signed?x=1`, `${other}/next`])
    expect(files).toEqual({ 'r1/Your CV_/cv.pdf': 'bytes' })
  })
})

describe('a file that cannot be fetched is named, and the others are fetched', () => {
  const saved = repliesOf([{ ...cv, url: '/api/v1/files/bad' }], [cv])
  const url = `${base}/api/v1/files/bad`
  const name = 'r1/Your CV_/cv.pdf'
  const differs = `error[upload-differs]: ${name}: The file at ${url} has`
  const refused = `error[upload-refused]: ${name}: ${url} does not give the file:`
  const announcing = (length: string, body: string): Turn => ({ body, headers: { 'content-length': length } })
  const moved = (location: string): Turn => ({ status: 302, headers: { location } })

  test.each<[string, Turn, number, string, number]>([
    [
      'gone',
      { status: 410 },
      5,
      `error[upload-gone]: ${name}: The file at ${url} is gone (status 410), so it was left out.`,
      1,
    ],
    ['without permission', { status: 401 }, 4, `error[key-refused]: ${name}: `, 1],
    [
      'forbidden, with a page',
      { status: 403, body: '<html>' },
      6,
      `${refused} status 403, it gave no reason.`,
      1,
    ],
    [
      'failing',
      { status: 500, body: 'no' },
      7,
      `error[service-failing]: ${name}: ${url} failed (status 500)`,
      4,
    ],
    ['of another size', { body: 'a login page' }, 6, `${differs} more bytes than its answer says (5)`, 1],
    ['too short', { body: 'byt' }, 6, `${differs} fewer bytes than its answer says (5)`, 1],
    [
      'announced too long',
      announcing('300000000', 'bytes'),
      6,
      `${differs} more bytes than its answer says (5)`,
      1,
    ],
    [
      'shorter than announced',
      announcing('5', 'byt'),
      7,
      `error[reply-damaged]: ${name}: The reply of ${url} is damaged: it has 3 bytes and announced 5.`,
      4,
    ],
    ['redirected without end', moved(url), 6, `${refused} it redirects again and again.`, 6],
    [
      'redirected to a file',
      moved('file:///etc/passwd'),
      6,
      `error[upload-address]: ${name}: The address "file:///etc/passwd" of a file is not called: only http and https are.`,
      1,
    ],
  ])('%s', async (_, turn, exit, line, tried) => {
    const ran = await fetchFiles({ saved, web: { ...at('bad', turn), ...at('1', five) } })
    expect(ran.exit).toBe(exit)
    expect(ran.stderr).toContain('Fetched 1 file into up (5 bytes); 1 could not be fetched.\n')
    expect(ran.stderr).toContain(line)
    expect(ran.files).toEqual({ 'r2/Your CV_/cv.pdf': 'bytes' })
    expect(ran.calls.filter((call) => call.startsWith(url)).length).toBe(tried)
    expect(manifestIn(ran.cwd)).toMatchObject({
      files: [{ path: 'r2/Your CV_/cv.pdf' }],
      failed: [{ responseId: 'r1', address: '/api/v1/files/bad' }],
    })
  })

  test('one that fails twice and then comes is no fault', async () => {
    const lost = Failure.of('connection-lost', { url, reason: 'it broke' })
    const web = { ...at('bad', { status: 500 }, { body: 'by', breaks: lost }, five), ...at('1', five) }
    const { exit, files } = await fetchFiles({ saved, web })
    expect([exit, Object.values(files)]).toEqual([0, ['bytes', 'bytes']])
  })

  test('six of them are named up to the fifth', async () => {
    const many = repliesOf(...Array.from({ length: 6 }, (_, i) => [{ ...cv, url: `/api/v1/files/none${i}` }]))
    const { stderr, exit } = await fetchFiles({ saved: many })
    expect([exit, stderr.match(/upload-gone/g)?.length]).toEqual([5, 5])
    expect(stderr).toContain('1 more file could not be fetched; manifest.json names them all.\n')
  })
})

describe('what is wrong here is said in one sentence', () => {
  const unwritable = (path: string, reason: string): string =>
    `error[file-unwritable]: ${path} cannot be written: ${reason}. No part of it was left behind.\n`

  test.each([
    ['saved.json --out saved.json', unwritable('saved.json', 'it is a file, and has to be a folder')],
    ['saved.json --out saved.json/up', unwritable('saved.json/up', 'a part of its path is not a folder')],
    ['up.txt --out up', 'error[file-not-found]: up.txt does not exist. Check the name and the folder.\n'],
  ])('--from %s', async (words, stderr) => {
    expect(await fetchFiles({ words: `--from ${words}` })).toMatchObject({ exit: 3, stderr, calls: [] })
  })

  test('a manifest of another program stays', async () => {
    const cwd = temporaryFolder()
    mkdirSync(join(cwd, 'up'))
    writeFileSync(join(cwd, 'up/manifest.json'), '{"name":"app"}')
    const reason =
      'a file that formctl responses files did not write has this name; give --out another folder'
    const stderr = unwritable('up/manifest.json', reason)
    expect(await fetchFiles({ cwd, web: at('1', five) })).toMatchObject({ exit: 3, stderr })
    expect(manifestIn(cwd)).toEqual({ name: 'app' })
  })

  test('a path without a service', async () => {
    expect(await fetchFiles({ env: { FORMCTL_BASE_URL: '' } })).toMatchObject({
      exit: 6,
      stderr:
        'Fetched 0 files into up; 1 could not be fetched.\nerror[upload-address]: r1/Your CV_/cv.pdf: The address "/api/v1/files/1" of a file is not called: it is a path, and no service is known: name it with --base-url.\n',
    })
  })

  test('a folder in the place of a file ends the run, and nothing else changes', async () => {
    const cwd = temporaryFolder()
    mkdirSync(join(cwd, 'up/r1/Your CV_/cv.pdf'), { recursive: true })
    const stderr = unwritable('up/r1/Your CV_/cv.pdf', 'it is a folder')
    expect(await fetchFiles({ cwd, web: at('1', five) })).toMatchObject({ exit: 3, stderr })
    expect(readdirSync(join(cwd, 'up'))).toEqual(['r1'])
  })
})
