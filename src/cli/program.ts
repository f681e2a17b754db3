import { Command as Commander, CommanderError, Option as CommanderOption } from 'commander'
import { Failure, type ExitCode } from '../failure.ts'
import type { Command, Globals, Option } from './command.ts'
import { commands, groups, type Entry } from './commands/index.ts'
import { addGlobals, colorOf, globalsOf, positive } from './globals.ts'
import type { Host } from './host.ts'
import type { ColorChoice, Terminal } from './terminal/terminal.ts'
import { version } from './version.ts'

/** What the words came to: a command to run, or an end (help and version were printed). */
export type Parsed =
  | { readonly kind: 'done'; readonly exit: ExitCode }
  | {
      readonly kind: 'run'
      readonly command: Command
      readonly given: Parameters<Command['run']>[0]
      readonly globals: Globals
      readonly color: ColorChoice
    }

/** Reads the words of a run; only the command that they name is loaded. */
export async function parseWords(host: Host, terminal: Terminal): Promise<Parsed> {
  const named = entryNamed(host.argv)
  const loaded = named === undefined ? undefined : await named.load()
  let parsed: Parsed = { kind: 'done', exit: 0 }
  const printed: Promise<void>[] = []
  const program = makeProgram({
    loaded,
    isTerminal: host.stdout.isTerminal,
    columns: host.stdout.columns,
    write: (chunk) => printed.push(terminal.print(chunk)),
    onRun: (result) => (parsed = result),
  })
  try {
    await program.parseAsync(host.argv.slice(), { from: 'user' })
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    await Promise.all(printed)
    if (error.exitCode === 0) return { kind: 'done', exit: 0 }
    throw Failure.of('usage', { problem: usageSentence(error, named) })
  }
  await Promise.all(printed)
  return parsed
}

type Making = {
  readonly loaded: Command | undefined
  readonly isTerminal: boolean
  readonly columns: number
  readonly write: (chunk: string) => void
  readonly onRun: (parsed: Parsed) => void
}

/** The whole tree of commands, of which one is filled in. Also the source of the reference in the README. */
export function makeProgram(making: Making): Commander {
  const program = new Commander('formctl')
  prepare(program, making)
  program.description(
    'Web forms as code: a YAML spec becomes a published form, its responses become tables and files.',
  )
  program.version(version, '--version', 'print the version')
  addGlobals(program)
  const groupCommands = new Map<string, Commander>()
  for (const entry of commands) {
    const words = entry.words.split(' ')
    const name = words.at(-1) ?? ''
    const leaf = new Commander(name)
    prepare(leaf, making)
    leaf.summary(entry.summary).description(entry.summary)
    if (making.loaded?.words === entry.words) fill(leaf, making.loaded, making)
    parentOf(words.slice(0, -1), { program, groupCommands, making }).addCommand(leaf)
  }
  return program
}

function parentOf(
  words: readonly string[],
  tree: { program: Commander; groupCommands: Map<string, Commander>; making: Making },
): Commander {
  if (words.length === 0) return tree.program
  const key = words.join(' ')
  const known = tree.groupCommands.get(key)
  if (known) return known
  const group = new Commander(words.at(-1) ?? '')
  prepare(group, tree.making)
  group.summary(groups[key] ?? '').description(groups[key] ?? '')
  parentOf(words.slice(0, -1), tree).addCommand(group)
  tree.groupCommands.set(key, group)
  return group
}

function prepare(command: Commander, { write, isTerminal, columns }: Making): void {
  command.exitOverride()
  command.configureOutput({
    writeOut: write,
    // The sentence is thrown and said once, in run.ts.
    writeErr: () => undefined,
    getOutHelpWidth: () => (isTerminal ? columns : 80),
    getOutHasColors: () => false,
  })
  command.helpCommand(false)
  command.showSuggestionAfterError(true)
  command.configureHelp({ showGlobalOptions: true })
}

function fill(leaf: Commander, command: Command, making: Making): void {
  leaf.description(command.description)
  addGlobals(leaf)
  for (const option of leaf.options) option.hideHelp()
  for (const { name, summary } of command.args) leaf.argument(name, summary)
  for (const option of Object.values(command.options)) leaf.addOption(commanderOption(option))
  const examples = command.examples.map((example) => `  ${example.command}\n      ${example.shows}`)
  if (examples.length > 0) leaf.addHelpText('after', `\nExamples:\n${examples.join('\n')}`)
  leaf.action(() => {
    const values: Record<string, unknown> = leaf.optsWithGlobals()
    const given = Object.fromEntries(
      Object.entries(command.options).map(([name, option]) => [name, values[name] ?? emptyOf(option)]),
    )
    making.onRun({
      kind: 'run',
      command,
      given: { args: leaf.args, options: given },
      globals: globalsOf(values),
      color: colorOf(values),
    })
  })
}

const emptyOf = (option: Option<unknown>): unknown =>
  option.kind === 'flag' ? false : option.kind === 'many' ? [] : undefined

function commanderOption(option: Option<unknown>): CommanderOption {
  const made = new CommanderOption(option.flags, option.summary)
  if (option.kind === 'choice') made.choices([...(option.choices ?? [])])
  if (option.kind === 'number') made.argParser(positive)
  if (option.kind === 'many')
    made.argParser((value: string, before: readonly string[] | undefined) => [...(before ?? []), value])
  return made
}

/** The command that the words name, found without knowing its options. */
function entryNamed(argv: readonly string[]): Entry | undefined {
  const words = wordsOf(argv)
  return commands
    .filter((entry) => entry.words === words.slice(0, entry.words.split(' ').length).join(' '))
    .toSorted((a, b) => b.words.length - a.words.length)[0]
}

const takesValue = /^(--profile|--base-url|--environment|--output|-o|--color|--timeout)$/

const wordsOf = (argv: readonly string[]): string[] =>
  argv.filter((word, i) => !word.startsWith('-') && !takesValue.test(argv[i - 1] ?? ''))

function usageSentence(error: CommanderError, named: Entry | undefined): string {
  const sentence = error.message.replace(/^error: /, '').replaceAll('\n', ' ')
  const help = named === undefined ? 'formctl --help' : `formctl ${named.words} --help`
  if (error.code === 'commander.help') return `A command is missing. See ${help}.`
  return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1).replace(/\.$/, '')}. See ${help}.`
}
