import { Failure, misuse, type ExitStatus } from '../../failure/failure.ts'
import type { PublishedForm } from '../../form/form.ts'
import { nearest } from '../../form/words.ts'
import type { ServerDeps } from '../../server/server.ts'
import type { Environment } from '../../store/store.ts'
import { embeddedFolder } from '../../wire/wire.ts'
import {
  defineCommand,
  isForPeople,
  type Action,
  type Context,
  type Options,
  type OptionValues,
} from '../command.ts'
import {
  dataOptions,
  dataPlaceOf,
  dataWords,
  openExistingDataFolder,
  type DataOptions,
} from '../settings/open-data-folder.ts'

/** `writes`: whether the command changes the data; only then is a folder of an older version brought up to date. */
type CommandTexts = Pick<Action, 'description' | 'examples'> &
  Partial<Pick<Action, 'args' | 'requires'>> & { readonly writes?: boolean }

/** `inData`: the options that named the data folder, to be repeated in advice. */
export type FolderContext = Context & { readonly inData: string }

/** A command's own arguments and options, in an open data folder. */
type Work<O extends Options> = (
  deps: ServerDeps,
  input: {
    /** The first argument. */
    readonly word: string | undefined
    readonly words: readonly string[]
    readonly options: OptionValues<O>
  },
  context: FolderContext,
) => Promise<ExitStatus | void>

/** The data folder of a run, by its options or settings. */
export async function namedFolder(context: Context, options: DataOptions): ReturnType<typeof dataPlaceOf> {
  const { baseUrl } = context.globals
  const place = await dataPlaceOf(context, options)
  const isNamed = options.data !== undefined || place.store !== undefined
  if (!isNamed && baseUrl !== undefined && embeddedFolder(baseUrl) === undefined)
    throw misuse(
      'formctl service works on a data folder of this machine, and --base-url names no folder: name one with --data.',
    )
  return place
}

/** Opens the data folder, works in it, and closes it at the end. */
export async function inFolder<Result>(
  context: Context,
  options: DataOptions,
  work: (deps: ServerDeps) => Promise<Result>,
  writes = false,
): Promise<Result> {
  const { host, terminal } = context
  const { folder, source, store } = await namedFolder(context, options)
  const { deps, close } = await openExistingDataFolder(host, folder, { store, writes })
  try {
    if (source !== undefined) await terminal.info(`The data folder is ${folder}, from ${source}.`)
    return await work(deps)
  } finally {
    await close()
  }
}

/** A command on an existing data folder; it may have options besides --data. */
export const onFolder = <O extends Options = Readonly<Record<never, never>>>(
  { options, writes = false, ...texts }: CommandTexts & { readonly options?: O },
  work: Work<O>,
): Action<typeof dataOptions> =>
  defineCommand({
    ...texts,
    options: { ...dataOptions, ...options },
    run: async ({ args: words, options: given }, context) => {
      const inData = dataWords(given, context)
      // Each declared option has its value.
      const input = { word: words[0], words, options: given as OptionValues<O> }
      const status = await inFolder(
        context,
        given,
        (deps) => work(deps, input, { ...context, inData }),
        writes,
      )
      return status ?? 0
    },
  })

/** Prints a secret that is shown only once. If it cannot be printed nobody has seen it, so it is made useless: `undo` says what that was. */
export async function showOnce(
  { terminal, globals }: Context,
  { json, secret }: { readonly json: object; readonly secret: string },
  undo: () => Promise<string>,
): Promise<void> {
  try {
    if (globals.output === 'json') await terminal.printJson({ schema_version: 1, ...json })
    else await terminal.print(`${secret}\n`)
  } catch (error) {
    await terminal.warn(await undo())
    throw error
  }
}

export async function formNamed({ store }: ServerDeps, id: string): Promise<PublishedForm> {
  const form = await store.forms.get(id)
  if (!form) throw Failure.of('thing-unknown', { thing: 'form', id })
  return form
}

/** Cells that name an environment; empty, so that a list for people has no such column, where there is only one. */
export const environmentCells = (all: readonly Environment[], context: Context) => (id: string) =>
  all.length > 1 || !isForPeople(context) ? id : ''

/** The environment of --environment, or all. */
export async function environmentsOf(
  { store }: ServerDeps,
  { globals: { environment: id } }: Context,
): Promise<readonly Environment[]> {
  const all = await store.environments.list()
  if (id === undefined) return all
  const named = all.filter((environment) => environment.id === id)
  if (named.length > 0) return named
  const near = nearest(id, [...all.map((one) => one.id), ...all.map((one) => one.name)])?.word
  const meant = all.find((one) => one.id === near || one.name === near)?.id
  throw Failure.of('thing-unknown', { thing: 'environment', id, meant })
}

/** The environment of --environment, or the only one. */
export async function oneEnvironment(deps: ServerDeps, context: FolderContext): Promise<Environment> {
  const [first, second] = await environmentsOf(deps, context)
  if (!first)
    throw misuse(`There is no environment: formctl service env create <name>${context.inData} makes one.`)
  if (second)
    throw misuse(
      `There is more than one environment: name one with --environment. formctl service env list${context.inData} shows them.`,
    )
  return first
}
