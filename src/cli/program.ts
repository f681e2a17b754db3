import { Command as Commander, CommanderError, Help, Option as CommanderOption } from 'commander'
import { misuse } from '../failure/failure.ts'
import type { Command, Globals, Option } from './command.ts'
import { commands, groups } from './commands/index.ts'
import { addGlobals, globalsOf, numberOf } from './globals.ts'
import manifest from '../../package.json' with { type: 'json' }

/** The parsed command line: a command to run, or a text to print (help or version). */
export type Parsed =
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

type Making = {
  readonly columns: number
  readonly write: (chunk: string) => void
  readonly onRun: (parsed: Parsed) => void
  /** The command at which parsing failed. */
  readonly onEnd: (command: Commander) => void
}

/** The tree of all commands. A command gets its options only once the command line names it. */
function makeProgram(making: Making): Commander {
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

type Tree = { readonly known: Map<string, Commander>; readonly making: Making }

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

function prepare(command: Commander, { write, columns, onEnd }: Making): Commander {
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

function fill(leaf: Commander, command: Command, making: Making): void {
  leaf.description(command.description).configureHelp({ ...withGlobals, ...globalsOfHelp(command) })
  for (const { name, summary } of command.args) leaf.argument(name, summary)
  const options = Object.entries(command.options).map(([name, option]) => ({
    name,
    option,
    made: commanderOption(option),
  }))
  for (const { made } of options) leaf.addOption(made)
  for (const [flags, instead] of Object.entries(command.absent ?? {})) {
    const refused = new CommanderOption(flags).hideHelp().argParser(() => {
      throw misuse(instead)
    })
    leaf.addOption(refused)
  }
  const examples = command.examples.map((example) => `  ${example.command}\n      ${example.shows}`)
  if (examples.length > 0) leaf.addHelpText('after', `\nExamples:\n${examples.join('\n')}`)
  leaf.action(() => {
    const values: Readonly<Record<string, unknown>> = leaf.optsWithGlobals()
    const given = options.map(({ name, option, made }) => {
      const value = values[made.attributeName()]
      // commander turns --no-check into `check: false`; here the option is called `noCheck`.
      return [name, made.negate ? value === false : (value ?? emptyOf(option))]
    })
    refuseEmpty(leaf.args, values)
    refuseOutput(command, values['output'])
    making.onRun({
      kind: 'run',
      command,
      given: { args: leaf.args, options: Object.fromEntries(given) },
      globals: globalsOf(values),
    })
  })
}

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
function refuseEmpty(args: readonly string[], values: Readonly<Record<string, unknown>>): void {
  const option = Object.keys(values).find((name) => [values[name]].flat().includes(''))
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
  throw misuse(`formctl ${command.words} has no output as ${asked}. It has ${outputs.join(', ')}.`)
}

const emptyOf = (option: Option<unknown>): unknown =>
  option.kind === 'flag' ? false : option.kind === 'many' ? [] : undefined

function commanderOption({ kind, flags, summary, choices = [], group }: Option<unknown>): CommanderOption {
  const made = new CommanderOption(flags, summary)
  if (group !== undefined) made.helpGroup(`${group}:`)
  if (kind === 'choice') return onlyOnce(made.choices(choices))
  if (kind === 'number') made.argParser(numberOf)
  if (kind === 'number' || kind === 'text') onlyOnce(made)
  if (kind === 'many')
    made.argParser((value: string, before: readonly string[] | undefined) => [...(before ?? []), value])
  return made
}

/** Makes an option refuse a second value, which commander would silently take in place of the first. */
function onlyOnce(made: CommanderOption): CommanderOption {
  const { parseArg } = made
  return made.argParser((value: string, before: string | number | undefined) => {
    const read = parseArg ? parseArg<string | number | undefined>(value, undefined) : value
    if (before === undefined || before === read) return read
    throw misuse(`--${made.name()} is given twice, as ${before} and as ${read}. Give it once.`)
  })
}
