import { Failure } from '../../failure.ts'
import { isFit } from '../../client/caller.ts'
import { checkKey } from '../../client/check-key.ts'
import type { Input } from '../host.ts'
import { defineCommand, flag, text, type Context, type Given } from '../command.ts'
import { baseUrlProblem, destinationOf, type HttpDestination } from '../settings/base-url.ts'
import { serviceAt } from '../settings/connect.ts'
import { loadSettings } from '../settings/load.ts'
import { lastFour } from '../settings/key.ts'
import { patienceOf } from '../settings/patience.ts'
import type { Settings, Sourced } from '../settings/settings.ts'
import { changeUserFile } from '../settings/user-file.ts'
import { ask, askSecret } from '../terminal/ask.ts'

const options = {
  apiKeyStdin: flag('--api-key-stdin', 'read the key from standard input'),
  apiKeyFile: text('--api-key-file <file>', 'read the key from a file'),
  noCheck: flag('--no-check', 'store the key without asking the service about it'),
}

export const command = defineCommand({
  words: 'login',
  summary: 'store an API key for yourself',
  description:
    'Asks for an API key, checks it against the service, and stores it in your own settings, which nobody else can read (mode 0600), with the address that it is for. A key never stands on a command line: others would see it there. The check reads the responses of a form that does not exist, so it costs nothing and shows nothing.',
  args: [],
  options,
  outputs: ['table', 'json'],
  examples: [
    { command: 'formctl login', shows: 'asks for the key' },
    {
      command: 'formctl login --profile staging --base-url https://staging.example.com',
      shows: 'stores one for another service',
    },
    { command: 'pass show formctl | formctl login --api-key-stdin', shows: 'takes it from a password store' },
  ],
  async run({ options: given }, context) {
    const settings = await loadSettings(context.host, context.globals, { mayMakeProfile: true })
    const profile = fitProfile(settings)
    const destination = await destinationAsked(context, settings)
    const key = await keyAsked(context, given)
    if (!given.noCheck) await check(key, { destination, context })
    await store(key, { profile, destination, context })
    await sayStored(key, { profile, destination, settings, context, isChecked: !given.noCheck })
    return 0
  },
})

function fitProfile({ profile: { value, source } }: Settings): string {
  if (/^[A-Za-z0-9._-]+$/.test(value)) return value
  const problem = `${source} names a profile "${value}": use letters, digits, dots, - and _.`
  throw Failure.of('usage', { problem })
}

async function destinationAsked(context: Context, { baseUrl }: Settings): Promise<HttpDestination> {
  const question = { message: 'Address of the service?', flag: '--base-url', check: baseUrlProblem }
  const destination = destinationOf(baseUrl ?? { value: await ask(context, question), source: '--base-url' })
  if (destination.kind === 'http') return destination
  const problem = `A service in a folder needs no key, so there is nothing to log in to: ${baseUrl?.value}.`
  throw Failure.of('usage', { problem })
}

async function keyAsked(context: Context, given: Given<typeof options>): Promise<Sourced<string>> {
  const { value, source } = await keyGiven(context, given)
  const key = value.replace(/^\uFEFF/, '').trim()
  if (key === '') throw Failure.of('usage', { problem: `No API key came from ${source}.` })
  if (!isFit(key)) throw Failure.of('key-unusable', { source })
  return { value: key, source }
}

async function keyGiven(
  context: Context,
  { apiKeyStdin, apiKeyFile }: Given<typeof options>,
): Promise<Sourced<string>> {
  const { files, stdin } = context.host
  if (apiKeyStdin && apiKeyFile !== undefined)
    throw Failure.of('usage', { problem: 'Give --api-key-stdin or --api-key-file, not both.' })
  if (apiKeyFile !== undefined)
    return { value: textOf([await files.read(apiKeyFile)]), source: `--api-key-file ${apiKeyFile}` }
  if (apiKeyStdin) return { value: textOf(await beginningOf(stdin)), source: 'the standard input' }
  const question = { message: 'API key?', flag: '--api-key-stdin or --api-key-file <file>' }
  return { value: await askSecret(context, question), source: 'your answer' }
}

const textOf = (chunks: readonly Uint8Array[]): string => new TextDecoder().decode(Buffer.concat(chunks))

// No key is longer: a whole export piped in by mistake need not be read to its end.
const mostBytes = 64 * 1024

async function beginningOf(stdin: Input): Promise<readonly Uint8Array[]> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of stdin.chunks()) {
    chunks.push(chunk)
    size += chunk.length
    if (size > mostBytes) break
  }
  return chunks
}

type Checking = { readonly destination: HttpDestination; readonly context: Context }

async function check(key: Sourced<string>, { destination, context }: Checking): Promise<void> {
  const access = {
    service: await serviceAt(destination, context),
    baseUrl: destination.url,
    apiKey: key.value,
    keySource: key.source,
    environmentId: undefined,
  }
  try {
    await checkKey({ access, patience: patienceOf(context) })
  } catch (error) {
    if (!Failure.is(error, 'key-refused') && !context.host.signal.aborted)
      await context.terminal.say(
        'The key could not be checked, so it is not stored; --no-check stores it all the same.',
      )
    throw error
  }
}

type Storing = Checking & { readonly profile: string }

async function store(key: Sourced<string>, { profile, destination, context }: Storing): Promise<void> {
  const { host, globals } = context
  await changeUserFile(host, (document) => {
    const place = ['profiles', profile]
    document.setIn([...place, 'base_url'], destination.url)
    if (globals.environment !== undefined) document.setIn([...place, 'environment'], globals.environment)
    document.setIn([...place, 'api_key'], key.value)
    document.deleteIn([...place, 'api_key_command'])
  })
}

type Stored = Storing & { readonly settings: Settings; readonly isChecked: boolean }

async function sayStored(
  key: Sourced<string>,
  { profile, destination: { url }, settings, context, isChecked }: Stored,
): Promise<void> {
  const { terminal, globals, host } = context
  const file = settings.userFile.path
  await terminal.say(
    `${isChecked ? 'The service takes the key. ' : ''}Stored ${lastFour(key.value)} for ${url} in ${file}, profile ${profile}.`,
  )
  if (host.env['FORMCTL_API_KEY'])
    await terminal.warn('FORMCTL_API_KEY is set in this shell, and beats the stored key.')
  if (globals.output === 'json')
    await terminal.printJson({ schema_version: 1, profile, baseUrl: url, file, isChecked })
}
