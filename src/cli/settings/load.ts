import { Failure } from '../../failure/failure.ts'
import { nearest } from '../../form/words.ts'
import type { Globals } from '../command.ts'
import type { Profile } from '../generated/config.ts'
import type { Host } from '../host.ts'
import { refuseKeyInSetting } from '../leaked-key.ts'
import { maskedAddress } from './base-url.ts'
import { readProjectFile, readUserFile, type ConfigFile } from './config-file.ts'
import { keyOption } from './key.ts'
import { projectFileName, userFilePlace, type KeySetting, type Settings, type Sourced } from './settings.ts'

/** The settings in force for this run. Only `login` may name a profile that is not there yet. */
export async function loadSettings(
  host: Host,
  globals: Globals,
  { mayMakeProfile = false }: { readonly mayMakeProfile?: boolean } = {},
): Promise<Settings> {
  const files: Files = { project: await readProjectFile(host), user: await readUserFile(host) }
  return settingsFrom(host, globals, { files, mayMakeProfile })
}

/** The settings in force, given what the files say. */
export function settingsFrom(
  host: Host,
  globals: Globals,
  { files, mayMakeProfile = false }: { readonly files: Files; readonly mayMakeProfile?: boolean },
): Settings {
  const profile = profileOf(host, globals, files)
  if (!mayMakeProfile) refuseUnknown(profile, files)
  const layers = layersOf({ host, globals, files, profile })
  const first = (name: keyof Layer): Sourced<string> | undefined =>
    layers.find((layer) => layer[name] !== undefined)?.[name]
  const stored = files.user && storedKey(host, files.user, profile.value)
  return {
    profile,
    baseUrl: first('baseUrl'),
    environment: first('environment'),
    sourceForm: first('sourceForm'),
    caFile: first('caFile'),
    key: keyOption(globals) ?? keyOf(host, profile, stored),
    storedKey: stored,
    projectFile: { path: files.project?.name ?? projectFileName, isThere: files.project !== undefined },
    userFile: { path: userFilePlace(host).name, isThere: files.user !== undefined },
  }
}

type Files = { readonly project: ConfigFile | undefined; readonly user: ConfigFile | undefined }

/** The settings of one origin. */
type Layer = {
  readonly baseUrl?: Sourced<string> | undefined
  readonly environment?: Sourced<string> | undefined
  readonly sourceForm?: Sourced<string> | undefined
  readonly caFile?: Sourced<string> | undefined
}

type Loading = {
  readonly host: Host
  readonly globals: Globals
  readonly files: Files
  readonly profile: Sourced<string>
}

const byFlag = '--profile'
const byVariable = 'FORMCTL_PROFILE'
const byDefault = 'default'

// An empty variable is as good as none: that is how CI passes on what it does not have.
function sourced(value: string | undefined, source: string): Sourced<string> | undefined {
  if (value === undefined || value === '') return undefined
  refuseKeyInSetting({ value, source })
  return { value, source }
}

const profileOf = (host: Host, globals: Globals, { project, user }: Files): Sourced<string> =>
  sourced(globals.profile, byFlag) ??
  sourced(host.env[byVariable], byVariable) ??
  sourced(project?.config.profile, project?.name ?? '') ??
  sourced(user?.config.profile, user?.name ?? '') ?? { value: 'default', source: byDefault }

/** Refuses the name of a profile that stands in no settings file. */
function refuseUnknown({ value, source }: Sourced<string>, { project, user }: Files): void {
  const known = [project, user].flatMap((file) => Object.keys(file?.config.profiles ?? {}))
  if (value === 'default' || known.includes(value)) return
  const meant = nearest(value, known)?.word
  throw Failure.of('profile-unknown', { profile: value, source, known: [...new Set(known)], meant })
}

/** Where settings come from, the strongest first. A profile is as strong as the way it was named. */
function layersOf({ host, globals, files: { project, user }, profile }: Loading): readonly Layer[] {
  const flags = flagLayer(host, globals)
  const variables = variableLayer(host)
  const [inProject, inUser] = [project, user].map((file) => profileLayer(host, file, profile.value))
  const [ofProject, ofUser] = [project, user].map((file) => topLayer(host, file))
  const named = [inProject, inUser]
  const order =
    profile.source === byFlag
      ? [flags, ...named, variables, ofProject, ofUser]
      : profile.source === byVariable
        ? [flags, variables, ...named, ofProject, ofUser]
        : [flags, variables, inProject, ofProject, inUser, ofUser]
  return order.filter((layer) => layer !== undefined)
}

const flagLayer = (host: Host, { baseUrl, environment }: Globals): Layer => ({
  baseUrl: atFolder(host, sourced(baseUrl, '--base-url'), '.'),
  environment: sourced(environment, '--environment'),
})

const variable = ({ env }: Host, name: string): Sourced<string> | undefined => sourced(env[name], name)

const variableLayer = (host: Host): Layer => ({
  baseUrl: atFolder(host, variable(host, 'FORMCTL_BASE_URL'), '.'),
  environment: variable(host, 'FORMCTL_ENVIRONMENT_ID'),
  sourceForm: variable(host, 'FORMCTL_SOURCE_FORM_ID'),
  caFile: fileAt(host, variable(host, 'FORMCTL_CA_FILE'), '.'),
})

const topLayer = (host: Host, file: ConfigFile | undefined): Layer =>
  file ? fileLayer(host, file.config, { folder: file.folder, source: file.name }) : {}

const profileLayer = (host: Host, file: ConfigFile | undefined, name: string): Layer =>
  file
    ? fileLayer(host, profileIn(file, name), { folder: file.folder, source: profileSource(file, name) })
    : {}

const profileIn = ({ config: { profiles = {} } }: ConfigFile, name: string): Profile =>
  (Object.hasOwn(profiles, name) ? profiles[name] : undefined) ?? {}

const profileSource = ({ name: file }: ConfigFile, name: string): string => `profile ${name} in ${file}`

const fileLayer = (
  host: Host,
  { base_url, environment, source_form, ca_file }: Omit<Profile, 'api_key' | 'api_key_command'>,
  { folder, source }: { readonly folder: string; readonly source: string },
): Layer => ({
  baseUrl: atFolder(host, sourced(base_url, source), folder),
  environment: sourced(environment, source),
  sourceForm: sourced(source_form, source),
  caFile: fileAt(host, sourced(ca_file, source), folder),
})

const fileAt = (
  { files }: Host,
  setting: Sourced<string> | undefined,
  folder: string,
): Sourced<string> | undefined => setting && { ...setting, value: files.resolve(folder, setting.value) }

/** The folder of `embedded:<dir>` counts from where the setting stands. */
function atFolder(
  host: Host,
  setting: Sourced<string> | undefined,
  folder: string,
): Sourced<string> | undefined {
  const { files } = host
  const dir = /^embedded:(.*)$/s.exec(setting?.value ?? '')?.[1]
  return (
    setting && {
      ...setting,
      value: dir ? `embedded:${files.resolve(folder, dir)}` : maskedAddress(setting.value),
    }
  )
}

function keyOf(
  { env }: Host,
  profile: Sourced<string>,
  stored: KeySetting | undefined,
): KeySetting | undefined {
  const { FORMCTL_API_KEY: value = '' } = env
  const fromVariable: KeySetting | undefined =
    value === '' ? undefined : { value, source: 'FORMCTL_API_KEY', kind: 'key', isStored: false }
  return profile.source === byFlag ? (stored ?? fromVariable) : (fromVariable ?? stored)
}

function storedKey(host: Host, user: ConfigFile, name: string): KeySetting | undefined {
  const { api_key: key, api_key_command: command } = profileIn(user, name)
  const source = profileSource(user, name)
  if (key !== undefined && command !== undefined)
    throw Failure.of('config-invalid', {
      path: user.name,
      problem: `profile ${name} has both api_key and api_key_command. Remove one.`,
    })
  const value = key ?? command
  if (value === undefined) return undefined
  const home = profileLayer(host, user, name).baseUrl ?? topLayer(host, user).baseUrl
  return {
    value,
    source: key === undefined ? `api_key_command of ${source}` : source,
    kind: key === undefined ? 'command' : 'key',
    isStored: true,
    ...(home === undefined ? {} : { home: home.value }),
  }
}
