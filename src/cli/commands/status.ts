import { Failure } from '../../failure/failure.ts'
import { defineCommand } from '../command.ts'
import { baseUrlProblem } from '../settings/base-url.ts'
import { isFor } from '../settings/key.ts'
import type { KeySetting, Settings, Sourced } from '../settings/settings.ts'
import { refuseWait, waitVariables } from '../settings/waits.ts'
import { lastFour } from '../../form/api-key.ts'
import { embeddedFolder } from '../../wire/wire.ts'
import { warningLine } from '../terminal/terminal.ts'
import { maskTextsIn } from '../terminal/plain.ts'

export const command = defineCommand({
  description:
    'Shows every setting, its value and where it came from. Only the last four characters of the API key are shown; a command or file that gives the key is not run or read.',
  outputs: ['table', 'json', 'yaml', 'env'],
  examples: {
    'formctl status': 'the settings of this folder',
    'formctl status --profile staging': 'the settings under that profile',
    'eval "$(formctl status -o env)"': 'sets the settings, without the key, in this shell',
  },
  async run(_given, { host, terminal, settings, globals }) {
    const inForce = await settings()
    for (const name of waitVariables) refuseWait(host, name)
    const { mask } = terminal
    if (globals.output === 'json') await terminal.printJson(maskTextsIn(reportOf(inForce), mask))
    else if (globals.output === 'yaml') await terminal.printYaml(maskTextsIn(reportOf(inForce), mask))
    else if (globals.output === 'env') await terminal.print(exportsOf(inForce))
    else await terminal.list(['setting', 'value', { below: 'from' }], maskTextsIn(rowsOf(inForce), mask))
    const { baseUrl } = inForce
    const problem = baseUrl && baseUrlProblem(baseUrl.value)
    if (problem !== undefined)
      await terminal.warn(
        warningLine(`The base URL from ${baseUrl?.source} cannot be used: ${problem}`, terminal),
      )
    return 0
  },
})

const none = '(none)'

function rowsOf(settings: Settings): readonly (readonly string[])[] {
  const { profile, baseUrl, environment, sourceForm, key, projectFile, userFile } = settings
  const row = (name: string, setting: Sourced<string> | undefined, otherwise = none): readonly string[] => [
    name,
    setting?.value ?? otherwise,
    setting?.source ?? '',
  ]
  // An embedded service has defaults for these.
  const ofFolder = isEmbedded(settings) ? '(the first of the folder)' : none
  return [
    row('profile', profile),
    row('base URL', baseUrl),
    row('environment', environment, ofFolder),
    row('source form', sourceForm, ofFolder),
    ['API key', shownKey(settings), key?.source ?? ''],
    ['project file', projectFile.isThere ? projectFile.path : none, ''],
    ['user file', userFile.isThere ? userFile.path : none, userFile.isThere ? '' : userFile.path],
  ]
}

const isEmbedded = ({ baseUrl }: Settings): boolean =>
  baseUrl !== undefined && embeddedFolder(baseUrl.value) !== undefined

function shownKey(settings: Settings): string {
  const { key, baseUrl } = settings
  if (!key) return isEmbedded(settings) ? '(made for each run)' : none
  const shown = key.kind === 'key' ? lastFour(key.value) : unread[key.kind]
  return isUsed(key, baseUrl) ? shown : `${shown}, not used: it is for ${key.home ?? 'no address'}`
}

const unread = { command: '(from a command)', file: '(in a file)', stdin: '(on standard input)' } as const

const isUsed = (key: KeySetting, baseUrl: Sourced<string> | undefined): boolean =>
  baseUrl !== undefined && isFor(key, baseUrl.value)

/** As `schemas/status.schema.json` has it. */
function reportOf(settings: Settings): unknown {
  const { profile, baseUrl, environment, sourceForm, key, projectFile, userFile } = settings
  return {
    schema_version: 1,
    profile,
    baseUrl: baseUrl ?? null,
    environmentId: environment ?? null,
    sourceFormId: sourceForm ?? null,
    apiKey: key
      ? {
          lastFour: key.kind === 'key' ? lastFour(key.value).slice(1) : null,
          source: key.source,
          isUsed: isUsed(key, baseUrl),
        }
      : null,
    projectFile,
    userFile,
  }
}

function exportsOf({ profile, baseUrl, environment, sourceForm }: Settings): string {
  const variables: readonly (readonly [string, Sourced<string> | undefined])[] = [
    ['FORMCTL_PROFILE', profile.source === 'default' ? undefined : profile],
    ['FORMCTL_BASE_URL', baseUrl],
    ['FORMCTL_ENVIRONMENT_ID', environment],
    ['FORMCTL_SOURCE_FORM_ID', sourceForm],
  ]
  return variables
    .flatMap(([name, setting]) => (setting ? [`export ${name}=${quoted(fit(name, setting))}\n`] : []))
    .join('')
}

/** Refuses a value that is unsafe in a line of shell: it may come from a file that others wrote. */
function fit(name: string, { value, source }: Sourced<string>): string {
  const problem = /\p{Cc}/u.test(value)
    ? 'it holds a control character, such as a line break. Write the value anew.'
    : name === 'FORMCTL_BASE_URL'
      ? baseUrlProblem(value)
      : undefined
  if (problem === undefined) return value
  throw Failure.of('config-invalid', { path: `The value for ${name} (${source})`, problem })
}

/** Quotes a word for a POSIX shell. */
const quoted = (value: string): string => `'${value.replaceAll("'", String.raw`'\''`)}'`
