import { Failure, misuse } from '../../failure/failure.ts'
import { nearest } from '../../form/words.ts'
import { createKey } from '../../server/provision.ts'
import type { ServerDeps } from '../../server/server.ts'
import { allScopes, type Environment, type Scope, type StoredKey } from '../../store/store.ts'
import { printRows, text } from '../command.ts'
import { endOf, fitName, lengthOf, namesIn } from '../option-values.ts'
import {
  environmentCells,
  environmentsOf,
  onFolder,
  oneEnvironment,
  showOnce,
  type FolderContext,
} from './on-folder.ts'

const keyId = [{ name: '<id>', summary: 'the id of the key, as formctl service key list shows it' }]

export const keyCommands = {
  'key create': onFolder(
    {
      writes: true,
      description:
        'Creates an API key and prints it. It is shown only now: the data folder keeps only its hash. If there are several environments, --environment says for which.',
      args: [{ name: '[name]', summary: 'what the key is for' }],
      options: {
        scopes: text(
          '--scopes <scopes>',
          'what the key may do, separated by commas: read, generate, manage (default: all)',
        ),
        expires: text('--expires <when>', 'when the key ends: 90d, or 2027-03-01 in UTC (default: never)'),
      },
      examples: {
        'formctl service key create ci': 'creates a key and shows it once',
        'formctl service key create ci --quiet > key.txt': 'writes the key to a file, for --api-key-file',
        'formctl service key create reports --scopes read --expires 90d':
          'a key that reads responses, for 90 days',
      },
    },
    async (deps, { word = 'unnamed', options }, context) => {
      const name = fitName(word, 'a key')
      const scopes = options.scopes === undefined ? allScopes : scopesIn(options.scopes)
      const expiresAt =
        options.expires === undefined ? undefined : endOf('--expires', options.expires, deps.now())
      const environment = await oneEnvironment(deps, context)
      await showNewKey(deps, environment, { environmentId: environment.id, name, scopes, expiresAt }, context)
    },
  ),

  'key rotate': onFolder(
    {
      writes: true,
      description:
        'Replaces an API key: creates one with the same name and scopes, prints it, and lets the old one end after a while, so that its users can change over. If the old key expires, --expires is needed, for the new one.',
      args: keyId,
      options: {
        overlap: text(
          '--overlap <time>',
          'how long the old key still works, such as 24h or 7d (default: 24h)',
          {
            takes: {
              what: 'a number with h, d or w, such as 24h or 7d',
              isValid: (given) => (lengthOf(given) ?? 0) > 0,
            },
          },
        ),
        expires: text(
          '--expires <when>',
          'when the new key ends: 90d, 2027-03-01, or never (default: never, if the old one never ends)',
        ),
      },
      examples: {
        'formctl service key rotate clx…': 'shows a new key; the old one ends in 24 hours',
      },
    },
    async (deps, { word: id = '', options }, context) => {
      const overlap = lengthOf(options.overlap ?? '24h') ?? 0
      const old = await keyNamed(deps, id)
      const at = deps.now()
      const end = old.revokedAt ?? old.expiresAt
      if (end !== undefined && end <= at)
        throw misuse(`The key ${id} ended at ${end}: formctl service key create makes a new one.`)
      const expiresAt = endOfNext(old, options.expires, at)
      const { environmentId, name, scopes } = old
      const environment = await environmentOf(deps, environmentId)
      await showNewKey(deps, environment, { environmentId, name, scopes, expiresAt }, context)
      // Only now: a key that could not be shown leaves the old one as it was.
      await deps.store.keys.expire(id, new Date(Date.parse(at) + overlap).toISOString())
      const { expiresAt: oldEnd } = await keyNamed(deps, id)
      await context.terminal.info(`The old key (${old.prefix}…) ends at ${oldEnd}.`)
    },
  ),

  'key list': onFolder(
    {
      description:
        'Lists the API keys of one environment or of all, oldest first, including revoked and expired ones. Only the first characters of a key are known; its last use is known to the minute.',
      examples: {
        'formctl service key list': 'each key, its environment, its scopes and its end',
      },
    },
    async (deps, _, context) => {
      const environments = await environmentsOf(deps, context)
      const keys = await keysOf(deps, environments)
      const cellOf = environmentCells(environments, context)
      await printRows(context, { keys: keys.map(withoutHash) }, keys, [
        ['id', ({ id }) => id],
        [{ text: 'name' }, ({ name }) => name],
        ['key', ({ prefix }) => `${prefix}…`],
        ['environment', ({ environmentId }) => cellOf(environmentId)],
        ['scopes', ({ scopes }) => scopes.join(',')],
        [{ below: 'created' }, ({ createdAt }) => createdAt],
        [{ below: 'expires' }, ({ expiresAt = '' }) => expiresAt],
        [{ below: 'revoked' }, ({ revokedAt = '' }) => revokedAt],
        [{ below: 'last use' }, ({ usedAt = '' }) => usedAt],
      ])
    },
  ),

  'key revoke': onFolder(
    {
      writes: true,
      description:
        'Revokes an API key: a running service refuses it from the next call on. Revoking it again changes nothing.',
      args: keyId,
      examples: { 'formctl service key revoke clx…': 'revokes the key' },
    },
    async (deps, { word: id = '' }, { terminal, globals }) => {
      const isNew = await deps.store.keys.revoke(id, deps.now())
      const key = await keyNamed(deps, id)
      if (globals.output === 'json') await terminal.printJson({ schema_version: 1, key: withoutHash(key) })
      const what = `The key ${key.name} (${key.prefix}…)`
      await terminal.info(isNew ? `${what} is revoked.` : `${what} was revoked before, at ${key.revokedAt}.`)
    },
  ),
} as const

/** Creates a key and prints it. One that cannot be printed is revoked. */
async function showNewKey(
  deps: ServerDeps,
  environment: Environment,
  key: Parameters<typeof createKey>[1],
  context: FolderContext,
): Promise<void> {
  const { apiKey, stored } = await createKey(deps, key)
  await showOnce(context, { json: { key: withoutHash(stored), apiKey }, secret: apiKey }, async () => {
    await deps.store.keys.revoke(stored.id, deps.now())
    return `The key ${stored.id} of environment ${environment.name} could not be shown, so it was revoked.`
  })
  await context.terminal.info(
    `This key of environment ${environment.name} is shown only now: keep it where no one else can read it. To revoke it:\n  formctl service key revoke ${stored.id}${context.inData}`,
  )
}

/** When a key that replaces another ends. A key that ends is never replaced by an endless one by oversight. */
function endOfNext({ expiresAt }: StoredKey, expires: string | undefined, now: string): string | undefined {
  if (expires === 'never') return undefined
  if (expires !== undefined) return endOf('--expires', expires, now)
  if (expiresAt === undefined) return undefined
  throw misuse(
    `This key ends at ${expiresAt}: say when the new one ends, with --expires 90d or --expires never.`,
  )
}

function scopesIn(list: string): readonly Scope[] {
  const names = namesIn(list, { option: '--scopes', of: 'scope' })
  const unknown = names.find((name) => !allScopes.some((scope) => scope === name))
  if (unknown === undefined) return allScopes.filter((scope) => names.includes(scope))
  const near = nearest(unknown, allScopes)
  const help = near ? `Did you mean ${near.word}?` : `Give one or more of ${allScopes.join(', ')}.`
  throw misuse(`--scopes: there is no scope "${unknown}". ${help}`)
}

async function keyNamed(deps: ServerDeps, id: string): Promise<StoredKey> {
  const keys = await keysOf(deps, await deps.store.environments.list())
  const key = keys.find((one) => one.id === id)
  if (!key) throw Failure.of('thing-unknown', { thing: 'API key', id })
  return key
}

async function environmentOf({ store }: ServerDeps, id: string): Promise<Environment> {
  const environment = (await store.environments.list()).find((one) => one.id === id)
  if (!environment) throw Failure.of('thing-unknown', { thing: 'environment', id })
  return environment
}

const keysOf = async ({ store }: ServerDeps, environments: readonly Environment[]): Promise<StoredKey[]> =>
  (await Promise.all(environments.map(({ id }) => store.keys.list(id)))).flat()

function withoutHash(stored: StoredKey): Omit<StoredKey, 'hash'> {
  const { hash: _, ...key } = stored
  return key
}
