import { Failure, misuse } from '../../failure/failure.ts'
import { defineCommand, flag, type Context } from '../command.ts'
import { baseUrlProblem, destinationOf, type HttpDestination } from '../settings/base-url.ts'
import { changeUserFile } from '../settings/config-yaml.ts'
import { quietServiceAt, serviceAt } from '../settings/connect.ts'
import { announcementIfAny, proveKey, type Announcement } from '../../client/client.ts'
import { keyedWellKnownCall } from '../../wire/wire.ts'
import { askKey, isFor } from '../settings/key.ts'
import { loadSettings, reportNearMisses } from '../settings/load.ts'
import type { Settings, Sourced } from '../settings/settings.ts'
import { retryContextOf } from '../settings/waits.ts'
import { ask, confirm } from '../terminal/ask.ts'
import { lastFour } from '../../form/api-key.ts'

export const command = defineCommand({
  description:
    'Asks for an API key, checks it against the service, and stores it with the address in your own settings (mode 0600). A key is never given on the command line, where others could see it. The check reads the responses of a form that does not exist, so it changes and shows nothing. Instead of a key, the settings may hold api_key_command, a command that prints it.',
  options: { noCheck: flag('--no-check', 'store the key without checking it') },
  examples: {
    'formctl login': 'asks for the key',
    'formctl login --profile staging --base-url https://staging.example.com':
      'stores one for another service',
    'pass show formctl | formctl login --api-key-stdin': 'takes the key from a password store',
  },
  async run({ options: { noCheck } }, context) {
    const { host, terminal, globals } = context
    await reportNearMisses(context)
    const settings = await loadSettings(host, globals, { mayMakeProfile: true })
    const profile = fitProfile(settings)
    const destination = await destinationAsked(context, settings)
    const { storedKey } = settings
    if (storedKey?.home !== undefined && !isFor(storedKey, destination.url)) {
      const message = `Profile ${profile} has the API key of ${storedKey.home}. Replace it with one of ${destination.url}?`
      const ways = `--profile <name> to keep both, or run formctl logout --profile ${profile} first`
      if (!(await confirm(context, { message, flag: ways, fallback: false }))) return 1
    }
    const key = await askKey(context)
    terminal.maskSecret(key.value)
    const announced = noCheck ? undefined : await check(key, destination, settings, context)
    await changeUserFile(context, (document) => {
      const place = ['profiles', profile]
      document.setIn([...place, 'base_url'], destination.url)
      if (globals.environment !== undefined) document.setIn([...place, 'environment'], globals.environment)
      document.setIn([...place, 'api_key'], key.value)
      document.deleteIn([...place, 'api_key_command'])
      document.deleteIn([...place, 'announced'])
      for (const [name, id] of [
        ['environment', announced?.environmentId],
        ['source_form', announced?.sourceFormId],
      ])
        if (id !== undefined) document.setIn([...place, 'announced', name], id)
    })
    const { url } = destination
    const file = settings.userFile.path
    await terminal.info(
      `${noCheck ? '' : 'The service takes the key. '}Stored ${lastFour(key.value)} for ${url} in ${file}, profile ${profile}.`,
    )
    const words = [
      announced?.environmentId && `the environment ${announced.environmentId}`,
      announced?.sourceFormId && `the source form ${announced.sourceFormId}`,
    ]
      .filter(Boolean)
      .join(' and ')
    if (words !== '')
      await terminal.info(terminal.plain(`It announces ${words}, used unless you set another.`))
    if (host.env['FORMCTL_API_KEY'])
      await terminal.warn('FORMCTL_API_KEY is set in this shell, and beats the stored key.')
    if (globals.output === 'json')
      await terminal.printJson({ schema_version: 1, profile, baseUrl: url, file, isChecked: !noCheck })
    return 0
  },
})

function fitProfile({ profile: { value, source } }: Settings): string {
  if (/^[A-Za-z0-9._-]+$/.test(value)) return value
  throw misuse(`${source} names a profile "${value}": use letters, digits, dots, - and _.`)
}

async function destinationAsked(context: Context, { baseUrl }: Settings): Promise<HttpDestination> {
  const question = { message: 'Address of the service?', flag: '--base-url', check: baseUrlProblem }
  const destination = destinationOf(baseUrl ?? { value: await ask(context, question), source: '--base-url' })
  if (destination.kind === 'http') return destination
  throw misuse(`A service in a folder needs no key, so there is nothing to log in to: ${baseUrl?.value}.`)
}

/** Checks the key, and gives what the service announces for it. */
async function check(
  key: Sourced<string>,
  destination: HttpDestination,
  settings: Settings,
  context: Context,
): Promise<Pick<Announcement, 'environmentId' | 'sourceFormId'> | undefined> {
  const loginContext = { ...context, settings: async () => settings }
  const access = {
    service: await serviceAt(destination, loginContext),
    baseUrl: destination.url,
    apiKey: key.value,
    keySource: key.source,
    keyAdvice: `Nothing was stored. Copy the whole key again from where the service shows its API keys, and check that ${destination.url} is that service, or give --base-url: a key works for one service only.`,
    environmentId: undefined,
  }
  const caller = { access, retry: retryContextOf(context) }
  try {
    await proveKey(caller, async (url) => quietServiceAt(url, loginContext))
    return await announcementIfAny(caller, keyedWellKnownCall(key.value))
  } catch (error) {
    if (!Failure.is(error, 'key-refused') && !context.host.signal.aborted)
      await context.terminal.info(
        'The key could not be checked, so it is not stored; --no-check stores it all the same.',
      )
    throw error
  }
}
