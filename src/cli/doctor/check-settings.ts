import { Failure } from '../../failure.ts'
import type { Context } from '../command.ts'
import { destinationOf, type Destination } from '../settings/base-url.ts'
import { readProjectFile, readUserFile, type ConfigFile } from '../settings/config-file.ts'
import { settingsFrom } from '../settings/load.ts'
import type { Settings } from '../settings/settings.ts'
import { failed, failure, ok, skipped, warning, type Check } from './check.ts'

/** What the settings came to, as far as they can be read. */
export type CheckedSettings = {
  readonly checks: readonly Check[]
  readonly settings: Settings | undefined
  readonly destination: Destination | undefined
  /** Whether what is not set may stand in the user's file, which cannot be used. */
  readonly isUserFileLost: boolean
}

/** Looks at the settings files, the profile and the base URL; one that is broken does not hide the others. */
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

/** What is missing only because the user's file cannot be used: that has a line of its own. */
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
