import { proxyFor, type Proxy } from '../../client/over-http.ts'
import { Failure } from '../../failure/failure.ts'
import { distance } from '../../form/words.ts'
import type { Context } from '../command.ts'
import type { Host } from '../host.ts'
import { readAuthorities } from '../settings/authorities.ts'
import { destinationOf, type HttpDestination } from '../settings/base-url.ts'
import { readProjectFile, readUserFile } from '../settings/config-file.ts'
import { connect, quietServiceAt, requiredBaseUrl } from '../settings/connect.ts'
import { holdsData, type Settings } from '../settings/settings.ts'
import { readKey } from '../settings/key.ts'
import { settingsFrom, settingVariables } from '../settings/load.ts'
import { refuseWait, waitVariables } from '../settings/waits.ts'
import {
  checkService,
  beginExamination,
  skipped,
  warning,
  type Check,
  type Examination,
} from './check-service.ts'

/** Runs every check, in order. A check that fails skips only those that depend on it. */
export async function examine(context: Context): Promise<readonly Check[]> {
  const { host, globals } = context
  let isUserFileLost = false
  const examination = beginExamination((error) => isUserFileLost && isUnset(error))
  const { checks, look, note } = examination
  await checkMachine(host, examination)
  const sound = await withoutBadWaits(context, examination)
  const project = await look('project file', () => readProjectFile(host), {
    verdict: (file) => fileVerdict(file, 'formctl init writes one.'),
  })
  const user = await look('user file', () => readUserFile(host), {
    verdict: (file) => fileVerdict(file, 'formctl login makes it.'),
  })
  isUserFileLost = checks.at(-1)?.result === 'failure'
  const settings = await look('profile', () => settingsFrom(host, globals, { files: { project, user } }), {
    verdict: ({ profile: { value, source } }) =>
      source === 'default' ? `${value}.` : `${value}, named by ${source}.`,
  })
  const destination =
    settings &&
    (await look('base URL', () => destinationOf(requiredBaseUrl(settings)), {
      verdict: (to) => {
        const found = `${settings.baseUrl?.value} (${settings.baseUrl?.source}).`
        return to.kind === 'embedded' || !to.isOpen
          ? found
          : warning(`${found} It is not encrypted.`, useHttps)
      },
    }))
  if (!destination) note('service', skipped('Not looked at: it is not known where it is.'))
  else if (destination.kind === 'http') await checkHttp(sound, { settings, destination }, examination)
  else if (await holdsData(host.files, destination.dir)) await checkEmbedded(sound, settings, examination)
  else note('data folder', `${destination.dir} holds no service yet; ${whatMakesOne}`)
  return checks
}

const useHttps = 'Use https: over http others can read the API key on its way.'
const whatMakesOne = 'forms apply, forms generate and serve make one.'

const isUnset = (error: unknown): boolean =>
  Failure.is(error, 'profile-unknown') ||
  Failure.is(error, 'setting-missing') ||
  Failure.is(error, 'key-missing')

const fileVerdict = (file: { readonly name: string } | undefined, makes: string) =>
  file
    ? `${file.name} can be read, and its permissions are right.`
    : skipped(`There is none, and none is needed. ${makes}`)

/** Checks Node, the environment variables for formctl, and the state folder. */
async function checkMachine(host: Host, { look, note }: Examination): Promise<void> {
  const { files, stateFolder } = host
  note('Node', `${host.nodeVersion} on ${host.platform}.`)
  for (const [name, meant] of misspeltVariables(host))
    // Its value is not shown: it may be a key.
    note('variables', warning(`${name} is set, and means nothing to formctl.`, `Did you mean ${meant}?`))
  // No form is sent before it stands in the journal, which is in this folder.
  const write = async (): Promise<void> => {
    await files.makeFolder(stateFolder, 0o700)
    const file = await files.create(files.resolve(stateFolder, 'doctor'), { replace: true, mode: 0o600 })
    await file.write('')
    await file.discard()
  }
  await look('state folder', write, {
    verdict: () => `${stateFolder} can be written.`,
    advice: () => stateFolderAdvice,
  })
}

const stateFolderAdvice =
  'Make it writable for yourself, or name another folder in XDG_STATE_HOME: forms are noted in it before they are sent.'

/** The variables that formctl reads, without FORMCTL_VAR_<NAME> for specs. */
export const variables: readonly string[] = [...settingVariables, ...waitVariables].concat(
  'FORMCTL_DEBUG',
  'FORMCTL_NO_ENGINE',
  'FORMCTL_REDACT_KEY',
)

const misspeltVariables = ({ env }: Host): readonly (readonly [string, string])[] =>
  Object.keys(env)
    .filter((name) => /^FORMCTL_?/i.test(name) && !variables.includes(name) && env[name] !== '')
    .flatMap((name) => {
      const meant = variables.find((known) => isLike(name.toUpperCase(), known))
      return meant === undefined ? [] : [[name, meant] as const]
    })

const isLike = (name: string, known: string): boolean =>
  distance(name.replaceAll('_', ''), known.replaceAll('_', '')) <= 2 || `${name}_ID` === known

/** Checks the variables for timeouts and attempts; the other checks go on without those that cannot be used. */
async function withoutBadWaits(context: Context, { look }: Examination): Promise<Context> {
  const { host } = context
  const env = { ...host.env }
  for (const name of waitVariables) {
    const isGood = await look('variables', () => (refuseWait(host, name), true), {
      advice: () => `Write a number, as in ${name}=3, or unset it.`,
    })
    if (!isGood) delete env[name]
  }
  return { ...context, host: { ...host, env } }
}

type Reaching = { readonly settings: Settings; readonly destination: HttpDestination }

async function checkHttp(
  context: Context,
  { settings, destination: { url } }: Reaching,
  examination: Examination,
): Promise<void> {
  const { look, note, checks } = examination
  const { host, terminal } = context
  const { caFile } = settings
  const before = checks.length
  const proxy = await look('proxy', () => proxyFor(url, host.env), {
    verdict: (found) => (found ? `Calls go through ${found.name}.` : noProxy(host)),
  })
  if (caFile)
    await look('certificates', () => readAuthorities(host, caFile), {
      verdict: () => `Those of ${caFile.value} (${caFile.source}) are trusted beside the usual ones.`,
    })
  const isOpen = checks.slice(before).every(({ result }) => result !== 'failure')
  const key = await look('API key', () => readKey(context, settings.key, url))
  if (key) terminal.hide(key.value)
  if (!isOpen) return note('service', skipped('Not called: there is no connection.'))
  await checkService(examination, {
    context,
    settings,
    access: {
      // A check of its own reports a connection that is not encrypted.
      service: await quietServiceAt(url, { settings, context }),
      baseUrl: url,
      apiKey: key?.value,
      keySource: key?.source ?? '',
      environmentId: settings.environment?.value,
    },
    unreached: proxy ? proxyAdvice(proxy, url, host) : unreachedAdvice,
  })
}

const noProxy = ({ env }: Host): string =>
  Object.keys(env).some((name) => /^https?_proxy$/i.test(name) && env[name])
    ? 'One is named, but not used for this address.'
    : 'None is used.'

const unreachedAdvice =
  'Check the address and its port, whether the service runs, and firewalls on the way; behind a proxy, set HTTPS_PROXY.'

function proxyAdvice({ variable }: Proxy, url: string, { env }: Host): string {
  const exceptions = env['no_proxy'] ? 'no_proxy' : 'NO_PROXY'
  return `Check the address in ${variable}, and that the proxy runs; where ${new URL(url).hostname} can be reached without it, add that name to ${exceptions}, or unset ${variable}.`
}

async function checkEmbedded(context: Context, settings: Settings, examination: Examination): Promise<void> {
  const access = await examination.look('data folder', () =>
    connect({ ...context, settings: async () => settings }),
  )
  try {
    if (access) await checkService(examination, { context, settings, access, unreached: '' })
  } finally {
    await access?.close()
  }
}
