import { Failure } from '../../failure/failure.ts'
import { distance } from '../../form/words.ts'
import type { Context } from '../command.ts'
import { holdsData } from '../settings/data-folder.ts'
import type { Host } from '../host.ts'
import { readAuthorities } from '../settings/authorities.ts'
import { destinationOf, type Destination } from '../settings/base-url.ts'
import { readProjectFile, readUserFile, type ConfigFile } from '../settings/config-file.ts'
import { settingsFrom } from '../settings/load.ts'
import { unusedFolders, unusedSentence, type Settings } from '../settings/settings.ts'
import { refuseWait, waitVariables } from '../settings/waits.ts'
import { failed, failure, ok, skipped, warning, type Check } from './check.ts'

/** Checks Node, the environment variables for formctl, and the state folder. */
export async function checkMachine({ host }: Context): Promise<readonly Check[]> {
  return [
    ok('Node', `${host.nodeVersion} on ${host.platform}.`),
    ...misspeltVariables(host),
    ...unusedFolders(host).map((name) => warning('variables', unusedSentence(name, host), wholePath)),
    await stateCheck(host),
  ]
}

/** The variables that formctl reads, without FORMCTL_VAR_<NAME> for specs. */
export const variables = ['API_KEY', 'BASE_URL', 'ENVIRONMENT_ID', 'SOURCE_FORM_ID', 'PROFILE', 'CA_FILE']
  .concat(['TIMEOUT', 'ATTEMPTS', 'CONNECT_TIMEOUT', 'HEADERS_TIMEOUT', 'IDLE_TIMEOUT', 'DEBUG'])
  .map((name) => `FORMCTL_${name}`)

function misspeltVariables({ env }: Host): readonly Check[] {
  return Object.keys(env)
    .filter((name) => /^FORMCTL_?/i.test(name) && !variables.includes(name) && env[name] !== '')
    .flatMap((name) => {
      const meant = variables.find((known) => isLike(name.toUpperCase(), known))
      // Its value is not shown: it may be a key.
      return meant === undefined
        ? []
        : [warning('variables', `${name} is set, and means nothing to formctl.`, `Did you mean ${meant}?`)]
    })
}

const isLike = (name: string, known: string): boolean =>
  distance(name.replaceAll('_', ''), known.replaceAll('_', '')) <= 2 || `${name}_ID` === known

const wholePath = 'Write the whole path, from / on, or unset it.'

/** No form is sent before it stands in the journal, which is in this folder. */
async function stateCheck({ files, stateFolder }: Host): Promise<Check> {
  const name = 'state folder'
  try {
    await files.makeFolder(stateFolder, 0o700)
    const file = await files.create(files.resolve(stateFolder, 'doctor'), { replace: true, mode: 0o600 })
    await file.write('')
    await file.discard()
    return ok(name, `${stateFolder} can be written.`)
  } catch (error) {
    return failed(
      name,
      error,
      'Make it writable for yourself, or name another folder in XDG_STATE_HOME: forms are noted in it before they are sent.',
    )
  }
}

/** Checks the variables for timeouts and attempts. The other checks go on without those that cannot be used. */
export function checkWaits(context: Context): { readonly checks: readonly Check[]; readonly sound: Context } {
  const { host } = context
  const checks: Check[] = []
  const env = { ...host.env }
  for (const name of waitVariables)
    try {
      refuseWait(host, name)
    } catch (error) {
      checks.push(failed('variables', error, `Write a number, as in ${name}=3, or unset it.`))
      delete env[name]
    }
  return { checks, sound: { ...context, host: { ...host, env } } }
}

/** Reads the certificates of the authorities that the settings name. */
export async function checkAuthorities(
  { host }: Context,
  { caFile }: Settings,
): Promise<{ readonly checks: readonly Check[]; readonly authorities: string | undefined }> {
  if (!caFile) return { checks: [], authorities: undefined }
  const name = 'certificates'
  try {
    const authorities = await readAuthorities(host, caFile)
    const found = `Those of ${caFile.value} (${caFile.source}) are trusted beside the usual ones.`
    return { checks: [ok(name, found)], authorities }
  } catch (error) {
    return { checks: [failed(name, error)], authorities: undefined }
  }
}

/** Checks that the folder of an embedded service exists; undefined when it does. */
export async function checkFolder({ host }: Context, dir: string): Promise<Check | undefined> {
  return (await holdsData(host.files, dir))
    ? undefined
    : ok('data folder', `${dir} holds no service yet; forms apply, forms generate and serve make one.`)
}

/** The settings, as far as they can be read. */
type CheckedSettings = {
  readonly checks: readonly Check[]
  readonly settings: Settings | undefined
  readonly destination: Destination | undefined
  /** Whether the user's file cannot be used, so that missing settings may stand there. */
  readonly isUserFileLost: boolean
}

/** Checks the settings files, the profile and the base URL. A broken file does not hide the others. */
export async function checkSettings(context: Context): Promise<CheckedSettings> {
  const { host, globals } = context
  const project = await fileCheck('project file', readProjectFile(host), 'formctl init writes one.')
  const user = await fileCheck('user file', readUserFile(host), 'formctl login makes it.')
  const checks = [project.check, user.check]
  const files = { project: project.file, user: user.file }
  const isUserFileLost = user.check.result === 'failure'
  try {
    const settings = settingsFrom(host, globals, { files, mayMakeProfile: false })
    const { check, destination } = addressCheck(settings)
    const address = isUserFileLost && !settings.baseUrl ? mayBeLost('base URL') : check
    return { checks: [...checks, profileCheck(settings), address], settings, destination, isUserFileLost }
  } catch (error) {
    const isUnknown = Failure.is(error, 'profile-unknown')
    const check =
      isUnknown && isUserFileLost ? mayBeLost('profile') : failed(isUnknown ? 'profile' : 'settings', error)
    return { checks: [...checks, check], settings: undefined, destination: undefined, isUserFileLost }
  }
}

/** Skips a setting that may stand in the broken user's file: the file has a line of its own. */
export const mayBeLost = (name: string): Check =>
  skipped(name, 'Not looked at: it may stand in the user file, which cannot be used.')

type CheckedFile = { readonly check: Check; readonly file: ConfigFile | undefined }

async function fileCheck(
  name: string,
  reading: Promise<ConfigFile | undefined>,
  makes: string,
): Promise<CheckedFile> {
  try {
    const file = await reading
    if (!file) return { check: skipped(name, `There is none, and none is needed. ${makes}`), file }
    return { check: ok(name, `${file.name} can be read, and its permissions are right.`), file }
  } catch (error) {
    return { check: failed(name, error), file: undefined }
  }
}

const profileCheck = ({ profile: { value, source } }: Settings): Check =>
  ok('profile', source === 'default' ? `${value}.` : `${value}, named by ${source}.`)

function addressCheck({ baseUrl }: Settings): { check: Check; destination: Destination | undefined } {
  const name = 'base URL'
  if (!baseUrl)
    return {
      check: failure(name, 'None is set.', 'Give --base-url, set FORMCTL_BASE_URL, or run formctl init.'),
      destination: undefined,
    }
  try {
    const destination = destinationOf(baseUrl)
    const found = `${baseUrl.value} (${baseUrl.source}).`
    if (destination.kind === 'embedded' || !destination.isOpen) return { check: ok(name, found), destination }
    const advice = 'Use https: over http others can read the API key on its way.'
    return { check: warning(name, `${found} It is not encrypted.`, advice), destination }
  } catch (error) {
    return { check: failed(name, error), destination: undefined }
  }
}
