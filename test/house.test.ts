import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, posix } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ladder, resourceOwners } from '../oxlint.config.ts'
import { commands, groups } from '../src/cli/commands/index.ts'
import { slowTests } from './slow-tests.ts'
import { temporaryFolder } from './support/test-host.ts'
import { failures } from '../src/failure/failure.ts'
import { codes } from '../src/authoring/codes.ts'

const root = join(import.meta.dirname, '..')
const tracked = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).trimEnd().split('\n')
const sources = tracked.filter((file) => /^src\/.*\.ts$/.test(file))
const read = (file: string): string => readFileSync(join(root, file), 'utf8')

test('only the rooms that the map names stand at the top', () => {
  const folders = new Set(
    tracked.filter((file) => file.includes('/')).map((file) => file.replace(/\/.*/, '')),
  )
  expect([...folders].toSorted((a, b) => (a < b ? -1 : 1))).toEqual(
    ['.ci', 'bench', 'bin', 'docs', 'fixtures', 'schemas', 'src', 'test'].filter((folder) =>
      folders.has(folder),
    ),
  )
})

describe('the rooms', () => {
  const roomOf = (file: string): string => file.split('/')[1] ?? ''
  const rooms = ladder.map(({ room }) => room)

  test('every folder of src/ is a room of the ladder, and every room a folder', () => {
    const folders = new Set(sources.map(roomOf))
    expect([...folders].toSorted()).toEqual(rooms.toSorted())
    expect(tracked.filter((file) => /^src\/[^/]+$/.test(file))).toEqual(['src/README.md'])
  })

  // Names that unrelated files share still. Whoever renames one of them removes it here.
  const shared = new Set(['csv.ts'])

  test('a room imports only rooms above it', () => {
    const wrong = ladder.flatMap(({ room, imports }, i) =>
      imports
        .filter((other) => !rooms.slice(0, i).includes(other))
        .map((other) => `${room} imports ${other}`),
    )
    expect(wrong).toEqual([])
  })

  test('every import of another room is one that the ladder allows, through a door, lazy or not', () => {
    const crossings = sources.flatMap((file) =>
      Array.from(read(file).matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g), ([, path = '']) => ({
        from: roomOf(file),
        file,
        to: posix.join(dirname(file), path),
      })).filter(({ from, to }) => to.startsWith('src/') && roomOf(to) !== from),
    )
    const isOpen = ({ from, to }: { from: string; to: string }): boolean => {
      const [row, other] = [from, roomOf(to)].map((name) => ladder.find(({ room }) => room === name))
      const path = to.split('/').slice(2).join('/')
      return (
        (other?.room === 'failure' || row?.imports.includes(roomOf(to)) === true) &&
        other?.doors.some((door) => posix.matchesGlob(path, door)) === true
      )
    }
    expect(crossings.length).toBeGreaterThan(100)
    expect(crossings.filter((each) => !isOpen(each)).map(({ file, to }) => `${file} imports ${to}`)).toEqual(
      [],
    )
  })

  // Tables of like things, one file each.
  const tables = ['src/form/rules', 'src/form/types', 'src/server/components', 'src/cli/commands']

  test('a room has folders of one level, and no folder that is not a table holds more than 25 files', () => {
    const count = new Map<string, number>()
    for (const file of sources) count.set(dirname(file), (count.get(dirname(file)) ?? 0) + 1)
    const deep = [...count.keys()].filter((folder) => folder.split('/').length > 3)
    expect(deep).toEqual([])
    const wide = [...count].filter(([folder, files]) => files > 25 && !tables.includes(folder))
    expect(wide.map(([folder]) => folder)).toEqual([])
  })

  test('no two files share a name, but for rows of tables', () => {
    // Each of these has a file per thing, and others have files for the same things.
    const named = new Set([
      ...tables,
      'src/failure',
      'src/store/sqlite',
      'src/store/postgres',
      'src/server/api',
      'src/engine/assembly',
    ])
    const places = new Map<string, string[]>()
    for (const file of sources.filter((source) => !named.has(dirname(source)))) {
      const same = places.get(basename(file)) ?? []
      places.set(basename(file), [...same, file])
    }
    const twice = [...places].filter(([name, files]) => files.length > 1 && !shared.has(name))
    expect(twice.map(([, files]) => files.join(' '))).toEqual([])
  })
})

describe('the packages that formctl is made of', () => {
  const imports = (files: readonly string[], name: string): boolean =>
    files.some((file) => new RegExp(String.raw`(from|import\() ?'${name}['/]`).test(read(file)))

  test.each(['commander', '@inquirer/prompts', 'undici', 'yaml', 'ajv', 'cli-table3', 'chalk'])(
    '%s is used in src/',
    (name) => {
      expect(imports(sources, name)).toBe(true)
    },
  )

  test('vitest runs the tests, ajv makes the validators, and pkg the executable', () => {
    expect(imports(['vitest.config.ts'], 'vitest')).toBe(true)
    expect(imports(['.ci/generate-sources.ts'], 'ajv')).toBe(true)
    expect(read('.ci/package.ts')).toContain('node_modules/@yao-pkg/pkg/')
  })
})

describe('the linter', () => {
  const cases = [
    ['src/form/zz-fence.ts', "import '../cli/run.ts'"],
    ['src/form/types/zz-fence.ts', "import '../../server/deps.ts'"],
    ['src/form/zz-type.ts', "import type { Store } from '../store/store.ts'\nexport type Kept = Store"],
    ['src/form/zz-passed-on.ts', "export { openStore } from '../store/store.ts'"],
    ['src/wire/zz-fence.ts', "import 'node:fs/promises'"],
    ['src/authoring/yaml/zz-fence.ts', "import 'node:path'"],
    ['src/server/zz-door.ts', "import '../form/rules/form-view.ts'"],
    ['src/cli/zz-door.ts', "import '../authoring/judge.ts'"],
    ['src/cli/forms/zz-door.ts', "import '../../authoring/yaml/lines.ts'"],
    ['src/export/zz-fence.ts', "import 'node:fs'"],
    ['src/client/zz-fence.ts', "import '../store/store.ts'"],
    ['src/publish/zz-fence.ts', "import '../cli/host.ts'"],
    ['src/cli/commands/zz-fence.ts', 'export const now = process.uptime()'],
    ['src/table/where/zz-fence.ts', "import '../../failure/define.ts'"],
    ['src/server/zz-fence.ts', 'setTimeout(() => undefined, 1)'],
  ] as const

  test('refuses each crossing', () => {
    // In a folder of its own: a file with a crossing must never stand in the real house, not even for a moment.
    const house = temporaryFolder()
    for (const file of ['oxlint.config.ts', 'tsconfig.json', 'package.json'])
      cpSync(join(root, file), join(house, file))
    symlinkSync(join(root, 'node_modules'), join(house, 'node_modules'))
    for (const [file, line] of cases) {
      mkdirSync(dirname(join(house, file)), { recursive: true })
      writeFileSync(join(house, file), `${line}\n`)
    }
    const linter = join(root, 'node_modules/oxlint/bin/oxlint')
    const { stdout } = spawnSync(process.execPath, [linter, '--format=unix', 'src'], {
      cwd: house,
      encoding: 'utf8',
    })
    const refused = (file: string): boolean => new RegExp(`^${file}:.*no-restricted-`, 'm').test(stdout)
    expect(cases.map(([file]) => file).filter((file) => !refused(file))).toEqual([])
  })

  test('every owner of a resource exists', () => {
    const has = (owner: string): boolean => sources.some((file) => file.startsWith(owner.replace('**', '')))
    expect(resourceOwners.filter((owner) => !has(owner))).toEqual([])
  })

  // The linter has no rule for these two.
  test('nobody but an owner reads the clock or rolls dice', () => {
    const owned = (file: string): boolean =>
      resourceOwners.some((owner) => file.startsWith(owner.replace('**', '')))
    const offenders = sources.filter(
      (file) =>
        !owned(file) &&
        !file.startsWith('src/server/browser/') &&
        /new Date\(\)|Date\.now|Math\.random/.test(read(file)),
    )
    expect(offenders).toEqual([])
  })
})

describe('commands', () => {
  test('every file in commands/ is a command of the table, or all of those on a data folder', () => {
    const files = readdirSync(join(root, 'src/cli/commands')).filter((file) => file !== 'index.ts')
    const named = commands.map(
      ({ words }) => `${words.replace(/^service .*/, 'service').replaceAll(' ', '-')}.ts`,
    )
    expect(files.toSorted()).toEqual([...new Set(named)].toSorted())
  })

  test.each(commands.map((entry) => [entry.words, entry] as const))(
    '%s has examples, and a group that the help knows',
    async (_words, entry) => {
      const command = await entry.load()
      expect(command.examples.length).toBeGreaterThan(0)
      for (const example of command.examples) expect(example.command).toContain(`formctl ${command.words}`)
      expect(['', ...Object.keys(groups)]).toContain(command.words.split(' ').slice(0, -1).join(' '))
    },
  )
})

describe('codes', () => {
  test('every code of a finding has its page, and every page its code', () => {
    const pages = readdirSync(join(root, 'docs/rules')).map((file) => file.replace(/\.md$/, ''))
    expect(pages.toSorted()).toEqual([...codes.keys()].toSorted())
  })

  test.each([...codes.keys()])('the page of %s says what it means', (code) => {
    const page = read(`docs/rules/${code}.md`)
    expect(page).toMatch(new RegExp(`^# ${code}\\n`))
    expect(/<!-- \/facts -->([^]*?)<!-- example -->/.exec(page)?.[1]).toMatch(/\n\n[A-Z`][^]{40,}\.\n\n$/)
  })

  test('every failure has a section in docs/troubleshooting.md, in the order of the table', () => {
    const told = Array.from(read('docs/troubleshooting.md').matchAll(/^### (.*)\n\S/gm), ([, code]) => code)
    expect(told).toEqual(Object.keys(failures))
  })

  test('every table of failures is part of the one, and no code stands in two', async () => {
    const names = readdirSync(join(root, 'src/failure'))
      .map((file) => file.replace(/\.ts$/, ''))
      .filter((name) => name !== 'failure')
    const tables = await Promise.all(names.map((name) => import(`../src/failure/${name}.ts`)))
    const held = tables.flatMap((exported) =>
      Object.entries(exported).flatMap(([name, table]) =>
        name.endsWith('Failures') ? Object.keys(Object(table)) : [],
      ),
    )
    expect(held.toSorted()).toEqual(Object.keys(failures).toSorted())
  })
})

describe('the tests', () => {
  test('each file is run by npm test, or is one of the slow ones that npm run test:all adds', () => {
    const listed = execFileSync(
      process.execPath,
      ['node_modules/vitest/vitest.mjs', 'list', '--filesOnly', '--json'],
      { cwd: root, encoding: 'utf8' },
    )
    // Vitest writes this shape.
    const files = JSON.parse(listed) as { readonly file: string; readonly projectName: string }[]
    expect(files.map(({ file }) => posix.relative(root, file)).toSorted()).toEqual(
      tracked.filter((file) => file.endsWith('.test.ts')).toSorted(),
    )
    expect(new Set(files.map(({ projectName }) => projectName))).toEqual(new Set(['quick', 'slow']))
  })

  test('each slow one is there', () => {
    const isThere = (pattern: string): boolean => tracked.some((file) => posix.matchesGlob(file, pattern))
    expect(slowTests.filter((pattern) => !isThere(pattern))).toEqual([])
  })

  test('none limits the time that it may take', () => {
    const limit = /\{ timeout: [0-9_]{4,}|^\s*(\}, )?[0-9]+_000,?\)?$/m
    const tests = tracked.filter((file) => file.endsWith('.test.ts') && file !== 'test/house.test.ts')
    expect(tests.filter((file) => limit.test(read(file)))).toEqual([])
  })
})

test('the guide has every exit code', () => {
  const exits = new Set(Object.values(failures).map((failure) => failure.exit))
  for (const exit of exits) expect(read('docs/exit-codes.md')).toMatch(new RegExp(`^\\| ${exit}\\b`, 'm'))
})

test('the project speaks of itself alone', () => {
  const own = tracked.filter((file) => file !== 'test/house.test.ts' && file !== 'package-lock.json')
  const telltale = /(^|[^\w.])\/(work|root)\/|registry\.npm|npmjs\.(org|com)|\.\.\/shared/
  expect(own.filter((file) => telltale.test(read(file)))).toEqual([])
  expect(read('package-lock.json')).not.toMatch(/"resolved": *"http/)
})

test('the map is short and names only what is there', () => {
  const map = read('src/README.md')
  expect(map.length).toBeLessThan(8000)
  const named = Array.from(map.matchAll(/`((?:\.\.\/)?[\w./-]+\/[\w.-]*)`/g), ([, path = '']) =>
    join('src', path),
  )
  expect(named.length).toBeGreaterThan(30)
  const isThere = (path: string): boolean =>
    tracked.some((file) =>
      path.endsWith('/') ? file.startsWith(path) || file.includes(`/${path.slice(4)}`) : file === path,
    )
  expect(named.filter((path) => !isThere(path))).toEqual([])
})

test('no source is unfinished', () => {
  const marks = new RegExp(['TO', 'DO|FIX', 'ME|not impl', 'emented'].join(''))
  expect(sources.filter((file) => marks.test(read(file)))).toEqual([])
})
