import { isIP } from 'node:net'
import { Failure, type ExitStatus } from '../../failure/failure.ts'
import { buildApp, listen, tryAddress, type ListeningApp, largestUpload } from '../../server/server.ts'
import { type First, withSessionKey } from '../../server/provision.ts'
import { defineCommand, number, text, type Context } from '../command.ts'
import { openDataFolder } from '../settings/open-data-folder.ts'
import { usualDataFolder } from '../settings/settings.ts'
import { isCi } from '../terminal/ask.ts'
import { untilStopped } from '../host/until-signal.ts'

const options = {
  data: text('--data <dir>', `the data folder (usually ${usualDataFolder})`),
  host: text('--host <address>', 'the address to listen on (usually 127.0.0.1)'),
  port: number('--port <n>', 'the port to listen on, 0 for any (usually 8080)'),
  uploadQuota: number(
    '--upload-quota <MiB>',
    'how much one address may send in an hour to forms that take files, and to all others (usually 200)',
  ),
  trustProxy: text(
    '--trust-proxy <addresses>',
    'the proxies whose x-forwarded-for names the visitor’s address (usually none)',
  ),
  exec: text('--exec <command>', 'run this command against the service, then stop and end with its status'),
}

export const command = defineCommand({
  description:
    'Runs the service over a data folder until Ctrl-C. The first start makes the folder, an environment, source forms and an API key. At a terminal the key is shown, this one time; where stderr is kept, as in the log of CI, it is not: formctl service key create makes one, and --exec hands one to a command. With --output json, one line on stdout says when it is ready, and holds the first key: do not print it into a log. The command of --exec finds FORMCTL_BASE_URL, FORMCTL_API_KEY, FORMCTL_ENVIRONMENT_ID and FORMCTL_SOURCE_FORM_ID set. Requests that the service failed to answer are logged on stderr, with --verbose all of them.',
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
    const uploadQuota = quotaOf(given.options.uploadQuota)
    const trustedProxy = proxiesOf(given.options.trustProxy)
    const folder = given.options.data ?? usualDataFolder
    // Before the folder is made: where nothing can listen, nothing is left behind, and no key shown in vain.
    await tryAddress(address)
    const { world, first, close } = await openDataFolder(context.host, folder)
    try {
      const session = withSessionKey(world, first.environmentId)
      const isVerbose = context.globals.verbose
      const app = buildApp(session.world, { isVerbose, trustedProxy, uploadQuota })
      const listening = await start(listen(app, address), { first, folder, exec, context })
      try {
        await sayReady({ listening, first, folder, exec }, context)
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

const mebibyte = 1024 * 1024

/** In bytes. Less would refuse a person whose one response has as many files as it may have. */
function quotaOf(mebibytes: number | undefined): number | undefined {
  if (mebibytes === undefined) return undefined
  if (Number.isInteger(mebibytes) && mebibytes * mebibyte >= largestUpload) return mebibytes * mebibyte
  throw Failure.of('usage', {
    problem: `--upload-quota ${mebibytes} is too small: give a whole number from ${largestUpload / mebibyte} on, in MiB.`,
  })
}

/** What fastify takes for proxies; it would say of other words only that they are wrong. */
function proxiesOf(proxies: string | undefined): string | undefined {
  if (proxies === undefined || proxies.split(',').every((one) => isProxy(one.trim()))) return proxies
  throw Failure.of('usage', {
    problem: `--trust-proxy ${proxies} names no proxy: give IP addresses or subnets, separated by commas, or loopback.`,
  })
}

function isProxy(name: string): boolean {
  const [address = '', bits = '1'] = name.split('/')
  const most = { 4: 32, 6: 128 }[isIP(address)] ?? 0
  return name === 'loopback' || (/^[1-9]\d*$/.test(bits) && Number(bits) <= most)
}

type Begun = { readonly first: First; readonly folder: string; readonly exec: string | undefined }

/** The start, whose failure must not take along a key that is shown only now. */
async function start(
  listening: Promise<ListeningApp>,
  { context, ...begun }: Begun & { readonly context: Context },
): Promise<ListeningApp> {
  try {
    return await listening
  } catch (error) {
    await sayKey(begun, context)
    throw error
  }
}

async function sayKey({ first: { apiKey }, folder, exec }: Begun, context: Context): Promise<void> {
  const { terminal, host } = context
  if (apiKey === undefined) return
  // What is no terminal is a file or a log, which others read and which stays.
  if (!host.stderr.isTerminal || isCi(host.env))
    return exec === undefined ? sayNoKey(folder, terminal) : undefined
  await terminal.sayNewKey(`API key: ${terminal.err.bold(apiKey)}`)
  await terminal.warn('This key is shown only now: keep it where no one else reads.')
}

async function sayNoKey(folder: string, { say }: Context['terminal']): Promise<void> {
  const data = folder === usualDataFolder ? '' : ` --data ${folder}`
  await say(
    `No API key is shown, since this output may be kept: formctl service key create${data} makes one, and --exec hands one to a command.`,
  )
}

type Ready = Begun & { readonly listening: ListeningApp }

async function sayReady({ listening, ...begun }: Ready, context: Context): Promise<void> {
  const { terminal, globals, host } = context
  const { first, folder } = begun
  const { environmentId, sourceFormId } = first
  await terminal.say(
    `Serving ${host.files.resolve(folder)} at ${terminal.err.bold(listening.url)} (Ctrl-C stops it).`,
  )
  if (globals.output === 'json')
    return terminal.printJson({ schema_version: 1, url: listening.url, ...first })
  await terminal.say(`Environment: ${environmentId}`)
  await terminal.say(`Source form: ${sourceFormId}`)
  await sayKey(begun, context)
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
