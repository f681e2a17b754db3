import {
  Command as Commander,
  CommanderError,
  Help,
  InvalidArgumentError,
  Option as CommanderOption,
} from 'commander'
import { misuse } from '../failure/failure.ts'
import { listed, nearest } from '../form/words.ts'
import type { Command, Globals, Option, OutputFormat } from './command.ts'
import { commands, groups, sections } from './commands/index.ts'
import { meantCommands, meantOption, meantValue, nearCommand } from './known-words.ts'
import { fullSummary, isValue, limitProblem, requiredLine, valueText } from './option-limits.ts'
import manifest from '../../package.json' with { type: 'json' }
import { noKeyInWords } from './settings/settings.ts'
import { parseSeconds } from './settings/waits.ts'
import { padded, widestOf, wrapWords } from './terminal/display-width.ts'
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
  const topic = argv[0] === 'help' ? await topicText(argv.slice(1), columns) : undefined
  if (topic !== undefined) return { kind: 'text', text: topic, isMisuse: false }
  // `formctl help forms list` means `formctl forms list --help`.
  const words =
    argv[0] === 'help'
      ? [...argv.slice(1), '--help']
      : argv.length === 1 && /^(?:version|-v|-V)$/.test(argv[0] ?? '')
        ? ['--version']
        : argv.slice()
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

/** The text of a help topic; undefined if the words name a command. Other words are misuse. */
async function topicText([word, ...rest]: readonly string[], columns: number): Promise<string | undefined> {
  if (word === undefined || word.startsWith('-')) return undefined
  const names = Object.values(sections).flat()
  const words = [word, ...rest.filter((one) => !one.startsWith('-'))].join(' ')
  if (commands.some((command) => `${command.words} `.startsWith(`${words} `))) return undefined
  const { topicTexts } = await import('./generated/pages.ts')
  const topic = rest.length === 0 && Object.hasOwn(topicTexts, word) ? topicTexts[word] : undefined
  if (topic) {
    const width = widestOf(topic.rows.map(([name]) => name))
    const rows = topic.rows.map(([name, what]) => {
      const lines = wrapWords(what, Math.min(columns, maxColumns) - width - 4)
      return `  ${padded(name, width)}  ${lines.join(`\n${' '.repeat(width + 4)}`)}`
    })
    return `${wrapWords(topic.text, Math.min(columns, maxColumns)).join('\n')}\n\n${rows.join('\n')}\n`
  }
  const known = commands.map((command) => command.words)
  const [command] = meantCommands('', words, known)
  const near = command ?? nearest(words, [...Object.keys(topicTexts), ...names, ...known])?.word
  const help = near === undefined ? '' : ` (Did you mean formctl help ${near}?)`
  throw misuse(
    `There is no command or topic "${words}"${help}. The topics are ${listed(Object.keys(topics), 'and')}; formctl --help lists the commands.`,
  )
}

/** Longer lines are hard to read. */
const maxColumns = 100

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

/** Adds what an unknown word or option is called here. */
function suggesting(message: string, at: Commander): string {
  const [, kind = '', word = ''] = /^error: unknown (command|option) '([^'=]*)/.exec(message) ?? []
  if (keyOption.test(word)) throw misuse(`${word}: ${noKeyInWords}`)
  const unknown = `error: unknown ${kind} '${word}'`
  const group = wordsOf(at).replace(/^formctl ?/, '')
  const known = commands.map(({ words }) => words)
  const meant =
    kind === 'command'
      ? meantCommands(group, word, known).map((words) => `formctl ${words}`)
      : [meantOption(word, flagsAt(at)) ?? []].flat()
  if (meant.length > 0) return `${unknown} (Did you mean ${meant.join(' or ')}?)`
  const near = kind === 'command' && !message.includes('Did you mean') ? nearCommand(word) : undefined
  return near === undefined ? message : `${unknown} (Did you mean formctl ${near}?)`
}

const keyOption = /^--?(?:api-?)?key$|^--api-?token$/i

/** The flags that a command has, with the global ones. */
const flagsAt = ({ options, parent }: Commander): readonly string[] => [
  ...options.flatMap(({ short, long }) => [short, long].filter((flag) => flag !== undefined)),
  ...(parent ? flagsAt(parent) : []),
]

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
  program.configureHelp({ ...withGlobals, ...mainHelp })
  // Global options are accepted before, between and after the words of the command.
  addGlobals(program)
  const known = new Map([['', program]])
  for (const entry of commands) {
    const words = entry.words.split(' ')
    const leaf = prepare(new Commander(words.at(-1)), making).summary(entry.summary)
    const parent = groupNamed(words.slice(0, -1), { known, making })
    parent.addCommand(leaf)
    parent.hook('preSubcommand', async (_, named) => {
      if (named === leaf) fill(leaf, await entry.load(), { ...making, program })
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
    .description(`${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`)
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
      getOutHelpWidth: () => Math.min(columns, maxColumns),
      getErrHelpWidth: () => Math.min(columns, maxColumns),
    })
    .helpCommand(false)
    .showSuggestionAfterError(true)
    .configureHelp({ ...withGlobals, formatHelp: helpWith([]) })
}

/** The help of a command, then more blocks of text, and the options of every command at the end. */
const helpWith =
  (more: readonly string[]): Help['formatHelp'] =>
  (command, helper) => {
    const blocks = Help.prototype.formatHelp
      .call(helper, command, helper)
      .trimEnd()
      .split(/\n\n(?=\S)/)
    const heading = command.parent === null ? 'Options:' : 'Global Options:'
    const isGlobal = (block: string): boolean => block.startsWith(heading)
    const globals = blocks.filter(isGlobal).map((block) => block.replace(heading, 'Global Options:'))
    return `${[...blocks.filter((block) => !isGlobal(block)), ...more, ...globals].join('\n\n')}\n`
  }

const examplesText = (examples: Command['examples']): string =>
  ['Examples:', ...Object.entries(examples).map(([line, shows]) => `  ${line}\n      ${shows}`)].join('\n')

const firstExamples: Command['examples'] = {
  'formctl quickstart': 'a form, its page, three answers and a CSV file, in one minute',
  'formctl forms new survey.yaml': 'writes a first spec',
  'formctl forms apply survey.yaml': 'makes its form; run again, it makes nothing twice',
  'formctl responses export --form survey.yaml --out answers.xlsx': 'its answers as a table',
}

/** What `formctl help` has texts on, which `docs/` holds, with a few words on each. */
export const topics: Readonly<Record<string, string>> = {
  configuration: 'the settings files and their keys',
  environment: 'the environment variables',
  'exit-codes': 'how commands end, for scripts',
  formats: 'the formats of exports',
  output: 'what -o prints, for people and programs',
}

const topicsText = (): string =>
  ['Help topics:', ...Object.entries(topics).map(([name, what]) => `  help ${name.padEnd(24)}${what}`)].join(
    '\n',
  )

/** The commands of the main help under their headings. */
const visibleCommands: Help['visibleCommands'] = ({ commands: all }) =>
  Object.entries(sections).flatMap(([heading, names]) =>
    names
      .flatMap((name) => all.filter((command) => command.name() === name))
      .flatMap((command) =>
        command.name() === 'service' || command.commands.length === 0 ? command : command.commands,
      )
      .map((command) => command.helpGroup(`${heading}:`)),
  )

/** The main help lists the commands under headings. */
const mainHelp: Partial<Help> = {
  // Set only here: a suggestion for an unknown word must be one that this place has.
  formatHelp: (command, helper) =>
    helpWith([examplesText(firstExamples), topicsText()])(
      command,
      Object.assign(helper, { visibleCommands }),
    ),
  // In the order of the headings above, not of the commands.
  groupItems: (_all, visible, groupOf) => Map.groupBy(visible, groupOf),
  subcommandTerm: (command) => wordsOf(command).replace(/^formctl /, ''),
}

function fill(
  leaf: Commander,
  command: Command,
  { program, onRun }: Pick<ProgramOptions, 'onRun'> & { readonly program: Commander },
): void {
  const required = command.requires ? [requiredLine(command)] : []
  leaf.description(command.description).configureHelp({
    ...withGlobals,
    ...globalsOfHelp(command),
    formatHelp: helpWith([...required, examplesText(command.examples)]),
  })
  for (const { name, summary } of command.args) leaf.argument(name, summary)
  const options = Object.entries(command.options).map(([name, option]) => ({
    name,
    option,
    made: commanderOption({ ...option, summary: fullSummary(option, command.options) }),
  }))
  for (const { made } of options) leaf.addOption(made)
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
    const globals = globalsOf(program)
    refuseEmpty(leaf.args, values, options)
    refuseOutput(command, values['output'])
    const problem = command.readsSettings ? undefined : limitProblem(command, given, globals.output)
    if (problem !== undefined) throw misuse(problem)
    onRun({ kind: 'run', command, given: { args: leaf.args, options: given }, globals })
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
  const isFormat = command.options['format']?.choices?.includes(asked) === true
  const help = isFormat ? `Give --format ${asked}` : `Use ${listed(outputs, 'or')}`
  throw misuse(`formctl ${command.words} cannot print "${asked}". ${help}.`)
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
    const meant = kind === 'choice' && !choices.includes(word) ? meantValue(word, choices) : undefined
    if (meant !== undefined)
      throw new InvalidArgumentError(`Did you mean ${meant}? There is ${choices.join(', ')}.`)
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
    .option('-C, --cwd <dir>', 'run as if started in this folder')
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
      'log each request on stderr, without secrets; responses export also reports which way it took',
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

/** The global options, from what commander parsed with the options above; it calls --no-input `input`. */
function globalsOf(program: Commander): Globals {
  const { input, ...given } = program.opts<Partial<Globals> & { readonly input: boolean }>()
  return { color: 'auto', quiet: false, verbose: false, ...given, noInput: !input }
}
