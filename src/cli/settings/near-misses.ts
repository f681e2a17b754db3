import { distance } from '../../form/words.ts'
import type { Context } from '../command.ts'
import type { Host } from '../host.ts'
import { warningLine } from '../terminal/message-lines.ts'
import { foldersUp } from './config-file.ts'
import { settingVariables } from './load.ts'
import { projectFileName } from './settings.ts'
import { waitVariables } from './waits.ts'

/**
 * The variables that formctl reads. FORMCTL_VAR_<NAME> is left out, since a spec may use any name, and so is
 * FORMCTL_SERVE_<OPTION>, since `serve` itself refuses unknown ones.
 */
export const variables: readonly string[] = [...settingVariables, ...waitVariables].concat(
  'FORMCTL_DEBUG',
  'FORMCTL_NO_ENGINE',
  'FORMCTL_REDACT_KEY',
  'FORMCTL_STORE',
)

/** The names of a variable or file that is not read, and of the one that was meant. */
export type NearMiss = { readonly name: string; readonly meant: string }

/** The variables and files that look like settings and are not read. */
export async function nearMisses({ env, files }: Pick<Host, 'env' | 'files'>): Promise<readonly NearMiss[]> {
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

/** Reports them, though not with --quiet. */
export async function sayNearMisses({ host, terminal }: Pick<Context, 'host' | 'terminal'>): Promise<void> {
  for (const { name, meant } of await nearMisses(host))
    await terminal.info(warningLine(`${name} is not read: the right name is ${meant}.`, terminal))
}
