import { nearest } from '../form/words.ts'
import { Failure, type ExitCode } from '../failure/failure.ts'
import type { World } from '../server/world.ts'
import type { Environment, Store } from '../store/store.ts'
import { text, type Context } from './command.ts'
import { openExistingDataFolder } from './data-folder.ts'
import { holdsData } from './holds-data.ts'

/** Where a data folder is when nobody says. */
export const usualDataFolder = './formctl-data'

/** `--data <dir>`, of every command that works on a data folder that is there. */
export const dataOption = text(
  '--data <dir>',
  `the data folder (usually ${usualDataFolder}; where it is not there, that of embedded:<dir> in the settings)`,
)

/** Runs a command's work in a data folder that is there already, and closes it whatever comes. */
export async function inDataFolder(
  given: { readonly data: string | undefined },
  context: Context,
  work: (world: World) => Promise<ExitCode>,
): Promise<ExitCode> {
  const { world, close } = await openExistingDataFolder(
    context.host,
    given.data ?? (await ownFolder(context)),
  )
  try {
    return await work(world)
  } finally {
    await close()
  }
}

/** The usual folder, or the one that the settings name, where the usual one is not there. */
async function ownFolder({ host: { files }, terminal, settings }: Context): Promise<string> {
  if (await holdsData(files, usualDataFolder)) return usualDataFolder
  const { baseUrl } = await settings()
  const folder = /^embedded:(.+)$/s.exec(baseUrl?.value ?? '')?.[1]
  if (baseUrl === undefined || folder === undefined) return usualDataFolder
  if (await holdsData(files, folder))
    await terminal.say(`The data folder is ${folder}, from ${baseUrl.source}.`)
  return folder
}

/** The environment that --environment names, or every one. */
export async function namedEnvironments(
  { environments }: Store,
  { globals }: Context,
): Promise<readonly Environment[]> {
  const all = await environments.list()
  const { environment: id } = globals
  if (id === undefined) return all
  const named = all.filter((environment) => environment.id === id)
  if (named.length === 0) {
    const like = nearest(id, [...all.map((one) => one.id), ...all.map((one) => one.name)])?.word
    const meant = all.find((one) => one.id === like || one.name === like)?.id
    throw Failure.of('thing-unknown', { thing: 'environment', id, meant })
  }
  return named
}

/** The environment that --environment names, or the only one. */
export async function oneEnvironment(store: Store, context: Context): Promise<Environment> {
  const [first, second] = await namedEnvironments(store, context)
  if (!first) throw Failure.of('usage', { problem: 'There is no environment: formctl service env create.' })
  if (second)
    throw Failure.of('usage', {
      problem:
        'There is more than one environment: name one with --environment. formctl service env list shows them.',
    })
  return first
}
