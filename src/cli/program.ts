import {
  Command as Commander,
  CommanderError,
  Help,
  InvalidArgumentError,
  Option as CommanderOption,
} from 'commander'
import { misuse } from '../failure/failure.ts'
import { listed } from '../form/words.ts'
import type { Command, Globals, Option, OutputFormat } from './command.ts'
import { commands, groups } from './commands/index.ts'
import { fullSummary, isValue, limitProblem, requiredLine, valueText } from './option-limits.ts'
import manifest from '../../package.json' with { type: 'json' }
import { parseSeconds } from './settings/waits.ts'
import type { ColorChoice } from './terminal/terminal.ts'

/** The parsed command line: a command to run, or a text to print (help or version). */
type Parsed =
  | { readonly kind: 'text'; readonly text: string; readonly isMisuse: boolean }
  | {
      readonly kind: 'run'
      readonly command: Command
      readonly given: Parameters<Command['run']>[0]
      readonly globals: Globals
    }

/** Parses the command line, and loads only the command that it names. Misuse is a Failure. */
export async function parseWords(argv: readonly string[], columns: number): Promise<Parsed> {
  // `formctl help forms list` means `formctl forms list --help`.
  const words = argv[0] === 'help' ? [...argv.slice(1), '--help'] : argv.slice()
  let parsed: Parsed | undefined
  let text = ''
  let ended: Commander | undefined
  const program = makeProgram({
    columns,
    write: (chunk) => (text += chunk),
    onRun: (result) => (parsed = result),
    onEnd: (command) => (ended = command),
  })
  try {
    await program.parseAsync(words, { from: 'user' })
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    const isHelp = error.exitCode === 0 || error.code === 'commander.help'
    if (isHelp) return { kind: 'text', text, isMisuse: error.exitCode !== 0 }
    throw misuse(sentenceOf(error, ended ?? program))
  }
  return parsed ?? { kind: 'text', text, isMisuse: true }
}

/** commander's error message as one sentence, and the help to read. */
function sentenceOf({ message }: CommanderError, at: Commander): string {
  const sentence = suggesting(message, at)
    .replace(/^error: /, '')
    .replaceAll('\n', ' ')
    .replace(/\.$/, '')
    // The value of an unknown option may be a password.
    .replace(/^(unknown option '--?[\w-]+=).*'/, "$1…'")
  return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}. See ${wordsOf(at)} --help.`
}

/** Suggests the commands that an unknown word names without their group, as in `formctl validate`. */
function suggesting(message: string, at: Commander): string {
  const [unknown, word] = /^error: unknown command '([^']*)'/.exec(message) ?? []
  const meant = commands
    .map(({ words }) => `formctl ${words}`)
    .filter((words) => words.replace(/ \S+( \S+)$/, '$1') === `${wordsOf(at)} ${word}`)
  return meant.length === 0 ? message : `${unknown} (Did you mean ${meant.join(' or ')}?)`
}

const wordsOf = (command: Commander): string =>
  command.parent ? `${wordsOf(command.parent)} ${command.name()}` : command.name()

type ProgramOptions = {
  readonly columns: number
  readonly write: (chunk: string) => void
  readonly onRun: (parsed: Parsed) => void
  /** The command at which parsing failed. */
  readonly onEnd: (command: Commander) => void
}

/** The tree of all commands. A command gets its options only once the command line names it. */
function makeProgram(making: ProgramOptions): Commander {
  const program = prepare(new Commander('formctl'), making)
  program.description(
    'Web forms as code: a YAML spec becomes a published form, its responses become tables and files.',
  )
  program.version(manifest.version, '--version', 'print the version')
  // Global options are accepted before, between and after the words of the command.
  addGlobals(program)
  const known = new Map([['', program]])
  for (const entry of commands) {
    const words = entry.words.split(' ')
    const leaf = prepare(new Commander(words.at(-1)), making).summary(entry.summary)
    const parent = groupNamed(words.slice(0, -1), { known, making })
    parent.addCommand(leaf)
    parent.hook('preSubcommand', async (_, named) => {
      if (named === leaf) fill(leaf, await entry.load(), making)
    })
  }
  return program
}

type Tree = { readonly known: Map<string, Commander>; readonly making: ProgramOptions }

function groupNamed(words: readonly string[], tree: Tree): Commander {
  const key = words.join(' ')
  const known = tree.known.get(key)
  if (known) return known
  const summary = groups[key] ?? ''
  const group = prepare(new Commander(words.at(-1)), tree.making)
    .summary(summary)
    .description(summary)
  groupNamed(words.slice(0, -1), tree).addCommand(group)
  tree.known.set(key, group)
  return group
}

function prepare(command: Commander, { write, columns, onEnd }: ProgramOptions): Commander {
  return command
    .exitOverride((error) => {
      onEnd(command)
      throw error
    })
    .configureOutput({
      writeOut: write,
      // Help for an incomplete command line is written here.
      writeErr: write,
      // The error is thrown, and run.ts prints it.
      outputError: () => undefined,
      getOutHelpWidth: () => columns,
      getErrHelpWidth: () => columns,
      getOutHasColors: () => false,
      getErrHasColors: () => false,
    })
    .helpCommand(false)
    .showSuggestionAfterError(true)
    .configureHelp(withGlobals)
}

function fill(leaf: Commander, command: Command, making: ProgramOptions): void {
  leaf.description(command.description).configureHelp({ ...withGlobals, ...globalsOfHelp(command) })
  for (const { name, summary } of command.args) leaf.argument(name, summary)
  const options = Object.entries(command.options).map(([name, option]) => ({
    name,
    option,
    made: commanderOption({ ...option, summary: fullSummary(option, command.options) }),
  }))
  for (const { made } of options) leaf.addOption(made)
  for (const [flags, instead] of Object.entries(command.absent ?? {})) {
    const refused = new CommanderOption(flags).hideHelp().argParser(() => {
      throw misuse(instead)
    })
    leaf.addOption(refused)
  }
  if (command.requires) leaf.addHelpText('after', `\n${requiredLine(command)}`)
  const examples = command.examples.map((example) => `  ${example.command}\n      ${example.shows}`)
  if (examples.length > 0) leaf.addHelpText('after', `\nExamples:\n${examples.join('\n')}`)
  leaf.action(() => {
    const values: Readonly<Record<string, unknown>> = leaf.optsWithGlobals()
    const given = Object.fromEntries(
      options.map(({ name, option, made }) => {
        const value = values[made.attributeName()]
        // commander turns --no-check into `check: false`; here the option is called `noCheck`.
        const isAbsent = option.isStandardOutput && isStandardOutput.test(String(value))
        return [name, made.negate ? value === false : ((isAbsent ? undefined : value) ?? emptyOf(option))]
      }),
    )
    const globals = globalsOf(values)
    refuseEmpty(leaf.args, values, options)
    refuseOutput(command, values['output'])
    const problem = command.readsSettings ? undefined : limitProblem(command, given, globals.output)
    if (problem !== undefined) throw misuse(problem)
    making.onRun({ kind: 'run', command, given: { args: leaf.args, options: given }, globals })
  })
}

const isStandardOutput = /^(-|\/dev\/stdout|\/dev\/fd\/1|\/proc\/self\/fd\/1)$/

/** The help of a command lists only its own formats for --output. */
const globalsOfHelp = (command: Command): Pick<Help, 'visibleGlobalOptions'> => ({
  visibleGlobalOptions: (leaf) =>
    withGlobals
      .visibleGlobalOptions(leaf)
      .map((option) =>
        option.name() === 'output'
          ? new CommanderOption(option.flags, option.description).choices(command.outputs)
          : option,
      ),
})

/** Commands list --help among the global options: beside groups it would be a group of its own. */
const isGlobalHelp =
  (command: Commander) =>
  ({ long }: CommanderOption): boolean =>
    long === '--help' && command.parent !== null

const withGlobals = {
  showGlobalOptions: true,
  visibleOptions: (command: Commander) =>
    new Help().visibleOptions(command).filter((option) => !isGlobalHelp(command)(option)),
  visibleGlobalOptions: (command: Commander) => [
    ...Object.assign(new Help(), { showGlobalOptions: true }).visibleGlobalOptions(command),
    ...new Help().visibleOptions(command).filter(isGlobalHelp(command)),
  ],
}

/** Refuses empty values: a script's variable may be unset, and to ignore the option would mean something else. */
function refuseEmpty(
  args: readonly string[],
  values: Readonly<Record<string, unknown>>,
  options: readonly { readonly option: Option<unknown>; readonly made: CommanderOption }[],
): void {
  const isEmpty = (name: string, value: unknown): boolean =>
    typeof value === 'string' &&
    (options.some(({ made, option }) => made.attributeName() === name && option.mayBeBlank)
      ? value
      : value.trim()) === ''
  const option = Object.keys(values).find((name) =>
    [values[name]].flat().some((value) => isEmpty(name, value)),
  )
  if (option === undefined && args.every((word) => word.trim() !== '')) return
  const name =
    option === undefined
      ? 'An argument'
      : `--${option.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
  throw misuse(`${name} is empty. Give a value, or leave it out.`)
}

/** Refuses a format that --output has for other commands only. */
function refuseOutput(command: Command, asked: unknown): void {
  const { outputs } = command
  if (typeof asked !== 'string' || outputs.some((known) => known === asked)) return
  throw misuse(`formctl ${command.words} cannot print "${asked}". Use ${listed(outputs, 'or')}.`)
}

const emptyOf = (option: Option<unknown>): unknown =>
  option.kind === 'flag' ? false : option.kind === 'many' ? [] : undefined

function commanderOption(option: Option<unknown>): CommanderOption {
  const { kind, flags, summary, choices = [], group } = option
  const made = new CommanderOption(flags, summary)
  if (group !== undefined) made.helpGroup(`${group}:`)
  if (kind === 'flag') return made
  if (kind === 'choice') made.choices(choices)
  const readChoice = made.parseArg
  return made.argParser((word: string, before: string | number | readonly string[] | undefined) => {
    if (readChoice) readChoice(word, undefined)
    // An empty text is refused as such.
    else if ((kind === 'number' || word !== '') && !isValue(option, word))
      throw new InvalidArgumentError(`Give ${valueText(option)}.`)
    if (kind === 'many') return [...(Array.isArray(before) ? before : []), word]
    const value = kind === 'number' ? Number(word) : word
    // commander would take the second value in place of the first.
    if (before === undefined || before === value) return value
    throw misuse(`--${made.name()} is given twice, as ${String(before)} and as ${value}. Give it once.`)
  })
}

const outputs: readonly OutputFormat[] = ['table', 'json', 'ndjson', 'yaml', 'csv', 'env']
const colors: readonly ColorChoice[] = ['auto', 'always', 'never']

export function addGlobals(command: Commander): Commander {
  return command
    .option('--profile <name>', 'use this profile of the settings')
    .option('--base-url <url>', 'the address of the service, or embedded:<dir>')
    .option('--expect-base-url <url>', 'end the run at once if the settings name another address')
    .option('--environment <id>', 'the environment (site ID)')
    .option('--api-key-stdin', 'read the API key from standard input')
    .option('--api-key-file <file>', 'read the API key from a file')
    .addOption(outputOption())
    .addOption(new CommanderOption('--color <when>', 'when to use colour (default: auto)').choices(colors))
    .option('--quiet', 'print only warnings and errors on stderr')
    .option(
      '--verbose',
      'log each request on stderr, without secrets; responses export also reports which way it took and why',
    )
    .option('--no-input', 'never ask; exit with 2 instead')
    .option('--timeout <time>', 'the longest time for one call, such as 30, 30s or 2m', (value) =>
      parseSeconds('--timeout', value),
    )
}

/** Accepts any word: the command, which says what formats it has, is not known yet when the option is parsed. */
const outputOption = (): CommanderOption =>
  new CommanderOption('-o, --output <format>', 'the format of results')
    .choices(outputs)
    .argParser((value) => value)

/** The global options as a typed object, from the values that commander parsed with the options above. */
function globalsOf(values: Readonly<Record<string, unknown>>): Globals {
  const { profile, baseUrl, expectBaseUrl, environment, output, timeout, apiKeyFile } =
    values as Partial<Globals>
  return {
    profile,
    baseUrl,
    expectBaseUrl,
    environment,
    output,
    timeout,
    apiKeyFile,
    apiKeyStdin: values['apiKeyStdin'] === true,
    color: colors.find((known) => known === values['color']) ?? 'auto',
    quiet: values['quiet'] === true,
    verbose: values['verbose'] === true,
    noInput: values['input'] === false,
  }
}
