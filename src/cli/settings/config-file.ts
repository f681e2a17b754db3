import { Failure } from '../../failure.ts'
import type { Path } from '../../form/path.ts'
import { childOf, isKeyed, valueAt } from '../../form/value.ts'
import type { Config } from '../generated/config.ts'
import type { Host } from '../host.ts'
import { problemsOf } from './config-problems.ts'
import type { ConfigPlace, ReadConfig } from './read-config.ts'

/** A settings file that was read and makes sense. */
export type ConfigFile = ConfigPlace & Pick<ReadConfig, 'lineOf'> & { readonly config: Config }

/** The name of the project file. */
export const projectFileName = 'formctl.yaml'

/** The project file of the working folder: there, or in the nearest folder above. */
async function findProjectFile({ files }: Host): Promise<ConfigPlace | undefined> {
  let [folder, up] = [files.resolve('.'), '']
  for (;;) {
    const path = files.resolve(folder, projectFileName)
    // A folder above that may not be looked into holds no file for us.
    if ((await files.kind(path).catch(() => 'missing')) === 'file')
      return { path, folder, name: `${up}${projectFileName}` }
    const parent = files.resolve(folder, '..')
    if (parent === folder) return undefined
    folder = parent
    up += '../'
  }
}

/** Where the user's own settings are. */
export const userFilePlace = ({ files, configFolder }: Host): ConfigPlace => {
  const path = files.resolve(configFolder, 'config.yaml')
  return { path, name: path, folder: configFolder }
}

/** The project file, read; it holds no key and runs no command, since others may have written it. */
export async function readProjectFile(host: Host): Promise<ConfigFile | undefined> {
  const place = await findProjectFile(host)
  if (!place) return undefined
  const config = await readPlace(host, place)
  refuseTrust(host, place, config)
  const secret = secretIn(config.value)
  if (!secret) return checked(place, config)
  const line = `line ${config.lineOf(secret.path)} holds an ${secret.isCommand ? 'api_key_command' : 'API key'}`
  const problem = !secret.isCommand
    ? `${line}. A project file is shared, so it never holds a key: remove the line, have the key replaced if others saw it, and run formctl login.`
    : `${line}. A file that comes with a project must not run commands: move it to ${userFilePlace(host).name}.`
  throw Failure.of('config-invalid', { path: place.name, problem })
}

/** Whom to trust is for each person to say: who wrote the project could read along otherwise. */
function refuseTrust(host: Host, { name }: ConfigPlace, { value, lineOf }: ReadConfig): void {
  const place = placesIn(value).find((path) => valueAt(value, [...path, 'ca_file']) !== undefined)
  if (!place) return
  const problem = `line ${lineOf([...place, 'ca_file'])} holds a ca_file. A file that comes with a project must not say whom to trust: move it to ${userFilePlace(host).name}, or set FORMCTL_CA_FILE.`
  throw Failure.of('config-invalid', { path: name, problem })
}

/** The user's file, read; one with a key must be the user's alone. */
export async function readUserFile(host: Host): Promise<ConfigFile | undefined> {
  const place = userFilePlace(host)
  if ((await host.files.kind(place.path)) === 'missing') return undefined
  const config = await readPlace(host, place)
  if (secretIn(config.value)) await refuseShared(host, place)
  const file = checked(place, config)
  if (file.config.rules === undefined) return file
  const problem = `line ${file.lineOf(['rules'])}: rules hold for a project and all who work on it. Move them to its ${projectFileName}.`
  throw Failure.of('config-invalid', { path: place.name, problem })
}

/** Refuses a file for keys that others can read or change. */
async function refuseShared({ files, platform }: Host, { path, name }: ConfigPlace): Promise<void> {
  const access = await files.access(path)
  // Windows has no such bits; there the folder of a user is closed to others.
  if (!access || platform === 'win32') return
  const problem = access.isLink
    ? 'it is a symbolic link, and keys must stand in a file of their own. Put the file itself there.'
    : !access.isOwn
      ? 'it is for keys, but belongs to another user. Make it your own with chown.'
      : (access.mode & 0o077) !== 0
        ? `it is for keys, but others may open it. Run chmod 600 ${name}.`
        : undefined
  if (problem !== undefined) throw Failure.of('config-invalid', { path: name, problem })
}

// A run without settings files starts without the library that reads them.
const readPlace = async (host: Host, place: ConfigPlace): Promise<ReadConfig> =>
  (await import('./read-config.ts')).readConfig(host, place)

/** Where settings can stand: at the top, and in each profile. */
function placesIn(value: unknown): readonly Path[] {
  const profiles = childOf(value, 'profiles')
  return [[], ...(isKeyed(profiles) ? Object.keys(profiles) : []).map((name) => ['profiles', name])]
}

type Secret = { readonly path: Path; readonly isCommand: boolean }

/** The first key, or command for one, wherever it stands and however its name is spelt. */
function secretIn(value: unknown): Secret | undefined {
  for (const place of placesIn(value))
    for (const [name, held] of Object.entries(Object(valueAt(value, place)))) {
      const isCommand = /^api[-_]?key[-_]?command$/i.test(name)
      if (isCommand || /^api[-_]?key$/i.test(name) || (typeof held === 'string' && isKeyLike.test(held)))
        return { path: [...place, name], isCommand }
    }
  return undefined
}

// A key as our own service makes them, under whatever name.
const isKeyLike = /^fctl_[\w-]{8,}$/

function checked(place: ConfigPlace, { value, lineOf }: ReadConfig): ConfigFile {
  const problem = problemsOf(value)
    .map(({ path, sentence }) => ({ line: lineOf(path), sentence }))
    .toSorted((a, b) => a.line - b.line)
    .map(({ line, sentence }) => `line ${line}: ${sentence}`)
    .join(' ')
  if (problem !== '') throw Failure.of('config-invalid', { path: place.name, problem })
  // The validator has just proved it.
  return { ...place, config: value as Config, lineOf }
}
