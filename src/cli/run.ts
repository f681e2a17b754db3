import { Failure, misuse, type ExitCode, type ExitStatus } from '../failure/failure.ts'
import { codeOf, reasonOf } from '../failure/reason.ts'
import type { Context } from './command.ts'
import { failureLine, makeTerminal, type Terminal, type TerminalOptions } from './terminal/terminal.ts'
import { type Host, type Input, makeInterruptible } from './host.ts'
import { refuseKeyInWords, type Settings } from './settings/settings.ts'
import { withNearName } from './known-words.ts'
import { parseWords } from './program.ts'

/** One run of the program: command line in, exit code out. The only place that catches and prints failures. */
export async function run(started: Host): Promise<ExitStatus> {
  let host = started
  let terminal = terminalOf(host, { color: 'auto', isQuiet: false })
  let isJson = asksForJson(host.argv)
  try {
    refuseKeyInWords(host.argv)
    // The completion scripts call it.
    const [first, typed = '', ...before] = host.argv
    if (first === '__complete') {
      await host.stdout.write(await (await import('./complete.ts')).complete(host, typed.slice(1), before))
      return 0
    }
    const parsed = await parseWords(host.argv, host.stdout.columns)
    if (parsed.kind === 'text') return await printText(parsed, terminal, isJson)
    const { command, given, globals } = parsed
    const isTable = globals.output === 'table'
    terminal = terminalOf(host, { color: globals.color, isQuiet: globals.quiet, isTable })
    isJson = isJsonFormat.test(globals.output ?? '')
    if (globals.cwd !== undefined) host = await hostIn(globals.cwd, host)
    let settings: Promise<Settings> | undefined
    const { until, uninterruptible } = makeInterruptible(host)
    const context: Context = {
      host: { ...host, stdin: readOnce(host.stdin) },
      terminal,
      globals,
      run,
      uninterruptible,
      settings: () => (settings ??= readSettings(context)),
    }
    const work = command.run(given, context)
    return await (command.handlesSignals ? work : until(work))
  } catch (error) {
    return await printFailure(error, terminal, isJson, host)
  }
}

/** The host in another working folder. */
async function hostIn(folder: string, host: Host): Promise<Host> {
  const kind = await host.files.kind(folder)
  if (kind === 'missing') throw Failure.of('file-not-found', { path: folder })
  if (kind !== 'folder') throw misuse(`--cwd ${folder} is a file. Name the folder to run in.`)
  try {
    host.enterFolder?.(host.files.resolve(folder))
  } catch (error) {
    throw Failure.of('file-unreadable', { path: folder, reason: reasonOf(error) })
  }
  return { ...host, files: host.files.within(folder) }
}

/** The terminal. It never shows the API key in FORMCTL_API_KEY, even if this run does not use that key. */
function terminalOf(host: Host, options: TerminalOptions): Terminal {
  const terminal = makeTerminal(host, options)
  terminal.maskSecret(host.env['FORMCTL_API_KEY']?.trim() ?? '')
  return terminal
}

/** Standard input that can be read once: a second reader gets a Failure instead of an empty input. */
function readOnce({ isTerminal, chunks }: Input): Input {
  let isTaken = false
  return {
    isTerminal,
    chunks: () => {
      if (isTaken)
        throw misuse(
          'The standard input is asked for twice, but comes only once. Give one of the two as a file, such as the key with --api-key-file.',
        )
      isTaken = true
      return chunks()
    },
  }
}

async function readSettings(context: Pick<Context, 'host' | 'globals' | 'terminal'>): Promise<Settings> {
  const { loadSettings, reportNearMisses } = await import('./settings/load.ts')
  await reportNearMisses(context)
  return loadSettings(context.host, context.globals)
}

const isJsonFormat = /^(nd)?json$/

// Decides how a failure to parse the command line is printed.
const asksForJson = (argv: readonly string[]): boolean =>
  argv.some(
    (word, i) =>
      /^(--output=|-o)(nd)?json$/.test(word) ||
      (isJsonFormat.test(word) && /^(-o|--output)$/.test(argv[i - 1] ?? '')),
  )

const withHeadings = (text: string, { bold }: Terminal['out']): string =>
  text.replaceAll(/^(?:Usage:|\S.*:$)/gm, (heading) => bold(heading))

async function printText(
  { text, isMisuse }: { readonly text: string; readonly isMisuse: boolean },
  terminal: Terminal,
  isJson: boolean,
): Promise<ExitCode> {
  if (!isMisuse) {
    await terminal.print(withHeadings(text, terminal.out))
    return 0
  }
  if (isJson) throw misuse('A command is missing. See formctl --help.')
  await terminal.warn(withHeadings(text.trimEnd(), terminal.err))
  return 2
}

async function printFailure(
  error: unknown,
  terminal: Terminal,
  isJson: boolean,
  host: Host,
): Promise<ExitCode> {
  // An error after a signal is taken for a consequence of the signal.
  const failed = asFailure(host.signal.aborted && !(error instanceof Failure) ? host.signal.reason : error)
  const failure = await withNearName(failed, host.files)
  if (failure.code === 'output-closed') return failure.exit
  const line = failureLine(failure, { terminal, isJson })
  const stack =
    failure.code === 'defect' && host.env['FORMCTL_DEBUG'] && error instanceof Error && error.stack
  await terminal.warn(stack ? `${line}\n${stack}` : line)
  return failure.exit
}

function asFailure(error: unknown): Failure {
  if (error instanceof Failure) return error
  // Errors of data files are Failures already, so a chunk of the program itself could not be opened.
  if (/^E[MN]FILE$/.test(codeOf(error))) return Failure.of('file-unreadable', unloaded(error))
  return Failure.of('defect', { detail: error instanceof Error ? error.message : String(error) })
}

const unloaded = (error: unknown) => ({
  path:
    error instanceof Error && 'path' in error && typeof error.path === 'string'
      ? error.path
      : 'A part of the program',
  reason: `${reasonOf(error)}; close some, or raise the limit (ulimit -n)`,
})
