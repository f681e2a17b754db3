import { expect, test } from 'vitest'
import type { Context } from '../../../src/cli/command.ts'
import { retryContextOf } from '../../../src/cli/settings/waits.ts'
import { run } from '../../../src/cli/run.ts'
import { makeTerminal } from '../../../src/cli/terminal/terminal.ts'
import { Failure } from '../../../src/failure/failure.ts'
import { testHost } from '../../support/test-host.ts'

const url = 'https://forms.example/x'

test.each([
  [
    Failure.of('unreachable', { url, reason: 'nothing listens there' }),
    `${url} cannot be reached: nothing listens there. Trying again in 1.5 s.\n`,
  ],
  [
    Failure.of('service-busy', { url, status: 429, message: 'slow down', when: 'in 1.5 s' }),
    `${url} is too busy (status 429): slow down. Trying again in 1.5 s.\n`,
  ],
  [
    Failure.of('cut-off', { where: 'The reply', offset: 9 }),
    'The reply ends too early, after byte 9: it is incomplete, so nothing of it was kept. Trying again in 1.5 s.\n',
  ],
])('before another attempt it is said why and when: %s', async (failure, said) => {
  const host = testHost({ argv: [] })
  const globals = { quiet: false, verbose: false, noInput: false, color: 'auto' } as const
  const terminal = makeTerminal(host, { color: 'auto', isQuiet: false })
  const context: Context = {
    host,
    terminal,
    globals,
    run,
    uninterruptible: (work) => work(),
    settings: () => Promise.reject(new Error('unused')),
  }
  await retryContextOf(context).onPause?.(failure, 1500)
  expect(host.output().stderr).toBe(said)
})
