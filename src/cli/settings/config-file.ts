import { Failure } from '../../failure/failure.ts'
import { holdsApiKey } from '../../form/api-key.ts'
import { shapeProblems, unknownKey, type ValueProblem } from '../../form/shape-problems.ts'
import { childOf, isObject, pathText, valueAt, type Path, type ShapeError } from '../../form/value.ts'
import type { SetSeverity } from '../../authoring/authoring.ts'
import { embeddedFolder } from '../../wire/wire.ts'
import type { Config } from '../generated/config.ts'
import type { Host } from '../host.ts'
import type { ReadConfig, readConfig } from './config-yaml.ts'
import { projectFileName, trustVariable, userFilePlace, type ConfigPlace } from './settings.ts'

export type ConfigFile = ConfigPlace & { readonly config: Config }

/** The project file: in the working folder, or in the nearest folder above it. */
export async function findProjectFile({ files }: Pick<Host, 'files'>): Promise<ConfigPlace | undefined> {
  for (const { folder, up } of foldersUp(files)) {
    const path = files.resolve(folder, projectFileName)
    const place = { path, folder, name: `${up}${projectFileName}` }
    if (await isThere(files, place)) return place
  }
  return undefined
}

/** The working folder and all above it; `up` is the relative path to each. */
export function* foldersUp({
  resolve,
}: Pick<Host['files'], 'resolve'>): Iterable<{ folder: string; up: string }> {
  for (let [folder, up] = [resolve('.'), '']; ;) {
    yield { folder, up }
    const parent = resolve(folder, '..')
    if (parent === folder) return
    ;[folder, up] = [parent, `${up}../`]
  }
}

/** Whether there is a project file. A folder of that name is refused, as its settings would silently not apply. */
async function isThere(files: Host['files'], { path, name }: ConfigPlace): Promise<boolean> {
  // A folder above that cannot be read is taken to hold none.
  const kind = await files.kind(path).catch(() => undefined)
  if (kind === 'folder' || kind === 'other')
    throw Failure.of('config-invalid', {
      path: name,
      problem: `it is ${kind === 'folder' ? 'a folder' : 'no ordinary file'}, and the settings of a project are a file. Put one there, or remove it.`,
    })
  // A broken link fails when it is read, which names its target.
  return (
    kind === 'file' || (kind === 'missing' && (await files.access(path).catch(() => undefined)) !== undefined)
  )
}

/** Reads the project file. It may hold no key and no command, as others may have written it. */
export async function readProjectFile(host: Host): Promise<ConfigFile | undefined> {
  const place = await findProjectFile(host)
  if (!place) return undefined
  await refuseForeign(host, place)
  const problemsIn = async (value: unknown): Promise<readonly ValueProblem[]> => [
    ...firstOfPath([
      ...secretsIn(value, host),
      ...trustIn(value, place.folder, host),
      ...(await problemsOf(value, 'project')),
    ]),
    // Most runs have no rules, and need not load the table of codes.
    ...(isObject(childOf(value, 'rules')) ? (await import('./config-faults.ts')).ruleProblems(value) : []),
  ]
  const read = await readPlace(host, place, problemsIn)
  refuseKeyInText(place, read)
  // The validator has checked the shape.
  return { ...place, config: read.value as Config }
}

/** Refuses a file of another user, as in a folder above that others write to: its author could have keys and forms sent anywhere. */
async function refuseForeign(
  { files, env, platform }: Host,
  { path, name, folder }: ConfigPlace,
): Promise<void> {
  if (platform === 'win32' || env[trustVariable] === folder) return
  if ((await files.access(path))?.isTrusted !== false) return
  throw Failure.of('config-invalid', {
    path: name,
    problem: `it belongs to another user, who could have your API key sent anywhere. If you trust that user, set ${trustVariable}=${folder}, or make it your own with chown.`,
  })
}

/** Refuses a key anywhere else in the file: in a profile's name, an address or a comment. */
function refuseKeyInText({ name }: ConfigPlace, { bytes }: ReadConfig): void {
  const at = new TextDecoder().decode(bytes).split('\n').findIndex(holdsApiKey)
  if (at === -1) return
  throw Failure.of('config-invalid', { path: name, problem: `line ${at + 1}: ${keyInProject}` })
}

/** The first problem of each place: a secret is not reported as an unknown setting as well. */
const firstOfPath = (problems: readonly ValueProblem[]): readonly ValueProblem[] => [
  ...new Map(problems.toReversed().map((problem) => [problem.path.join('\n'), problem])).values(),
]

/** Data out of its folder, which only a user may choose: a file that comes with a project must not write to other data. */
const trustIn = (value: unknown, folder: string, host: Host): readonly ValueProblem[] =>
  placesIn(value).flatMap((place) => {
    const path = place.concat('base_url')
    const dir = embeddedFolder(String(valueAt(value, path)))
    if (dir === undefined || host.files.leadsInto(folder, host.files.resolve(folder, dir))) return []
    const sentence =
      'base_url leads out of the project. A file that comes with a project must not choose other data: name the folder with --base-url or FORMCTL_BASE_URL.'
    return { path, sentence }
  })

/** Reads the user's file. If it holds a key, nobody else may have access to it. */
export async function readUserFile(host: Host): Promise<ConfigFile | undefined> {
  const place = userFilePlace(host)
  if ((await host.files.kind(place.path)) === 'missing') return undefined
  const problemsIn = async (value: unknown): Promise<readonly ValueProblem[]> => {
    if (secretsIn(value, host).length > 0) await refuseShared(host, place)
    const problems = await problemsOf(value, 'user')
    const vars = placesIn(value).map((at) => at.concat('vars'))
    const misplaced = [['project'], ['forms'], ['ignore'], ['rules'], ...vars.slice(1)]
      .filter((path) => valueAt(value, path) !== undefined)
      .map((path) => ({
        path,
        sentence: `only a project can have ${path.at(-1)}. Move it to the ${projectFileName} of one.`,
      }))
    return [...problems, ...misplaced]
  }
  const { value } = await readPlace(host, place, problemsIn)
  // The validator has checked the shape.
  return { ...place, config: value as Config }
}

/** Refuses a file for keys that others can read or change. */
async function refuseShared({ files, platform }: Host, { path, name }: ConfigPlace): Promise<void> {
  const access = await files.access(path)
  // Windows has no mode bits; other users cannot open the user's folder there.
  if (!access || platform === 'win32') return
  const problem = access.isLink
    ? 'it is a symbolic link, and keys must be in a file of their own. Put the file itself there.'
    : !access.isOwn
      ? 'it is for keys, but belongs to another user. Make it your own with chown.'
      : (access.mode & 0o077) !== 0
        ? `it is for keys, but others may open it. Run chmod 600 ${name}.`
        : undefined
  if (problem !== undefined) throw Failure.of('config-invalid', { path: name, problem })
}

// A run without settings files does not load the YAML library.
const readPlace: typeof readConfig = async (...of) => (await import('./config-yaml.ts')).readConfig(...of)

/** The paths that can hold settings: the top level and each profile. */
function placesIn(value: unknown): readonly Path[] {
  const profiles = childOf(value, 'profiles')
  return [[], ...(isObject(profiles) ? Object.keys(profiles) : []).map((name) => ['profiles', name])]
}

/** Finds API keys and commands for them, in any spelling of the name. */
function secretsIn(value: unknown, host: Host): readonly ValueProblem[] {
  return placesIn(value).flatMap((place) =>
    Object.entries(Object(valueAt(value, place))).flatMap(([name, setting]) => {
      const path = [...place, name]
      if (/^api[-_]?key[-_]?command$/i.test(name))
        return [
          {
            path,
            sentence: `there is an api_key_command here. A file that comes with a project must not run commands: move it to ${userFilePlace(host).name}.`,
          },
        ]
      return /^api[-_]?key$/i.test(name) || (typeof setting === 'string' && holdsApiKey(setting))
        ? [{ path, sentence: keyInProject }]
        : []
    }),
  )
}

const keyInProject =
  'there is an API key here. A project file is shared, so it never holds a key: remove the line, have the key replaced if others saw it, and run formctl login.'

/** The severities that the project sets, by code. */
export const readSeverities = async (host: Host): Promise<ReadonlyMap<string, SetSeverity>> =>
  new Map(Object.entries((await readProjectFile(host))?.config.rules ?? {}))

/** Whose file it is: that of a project holds no keys, that of a user no rules. */
type Owner = 'project' | 'user'

/** Everything that breaks the schema of a settings file. */
async function problemsOf(value: unknown, owner: Owner): Promise<readonly ValueProblem[]> {
  const { validateConfig } = await import('../generated/validate-config.js')
  if (validateConfig(value)) return []
  return shapeProblems(value, validateConfig.errors, (error, path) => ownSentence(error, path, owner))
}

const placeKeys = ['base_url', 'environment', 'source_form']
const topKeys = {
  project: ['project', 'profile', ...placeKeys, 'forms', 'ignore', 'rules', 'profiles'],
  user: ['profile', ...placeKeys, 'profiles'],
}
const profileKeys = {
  project: [...placeKeys, 'vars'],
  user: [...placeKeys, 'api_key', 'api_key_command'],
}

/** What is meant by a key depends on whose file it is. */
function ownSentence({ keyword }: ShapeError, path: Path, owner: Owner): string | undefined {
  const key = String(path.at(-1))
  if (keyword === 'propertyNames')
    return `a profile cannot be named ${key.length > 30 ? 'a long name' : `"${key}"`}. Use letters, digits, dots, - and _.`
  if (keyword === 'oneOf')
    return `${pathText(path)} names no file. Write a path, a folder or a pattern${path.length > 2 || key === 'ignore' ? ', or a list of them' : ', or an entry with path:'}.`
  if (keyword === 'type' && path.length === 1 && key === 'forms')
    return 'forms is not a list. Write it as in forms: [forms].'
  if (keyword !== 'additionalProperties' || path[0] === 'forms') return undefined
  if (/^ur[il]$/i.test(key)) return `"${key}" has no meaning here. Did you mean base_url?`
  return path.length === 1 && profileKeys[owner].includes(key)
    ? `${key} belongs in a profile: profiles.default.${key}.`
    : unknownKey(path, (path.length === 1 ? topKeys : profileKeys)[owner])
}
