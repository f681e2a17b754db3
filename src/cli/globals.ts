import { InvalidArgumentError, Option as CommanderOption, type Command as Commander } from 'commander'
import { distance } from '../form/nearest.ts'
import type { Globals, OutputFormat } from './command.ts'
import type { ColorChoice } from './terminal/terminal.ts'

const outputs: readonly OutputFormat[] = ['table', 'json', 'ndjson', 'yaml', 'csv', 'env']
const colors: readonly ColorChoice[] = ['auto', 'always', 'never']

/** The global options; they hold for every command. */
export function addGlobals(command: Commander): Commander {
  return command
    .addOption(new CommanderOption('--profile <name>', 'use this profile of the settings'))
    .addOption(new CommanderOption('--base-url <url>', 'call the service at this address, or embedded:<dir>'))
    .addOption(new CommanderOption('--environment <id>', 'the environment (site ID)'))
    .addOption(new CommanderOption('--api-key-stdin', 'read the API key from standard input'))
    .addOption(new CommanderOption('--api-key-file <file>', 'read the API key from a file'))
    .addOption(outputOption())
    .addOption(oneOf('--color <when>', colors, 'colour the output'))
    .addOption(new CommanderOption('--quiet', 'say only what went wrong'))
    .addOption(new CommanderOption('--verbose', 'show each request, without secrets, on stderr'))
    .addOption(new CommanderOption('--no-input', 'never ask; end with exit code 2 instead'))
    .addOption(new CommanderOption('--timeout <seconds>', 'most time for one call').argParser(secondsOf))
}

/** Takes any word: which formats there are depends on the command, which is known only behind the options. */
const outputOption = (): CommanderOption =>
  oneOf('-o, --output <format>', outputs, 'how results are printed').argParser(
    (value) => wordIn(outputs, value) ?? bareWord(value),
  )

/** An option that takes one of a few words, in small or capital letters; `-o=json` means `-o json`, as `--output=json` does. */
export function oneOf(flags: string, words: readonly string[], summary: string): CommanderOption {
  return new CommanderOption(flags, summary).choices(words).argParser((value: string) => {
    const known = wordIn(words, value)
    if (known !== undefined) return known
    const meant = meantWord(bareWord(value), words)
    throw new InvalidArgumentError(
      `${meant === undefined ? '' : `Did you mean ${meant}? `}Choose one of ${words.join(', ')}.`,
    )
  })
}

/** The one of a few words that is a slip away. */
export const meantWord = (word: string, words: readonly string[]): string | undefined =>
  words.find((known) => distance(word.toLowerCase(), known) <= 1)

const wordIn = (words: readonly string[], value: string): string | undefined =>
  words.find((known) => known.toLowerCase() === bareWord(value).toLowerCase())

const bareWord = (value: string): string => value.replace(/^=/, '')

/** A number as an option's value. */
export function numberOf(value: string): number {
  if (/^\d{1,15}(\.\d+)?$/.test(value)) return Number(value)
  if (/^-\d/.test(value)) throw new InvalidArgumentError('It is less than 0.')
  throw new InvalidArgumentError(notDigits(value))
}

/** What is wrong with a text that stands for a number, as 1e3 or 0x10 does, with the digits that were meant. */
function notDigits(value: string): string {
  const digits = value.trim() === '' ? 'NaN' : String(Number(value))
  if (/^\d{1,15}(\.\d+)?$/.test(digits)) return `Write it in digits alone, as ${digits}.`
  return /^\d+(\.\d+)?$/.test(value) ? 'It has more than 15 digits.' : 'It is not a number.'
}

function secondsOf(value: string): number {
  const seconds = /^-\d/.test(value) ? -1 : numberOf(value)
  // Timers hold 2³¹ milliseconds at most, about 24 days.
  if (seconds >= 0.001 && seconds <= 2_000_000) return seconds
  throw new InvalidArgumentError('It must be at least 0.001, and at most 2000000 seconds.')
}

/** The global options that were given. */
export function globalsOf(values: Readonly<Record<string, unknown>>): Globals {
  const output = outputs.find((known) => known === values['output'])
  const { timeout } = values
  return {
    ...textNamed('profile', values),
    ...textNamed('baseUrl', values),
    ...textNamed('environment', values),
    ...(output === undefined ? {} : { output }),
    ...(typeof timeout === 'number' ? { timeout } : {}),
    ...textNamed('apiKeyFile', values),
    apiKeyStdin: values['apiKeyStdin'] === true,
    color: colors.find((known) => known === values['color']) ?? 'auto',
    quiet: values['quiet'] === true,
    verbose: values['verbose'] === true,
    noInput: values['input'] === false,
  }
}

const textNamed = <Name extends string>(
  name: Name,
  values: Readonly<Record<string, unknown>>,
): { readonly [K in Name]?: string } => {
  const value = values[name]
  // A computed key widens to string; the record has this one name.
  return typeof value === 'string' ? ({ [name]: value } as { readonly [K in Name]?: string }) : {}
}
