import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { hostileTexts } from '../support/hostile-texts.ts'
import { isLong } from '../support/is-long.ts'
import { runInProcess, temporaryFolder } from '../support/test-host.ts'

const size = (1024 * 1024) / (isLong ? 4 : 64)
const texts = hostileTexts(size)

const spec = `name: Survey for \${a}
steps:
  - name: Questions
    components:
      - { type: ShortInput, content: { question: Who are you? } }
      - { type: NextButton, content: { label: Next } }
  - name: Thanks
    components:
      - { type: Header, content: { title: Thanks } }
`
/** A valid spec of the size of the texts. */
const validSpec = Buffer.from(
  spec.replace(/  - name: Questions\n[^]*(?=  - name: Thanks)/, (step) => step.repeat(size / step.length)),
)
/** Runs the program; gives the seconds of this thread's processor that it took as well. */
async function measured(options: Parameters<typeof runInProcess>[0]) {
  const before = process.threadCpuUsage()
  const ran = await runInProcess(options)
  const { user, system } = process.threadCpuUsage(before)
  return { ...ran, seconds: (user + system) / 1e6 }
}

/** How long a valid spec takes. */
let validSeconds = 0
beforeAll(async () => {
  const { seconds } = await measured({ argv: ['forms', 'validate', '-'], stdin: validSpec })
  validSeconds = seconds
})

const rows = `a\n${Array.from({ length: 1000 }, (_, i) => `row ${i}\n`).join('')}`

/** How a text comes in: as which file, to which command, and how that may end. */
type Way = readonly [name: string, file: string, words: string, exits?: readonly number[]]

const applied = '--dry-run --source-form x --var a=x --base-url https://f.example --environment e'
// Findings, a lock file that is none, and a form that it does not know.
const [found, unusable, unknown] = [1, 3, 5]

const ways: readonly Way[] = [
  ['a spec that is checked', 'h.yaml', 'validate h.yaml'],
  ['a spec that is to be mended', 'h.yaml', 'validate --fix h.yaml'],
  ['a spec from the standard input', 'h.yaml', 'validate -'],
  ['a spec with a value for its variables', 'h.yaml', `validate h.yaml --var a=${'x'.repeat(1000)}`],
  ['a file of variables', 'h.yaml', 'validate ok.yaml --var-file h.yaml'],
  ['a file of variables in JSON', 'h.json', 'validate ok.yaml --var-file h.json'],
  ['a table of rows', 'h.csv', 'generate ok.yaml --dry-run --source-form x --each h.csv'],
  ['a list of rows', 'h.yaml', 'generate ok.yaml --dry-run --source-form x --each h.yaml'],
  ['a list of rows in JSON', 'h.json', 'generate ok.yaml --dry-run --source-form x --each h.json'],
  ['a spec for a thousand rows', 'h.yaml', 'generate h.yaml --dry-run --source-form x --each rows.csv'],
  ['a spec that is applied', 'h.yaml', `apply h.yaml ${applied}`],
  ['a spec that is opened', 'h.yaml', 'open h.yaml --print', [unknown]],
  ['a lock file that is applied by', 'formctl.lock.json', `apply ok.yaml ${applied}`, [unusable]],
  ['a lock file that is looked up in', 'formctl.lock.json', 'open ok.yaml --print', [unusable, unknown]],
]

/** The most that is printed: some sentences, and of a dry run the forms of all rows with what their file puts in them. */
function roomFor(words: string, bytes: Uint8Array): number {
  const sentences = 100_000
  // A form without its texts takes some 600 characters; a sign of a text becomes two where JSON escapes it.
  return words.startsWith('generate') ? sentences + 1000 * 600 + 2 * bytes.length : sentences
}

describe.each(ways.map(([name, ...way], nth) => [name, { way, nth }] as const))('%s', (_, { way, nth }) => {
  const [file, words, exits = [0, found]] = way
  // Each text comes one of the ways at the least; all of them come all ways where all is asked for.
  const chosen = texts.filter((__, i) => isLong || i % ways.length === nth)

  test('is answered soon and in a few sentences, whatever it holds', async () => {
    const cwd = temporaryFolder()
    writeFileSync(join(cwd, 'ok.yaml'), spec)
    writeFileSync(join(cwd, 'rows.csv'), rows)
    const problems: string[] = []
    for (const [name, bytes] of chosen) {
      writeFileSync(join(cwd, file), bytes)
      const argv = ['forms', ...words.split(' ')]
      const { exit, stdout, stderr, seconds } = await measured({ cwd, argv, stdin: bytes })
      const isShort = stderr.length < 100_000 && stdout.length < roomFor(words, bytes)
      const isSoon = seconds < 30 * Math.max(validSeconds, 0.2)
      if (!exits.includes(exit) || !isShort || !isSoon)
        problems.push(`${name}: ${exit}, ${seconds} s ${(stdout + stderr).slice(0, 200)}`)
    }
    expect(problems).toEqual([])
  })
})
