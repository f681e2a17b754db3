import { Failure, type ExitCode } from '../failure.ts'
import type { Context } from './command.ts'
import type { Host } from './host.ts'
import { parseWords } from './program.ts'
import { loadSettings } from './settings/load.ts'
import { makeTerminal } from './terminal/make-terminal.ts'
import type { Terminal } from './terminal/terminal.ts'

/** One run of the program: words in, exit code out. Every failure is said here, once. */
export async function run(host: Host): Promise<ExitCode> {
  let terminal = await makeTerminal(host, { color: 'auto', isQuiet: false })
  let isJson = host.argv.some(
    (word, i) =>
      word === '--output=json' ||
      word === '-ojson' ||
      (word === 'json' && /^(-o|--output)$/.test(host.argv[i - 1] ?? '')),
  )
  try {
    const parsed = await parseWords(host, terminal)
    if (parsed.kind === 'done') return parsed.exit
    terminal = await makeTerminal(host, { color: parsed.color, isQuiet: parsed.globals.quiet })
    isJson = parsed.globals.output === 'json'
    let settings: ReturnType<Context['settings']> | undefined
    const context: Context = {
      host,
      terminal,
      globals: parsed.globals,
      settings: () => (settings ??= loadSettings(host, parsed.globals)),
    }
    return await parsed.command.run(parsed.given, context)
  } catch (error) {
    return await sayFailure(error, { terminal, isJson, host })
  }
}

async function sayFailure(
  error: unknown,
  { terminal, isJson, host }: { terminal: Terminal; isJson: boolean; host: Host },
): Promise<ExitCode> {
  const failure = asFailure(error)
  if (failure.code === 'output-closed') return failure.exit
  const line = isJson
    ? JSON.stringify({
        schema_version: 1,
        error: { code: failure.code, message: failure.message, exit: failure.exit },
      })
    : `${terminal.err.red('error')}: ${terminal.plain(failure.message)}`
  await terminal.warn(line).catch(() => undefined)
  if (failure.code === 'defect' && host.env['FORMCTL_DEBUG'] && error instanceof Error)
    await terminal.warn(terminal.plain(error.stack ?? ''))
  return failure.exit
}

const asFailure = (error: unknown): Failure =>
  error instanceof Failure
    ? error
    : Failure.of('defect', { detail: error instanceof Error ? error.message : String(error) })
