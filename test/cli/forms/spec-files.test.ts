import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { specFiles, namedSpecs } from '../../../src/cli/forms/spec-files.ts'
import { temporaryFolder, testHost } from '../../support/test-host.ts'
import { nodeFiles } from '../../../src/files/node-files.ts'
import { rows } from '../../support/outcome.ts'

const cwd = temporaryFolder()
const put = (path: string, text = path): void => {
  mkdirSync(join(cwd, path, '..'), { recursive: true })
  writeFileSync(join(cwd, path), text)
}
for (const path of ['b.yaml', 'a.yml', 'notes.txt', 'forms/x.yaml', 'forms/deep/y.YAML', 'forms/[1].yaml'])
  put(path)
for (const path of ['formctl.yaml', '.hidden.yaml', '.git/z.yaml', 'node_modules/m/n.yaml', 'texts/t.txt'])
  put(path)
const columns = '# Kept.\nschema_version: 1\nheaders: label\ncolumns: []\nquestions: []\n'
put('columns.yaml', columns)
put('exports/columns.yaml', columns)
put('large.txt', 'x'.repeat(2 * 1024 * 1024))
symlinkSync(cwd, join(cwd, 'forms', 'loop'))

async function found(words: readonly string[], stdin: string | Uint8Array = ''): Promise<string[]> {
  const files: string[] = []
  for await (const read of specFiles(testHost({ argv: [], cwd, stdin }), words, () => false))
    files.push('failure' in read ? `${read.file}: ${read.failure.code}` : read.file)
  return files
}

test.each(
  rows(`
    files come as they are named | b.yaml notes.txt a.yml | b.yaml, notes.txt, a.yml
    a folder is its specs and those of its folders, by name | forms | forms/[1].yaml, forms/deep/y.YAML, forms/x.yaml
    the working folder leaves out settings, hidden files and packages | . | a.yml, b.yaml, forms/[1].yaml, forms/deep/y.YAML, forms/x.yaml
    a slash at the end changes nothing | forms/deep/ | forms/deep/y.YAML
    a file comes once | b.yaml ./b.yaml *.yaml b.yaml | b.yaml
    a pattern is spread | *.y*ml | a.yml, b.yaml
    columns files are left out of folders and patterns | exports b.yaml */columns.yaml | b.yaml
    settings are a file only by their name | formctl.yaml | formctl.yaml
    two stars go into folders | forms/**/*.{yaml,YAML} | forms/[1].yaml, forms/deep/y.YAML, forms/x.yaml
    two stars alone are everything | forms/deep/** | forms/deep/y.YAML
    a folder that fits a pattern is its specs | form? | forms/[1].yaml, forms/deep/y.YAML, forms/x.yaml
    a name that looks like a pattern is a name first | forms/[1].yaml | forms/[1].yaml
    a pattern may begin above | forms/../*.yml | a.yml
    a missing file hides no other | nope.yaml b.yaml | nope.yaml: file-not-found, b.yaml
    a folder without specs | texts | texts: no-specs
    a pattern that fits nothing | *.toml no/*.yaml | *.toml: no-match, no/*.yaml: no-match
    a folder with a columns file alone | exports | exports: no-specs
    a columns file by its name | columns.yaml b.yaml | columns.yaml: not-a-spec, b.yaml
    a file over the limit | large.txt | large.txt: file-too-large
    a file in a file | b.yaml/c.yaml | b.yaml/c.yaml: file-not-found
  `),
)('%s', async (_, words = '', expected) => {
  expect((await found(words.split(' '))).join(', ')).toBe(expected)
})

test('what may not be read is named', async () => {
  put('secret/s.yaml')
  put('closed.yaml')
  chmodSync(join(cwd, 'closed.yaml'), 0)
  chmodSync(join(cwd, 'secret'), 0)
  const failures = await asOrdinaryUser(() => found(['closed.yaml', 'secret']))
  expect(failures).toEqual(['closed.yaml: file-unreadable', 'secret: file-unreadable'])
  chmodSync(join(cwd, 'secret'), 0o700)
})

/** Root may read everything, so for a while this process is nobody. */
async function asOrdinaryUser<T>(work: () => Promise<T>): Promise<T> {
  if (process.getuid?.() !== 0) return work()
  chmodSync(cwd, 0o755)
  process.seteuid?.(65_534)
  try {
    return await work()
  } finally {
    process.seteuid?.(0)
  }
}

test('- is the standard input, once, and its size has the same limit', async () => {
  expect(await found(['-', 'b.yaml', '-'], 'name: a')).toEqual(['<stdin>', 'b.yaml'])
  expect(await found(['-'], 'x'.repeat(1024 * 1024 + 1))).toEqual(['<stdin>: file-too-large'])
})

test('the bytes are those of the file', async () => {
  for await (const read of specFiles(
    testHost({ argv: [], cwd, stdin: 'from stdin' }),
    ['b.yaml', '-'],
    () => false,
  ))
    expect('bytes' in read && Buffer.from(read.bytes).toString()).toBe(
      read.file === 'b.yaml' ? 'b.yaml' : 'from stdin',
    )
})

test.each([
  ['forms', 'forms/a.yaml', true],
  ['forms', 'forms/deep/a.yaml', true],
  ['forms/', 'forms/a.yaml', true],
  ['./forms', 'forms/a.yaml', true],
  ['forms', 'forms2/a.yaml', false],
  ['.', 'forms/a.yaml', true],
  ['..', 'forms/a.yaml', true],
  ['there.yaml', 'there.yaml', true],
  ['there.yaml', 'other.yaml', false],
  ['gone.yaml', 'gone.yaml', true],
  ['*.yaml', 'a.yaml', true],
  ['*.yaml', 'forms/a.yaml', false],
  ['./*.yaml', 'a.yaml', true],
  ['forms/*.yaml', 'forms/a.yaml', true],
  ['forms/**', 'forms/deep/er/a.yaml', true],
  ['**/*.yaml', 'a.yaml', true],
  ['**/*.yaml', 'forms/deep/a.yaml', true],
  ['**/*.yml', 'forms/deep/a.yaml', false],
  ['*', 'forms/a.yaml', true],
  ['fo{rms,lms}/*.yaml', 'forms/a.yaml', true],
  ['../*/*.yaml', '../other/a.yaml', true],
] as const)('%s names %s: %s', async (word, path, isNamed) => {
  const folder = join(temporaryFolder(), 'project')
  mkdirSync(join(folder, 'forms'), { recursive: true })
  writeFileSync(join(folder, 'there.yaml'), '')
  expect((await namedSpecs(nodeFiles(folder), [word]))(join(folder, path))).toBe(isNamed)
})

test('a whole pattern names whole paths', async () => {
  const folder = temporaryFolder()
  const names = await namedSpecs(nodeFiles(folder), [`${folder}/gone/*.yaml`])
  expect([names(join(folder, 'gone/a.yaml')), names(join(folder, 'a.yaml'))]).toEqual([true, false])
})
