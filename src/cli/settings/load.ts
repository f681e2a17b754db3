import { Failure } from '../../failure/failure.ts'
import { nearest } from '../../form/words.ts'
import { embeddedFolder } from '../../wire/wire.ts'
import type { Globals } from '../command.ts'
import type { Profile } from '../generated/config.ts'
import type { Host } from '../host.ts'
import { refuseKeyInSetting } from './leaked-key.ts'
import { maskedAddress } from './base-url.ts'
import { readProjectFile, readUserFile, type ConfigFile } from './config-file.ts'
import { isFor, keyOption } from './key.ts'
import {
  projectFileName,
  trustVariable,
  userFilePlace,
  type KeySetting,
  type Settings,
  type Sourced,
} from './settings.ts'

/** The settings in force. Only `login` may name a profile that does not exist yet. */
export async function loadSettings(
  host: Host,
  globals: Globals,
  { mayMakeProfile = false }: { readonly mayMakeProfile?: boolean } = {},
): Promise<Settings> {
  const files: Files = { project: await readProjectFile(host), user: await readUserFile(host) }
  return settingsFrom(host, globals, { files, mayMakeProfile })
}

/** The settings with one text each: their flag, environment variable and key in settings files. */
const texts = {
  baseUrl: { flag: '--base-url', variable: 'FORMCTL_BASE_URL', key: 'base_url' },
  environment: { flag: '--environment', variable: 'FORMCTL_ENVIRONMENT_ID', key: 'environment' },
  sourceForm: { flag: undefined, variable: 'FORMCTL_SOURCE_FORM_ID', key: 'source_form' },
  caFile: { flag: undefined, variable: 'FORMCTL_CA_FILE', key: 'ca_file' },
} as const

type TextName = keyof typeof texts

/** The settings of one source; relative paths start from `folder`. */
type Layer = {
  readonly folder: string
  readonly get: (name: TextName) => Sourced<string> | undefined
}

/** The settings in force, from files that were read. */
export function settingsFrom(
  host: Host,
  globals: Globals,
  { files, mayMakeProfile = false }: { readonly files: Files; readonly mayMakeProfile?: boolean },
): Settings {
  const profile = profileOf(host, globals, files)
  if (!mayMakeProfile) refuseUnknown(profile, files)
  const layers = layersOf({ host, globals, files, profile })
  const all = (name: TextName): readonly Sourced<string>[] =>
    layers.flatMap((layer) => valueIn(host, layer, name) ?? [])
  const first = (name: TextName): Sourced<string> | undefined => all(name)[0]
  const embedded = all('baseUrl').find(({ value }) => embeddedFolder(value))
  const stored = files.user && storedKey(host, files.user, profile.value)
  const key = keyOption(globals) ?? keyOf(host, profile, stored)
  const baseUrl = first('baseUrl')
  refuseUnexpected(baseUrl, { host, globals })
  const { project } = files
  const isStoredUsed = stored && key?.value === stored.value && isFor(stored, baseUrl?.value ?? '')
  const announced = isStoredUsed && files.user ? profileIn(files.user, profile.value).announced : undefined
  const source = `${stored?.home}, as it announced at formctl login`
  const environment = first('environment') ?? sourced(announced?.environment, source)
  const isAnnounced = environment?.value === (announced?.environment ?? environment?.value)
  return {
    profile,
    baseUrl,
    isBaseUrlOfProject:
      project !== undefined &&
      [project.name, profileSource(project, profile.value)].includes(baseUrl?.source ?? ''),
    embedded: embedded && { ...embedded, value: embeddedFolder(embedded.value) ?? '' },
    environment,
    // It is a form of the environment that was announced with it.
    sourceForm: first('sourceForm') ?? (isAnnounced ? sourced(announced?.source_form, source) : undefined),
    caFile: first('caFile'),
    key,
    storedKey: stored,
    projectFile: { path: project?.name ?? projectFileName, isThere: project !== undefined },
    userFile: { path: userFilePlace(host).name, isThere: files.user !== undefined },
  }
}

/** Ends the run where the base URL is not the one that is expected, before anything is sent. */
function refuseUnexpected(
  baseUrl: Sourced<string> | undefined,
  { host, globals }: { readonly host: Host; readonly globals: Globals },
): void {
  const given =
    sourced(globals.expectBaseUrl, '--expect-base-url') ?? sourced(host.env[expectVariable], expectVariable)
  const expected = valueIn(host, { folder: '.', get: () => given }, 'baseUrl')
  if (!baseUrl || !expected || plainAddress(baseUrl.value) === plainAddress(expected.value)) return
  throw Failure.of('base-url-unexpected', { ...baseUrl, expected: expected.value, by: expected.source })
}

const plainAddress = (value: string): string =>
  /^https?:/i.test(value) ? (URL.parse(value)?.href ?? value).replace(/(?<!\/)\/+$/, '') : value

/** A setting of a layer, with absolute paths and without secrets. */
function valueIn({ files }: Host, { folder, get }: Layer, name: TextName): Sourced<string> | undefined {
  const setting = get(name)
  if (!setting) return undefined
  const { value } = setting
  if (name === 'caFile') return { ...setting, value: files.resolve(folder, value) }
  if (name !== 'baseUrl') return setting
  const dir = embeddedFolder(value)
  return { ...setting, value: dir ? `embedded:${files.resolve(folder, dir)}` : maskedAddress(value) }
}

type Files = { readonly project: ConfigFile | undefined; readonly user: ConfigFile | undefined }

type Loading = {
  readonly host: Host
  readonly globals: Globals
  readonly files: Files
  readonly profile: Sourced<string>
}

const byFlag = '--profile'
const byVariable = 'FORMCTL_PROFILE'
const byDefault = 'default'
const keyVariable = 'FORMCTL_API_KEY'

const expectVariable = 'FORMCTL_EXPECT_BASE_URL'

export const settingVariables = [
  keyVariable,
  byVariable,
  expectVariable,
  trustVariable,
  ...Object.values(texts).map(({ variable }) => variable),
]

// CI passes on a variable that is not set as an empty one.
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

function refuseUnknown({ value, source }: Sourced<string>, { project, user }: Files): void {
  const known = [project, user].flatMap((file) => Object.keys(file?.config.profiles ?? {}))
  if (value === 'default' || known.includes(value)) return
  const meant = nearest(value, known)?.word
  throw Failure.of('profile-unknown', { profile: value, source, known: [...new Set(known)], meant })
}

/** The sources of settings, strongest first. A profile ranks like the flag, variable or file that named it. */
function layersOf({ host, globals, files: { project, user }, profile }: Loading): readonly Layer[] {
  const flags: Layer = {
    folder: '.',
    get: (name) =>
      name === 'baseUrl' || name === 'environment' ? sourced(globals[name], texts[name].flag) : undefined,
  }
  const variables: Layer = {
    folder: '.',
    get: (name) => sourced(host.env[texts[name].variable], texts[name].variable),
  }
  const [inProject, inUser] = [profileLayer(project, profile.value), profileLayer(user, profile.value)]
  const [ofProject, ofUser] = [topLayer(project), topLayer(user)]
  if (profile.source === byFlag) return [flags, inProject, inUser, variables, ofProject, ofUser]
  if (profile.source === byVariable) return [flags, variables, inProject, inUser, ofProject, ofUser]
  return [flags, variables, inProject, ofProject, inUser, ofUser]
}

const none: Layer = { folder: '.', get: () => undefined }

const topLayer = (file: ConfigFile | undefined): Layer =>
  file ? { folder: file.folder, get: (name) => sourced(file.config[texts[name].key], file.name) } : none

const profileLayer = (file: ConfigFile | undefined, profile: string): Layer =>
  file
    ? {
        folder: file.folder,
        get: (name) => sourced(profileIn(file, profile)[texts[name].key], profileSource(file, profile)),
      }
    : none

const profileIn = ({ config: { profiles = {} } }: ConfigFile, name: string): Profile =>
  (Object.hasOwn(profiles, name) ? profiles[name] : undefined) ?? {}

const profileSource = ({ name: file }: ConfigFile, name: string): string => `profile ${name} in ${file}`

function keyOf(
  { env }: Host,
  profile: Sourced<string>,
  stored: KeySetting | undefined,
): KeySetting | undefined {
  const value = env[keyVariable]?.trim() ?? ''
  const advice = `Correct ${keyVariable}, or unset it.`
  const fromVariable: KeySetting | undefined =
    value === '' ? undefined : { value, source: keyVariable, advice, kind: 'key', isStored: false }
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
  const value = key?.trim() ?? command
  if (value === undefined) return undefined
  const home = valueIn(host, profileLayer(user, name), 'baseUrl') ?? valueIn(host, topLayer(user), 'baseUrl')
  const login = `formctl login${name === 'default' ? '' : ` --profile ${name}`}`
  return {
    value,
    ...(key === undefined
      ? {
          source: `api_key_command of ${source}`,
          advice: 'Let that command print a key of this service.',
          kind: 'command',
        }
      : { source, advice: `Store a key of this service with ${login}.`, kind: 'key' }),
    isStored: true,
    ...(home === undefined ? {} : { home: home.value }),
  }
}
