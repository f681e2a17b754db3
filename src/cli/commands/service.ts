import { Failure, misuse } from '../../failure/failure.ts'
import { componentTypes } from '../../form/components.ts'
import type { PublishedComponent } from '../../form/form.ts'
import { nearest } from '../../form/words.ts'
import { createEnvironment, createKey } from '../../server/provision.ts'
import type { World } from '../../server/server.ts'
import type { Environment, StoredKey } from '../../store/store.ts'
import { embeddedFolder } from '../../wire/wire.ts'
import { defineCommand, flag, printResult, type Action, type Context } from '../command.ts'
import { dataOptions, dataPlaceOf, dataWords, openExistingDataFolder } from '../settings/open-data-folder.ts'
import { fitName } from '../option-values.ts'
import { confirm } from '../terminal/ask.ts'

const options = dataOptions

type Given = { readonly data: string | undefined; readonly store: string | undefined }

type About = Pick<Action, 'description' | 'examples'> & Partial<Pick<Action, 'args'>>
/** `inData`: the options that named the data folder, for a piece of advice. */
type FolderContext = Context & { readonly inData: string }
type Work = (world: World, word: string | undefined, context: FolderContext) => Promise<void>

/** Opens the data folder, works in it, and closes it at the end. */
async function inFolder<Result>(
  context: Context,
  given: Given,
  work: (world: World) => Promise<Result>,
): Promise<Result> {
  const { host, terminal, globals } = context
  const { folder, source, store } = await dataPlaceOf(context, given)
  const isNamed = given.data !== undefined || store !== undefined
  if (!isNamed && globals.baseUrl !== undefined && embeddedFolder(globals.baseUrl) === undefined)
    throw misuse(
      'formctl service works on a data folder of this machine, and --base-url names no folder: name one with --data.',
    )
  const { world, close } = await openExistingDataFolder(host, folder, store)
  try {
    if (source !== undefined) await terminal.say(`The data folder is ${folder}, from ${source}.`)
    return await work(world)
  } finally {
    await close()
  }
}

/** A command on an existing data folder. */
const onFolder = (about: About, work: Work): Action<typeof options> => ({
  args: [],
  ...about,
  options,
  outputs: ['table', 'json'],
  run: async ({ args: [word], options: given }, context) => {
    const inData = dataWords(given, context.globals)
    await inFolder(context, given, (world) => work(world, word, { ...context, inData }))
    return 0
  },
})

/** The environment of --environment, or all. */
async function environmentsOf(
  { store }: World,
  { globals: { environment: id } }: Context,
): Promise<readonly Environment[]> {
  const all = await store.environments.list()
  if (id === undefined) return all
  const named = all.filter((environment) => environment.id === id)
  if (named.length > 0) return named
  const like = nearest(id, [...all.map((one) => one.id), ...all.map((one) => one.name)])?.word
  const meant = all.find((one) => one.id === like || one.name === like)?.id
  throw Failure.of('thing-unknown', { thing: 'environment', id, meant })
}

/** The environment of --environment, or the only one. */
async function oneEnvironment(world: World, context: FolderContext): Promise<Environment> {
  const [first, second] = await environmentsOf(world, context)
  if (!first)
    throw misuse(`There is no environment: formctl service env create <name>${context.inData} makes one.`)
  if (second)
    throw misuse(
      `There is more than one environment: name one with --environment. formctl service env list${context.inData} shows them.`,
    )
  return first
}

const keysOf = async ({ store }: World, environments: readonly Environment[]): Promise<StoredKey[]> =>
  (await Promise.all(environments.map(({ id }) => store.keys.list(id)))).flat()

function withoutHash(stored: StoredKey): Omit<StoredKey, 'hash'> {
  const { hash: _, ...key } = stored
  return key
}

const formId = [{ name: '<id>', summary: 'the id of the form, as formctl service form list shows it' }]

/** The commands on a data folder, by their words after `service`. */
export const serviceCommands = {
  'env create': onFolder(
    {
      description:
        'Creates an environment with the starter source forms. It has no API key yet: create one with formctl service key create.',
      args: [{ name: '<name>', summary: 'the name of the environment' }],
      examples: [
        {
          command: 'formctl service env create staging',
          shows: 'creates an environment, and shows its id and its source form',
        },
      ],
    },
    async (world, word = '', context) => {
      const name = fitName(word, 'an environment')
      const namesake = (await world.store.environments.list()).find((one) => one.name === name)
      if (namesake)
        throw misuse(
          `There is an environment ${name} already, with the id ${namesake.id}: choose another name.`,
        )
      const { environment, sourceFormId } = await createEnvironment(world, name)
      const { id } = environment
      await printResult(context, { environment, sourceFormId }, [
        ['environment', { text: 'name' }, 'source form'],
        [id, name, sourceFormId],
      ])
      await context.terminal.say(
        `It has no API key yet. To make one:\n  formctl service key create${context.inData} --environment ${id}`,
      )
    },
  ),

  'env list': onFolder(
    {
      description: 'Lists the environments of a data folder, oldest first.',
      examples: [{ command: 'formctl service env list', shows: 'each environment and when it was created' }],
    },
    async ({ store }, _, context) => {
      const environments = await store.environments.list()
      await printResult(context, { environments }, [
        ['environment', { text: 'name' }, 'created'],
        ...environments.map(({ id, name, createdAt }) => [id, name, createdAt]),
      ])
    },
  ),

  'key create': onFolder(
    {
      description:
        'Creates an API key and prints it. It is shown only now: the data folder keeps only its hash.',
      args: [{ name: '[name]', summary: 'what the key is for' }],
      examples: [
        { command: 'formctl service key create ci', shows: 'creates a key and shows it once' },
        {
          command: 'formctl service key create ci --quiet > key.txt',
          shows: 'writes the key to a file, for --api-key-file',
        },
      ],
    },
    async (world, word = 'unnamed', context) => {
      const { terminal, globals } = context
      const name = fitName(word, 'a key')
      const environment = await oneEnvironment(world, context)
      const { apiKey, stored } = await createKey(world, { environmentId: environment.id, name })
      try {
        if (globals.output === 'json')
          await terminal.printJson({ schema_version: 1, key: withoutHash(stored), apiKey })
        else await terminal.print(`${apiKey}\n`)
      } catch (error) {
        // Nobody has seen the key, so nobody can use it.
        await world.store.keys.revoke(stored.id, world.now())
        await terminal.warn(
          `The key ${stored.id} of environment ${environment.name} could not be shown, so it was revoked.`,
        )
        throw error
      }
      await terminal.say(
        `This key of environment ${environment.name} is shown only now: keep it where no one else reads. To take it back:\n  formctl service key revoke ${stored.id}${context.inData}`,
      )
    },
  ),

  'key list': onFolder(
    {
      description:
        'Lists the API keys of one environment or of all, oldest first, including revoked ones. Only the first characters of a key are known.',
      examples: [
        { command: 'formctl service key list', shows: 'each key, its environment and whether it is revoked' },
      ],
    },
    async (world, _, context) => {
      const keys = await keysOf(world, await environmentsOf(world, context))
      await printResult(context, { keys: keys.map(withoutHash) }, [
        ['id', { text: 'name' }, 'key', 'environment', { below: 'created' }, { below: 'revoked' }],
        ...keys.map(({ id, name, prefix, environmentId, createdAt, revokedAt = '' }) => [
          id,
          name,
          `${prefix}…`,
          environmentId,
          createdAt,
          revokedAt,
        ]),
      ])
    },
  ),

  'key revoke': onFolder(
    {
      description:
        'Revokes an API key: a running service refuses it from the next call on. Revoking it again changes nothing.',
      args: [{ name: '<id>', summary: 'the id of the key, as formctl service key list shows it' }],
      examples: [{ command: 'formctl service key revoke clx…', shows: 'revokes the key' }],
    },
    async (world, id = '', { terminal, globals }) => {
      const isNew = await world.store.keys.revoke(id, world.now())
      const keys = await keysOf(world, await world.store.environments.list())
      const key = keys.find((one) => one.id === id)
      if (!key) throw Failure.of('thing-unknown', { thing: 'API key', id })
      if (globals.output === 'json') await terminal.printJson({ schema_version: 1, key: withoutHash(key) })
      const what = `The key ${key.name} (${key.prefix}…)`
      await terminal.say(isNew ? `${what} is revoked.` : `${what} was revoked before, at ${key.revokedAt}.`)
    },
  ),

  'form list': onFolder(
    {
      description:
        'Lists the forms of one environment or of all, oldest first, with the number of their responses. Deleted forms are left out.',
      examples: [{ command: 'formctl service form list', shows: 'each form and how many responses it has' }],
    },
    async (world, _, context) => {
      const forms = []
      for (const { id: environmentId } of await environmentsOf(world, context))
        for (const form of await world.store.forms.list(environmentId)) forms.push({ ...form, environmentId })
      await printResult(context, { forms }, [
        ['id', { text: 'name' }, { below: 'environment' }, 'complete', 'partial', { below: 'created' }],
        ...forms.map(({ id, name, environmentId, complete, partial, createdAt }) => [
          id,
          name,
          environmentId,
          String(complete),
          String(partial),
          createdAt,
        ]),
      ])
    },
  ),

  'form show': onFolder(
    {
      description:
        'Shows the steps and components of a form with the ids of its questions, even if the form is deleted. -o json also shows its look.',
      args: formId,
      examples: [
        { command: 'formctl service form show clx…', shows: 'its components' },
        { command: 'formctl service form show clx… --output json', shows: 'the whole form' },
      ],
    },
    async ({ store }, id = '', context) => {
      const form = await store.forms.get(id)
      if (!form) throw Failure.of('thing-unknown', { thing: 'form', id })
      const { name, createdAt, deletedAt, environmentId, steps } = form
      const deleted = deletedAt === undefined ? '' : `, deleted ${deletedAt}`
      if (context.globals.output !== 'json')
        await context.terminal.say(`${name}, made ${createdAt}${deleted}, in environment ${environmentId}`)
      await printResult(context, { form }, [
        [{ text: 'step' }, 'component', 'question', { text: 'asks' }],
        ...steps.flatMap((step) =>
          step.components.map((one) => [step.name, one.type, one.questionId, headlineOf(one)]),
        ),
      ])
    },
  ),

  'form delete': defineCommand({
    description:
      'Deletes a form: its page is gone, and new forms can no longer inherit its look. Its responses stay. Deleting it again changes nothing. Asks first; where nobody can answer, --yes is needed.',
    args: formId,
    options: { ...options, yes: flag('--yes', 'delete without asking') },
    outputs: ['table', 'json'],
    examples: [
      { command: 'formctl service form delete clx… --yes', shows: 'deletes the form without asking' },
    ],
    run: ({ args: [id = ''], options: { yes, ...given } }, context) =>
      inFolder(context, given, async ({ store, now }) => {
        const { terminal, globals } = context
        const form = await store.forms.get(id)
        if (!form) throw Failure.of('thing-unknown', { thing: 'form', id })
        const { name, environmentId } = form
        const question = { message: `Delete the form "${name}" (${id})?`, flag: '--yes', fallback: false }
        if (form.deletedAt === undefined && !yes && !(await confirm(context, question))) {
          await terminal.say('Nothing was deleted.')
          return 1
        }
        const deletedAt = form.deletedAt ?? now()
        await store.forms.delete(id, deletedAt)
        if (globals.output === 'json')
          await terminal.printJson({ schema_version: 1, form: { id, name, environmentId, deletedAt } })
        await terminal.say(
          form.deletedAt === undefined
            ? `The form ${name} is deleted; its responses stay.`
            : `The form ${name} was deleted before, at ${deletedAt}.`,
        )
        return 0
      }),
  }),
} as const

export type ServiceCommands = typeof serviceCommands

function headlineOf({ type, content }: PublishedComponent): string {
  const known = Object.entries(componentTypes).find(([name]) => name === type)
  return known ? known[1].headline(content) : ''
}
