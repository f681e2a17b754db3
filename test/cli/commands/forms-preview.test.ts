import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, renameSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { run } from '../../../src/cli/run.ts'
import { Failure } from '../../../src/failure/failure.ts'
import { builtProgram } from '../../support/built-program.ts'
import { outputOf } from '../../support/output-schema.ts'
import { runInProcess, temporaryFolder, testHost, type Ran } from '../../support/test-host.ts'
import { holding, outcome } from '../../support/outcome.ts'

const good = `name: Survey
steps:
  - name: One
    components:
      - type: ShortInput
        content: { question: What? }
      - type: NextButton
        content: {}
  - name: Two
    components:
      - type: Header
        content: { title: Bye }
`

type Shown = { readonly url: string; readonly forms: readonly { name: string; url: string }[] }
type Options = {
  readonly spec?: string
  readonly words?: readonly string[]
  readonly ran?: (command: string) => Promise<number>
  readonly code?: 'interrupted' | 'terminated'
}

/** Previews a spec until something was done with what it printed, then presses Ctrl-C. */
async function preview(
  { spec = good, words = [], ran, code = 'interrupted' }: Options,
  act: (shown: Shown, cwd: string) => Promise<void> = async () => undefined,
): Promise<Ran & { readonly shown: Shown; readonly cwd: string }> {
  const controller = new AbortController()
  const cwd = temporaryFolder()
  writeFileSync(join(cwd, 'a.yaml'), spec)
  const argv = ['forms', 'preview', 'a.yaml', '-o', 'json', ...words]
  const host = testHost({ argv, cwd, signal: controller.signal, ...(ran ? { ran } : {}) })
  const { promise, resolve } = Promise.withResolvers<Shown>()
  const stdout = {
    ...host.stdout,
    write: async (chunk: string | Uint8Array) => {
      await host.stdout.write(chunk)
      resolve(outputOf('forms-preview', String(chunk)) as Shown)
    },
  }
  const running = run({ ...host, stdout })
  const shown = await promise
  await act(shown, cwd)
  controller.abort(Failure.of(code, {}))
  return { exit: await running, ...host.output(), shown, cwd }
}

const pageAt = async (url: string): Promise<{ status: number; page: string }> => {
  const reply = await fetch(url)
  return { status: reply.status, page: await reply.text() }
}

describe('formctl forms preview', () => {
  test('shows the page of a spec on this machine alone, and leaves nothing behind', async () => {
    const { exit, stderr, shown, cwd } = await preview({}, async ({ url, forms }) => {
      const [here, pages] = [`${url}/s/1`, [`${url}/s/1?step=1`, `${url}/s/1/done`]]
      expect(forms).toEqual([{ name: 'Survey', url: here, pages }])
      expect((await pageAt(url)).page).toContain('What?')
    })
    expect(shown.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
    expect(exit).toBe(0)
    expect(stderr).toBe(`Showing a.yaml at ${shown.url} (Ctrl-C stops it).\na.yaml: no problems found.\n`)
    expect(readdirSync(cwd)).toEqual(['a.yaml'])
    await expect(fetch(shown.url)).rejects.toThrow(Error)
  })

  test('that is asked to end has done its work, and ends with 0', async () => {
    expect((await preview({ code: 'terminated' })).exit).toBe(0)
  })

  test('shows what the file says now, without being told', async () => {
    await preview({}, async ({ url }, cwd) => {
      writeFileSync(join(cwd, 'a.yaml'), good.replace('What?', 'What now?'))
      const { page } = await pageAt(url)
      expect(page).toContain('What now?')
      expect(page).not.toContain('<script data-version')
    })
  })

  test('shows what is wrong with a broken spec, in the page and in short on stderr', async () => {
    const { stderr, stdout } = await preview(
      { spec: good.replace('ShortInput', 'Dropdown') },
      async ({ url }) => {
        const { status, page } = await pageAt(url)
        expect(status).toBe(422)
        expect(page).toContain('a.yaml:6:9')
        expect(page).toContain('<mark>content</mark>')
      },
    )
    expect(JSON.parse(stdout)).toMatchObject({ forms: [], errors: 1 })
    expect(stderr).toContain('a.yaml: 1 error; the page shows it.\n')
  })

  test('has the look that is asked for', async () => {
    await preview({ words: ['--look', 'night'] }, async ({ url }) => {
      expect((await pageAt(url)).page).toContain('color-scheme:dark')
    })
  })

  test('fills variables in, and says of a --var that the spec does not use', async () => {
    const spec = good.replace('What?', '"What, ${name}?"')
    const words = ['--var', 'name=Ada', '--var', 'nmae=Zoe']
    const shownName = async ({ url }: Shown): Promise<void> => {
      expect((await pageAt(url)).page).toContain('What, Ada?')
    }
    await preview({ spec, words }, shownName)
    const cwd = temporaryFolder()
    writeFileSync(join(cwd, 'a.yaml'), spec)
    const controller = new AbortController()
    const host = testHost({ argv: ['forms', 'preview', 'a.yaml', ...words], cwd, signal: controller.signal })
    const write = async (chunk: string | Uint8Array): Promise<void> => {
      await host.stderr.write(chunk)
      if (String(chunk).includes('Showing')) controller.abort(Failure.of('interrupted', {}))
    }
    await run({ ...host, stderr: { ...host.stderr, write } })
    expect(host.output().stderr).toContain(
      'warning: No spec uses the variable nmae of --var. Did you mean name?\n',
    )
  })

  test('opens the browser only when asked, and says where it cannot', async () => {
    const commands: string[] = []
    const ran = async (command: string): Promise<number> => commands.push(command)
    await preview({ ran })
    expect(commands).toEqual([])
    const { shown, stderr } = await preview({ ran, words: ['--open'] })
    expect(commands).toEqual([`xdg-open "${shown.url}"`])
    expect(stderr).toContain('No browser could be opened: open the address yourself.\n')
  })

  test('whose port is in use says so', async () => {
    const taken = createServer().listen(0, '127.0.0.1')
    await once(taken, 'listening')
    const { port } = taken.address() as AddressInfo
    const cwd = temporaryFolder()
    writeFileSync(join(cwd, 'a.yaml'), good)
    const ran = await runInProcess({ argv: ['forms', 'preview', 'a.yaml', '--port', String(port)], cwd })
    expect(ran).toMatchObject(outcome(3, holding(`Port ${port} on 127.0.0.1 is in use.`)))
    taken.close()
  })

  test.each([
    [['missing.yaml'], 3, 'file-not-found', 'missing.yaml does not exist. Check the name and the folder.'],
    [
      ['-'],
      2,
      'usage',
      'A preview reads its file again and again, which the standard input does not allow: name a file.',
    ],
  ])('of %j ends before it begins', async (words, exit, code, sentence) => {
    const ran = await runInProcess({ argv: ['forms', 'preview', ...words] })
    expect(ran).toEqual({ exit, stdout: '', stderr: `error[${code}]: ${sentence}\n` })
  })
})

const broken = good.replace('steps', 'setps')

/** Writes a file as editors do, so that another process never finds half of it, however long this one is kept waiting. */
function replaceFile(file: string, content: string): void {
  const beside = join(temporaryFolder(), 'saved')
  writeFileSync(beside, content)
  renameSync(beside, file)
}

/** What changes a spec: its first state being said, the first look for changes, its being read from then on. */
type Changes = Partial<Record<'onSaid' | 'onLook' | 'onRead', (file: string) => void>>

/** What a watched preview says of a spec, a sentence a state, as far as `count`. */
async function saidOf(count: number, { onSaid, onLook, onRead }: Changes): Promise<readonly string[]> {
  const controller = new AbortController()
  const cwd = temporaryFolder()
  const file = join(cwd, 'a.yaml')
  writeFileSync(file, good)
  const host = testHost({ argv: ['forms', 'preview', 'a.yaml', '--watch'], cwd, signal: controller.signal })
  const said: string[] = []
  let looks = 0
  const write = async (chunk: string | Uint8Array): Promise<void> => {
    if (!String(chunk).startsWith('a.yaml:')) return
    said.push(String(chunk).trim())
    if (said.length === 1) onSaid?.(file)
    if (said.length === count) controller.abort(Failure.of('interrupted', {}))
  }
  const read: typeof host.files.read = async (path, limit) => {
    const bytes = await host.files.read(path, limit)
    if (looks > 0) onRead?.(file)
    return bytes
  }
  const sleep: typeof host.sleep = async () => {
    if (looks++ === 0) onLook?.(file)
  }
  await run({ ...host, stderr: { ...host.stderr, write }, files: { ...host.files, read }, sleep })
  return said
}

const states = [
  'a.yaml: no problems found.',
  'a.yaml: 1 error; the page shows it.',
  'a.yaml: no problems found.',
]

describe('formctl forms preview --watch', () => {
  test('says of a change that came before anybody watched', async () => {
    const onSaid = (file: string): void => writeFileSync(file, broken)
    expect(await saidOf(2, { onSaid })).toEqual(states.slice(0, 2))
  })

  test('says what a change was, though the spec has changed again', async () => {
    const onLook = (file: string): void => writeFileSync(file, broken)
    const onRead = (file: string): void => writeFileSync(file, good)
    expect(await saidOf(3, { onLook, onRead })).toEqual(states)
  })
})

describe('formctl forms preview, as a program of its own,', () => {
  test('follows the file, says how it stands after each change, and ends on Ctrl-C with 0', async () => {
    const cwd = temporaryFolder()
    const file = join(cwd, 'a.yaml')
    writeFileSync(file, good)
    const child = spawn(
      process.execPath,
      [builtProgram, 'forms', 'preview', 'a.yaml', '--watch', '-o', 'json'],
      { cwd, stdio: ['ignore', 'pipe', 'pipe'] },
    )
    const said = text(child.stderr)
    const [line] = (await once(child.stdout, 'data')) as [Buffer]
    const { url } = JSON.parse(line.toString()) as Shown
    const reply = await fetch(`${url}/changes`)
    const reader = reply.body?.pipeThrough(new TextDecoderStream()).getReader()
    expect((await reader?.read())?.value).toBe('data: 1\n\n')
    replaceFile(file, broken)
    expect((await reader?.read())?.value).toBe('data: 2\n\n')
    replaceFile(file, good)
    expect((await reader?.read())?.value).toBe('data: 3\n\n')
    child.kill('SIGINT')
    expect(await once(child, 'close')).toEqual([0, null])
    expect((await said).split('\n').slice(1)).toEqual([
      'a.yaml: no problems found.',
      'a.yaml: 1 error; the page shows it.',
      'a.yaml: no problems found.',
      '',
    ])
    expect(readdirSync(cwd)).toEqual(['a.yaml'])
  })
})
