import {
  chownSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { execFileSync, spawnSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { leastLeft } from '../../src/export/leap/least-left.ts'
import { runBuilt, withoutProgress, type ProgramRun } from '../support/built-program.ts'
import { temporaryFolder } from '../support/test-host.ts'

const project = join(import.meta.dirname, '../..')
const saved = join(project, 'fixtures/responses/every-type.json')

/** Tells on stderr which files of the program a run loaded. */
const telling = `data:text/javascript,import%20files%20from'node:fs';
const{readFileSync}=files;files.readFileSync=(path,...all)=>{
const[,name]=/dist\\/scripts\\/(.*)/.exec(path)??[];if(name)process._rawDebug('loaded',name);return(readFileSync(path,...all))}`
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

  test('is five files for an export of all responses of a service to CSV, and one in its thread', async () => {
    const words = ['responses', 'export', '--all', '--out', 'a.csv', '--base-url', 'http://127.0.0.1:9']
    const files = await loadedBy([...words, '--timeout', '1'], { FORMCTL_API_KEY: 'fctl_0123456789' })
    expect(files.toSorted()).toEqual([
      'common.js',
      'export.js',
      'leap-thread.js',
      'main.js',
      'service.js',
      'settings.js',
    ])
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
    const thread = readFileSync(join(project, 'dist/scripts/leap-thread.js'), 'utf8')
    expect(thread).not.toMatch(/\b(load_|late_|import)\(/)
  })

  test('is of built-in modules the parts that are used', () => {
    const files = readdirSync(join(project, 'dist'), { recursive: true, encoding: 'utf8' })
    const importing = files
      .filter((name) => name.endsWith('.js') && !name.startsWith('compiled'))
      .filter((name) =>
        /^import .*"node:|\bload_\("node:/m.test(readFileSync(join(project, 'dist', name), 'utf8')),
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

  const ofService = ['responses', 'export', '--base-url', 'http://127.0.0.1:9', '--timeout', '1']

  async function startsOf(line: readonly string[]): Promise<readonly string[]> {
    const env = {
      NODE_OPTIONS: `--import=${telling} --import=${tellingThreads}`,
      FORMCTL_API_KEY: 'fctl_0123456789',
    }
    const { stderr } = await runBuilt(line, { cwd: folderWithLarge(), env })
    return stderr.match(/^(thread|loaded .*)$/gm) ?? []
  }

  test.each([
    ['a large file', words],
    ['all that a service has, which may be much', [...ofService, '--all', '--out', 'a.csv']],
  ])('has its thread before it loads what exports of %s need', async (_, line) => {
    expect((await startsOf(line)).slice(0, 3)).toEqual(['loaded main.js', 'thread', 'loaded export.js'])
  })

  test.each([
    ['of a form', [...ofService, '--form', 'clf0000000000000000000001', '--out', 'a.csv']],
    ['to the standard output', [...ofService, '--all']],
    ['since a time', [...ofService, '--all', '--since', '2026-01-01', '--out', 'a.csv']],
  ])('has none for an export %s', async (_, line) => {
    expect(await startsOf(line)).not.toContain('thread')
  })

  test.each([
    ['an option that there is not', [...words, '--bogus'], 2],
    ['a value that an option does not have', [...words, '--layout', 'round'], 2],
    ['a folder that is not there', [...words.slice(0, -1), 'none/a.csv'], 3],
    ['bytes that are no reply', words, 3],
  ])('ends as ever at %s', async (_, line, exit) => {
    const ranIn = async (cwd: string): Promise<ProgramRun> => {
      const told = await runBuilt(line, { cwd })
      return { ...told, stderr: withoutProgress(told.stderr) }
    }
    const ran = await ranIn(folderWithLarge())
    const small = folderWithLarge()
    truncateSync(join(small, 'large.json'), 1024)
    expect(ran).toEqual(await ranIn(small))
    expect(ran.exit).toBe(exit)
  })
})

describe('what was compiled', () => {
  /** A copy of the program, beside which nothing was compiled. */
  function copied(): { readonly cwd: string; readonly run: () => string } {
    const cwd = temporaryFolder()
    for (const name of ['bin/formctl.js', 'dist/scripts.js', 'dist/scripts/main.js', 'package.json'])
      cpSync(join(project, name), join(cwd, name))
    const env = { HOME: cwd, PATH: process.env['PATH'] }
    const run = (): string =>
      execFileSync(process.execPath, ['bin/formctl.js', '--version'], { cwd, env, encoding: 'utf8' })
    return { cwd, run }
  }
  const version = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8')).version
  const compiledOf = (folder: string): readonly string[] =>
    readdirSync(join(folder, 'dist/compiled'), { recursive: true, withFileTypes: true }).flatMap((entry) =>
      entry.isFile() ? [join(entry.parentPath, entry.name)] : [],
    )

  test('is kept beside a program that was built here', () => {
    const { cwd, run } = copied()
    mkdirSync(join(cwd, 'dist/compiled'))
    expect([run(), run()]).toEqual([`${version}\n`, `${version}\n`])
    expect(compiledOf(cwd)).toHaveLength(1)
  })

  test('is damaged without harm, and mended', () => {
    const { cwd, run } = copied()
    mkdirSync(join(cwd, 'dist/compiled'))
    run()
    const [path = ''] = compiledOf(cwd)
    const whole = readFileSync(path)
    const damages = [
      (bytes: Buffer) => bytes.fill(7, bytes.length >> 1),
      (bytes: Buffer) => bytes.subarray(0, bytes.length - 2),
      (bytes: Buffer) => bytes.fill(7, 1000, 1001),
      () => Buffer.alloc(0),
      // Both halves are the same, and nothing that Node made.
      (bytes: Buffer) => bytes.fill(7),
    ]
    for (const damage of damages) {
      writeFileSync(path, damage(Buffer.from(whole)))
      expect(run()).toBe(`${version}\n`)
    }
    writeFileSync(path, whole.subarray(1))
    run()
    const mended = readFileSync(path)
    expect(mended.length).toBeGreaterThan(whole.length >> 1)
    expect(mended.subarray(mended.length >> 1)).toEqual(mended.subarray(0, mended.length >> 1))
  })

  test('need not be kept: the folder may be of somebody else', () => {
    const { cwd, run } = copied()
    // In its place is a file, so that no folder can be made within it.
    writeFileSync(join(cwd, 'dist/compiled'), '')
    expect(run()).toBe(`${version}\n`)
  })

  test('is for nobody else to write, whatever the umask', () => {
    const { cwd, run } = copied()
    mkdirSync(join(cwd, 'dist/compiled'))
    const usual = process.umask(0)
    try {
      run()
    } finally {
      process.umask(usual)
    }
    const [path = ''] = compiledOf(cwd)
    expect([path, dirname(path)].map((each) => statSync(each).mode & 0o022)).toEqual([0, 0])
  })

  test.runIf(process.geteuid?.() === 0)('is not kept in the folder of another user', () => {
    const { cwd, run } = copied()
    mkdirSync(join(cwd, 'dist/compiled'))
    chownSync(join(cwd, 'dist/compiled'), 65_534, 65_534)
    expect(run()).toBe(`${version}\n`)
    expect(compiledOf(cwd)).toEqual([])
  })

  test('leaves nothing behind where it can not be kept', () => {
    const { cwd, run } = copied()
    mkdirSync(join(cwd, 'dist/compiled'))
    run()
    const [path = ''] = compiledOf(cwd)
    rmSync(path)
    // No file can take its place.
    mkdirSync(path)
    expect(run()).toBe(`${version}\n`)
    expect(compiledOf(cwd)).toEqual([])
  })

  test('is not kept beside a package', () => {
    const { cwd, run } = copied()
    expect(run()).toBe(`${version}\n`)
    expect(readdirSync(join(cwd, 'dist')).toSorted()).toEqual(['scripts', 'scripts.js'])
    const { files } = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8'))
    expect(files).toContain('!dist/compiled')
  })

  test('is there once the program is built, and Node takes all of it', () => {
    const refusing = `data:text/javascript,import%20vm%20from'node:vm';
const{Script}=vm;vm.Script=class%20extends%20Script{constructor(text,options){super(text,options);
process._rawDebug(options.cachedData&&!this.cachedDataRejected?'taken':'compiled')}}`.replaceAll('\n', '')
    const takenBy = (words: readonly string[]): readonly string[] => {
      const cwd = temporaryFolder()
      const line = [`--import=${refusing}`, 'bin/formctl.js', 'responses', 'export', ...words]
      const { stderr } = spawnSync(process.execPath, [...line, '--out', join(cwd, 'a.csv')], {
        cwd: project,
        env: { HOME: cwd, FORMCTL_API_KEY: 'fctl_0123456789' },
        encoding: 'utf8',
      })
      return stderr.match(/^(taken|compiled)$/gm) ?? []
    }
    expect(takenBy(['--from', saved])).toEqual(Array(3).fill('taken'))
    const [, ...ofThread] = takenBy(['--all', '--base-url', 'http://127.0.0.1:9', '--timeout', '1'])
    expect(ofThread).toEqual(Array(5).fill('taken'))
  })
})
