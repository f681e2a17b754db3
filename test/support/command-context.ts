import type { Context, Globals } from '../../src/cli/command.ts'
import { run } from '../../src/cli/run.ts'
import { loadSettings } from '../../src/cli/settings/load.ts'
import { makeTerminal } from '../../src/cli/terminal/terminal.ts'
import { testHost, type TestHost, type TestHostOptions } from './test-host.ts'

/** What a command of a test gets, with the settings that its host has. */
export function contextOf(
  options: Omit<TestHostOptions, 'argv'>,
  given: Partial<Globals> = {},
): { readonly host: TestHost; readonly context: Context } {
  const host = testHost({ argv: [], ...options })
  const globals = { quiet: false, verbose: false, noInput: false, color: 'auto', ...given } as const
  const terminal = makeTerminal(host, { color: 'auto', isQuiet: false })
  const uninterruptible: Context['uninterruptible'] = (work) => work()
  const settings: Context['settings'] = () => loadSettings(host, globals)
  return { host, context: { host, terminal, run, uninterruptible, globals, settings } }
}
