import { randomBytes } from 'node:crypto'
import { chmodSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { expect, test } from 'vitest'
import {
  filledIn,
  journeyOfMarkdown,
  linesOf,
  matches,
  parseJourney,
  splitWords,
  transcript,
  type Journey,
} from './journey.ts'
import { builtProgram, runShell, withoutProgress, type ProgramRun } from '../support/built-program.ts'
import { commands } from '../../src/cli/commands/index.ts'
import type { Output } from '../../src/cli/host.ts'
import { run } from '../../src/cli/run.ts'
import { isLong } from '../support/is-long.ts'
import { temporaryFolder, testHost } from '../support/test-host.ts'
import { copyTracked } from '../support/tracked-files.ts'

const root = join(import.meta.dirname, '../..')
const read = (page: string): string => readFileSync(join(root, page), 'utf8')
const inDocs = readdirSync(join(root, 'docs')).filter((name) => name.endsWith('.md'))
const pages = ['README.md', ...inDocs.map((name) => `docs/${name}`), 'docs/hosting/README.md']

/** Pages without a command to run here: references, reasons, programs, and what needs a server or a site. */
const withoutConsole = new Set(
  ['dependencies', 'diagnostics', 'embedding', 'hosting/README', 'library', 'releasing'].map(
    (name) => `docs/${name}.md`,
  ),
)
const consolePages = pages.filter((page) => !withoutConsole.has(page))

/** A folder with a `formctl` that is the built program, as an installation puts it on the path. */
function programFolder(): string {
  const folder = temporaryFolder()
  const path = join(folder, 'formctl')
  writeFileSync(path, `#!/bin/sh\nexec ${process.execPath} ${builtProgram} "$@"\n`)
  chmodSync(path, 0o755)
  return folder
}

/** A line that a shell would only split into words, after variables that it sets, and that starts no shell or server of its own. */
const isPlain = (line: string): boolean =>
  !/ (?:--exec|quickstart) /.test(line) &&
  /^(?:[A-Z_]+=[\w-]+ )*formctl (?:[^|<>;&$`*?~(){}!\\#'"]|'[^']*'|"[^"$`\\]*")*$/.test(line)

type Place = { readonly cwd: string; readonly home: string; readonly bin: string }

type ShownLines = { readonly exit: number; readonly lines: readonly string[] }

/** What a line shows: both streams as they come, and each by itself. */
type Shown = ProgramRun & { readonly seen: string }

/** Runs a plain line in this process, with the clock and the randomness of this machine; `seesLists`: as on a terminal. */
async function runPlain(line: string, { cwd, home }: Place, seesLists: boolean): Promise<Shown> {
  const words = splitWords(line)
  const start = words.indexOf('formctl')
  const host = testHost({
    argv: words.slice(start + 1),
    cwd,
    stateFolder: join(home, '.local/state/formctl'),
    env: Object.fromEntries(words.slice(0, start).map((word) => word.split('=', 2))),
  })
  const configFolder = join(home, '.config/formctl')
  let seen = ''
  const asSeen = (stream: Output): Output => ({
    ...stream,
    write: (chunk) => {
      seen += typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString()
      return stream.write(chunk)
    },
  })
  const stdout = { ...asSeen(host.stdout), ...(seesLists && { isTerminal: true, columns: 160 }) }
  const stderr = asSeen(host.stderr)
  const exit = await run({ ...host, configFolder, randomBytes, now: () => new Date(), stdout, stderr })
  return { exit, ...host.output(), seen }
}

/** Runs a line of a journey: each tenth plain one through a shell and the built program, too, and all of them in the long run. */
let plainLines = 0
async function runStreams(line: string, place: Place): Promise<ShownLines> {
  const ran =
    isPlain(line) && !isLong && plainLines++ % 10 > 0
      ? await runPlain(line, place, false)
      : await runShell(line, place)
  return { exit: ran.exit, lines: transcript({ ...ran, stderr: withoutProgress(ran.stderr) }) }
}

/** Runs a line of a page, whose console blocks show what a terminal does. */
async function runSeen(line: string, place: Place): Promise<ShownLines> {
  const { exit, seen } = isPlain(line)
    ? await runPlain(line, place, true)
    : await runShell(`{ ${line}\n} 2>&1`, place).then(({ stdout, ...ran }) => ({ ...ran, seen: stdout }))
  return { exit, lines: linesOf(withoutProgress(seen)).filter((shown) => shown !== '') }
}

const bin = programFolder()

/** Follows a journey in a copy of a folder of examples. */
async function expectToFollow(name: string, { steps, files }: Journey, examples?: string): Promise<void> {
  const runLine = examples === undefined ? runStreams : runSeen
  const home = temporaryFolder()
  const folder = join(home, 'examples')
  mkdirSync(folder)
  if (examples !== undefined) copyTracked(examples, folder)
  for (const [file, text] of files) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), text)
  }
  let cwd = folder
  const kept = new Map<string, string>()
  for (const { line, command, expected, exit } of steps) {
    const at = `${name}:${line}`
    const filled = filledIn(command, kept)
    const to = /^cd (\S+)$/.exec(filled)?.[1]
    // The journey begins there.
    if (to !== undefined && to === examples) continue
    if (to !== undefined) {
      cwd = join(cwd, to)
      continue
    }
    const { lines, ...ran } = await runLine(filled, { cwd, home, bin })
    const asWritten = matches(lines, expected, kept) ? expected : lines
    expect({ at, exit: ran.exit, lines: asWritten }).toEqual({ at, exit, lines: expected })
  }
}

test.each(consolePages)(
  'the console blocks of %s go as written, in a copy of docs/examples/',
  async (page) => {
    const journey = journeyOfMarkdown(read(page))
    expect(journey.steps.length).toBeGreaterThan(0)
    await expectToFollow(page, journey, 'docs/examples')
  },
)

test.each(readdirSync(join(root, 'fixtures/journeys')))('%s goes as written', async (name) => {
  const journey = parseJourney(read(`fixtures/journeys/${name}`))
  expect(journey.steps.length).toBeGreaterThan(0)
  await expectToFollow(name, journey)
})

test('a journey that goes wrong is noticed', () => {
  const { steps } = parseJourney('Prose.\n\n$ formctl x "a b"\nid <id> …\n! bad\n[exit 3]\n\nMore prose.\n')
  const [command, words, expected] = ['formctl x "a b"', ['formctl', 'x', 'a b'], ['id <id> …', '! bad']]
  expect(steps).toEqual([{ line: 3, command, words, expected, exit: 3 }])
  const kept = new Map<string, string>()
  expect(matches(['id 7 of 9', '! bad'], expected, kept)).toBe(true)
  expect(kept.get('id')).toBe('7')
  expect(matches(['id 7 of 9', 'bad'], expected, kept)).toBe(false)
  expect(matches(['other'], ['...', 'end'], kept)).toBe(false)
  expect(splitWords(`a 'b c' --d="e f"`)).toEqual(['a', 'b c', '--d=e f'])
})

test.each(consolePages)('%s has commands to follow, all of them in console blocks', (page) => {
  const blocks = Array.from(read(page).matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm))
  const shown = blocks.filter(([, language]) => language === 'console')
  expect(shown.length).toBeGreaterThanOrEqual(page === 'README.md' ? 3 : 1)
  expect(blocks.filter(([, , text = '']) => /^\$ /m.test(text))).toEqual(shown)
})

/** The anchors of a page, as its headings have them on GitHub and elsewhere. */
const anchorsOf = (markdown: string): ReadonlySet<string> =>
  new Set(
    Array.from(markdown.matchAll(/^#+ (.+)$/gm), ([, heading = '']) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
        .replaceAll(/\s/g, '-'),
    ),
  )

const proseOf = (markdown: string): string => markdown.replaceAll(/^```[\s\S]*?^```$/gm, '')

const exists = (path: string): boolean => statSync(path, { throwIfNoEntry: false }) !== undefined

/** Generated pages have links, too, and their examples run in `test/cli/examples.test.ts`. */
const commandPages = readdirSync(join(root, 'docs/commands')).map((name) => `docs/commands/${name}`)

test.each([...pages, ...commandPages, 'SECURITY.md', 'CONTRIBUTING.md', 'bench/pages.md', 'bench/sync.md'])(
  'every link of %s leads somewhere',
  (page) => {
    const links = Array.from(proseOf(read(page)).matchAll(/\]\(([^)\s]+)\)/g), ([, to = '']) => to)
    const broken = links
      .filter((to) => !/^https?:/.test(to))
      .filter((to) => {
        const [file = '', anchor] = to.split('#')
        const path = file === '' ? join(root, page) : join(root, dirname(page), file)
        if (!exists(path)) return true
        return anchor !== undefined && !anchorsOf(readFileSync(path, 'utf8')).has(anchor)
      })
    expect(broken).toEqual([])
  },
)

test('the index of the guide names every page', () => {
  const index = read('docs/README.md')
  const missing = inDocs.filter((name) => name !== 'README.md' && !index.includes(`](${name})`))
  expect(missing).toEqual([])
})

test('the guide has a page for each command and no other', () => {
  const names = commands.map(({ words }) => `docs/commands/${words.replaceAll(' ', '-')}.md`)
  expect(commandPages.toSorted()).toEqual(names.toSorted())
})

test.each(consolePages)('the console blocks of %s show what a terminal shows', (page) => {
  const shown = journeyOfMarkdown(read(page)).steps.flatMap(({ expected }) => expected)
  expect(shown.filter((line) => line.startsWith('! '))).toEqual([])
})

test('every picture is shown by a page', () => {
  const shown = new Set(
    pages.flatMap((page) =>
      Array.from(read(page).matchAll(/(?:\]\(|src=")([^)"\s]+\.(?:png|svg))/g), ([, to = '']) =>
        relative(root, join(root, dirname(page), to)),
      ),
    ),
  )
  const pictures = readdirSync(join(root, 'docs/images')).map((name) => `docs/images/${name}`)
  expect(pictures.filter((picture) => !shown.has(picture))).toEqual([])
})
