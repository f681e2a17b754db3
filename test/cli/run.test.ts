import { expect, test } from 'vitest'
import { runInProcess } from '../support/test-host.ts'

test('an unknown command is misuse and is said once, on stderr', async () => {
  const ran = await runInProcess({ argv: ['farms'] })
  expect(ran).toEqual({
    exit: 2,
    stdout: '',
    stderr: expect.stringMatching(/^error: Unknown command 'farms'.*formctl --help\.\n$/),
  })
})

test('help goes to stdout and ends with 0', async () => {
  const ran = await runInProcess({ argv: ['--help'] })
  expect(ran.exit).toBe(0)
  expect(ran.stdout).toContain('Usage: formctl')
})

test.each([
  ['forms validate', ''],
  ['serve --data', ''],
  ['serve --host', ''],
  ['responses export --form', ''],
])('an empty word is refused, since a path of it would mean the whole folder: %s', async (words, empty) => {
  const ran = await runInProcess({ argv: [...words.split(' '), empty] })
  expect(ran).toMatchObject({ exit: 2, stdout: '' })
  expect(ran.stderr).toContain('is empty. Give a value, or leave it out.')
})
