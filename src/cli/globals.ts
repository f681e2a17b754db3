import { Option as CommanderOption, type Command as Commander } from 'commander'
import { Failure } from '../failure.ts'
import type { Globals, OutputFormat } from './command.ts'
import type { ColorChoice } from './terminal/terminal.ts'

const outputs: readonly OutputFormat[] = ['table', 'json', 'ndjson', 'yaml', 'csv']

/** The global options; they may stand before or after the command's words. */
export function addGlobals(command: Commander): Commander {
  return command
    .addOption(new CommanderOption('--profile <name>', 'use this profile of the settings'))
    .addOption(new CommanderOption('--base-url <url>', 'call the service at this address, or embedded:<dir>'))
    .addOption(new CommanderOption('--environment <id>', 'the environment (site ID)'))
    .addOption(new CommanderOption('-o, --output <format>', 'how results are printed').choices(outputs))
    .addOption(
      new CommanderOption('--color <when>', 'colour the output').choices(['auto', 'always', 'never']),
    )
    .addOption(new CommanderOption('--quiet', 'say only what went wrong'))
    .addOption(new CommanderOption('--verbose', 'show each request, without secrets, on stderr'))
    .addOption(new CommanderOption('--no-input', 'never ask; end with exit code 2 instead'))
    .addOption(new CommanderOption('--timeout <seconds>', 'most time for one call').argParser(positive))
}

/** A number as an option's value. */
export function positive(value: string): number {
  const parsed = Number(value)
  if (!/^\d+(\.\d+)?$/.test(value) || !Number.isFinite(parsed))
    throw Failure.of('usage', { problem: `"${value}" is not a number.` })
  return parsed
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

/** The global options that were given. */
export function globalsOf(values: Record<string, unknown>): Globals {
  const output = outputs.find((known) => known === values['output'])
  const [profile, baseUrl, environment] = [values['profile'], values['baseUrl'], values['environment']].map(
    textOf,
  )
  return {
    ...(profile === undefined ? {} : { profile }),
    ...(baseUrl === undefined ? {} : { baseUrl }),
    ...(environment === undefined ? {} : { environment }),
    ...(output === undefined ? {} : { output }),
    ...(typeof values['timeout'] === 'number' ? { timeout: values['timeout'] } : {}),
    quiet: values['quiet'] === true,
    verbose: values['verbose'] === true,
    noInput: values['input'] === false,
  }
}

/** When to colour, as --color says. */
export const colorOf = ({ color }: Record<string, unknown>): ColorChoice =>
  color === 'always' || color === 'never' ? color : 'auto'
