import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { execFileSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { leastLeft } from '../../src/export/leap/least-left.ts'
import { runBuilt } from '../support/built-program.ts'
import { temporaryFolder } from '../support/test-host.ts'

const project = join(import.meta.dirname, '../..')
const saved = join(project, 'fixtures/responses/every-type.json')

/** Tells on stderr which files of the program a run loaded. */
const telling = `data:text/javascript,import{registerHooks}from'node:module';
registerHooks({load:(url,context,next)=>(/\\/dist\\//.test(url)&&process._rawDebug('loaded',url.split('/').pop()),next(url,context))})`
  .replaceAll('\n', '')
  .replaceAll(' ', '%20')

/** Tells of each thread that is started, at once. */
const tellingThreads = `data:text/javascript,import%20threads%20from'node:worker_threads';
const%20{Worker}=threads;threads.Worker=class%20extends%20Worker{constructor(...all){process._rawDebug('thread');super(...all)}}`.replaceAll(
  '\n',
  '',
)

async function loadedBy(
  words: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<readonly string[]> {
  const cwd = temporaryFolder()
  writeFileSync(join(cwd, 'spec.yaml'), 'name: N\n')
  const { stderr } = await runBuilt(words, { cwd, env: { ...env, NODE_OPTIONS: `--import=${telling}` } })
  return Array.from(stderr.matchAll(/^loaded (.*)$/gm), ([, file = '']) => file)
}

describe('what a run loads', () => {
  test('is one file for the version', async () => {
    expect(await loadedBy(['--version'])).toEqual(['main.js'])
  })

  test('is three files for an export of a saved reply to CSV', async () => {
    const files = await loadedBy(['responses', 'export', '--from', saved, '--out', 'a.csv'])
    expect(files.toSorted()).toEqual(['common.js', 'export.js', 'main.js'])
  })

  test('is nothing of exports for a command of another kind', async () => {
    const files = await loadedBy(['forms', 'validate', 'spec.yaml'])
    expect(files).toContain('main.js')
    expect(files).not.toContain('export.js')
  })

  test('is one file more to speak with a service, and none of it for files alone', async () => {
    const asking = await loadedBy(
      ['forms', 'list', '--base-url', 'http://127.0.0.1:9', '--environment', 'e'],
      {
        FORMCTL_API_KEY: 'fctl_0123456789',
      },
    )
    expect(asking.filter((name) => /^(service|connect|over-http)/.test(name))).toEqual(['service.js'])
    expect(await loadedBy(['forms', 'validate', 'spec.yaml'])).not.toContain('service.js')
  })

  test('is five files for an export of all responses of a service to CSV', async () => {
    const words = ['responses', 'export', '--all', '--out', 'a.csv', '--base-url', 'http://127.0.0.1:9']
    const files = await loadedBy([...words, '--timeout', '1'], { FORMCTL_API_KEY: 'fctl_0123456789' })
    expect(files.toSorted()).toEqual(['common.js', 'export.js', 'main.js', 'service.js', 'settings.js'])
  })

  test('is nothing that unpacks where a reply is not packed', async () => {
    const saying = `data:text/javascript,process.on('exit',()=>process._rawDebug(process.moduleLoadList.filter((name)=>/zlib|net$/.test(name)).join()))`
    const words = [
      'forms',
      'list',
      '--base-url',
      'http://127.0.0.1:9',
      '--environment',
      'e',
      '--timeout',
      '1',
    ]
    const env = { FORMCTL_API_KEY: 'fctl_0123456789', NODE_OPTIONS: `--import=${saying}` }
    const { stderr } = await runBuilt(words, { cwd: temporaryFolder(), env })
    expect(stderr).toMatch(/^NativeModule .*net$/m)
    expect(stderr).not.toContain('zlib')
  })

  test('has one file in a thread', () => {
    const thread = readFileSync(join(project, 'dist/leap-thread.js'), 'utf8')
    expect(thread).not.toMatch(/^import /m)
    expect(thread).not.toMatch(/\bimport\(/)
  })

  test('is of built-in modules the parts that are used', () => {
    const files = readdirSync(join(project, 'dist')).filter((name) => name.endsWith('.js'))
    const importing = files.filter((name) =>
      /^import .*"node:/m.test(readFileSync(join(project, 'dist', name), 'utf8')),
    )
    expect(importing).toEqual([])
  })
})

describe('a start that expects a large export', () => {
  /** A file as large as need be, which is no reply. */
  function folderWithLarge(): string {
    const cwd = temporaryFolder()
    writeFileSync(join(cwd, 'large.json'), '')
    truncateSync(join(cwd, 'large.json'), leastLeft)
    return cwd
  }
  const words = ['responses', 'export', '--from', 'large.json', '--out', 'a.csv']

  test('has its thread before it loads what exports need', async () => {
    const env = { NODE_OPTIONS: `--import=${telling} --import=${tellingThreads}` }
    const { stderr } = await runBuilt(words, { cwd: folderWithLarge(), env })
    expect(stderr.match(/^(thread|loaded .*)$/gm)?.slice(0, 3)).toEqual([
      'loaded main.js',
      'thread',
      'loaded export.js',
    ])
  })

  test.each([
    ['an option that there is not', [...words, '--bogus'], 2],
    ['a value that an option does not have', [...words, '--layout', 'round'], 2],
    ['a folder that is not there', [...words.slice(0, -1), 'none/a.csv'], 3],
    ['bytes that are no reply', words, 3],
  ])('ends as ever at %s', async (_, line, exit) => {
    const ran = await runBuilt(line, { cwd: folderWithLarge() })
    const small = folderWithLarge()
    truncateSync(join(small, 'large.json'), 1024)
    expect(ran).toEqual(await runBuilt(line, { cwd: small }))
    expect(ran.exit).toBe(exit)
  })
})

describe('what Node compiled', () => {
  /** A copy of the program, beside which nothing was compiled. */
  function copied(): { readonly cwd: string; readonly run: () => string } {
    const cwd = temporaryFolder()
    for (const name of ['bin/formctl.js', 'dist/main.js', 'package.json'])
      cpSync(join(project, name), join(cwd, name))
    const env = { HOME: cwd, PATH: process.env['PATH'] }
    const run = (): string =>
      execFileSync(process.execPath, ['bin/formctl.js', '--version'], { cwd, env, encoding: 'utf8' })
    return { cwd, run }
  }
  const version = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8')).version

  test('is kept beside a program that was built here', () => {
    const { cwd, run } = copied()
    mkdirSync(join(cwd, 'dist/compiled'))
    expect([run(), run()]).toEqual([`${version}\n`, `${version}\n`])
    expect(readdirSync(join(cwd, 'dist/compiled'), { recursive: true }).length).toBeGreaterThan(1)
  })

  test('is damaged without harm', () => {
    const { cwd, run } = copied()
    const folder = join(cwd, 'dist/compiled')
    mkdirSync(folder)
    run()
    const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
      entry.isFile(),
    )
    expect(files.length).toBeGreaterThan(0)
    for (const { parentPath, name } of files) {
      const bytes = readFileSync(join(parentPath, name))
      writeFileSync(join(parentPath, name), bytes.fill(7, bytes.length >> 1))
    }
    expect(run()).toBe(`${version}\n`)
  })

  test('is not kept beside a package', () => {
    const { cwd, run } = copied()
    expect(run()).toBe(`${version}\n`)
    expect(readdirSync(join(cwd, 'dist'))).toEqual(['main.js'])
    const { files } = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8'))
    expect(files).toContain('!dist/compiled')
  })

  test('is there once the program is built', () => {
    expect(existsSync(join(project, 'dist/compiled'))).toBe(true)
  })
})
