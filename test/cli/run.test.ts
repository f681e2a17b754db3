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
