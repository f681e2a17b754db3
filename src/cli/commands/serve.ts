import { Failure, type ExitStatus } from '../../failure.ts'
import { buildApp } from '../../server/app.ts'
import { listen, tryAddress, type ListeningApp } from '../../server/listen.ts'
import type { First } from '../../server/provision.ts'
import { withSessionKey } from '../../server/session-key.ts'
import { defineCommand, number, text, type Context } from '../command.ts'
import { openDataFolder } from '../data-folder.ts'
import { dataOption, usualDataFolder } from '../in-data-folder.ts'
import { untilStopped } from '../until-stopped.ts'

const options = {
  data: dataOption,
  host: text('--host <address>', 'the address to listen on (usually 127.0.0.1)'),
  port: number('--port <n>', 'the port to listen on, 0 for any (usually 8080)'),
  exec: text('--exec <command>', 'run this command against the service, then stop and end with its status'),
}

export const command = defineCommand({
  words: 'serve',
  summary: 'run a service on this machine',
  description:
    'Runs the service over a data folder until Ctrl-C. The first start makes the folder, an environment, source forms and an API key, which is shown this one time. With --output json, one line on stdout says when it is ready. The command of --exec finds FORMCTL_BASE_URL, FORMCTL_API_KEY, FORMCTL_ENVIRONMENT_ID and FORMCTL_SOURCE_FORM_ID set.',
  args: [],
  options,
  outputs: ['table', 'json'],
  endsItself: true,
  examples: [
    { command: 'formctl serve', shows: 'where the service is, and its first key' },
    { command: 'formctl serve --port 0 --exec "npm test"', shows: 'what the tests print' },
  ],
  async run(given, context) {
    const { exec } = given.options
    if (exec?.trim() === '') throw Failure.of('usage', { problem: '--exec names no command.' })
    const address = { host: given.options.host ?? '127.0.0.1', port: portOf(given.options.port) }
    const folder = given.options.data ?? usualDataFolder
    // Before the folder is made: where nothing can listen, nothing is left behind, and no key shown in vain.
    await tryAddress(address)
    const { world, first, close } = await openDataFolder(context.host, folder)
    try {
      const session = withSessionKey(world, first.environmentId)
      const listening = await start(listen(buildApp(session.world), address), { first, context })
      try {
        await sayReady({ listening, first, folder }, context)
        const apiKey = first.apiKey ?? session.apiKey
        return await (exec === undefined
          ? stopped(context)
          : context.host.run(exec, variables({ ...first, apiKey }, listening.url)))
      } finally {
        await listening.close()
      }
    } finally {
      await close()
    }
  },
})

function portOf(port = 8080): number {
  if (Number.isInteger(port) && port <= 65_535) return port
  throw Failure.of('usage', { problem: `--port ${port} is no port: give a whole number from 0 to 65535.` })
}

type Beginning = { readonly first: First; readonly context: Context }

/** The start, whose failure must not take along a key that is shown only now. */
async function start(listening: Promise<ListeningApp>, { first, context }: Beginning): Promise<ListeningApp> {
  try {
    return await listening
  } catch (error) {
    await sayKey(first, context)
    throw error
  }
}

async function sayKey({ apiKey }: First, { terminal }: Context): Promise<void> {
  if (apiKey === undefined) return
  await terminal.sayNewKey(`API key: ${terminal.err.bold(apiKey)}`)
  await terminal.warn('This key is shown only now: keep it where no one else reads.')
}

type Ready = { readonly listening: ListeningApp; readonly first: First; readonly folder: string }

async function sayReady({ listening, first, folder }: Ready, context: Context): Promise<void> {
  const { terminal, globals, host } = context
  const { environmentId, sourceFormId } = first
  await terminal.say(
    `Serving ${host.files.resolve(folder)} at ${terminal.err.bold(listening.url)} (Ctrl-C stops it).`,
  )
  if (globals.output === 'json')
    return terminal.printJson({ schema_version: 1, url: listening.url, ...first })
  await terminal.say(`Environment: ${environmentId}`)
  await terminal.say(`Source form: ${sourceFormId}`)
  await sayKey(first, context)
}

/** The usual end of a service is no failure. */
async function stopped({ host, terminal }: Context): Promise<ExitStatus> {
  const exit = await untilStopped(host.signal)
  await terminal.say('Stopping; what was sent is kept.')
  return exit
}

const variables = (
  { environmentId, sourceFormId, apiKey }: Required<First>,
  url: string,
): Readonly<Record<string, string>> => ({
  FORMCTL_BASE_URL: url,
  FORMCTL_API_KEY: apiKey,
  FORMCTL_ENVIRONMENT_ID: environmentId,
  FORMCTL_SOURCE_FORM_ID: sourceFormId,
})
