/**
 * How long the built program takes for files that were made to stop it, in seconds of its own work and of the clock,
 * the slowest first, each way in; beside them a valid spec of the same size.
 * Usage: npm run bench:hostile -- [parts of 1 MiB, 1 when not said] [way]
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hostileTexts } from '../test/support/hostile-texts.ts'

const [, , part = '1', only = ''] = process.argv
const size = 1024 * 1024 * Number(part)
const program = join(import.meta.dirname, '../bin/formctl.js')
const folder = mkdtempSync(join(tmpdir(), 'formctl-bench-'))
const at = (name: string): string => join(folder, name)

const step = (nth: number): string => `  - name: Step ${nth}
    components:
      - type: ShortInput
        content:
          question: What is your name, \${a}?
      - type: NextButton
        content:
          label: Next
`
const spec = (steps: number): string =>
  `name: Survey for \${a}\nsteps:\n${Array.from({ length: steps }, (_, i) => step(i)).join('')}  - name: Thanks
    components:
      - type: Header
        content:
          title: Thank you
`
const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)
const texts = [
  ['a valid spec', bytesOf(spec(Math.floor((size - 500) / 195)))] as const,
  ...hostileTexts(size),
]

const target = ['--base-url', 'https://f.example', '--environment', 'e']
const apply = ['forms', 'apply', '--dry-run', '--source-form', 'x', '--var', 'a=x', ...target]
const generate = ['forms', 'generate', '--dry-run', '--source-form', 'x']
const ways: Readonly<Record<string, { readonly file: string; readonly words: readonly string[] }>> = {
  validate: { file: 'h.yaml', words: ['forms', 'validate', at('h.yaml'), '--var', 'a=x'] },
  stdin: { file: 'h.yaml', words: ['forms', 'validate', '-', '--var', 'a=x'] },
  fix: { file: 'h.yaml', words: ['forms', 'validate', '--fix', at('h.yaml'), '--var', 'a=x'] },
  variables: { file: 'h.yaml', words: ['forms', 'validate', at('ok.yaml'), '--var-file', at('h.yaml')] },
  'variables-json': {
    file: 'h.json',
    words: ['forms', 'validate', at('ok.yaml'), '--var-file', at('h.json')],
  },
  csv: { file: 'h.csv', words: [...generate, at('ok.yaml'), '--each', at('h.csv')] },
  list: { file: 'h.yaml', words: [...generate, at('ok.yaml'), '--each', at('h.yaml')] },
  'list-json': { file: 'h.json', words: [...generate, at('ok.yaml'), '--each', at('h.json')] },
  rows: { file: 'h.yaml', words: [...generate, at('h.yaml'), '--each', at('rows.csv')] },
  apply: { file: 'h.yaml', words: [...apply, at('h.yaml')] },
  'apply-lock': { file: 'formctl.lock.json', words: [...apply, at('ok.yaml')] },
  'open-lock': { file: 'formctl.lock.json', words: ['forms', 'open', at('ok.yaml'), '--print'] },
}

// The work is the child's own to tell, at its end.
const tellUsage = `data:text/javascript,import { writeFileSync } from 'node:fs'; process.on('exit', () => writeFileSync(${JSON.stringify(at('usage'))}, String(process.resourceUsage().userCPUTime)))`

function secondsOf(words: readonly string[], input: Uint8Array): { user: number; wall: number } {
  const start = performance.now()
  // A lock file is looked for in the working folder.
  const options = { cwd: folder, input, maxBuffer: 1e9 }
  spawnSync(process.execPath, ['--import', tellUsage, program, ...words], options)
  const wall = (performance.now() - start) / 1000
  return { user: Number(readFileSync(at('usage'), 'utf8')) / 1e6, wall }
}

try {
  writeFileSync(at('ok.yaml'), spec(1))
  writeFileSync(at('rows.csv'), `a\n${Array.from({ length: 1000 }, (_, i) => `row ${i}\n`).join('')}`)
  for (const [way, { file, words }] of Object.entries(ways)) {
    if (only !== '' && only !== way) continue
    const measured = texts.map(([name, bytes]) => {
      writeFileSync(at(file), bytes)
      const { user, wall } = secondsOf(words, bytes)
      return { name, user, wall }
    })
    console.log(`${way}: ${measured.length} files of about ${Math.round(size / 1024)} KiB`)
    for (const { name, user, wall } of measured.toSorted((a, b) => b.user - a.user).slice(0, 12))
      console.log(`  ${user.toFixed(2)} s user, ${wall.toFixed(2)} s wall: ${name}`)
  }
} finally {
  rmSync(folder, { recursive: true })
}
