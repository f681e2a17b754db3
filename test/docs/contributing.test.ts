import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { homeAt } from '../support/built-program.ts'
import { copyTracked } from '../support/tracked-files.ts'

/** The recipes of CONTRIBUTING.md, followed in a copy of the tree. */

const root = join(import.meta.dirname, '../..')
// Not a folder that is searched for keys: the tests have some in their text.
const copy = mkdtempSync(join(tmpdir(), 'formctl-recipes-'))
const options = { cwd: copy, encoding: 'utf8', env: homeAt(copy) } as const
const run = (...words: readonly string[]): string => execFileSync(process.execPath, words, options)
const formctl = (...words: readonly string[]): { readonly status: number | null; readonly stdout: string } =>
  spawnSync(process.execPath, ['bin/formctl.js', ...words], options)

const blocks = Array.from(
  readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8').matchAll(
    /^```(?:ts|yaml|diff)\n(?:\/\/|#|---) (\S+)\n([^]*?)^```$/gm,
  ),
  ([block, file = '', text = '']) => ({ path: join(copy, file), text, isDiff: block.startsWith('```diff') }),
)

beforeAll(() => {
  copyTracked('.', copy)
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  for (const { path, text, isDiff } of blocks) {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, isDiff ? withLines(readFileSync(path, 'utf8'), text) : text)
  }
  run('.ci/generate.ts')
  run('.ci/build.ts')
})

afterAll(() => rmSync(copy, { recursive: true, force: true }))

/** A text with the lines of a diff that begin with `+`, which stand after or before others. */
function withLines(text: string, diff: string): string {
  const linesWith = (start: RegExp): string =>
    Array.from(diff.matchAll(start), ([, line = '']) => `${line}\n`).join('')
  const before = linesWith(/^ (.*)$/gm)
  if (text.split(before).length !== 2) throw new Error(`Not there, or twice: ${before}`)
  return text.replace(before, () => linesWith(/^[ +](.*)$/gm))
}

test('the recipes have types that fit', () => {
  expect(blocks).toHaveLength(10)
  // The recipes are in src/, and the whole tree takes five times as long.
  writeFileSync(join(copy, 'tsconfig.src.json'), '{"extends":"./tsconfig.json","include":["src"]}')
  run('node_modules/typescript/bin/tsc', '-p', 'tsconfig.src.json')
})

test('the command of the recipe runs, and has its page', () => {
  expect(formctl('forms', 'languages')).toMatchObject({ status: 0, stdout: expect.stringContaining('de\n') })
  expect(readFileSync(join(copy, 'docs/commands/forms-languages.md'), 'utf8')).toContain(
    'a code on each line',
  )
})

test('the format of the recipe writes JSON', () => {
  const from = ['--from', 'docs/examples/responses.json', '--format', 'array']
  const { stdout } = formctl('responses', 'export', ...from)
  expect(JSON.parse(stdout)).toHaveLength(4)
})

test('the rule of the recipe finds the fault of its fixture, and has its page', () => {
  const { stdout } = formctl('forms', 'validate', 'fixtures/specs/shouted-title/bad.yaml')
  expect(stdout).toContain('warning[shouted-title]: This title is in capitals')
  expect(stdout.match(/warning\[/g)).toHaveLength(1)
  expect(readFileSync(join(copy, 'docs/rules/shouted-title.md'), 'utf8')).toContain('A warning')
})

test('the component type of the recipe is in the help, and is drawn', () => {
  expect(formctl('forms', 'types', 'Quote').stdout).toContain('Quote: What somebody said.')
  const draw = `import { textOf } from './src/html/html.ts'
    import { pageComponents } from './src/server/generated/page-components.ts'
    console.log(textOf(pageComponents.Quote.draw({ content: { text: 'Hello' } })))`
  expect(run('--input-type=module', '--eval', draw)).toBe('<blockquote dir="auto">Hello</blockquote>\n')
})
