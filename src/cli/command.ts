import type { ExitStatus } from '../failure/failure.ts'
import type { Host, Interruptible } from './host.ts'
import type { Settings } from './settings/settings.ts'
import { relativeTime } from './terminal/ago-words.ts'
import type { ColorChoice, Column, Terminal } from './terminal/terminal.ts'

/** One option of a command. `flags` are written as commander has them: `--form <id>`. */
export type Option<Value> = Limits & {
  readonly flags: string
  readonly summary: string
  readonly kind: 'flag' | 'text' | 'many' | 'number' | 'choice'
  /** Never set: it carries the type of what the command gets. */
  readonly value?: () => Value
  /** The default value. Only commands with settings use it (`configured`). */
  readonly default?: string | number
  /** Its environment variable in such commands; absent: the name of the command and its own. */
  readonly variable?: string
  /** The heading under which the help lists it; absent: `Options`. */
  readonly group?: string
}

/**
 * What an option takes, and what it asks of other options, by their property names. `option-limits.ts` checks it before the
 * command runs; the help, the documentation and completion say it.
 */
export type Limits = {
  /** Words that completion offers; `choice` takes no others. */
  readonly choices?: readonly string[]
  /** The least and the greatest whole number it takes. */
  readonly range?: readonly [min: number, max?: number]
  /** What its value has to be. */
  readonly takes?: { readonly what: string; readonly isValid: (text: string) => boolean }
  /** Whether blanks alone are a value. */
  readonly mayBeBlank?: true
  /** Whether `-` and other names of standard output stand for no file, as if it were not given. */
  readonly isStandardOutput?: true
  /** One of these options has to be given with it. */
  readonly needs?: readonly string[]
  /** Options that cannot be given with it; `layout long` is one value of an option. */
  readonly excludes?: readonly string[]
  /** The formats that it applies to, where the command has a `formatOf`. */
  readonly formats?: readonly string[]
}

type MakeOption<Value> = (flags: string, summary: string, limits?: Limits) => Option<Value>

const optionOf =
  <Value>(kind: Option<Value>['kind']): MakeOption<Value> =>
  (flags, summary, limits = {}) => ({ flags, summary, kind, ...limits })

/** `--force`: true when it is given. */
export const flag = optionOf<boolean>('flag')

/** `--out <file>`: one text. */
export const text = optionOf<string | undefined>('text')

/** `--form <id>`: may be given several times. */
export const many = optionOf<readonly string[]>('many')

/** `--port <n>`: a number. */
export const number = optionOf<number | undefined>('number')

/** `--layout <layout>`: one of a few words. */
export const choice = <const Word extends string>(
  flags: string,
  choices: readonly Word[],
  summary: string,
  limits: Limits = {},
): Option<Word | undefined> => ({ flags, summary, kind: 'choice', choices, ...limits })

/** An option with a default, which its help shows. */
export const withDefault = <Value extends string | number>(
  option: Option<Value | undefined>,
  value: Value,
): Option<Value | undefined> & { readonly default: Value } => ({
  ...option,
  summary: `${option.summary} (default: ${value})`,
  default: value,
})

export type Options = Readonly<Record<string, Option<unknown>>>

/** The same options, listed in the help under a heading. */
export const inGroup = <O extends Options>(group: string, options: O): O =>
  // Only the heading is added, so each option keeps its type.
  Object.fromEntries(Object.entries(options).map(([name, option]) => [name, { ...option, group }])) as O

export type OptionValues<O extends Options> = {
  readonly [K in keyof O]: O[K] extends Option<infer Value> ? Value : never
}

export type OutputFormat = 'table' | 'json' | 'ndjson' | 'yaml' | 'csv' | 'env'

/** What every command gets beside its own arguments and options. */
export type Context = {
  readonly host: Host
  readonly terminal: Terminal
  /** Settings with where each came from; read once, on first use. */
  readonly settings: () => Promise<Settings>
  readonly globals: Globals
  /** Runs the program again on another host; `quickstart` runs other commands this way. */
  readonly run: (host: Host) => Promise<ExitStatus>
  /** Runs the last step of a command, which a signal must not interrupt; a signal before it still ends the run. */
  readonly uninterruptible: Interruptible['uninterruptible']
}

export type Globals = {
  /** The folder to run in, as if started there. */
  readonly cwd?: string | undefined
  readonly profile?: string | undefined
  readonly baseUrl?: string | undefined
  readonly expectBaseUrl?: string | undefined
  readonly environment?: string | undefined
  readonly apiKeyStdin?: boolean
  readonly apiKeyFile?: string | undefined
  /** Absent: the command's own default (a table on a terminal). */
  readonly output?: OutputFormat | undefined
  readonly color: ColorChoice
  readonly quiet: boolean
  readonly verbose: boolean
  readonly noInput: boolean
  /** Seconds for one whole call. */
  readonly timeout?: number | undefined
}

export type Action<O extends Options = Options> = {
  /** For its help page, at most five lines. */
  readonly description: string
  /** As commander writes them: `[files...]`, `<id>`. */
  readonly args: readonly { readonly name: string; readonly summary: string }[]
  readonly options: O
  /** Groups of options. At least one option of each group is required. */
  readonly requires?: readonly (readonly string[])[]
  /** The format of the output; options that do not apply to it are refused. */
  formatOf?(options: OptionValues<O>, output: OutputFormat | undefined): string | undefined
  /** The formats that --output accepts for this command. */
  readonly outputs: readonly OutputFormat[]
  /** Whether options also come from variables and a file: `configured` checks them when all are known. */
  readonly readsSettings?: true
  /** Watches `host.signal` and ends by itself, like a server; any other command is abandoned when a signal comes. */
  readonly handlesSignals?: true
  /** Command lines, with what each shows or does. */
  readonly examples: Readonly<Record<string, string>>
  // A method, so that a table may hold commands with different options.
  run(
    given: { readonly args: readonly string[]; readonly options: OptionValues<O> },
    context: Context,
  ): Promise<ExitStatus>
}

export type Command = Action & { readonly words: string; readonly summary: string }

type WithDefault = 'args' | 'options' | 'outputs'

/** Types the options that `run` gets by those that the command declares. Absent: no arguments, no options, a table or JSON. */
export const defineCommand = <O extends Options = Readonly<Record<never, never>>>(
  action: Omit<Action<O>, WithDefault> & Partial<Pick<Action<O>, WithDefault>>,
): Action<O> =>
  // Where no options are declared, O has none.
  ({ args: [], options: {} as O, outputs: ['table', 'json'], ...action })

/** Whether results are for people: on a terminal, or as the table that was asked for. */
export const isForPeople = ({ host, globals }: Pick<Context, 'host' | 'globals'>): boolean =>
  globals.output === 'table' || (globals.output === undefined && host.stdout.isTerminal)

/** Prints a result as JSON with its schema version, or as a list whose first row are the columns. People get relative times. */
export function printResult(
  context: Pick<Context, 'host' | 'terminal' | 'globals'>,
  json: object,
  [columns, ...rows]: readonly [readonly Column[], ...(readonly string[])[]],
): Promise<void> {
  const { host, terminal, globals } = context
  if (globals.output === 'json') return terminal.printJson({ schema_version: 1, ...json })
  const now = host.now()
  return terminal.list(
    columns,
    isForPeople(context) ? rows.map((row) => row.map((cell) => relativeTime(cell, now))) : rows,
  )
}

/** The same for rows of one kind; each column with the text of its cells. */
export const printRows = <Row>(
  context: Pick<Context, 'host' | 'terminal' | 'globals'>,
  json: object,
  rows: readonly Row[],
  columns: readonly (readonly [Column, cellOf: (row: Row) => string])[],
): Promise<void> =>
  printResult(context, json, [
    columns.map(([column]) => column),
    ...rows.map((row) => columns.map(([, cellOf]) => cellOf(row))),
  ])
