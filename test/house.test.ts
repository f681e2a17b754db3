import { execFileSync } from 'node:child_process'
import { readFileSync, readdirSync } from 'node:fs'
import { basename, dirname, join, posix } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ladder, resourceOwners } from '../oxlint.config.ts'
import { commands, groups } from '../src/cli/commands/index.ts'
import { slowTests } from './slow-tests.ts'
import { failures } from '../src/failure/failure.ts'
import { codes } from '../src/authoring/codes.ts'

const root = join(import.meta.dirname, '..')
const tracked = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).trimEnd().split('\n')
const sources = tracked.filter((file) => /^src\/.*\.ts$/.test(file))
const read = (file: string): string => readFileSync(join(root, file), 'utf8')

describe('the rooms', () => {
  const roomOf = (file: string): string => file.split('/')[1] ?? ''
  const rooms = ladder.map(({ room }) => room)

  test('every folder of src/ is a room of the ladder, and every room a folder', () => {
    const folders = new Set(sources.map(roomOf))
    expect([...folders].toSorted()).toEqual(rooms.toSorted())
    expect(tracked.filter((file) => /^src\/[^/]+$/.test(file))).toEqual(['src/README.md'])
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

  test('no two files share a name, but for rows of tables', () => {
    // Each of these has a file per thing, and others have files for the same things.
    const tables =
      /^src\/(form\/(rules|types)|server\/(components|api)|cli\/commands|failure|store\/(sqlite|postgres)|engine\/assembly)$/
    const others = sources.filter((source) => !tables.test(dirname(source)))
    const twice = [...Map.groupBy(others, (file) => basename(file)).values()].filter(
      ({ length }) => length > 1,
    )
    expect(twice).toEqual([])
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
    expect(read('.ci/package/executables.ts')).toContain('node_modules/@yao-pkg/pkg/')
  })
})

test('nobody but an owner reads the clock or rolls dice, for which the linter has no rule, and every owner is there', () => {
  const isIn = (file: string, owner: string): boolean => file.startsWith(owner.replace('**', ''))
  expect(resourceOwners.filter((owner) => !sources.some((file) => isIn(file, owner)))).toEqual([])
  const others = sources.filter(
    (file) => !file.startsWith('src/server/browser/') && !resourceOwners.some((owner) => isIn(file, owner)),
  )
  expect(others.filter((file) => /new Date\(\)|Date\.now|Math\.random/.test(read(file)))).toEqual([])
})

test('every file in commands/ is a command of the table, or all of those on a data folder', () => {
  const files = readdirSync(join(root, 'src/cli/commands')).filter((file) => file !== 'index.ts')
  const named = commands.map(
    ({ words }) => `${words.replace(/^service .*/, 'service').replaceAll(' ', '-')}.ts`,
  )
  expect(files.toSorted()).toEqual([...new Set(named)].toSorted())
  for (const { words } of commands)
    expect(['', ...Object.keys(groups)]).toContain(words.split(' ').slice(0, -1).join(' '))
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

test('AGENTS.md has each script of package.json that npm does not start by itself', () => {
  // Ours, with this key.
  const { scripts } = JSON.parse(read('package.json')) as { readonly scripts: object }
  const listed = new Set(
    Array.from(read('AGENTS.md').matchAll(/`npm (?:run )?([\w:]+)/g), ([, name]) => name),
  )
  for (const name of ['prepare', 'prepack', 'postpack']) listed.add(name)
  expect(Object.keys(scripts).filter((name) => !listed.has(name))).toEqual([])
})

test('each version of formctl in files that people copy from is that of package.json', () => {
  // Ours, with this key.
  const { version } = JSON.parse(read('package.json')) as { readonly version: string }
  const files = tracked.filter((file) =>
    /^(?:README\.md|action\.yml|templates\/.*|docs\/.*\.(?:md|yml|yaml))$/.test(file),
  )
  const named = files.flatMap((file) =>
    Array.from(
      read(file).matchAll(/\bformctl(?:\/forms)?(?:@v?|[-_])(\d+\.\d+\.\d+)/g),
      ([text, number]) => ({ text: `${file}: ${text}`, number }),
    ),
  )
  expect(named.length).toBeGreaterThan(10)
  expect(named.filter(({ number }) => number !== version).map(({ text }) => text)).toEqual([])
})
