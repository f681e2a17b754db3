import { Failure, ignoreFailure } from '../../failure/failure.ts'
import { distance, nearest } from '../../form/words.ts'
import { embeddedFolder } from '../../wire/wire.ts'
import type { Context, Globals } from '../command.ts'
import type { Profile } from '../generated/config.ts'
import type { Host } from '../host.ts'
import { warningLine } from '../terminal/terminal.ts'
import { maskedAddress } from './base-url.ts'
import { foldersUp, readProjectFile, readUserFile, type ConfigFile } from './config-file.ts'
import { isFor, keyOption } from './key.ts'
import {
  projectFileName,
  refuseKeyInSetting,
  trustVariable,
  userFilePlace,
  type KeySetting,
  type Settings,
  type Sourced,
} from './settings.ts'
import { waitVariables } from './waits.ts'

/** The settings in force. Only `login` may name a profile that does not exist yet. */
export async function loadSettings(
  host: Host,
  globals: Globals,
  { mayMakeProfile = false }: { readonly mayMakeProfile?: boolean } = {},
): Promise<Settings> {
  const files: Files = { project: await readProjectFile(host), user: await readUserFile(host) }
  return settingsFrom(host, globals, files, mayMakeProfile)
}

type Files = { readonly project: ConfigFile | undefined; readonly user: ConfigFile | undefined }

/** The name of the profile in force, whatever else is wrong in the settings. Fails with `profile-unknown`. */
export async function loadProfile({ host, globals }: Context, project?: ConfigFile): Promise<string> {
  const user = await readUserFile(host).catch((error: unknown) => ignoreFailure(error) ?? null)
  // A file of the user that cannot be used may have any profile.
  return profileFrom(host, globals, { project, user: user ?? undefined }, user === null).value
}

/** The settings with one text each: their flag, environment variable and key in settings files. */
const texts = {
  baseUrl: { flag: '--base-url', variable: 'FORMCTL_BASE_URL', key: 'base_url' },
  environment: { flag: '--environment', variable: 'FORMCTL_ENVIRONMENT_ID', key: 'environment' },
  sourceForm: { flag: undefined, variable: 'FORMCTL_SOURCE_FORM_ID', key: 'source_form' },
} as const

type TextName = keyof typeof texts

const profileFlag = '--profile'
const profileVariable = 'FORMCTL_PROFILE'
const keyVariable = 'FORMCTL_API_KEY'
const expectVariable = 'FORMCTL_EXPECT_BASE_URL'

/** The settings in force, from files that were read. */
export function settingsFrom(host: Host, globals: Globals, files: Files, mayMakeProfile = false): Settings {
  const { project, user } = files
  const profile = profileFrom(host, globals, files, mayMakeProfile)
  const layers = layersOf(host, globals, files, profile)
  const all = (name: TextName): readonly Sourced<string>[] =>
    layers.flatMap((layer) => valueIn(host, layer, name) ?? [])
  const first = (name: TextName): Sourced<string> | undefined => all(name)[0]
  const embedded = all('baseUrl').find(({ value }) => embeddedFolder(value))
  const stored = user && storedKey(host, user, profile.value)
  const key = keyOption(globals) ?? keyOf(host, profile, stored)
  const baseUrl = first('baseUrl')
  refuseUnexpected(baseUrl, host, globals)
  const isStoredUsed = stored && key?.value === stored.value && isFor(stored, baseUrl?.value ?? '')
  const announced = isStoredUsed && user ? profileIn(user, profile.value).announced : undefined
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
    key,
    storedKey: stored,
    projectFile: { path: project?.name ?? projectFileName, isThere: project !== undefined },
    userFile: { path: userFilePlace(host).name, isThere: user !== undefined },
  }
}

// CI passes on a variable that is not set as an empty one.
function sourced(value: string | undefined, source: string): Sourced<string> | undefined {
  if (value === undefined || value === '') return undefined
  refuseKeyInSetting({ value, source })
  return { value, source }
}

function profileFrom({ env }: Host, globals: Globals, files: Files, mayBeUnknown: boolean): Sourced<string> {
  const { project, user } = files
  const profile = sourced(globals.profile, profileFlag) ??
    sourced(env[profileVariable], profileVariable) ??
    sourced(project?.config.profile, project?.name ?? '') ??
    sourced(user?.config.profile, user?.name ?? '') ?? { value: 'default', source: 'default' }
  const { value, source } = profile
  const known = [project, user].flatMap((file) => Object.keys(file?.config.profiles ?? {}))
  if (mayBeUnknown || value === 'default' || known.includes(value)) return profile
  const meant = nearest(value, known)?.word
  throw Failure.of('profile-unknown', { profile: value, source, known: [...new Set(known)], meant })
}

/** Ends the run where the base URL is not the one that is expected, before anything is sent. */
function refuseUnexpected(baseUrl: Sourced<string> | undefined, host: Host, globals: Globals): void {
  const setting =
    sourced(globals.expectBaseUrl, '--expect-base-url') ?? sourced(host.env[expectVariable], expectVariable)
  const expected = valueIn(host, { folder: '.', get: () => setting }, 'baseUrl')
  const plainAddress = (value: string): string =>
    /^https?:/i.test(value) ? (URL.parse(value)?.href ?? value).replace(/(?<!\/)\/+$/, '') : value
  if (!baseUrl || !expected || plainAddress(baseUrl.value) === plainAddress(expected.value)) return
  throw Failure.of('base-url-unexpected', { ...baseUrl, expected: expected.value, by: expected.source })
}

/** The settings of one source; relative paths start from `folder`. */
type Layer = {
  readonly folder: string
  readonly get: (name: TextName) => Sourced<string> | undefined
}

/** The sources of settings, strongest first. A profile ranks like the flag, variable or file that named it. */
function layersOf(
  host: Host,
  globals: Globals,
  { project, user }: Files,
  profile: Sourced<string>,
): readonly Layer[] {
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
  if (profile.source === profileFlag) return [flags, inProject, inUser, variables, ofProject, ofUser]
  if (profile.source === profileVariable) return [flags, variables, inProject, inUser, ofProject, ofUser]
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

/** A setting of a layer, with absolute paths and without secrets. */
function valueIn({ files }: Host, { folder, get }: Layer, name: TextName): Sourced<string> | undefined {
  const setting = get(name)
  if (!setting) return undefined
  const { value } = setting
  if (name !== 'baseUrl') return setting
  const dir = embeddedFolder(value)
  return { ...setting, value: dir ? `embedded:${files.resolve(folder, dir)}` : maskedAddress(value) }
}

function keyOf(
  { env }: Host,
  profile: Sourced<string>,
  stored: KeySetting | undefined,
): KeySetting | undefined {
  const value = env[keyVariable]?.trim() ?? ''
  const advice = `Correct ${keyVariable}, or unset it.`
  const fromVariable: KeySetting | undefined =
    value === '' ? undefined : { value, source: keyVariable, advice, kind: 'key', isStored: false }
  return profile.source === profileFlag ? (stored ?? fromVariable) : (fromVariable ?? stored)
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
    home: home?.value,
  }
}

/**
 * The variables that formctl reads. FORMCTL_VAR_<NAME> is left out, since a spec may use any name, and so is
 * FORMCTL_SERVE_<OPTION>, since `serve` itself refuses unknown ones.
 */
export const variables: readonly string[] = [
  keyVariable,
  profileVariable,
  expectVariable,
  trustVariable,
  ...Object.values(texts).map(({ variable }) => variable),
  ...waitVariables,
  'FORMCTL_DEBUG',
  'FORMCTL_NO_ENGINE',
  'FORMCTL_REDACT_KEY',
  'FORMCTL_STORE',
]

/** The variables and files that look like settings and are not read, and the name that was meant. */
export async function nearMisses({
  env,
  files,
}: Pick<Host, 'env' | 'files'>): Promise<readonly { readonly name: string; readonly meant: string }[]> {
  const misses = Object.keys(env)
    .filter(
      (name) => /^FORMCTL(?!_(VAR|SERVE)_)/i.test(name) && !variables.includes(name) && env[name] !== '',
    )
    .flatMap((name) => {
      const meant = variables.find((known) => isLike(name.toUpperCase(), known))
      return meant === undefined ? [] : [{ name, meant }]
    })
  const isFile = async (folder: string, name: string): Promise<boolean> =>
    (await files.kind(files.resolve(folder, name)).catch(() => undefined)) === 'file'
  for (const { folder, up } of foldersUp(files)) {
    for (const name of ['formctl.yml', '.formctl.yaml', '.formctl.yml'])
      if (await isFile(folder, name)) misses.push({ name: `${up}${name}`, meant: projectFileName })
    if (await isFile(folder, projectFileName)) break
  }
  return misses
}

const isLike = (name: string, known: string): boolean =>
  distance(name.replaceAll('_', ''), known.replaceAll('_', '')) <= 2 ||
  `${name}_ID` === known ||
  name === known.replace(/_(API|BASE)_/, '_')

export async function reportNearMisses({
  host,
  terminal,
}: Pick<Context, 'host' | 'terminal'>): Promise<void> {
  for (const { name, meant } of await nearMisses(host))
    await terminal.info(warningLine(`${name} is not read: the right name is ${meant}.`, terminal))
}
