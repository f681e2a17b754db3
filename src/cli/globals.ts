import { Option as CommanderOption, type Command as Commander } from 'commander'
import type { Globals, OutputFormat } from './command.ts'
import { parseSeconds } from './settings/waits.ts'
import type { ColorChoice } from './terminal/terminal.ts'

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
export function globalsOf(values: Readonly<Record<string, unknown>>): Globals {
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
