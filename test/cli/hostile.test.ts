import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { hostileTexts } from '../support/hostile-texts.ts'
import { isLong } from '../support/is-long.ts'
import { runInProcess, temporaryFolder } from '../support/test-host.ts'

const texts = hostileTexts((1024 * 1024) / (isLong ? 4 : 32))

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
const rows = `a\n${Array.from({ length: 1000 }, (_, i) => `row ${i}\n`).join('')}`

type Way = readonly [name: string, file: string, words: string]

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
]

describe.each(ways.map((way, i) => [...way, i] as const))('%s', (_, file, words, nth) => {
  // Each text comes one of the ways at the least; all of them come all ways where all is asked for.
  const chosen = texts.filter((__, i) => isLong || i % ways.length === nth)

  // The time is measured by bench/hostile.ts; here it is that each is answered, shortly and by a sentence.
  test('is answered in a few sentences, whatever it holds', { timeout: 600_000 }, async () => {
    const cwd = temporaryFolder()
    writeFileSync(join(cwd, 'ok.yaml'), spec)
    writeFileSync(join(cwd, 'rows.csv'), rows)
    const problems: string[] = []
    for (const [name, bytes] of chosen) {
      writeFileSync(join(cwd, file), bytes)
      const { exit, stdout, stderr } = await runInProcess({
        cwd,
        argv: ['forms', ...words.split(' ')],
        stdin: bytes,
      })
      const isAnswered = (exit === 0 || exit === 1) && stdout.length + stderr.length < 100_000
      if (!isAnswered) problems.push(`${name}: ${exit} ${(stdout + stderr).slice(0, 200)}`)
    }
    expect(problems).toEqual([])
  })
})
