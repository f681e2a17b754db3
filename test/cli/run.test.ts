import { expect, test } from 'vitest'
import { run } from '../../src/cli/run.ts'
import { runInProcess, testHost } from '../support/test-host.ts'
import { outcome } from '../support/outcome.ts'

test('an unknown command is misuse and is said once, on stderr', async () => {
  const ran = await runInProcess({ argv: ['farms'] })
  expect(ran).toEqual(outcome(2, /^error\[usage\]: Unknown command 'farms'.*formctl --help\.\n$/, ''))
})

test('help goes to stdout and ends with 0', async () => {
  const ran = await runInProcess({ argv: ['--help'] })
  expect(ran.exit).toBe(0)
  expect(ran.stdout).toContain('Usage: formctl')
})

test.each([
  ['forms validate', ''],
  ['forms validate', ' '],
  ['forms new', ' \t'],
  ['serve --data', ''],
  ['serve --host', ''],
  ['responses export --form', ''],
])('an empty word is refused, since a path of it would mean the whole folder: %s', async (words, empty) => {
  const ran = await runInProcess({ argv: [...words.split(' '), empty] })
  expect(ran).toMatchObject({ exit: 2, stdout: '' })
  expect(ran.stderr).toContain('is empty. Give a value, or leave it out.')
})

test.each([
  ['EMFILE', '/somewhere/export.js', '/somewhere/export.js cannot be read: too many files are open'],
  ['ENFILE', undefined, 'A part of the program cannot be read: too many files are open on this machine'],
])('a part of the program that cannot be loaded for %s is no defect', async (code, path, said) => {
  const host = testHost({ argv: ['init', '--base-url', 'https://forms.example'] })
  const broken = async (): Promise<never> => {
    throw Object.assign(new Error(`${code}: too many`), { code, path })
  }
  expect(await run({ ...host, files: { ...host.files, kind: broken } })).toBe(3)
  expect(host.output().stderr).toContain(`error[file-unreadable]: ${said}`)
})
