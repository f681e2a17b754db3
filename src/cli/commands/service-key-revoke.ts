import { Failure } from '../../failure/failure.ts'
import type { Store, StoredKey } from '../../store/store.ts'
import { defineCommand } from '../command.ts'
import { dataOption, inDataFolder } from '../in-data-folder.ts'
import { shownKey } from '../shown-key.ts'

export const command = defineCommand({
  words: 'service key revoke',
  summary: 'revoke an API key of a data folder',
  description:
    'Revokes an API key: a running service refuses it from its next call on. Revoking a key twice changes nothing.',
  args: [{ name: '<id>', summary: 'the id of the key, as formctl service key list shows it' }],
  options: { data: dataOption },
  outputs: ['table', 'json'],
  examples: [{ command: 'formctl service key revoke clx…', shows: 'that the key holds no more' }],
  run: async ({ args: [id = ''], options }, context) =>
    inDataFolder(options, context, async ({ store, now }) => {
      const { terminal, globals } = context
      const isNew = await store.keys.revoke(id, now())
      const key = await keyWithId(store, id)
      if (!key) throw Failure.of('thing-unknown', { thing: 'API key', id })
      if (globals.output === 'json') await terminal.printJson({ schema_version: 1, key: shownKey(key) })
      await terminal.say(
        isNew
          ? `The key ${key.name} (${key.prefix}…) is revoked.`
          : `The key ${key.name} (${key.prefix}…) was revoked before, at ${key.revokedAt}.`,
      )
      return 0
    }),
})

async function keyWithId(store: Store, id: string): Promise<StoredKey | undefined> {
  const environments = await store.environments.list()
  const keys = await Promise.all(environments.map((environment) => store.keys.list(environment.id)))
  return keys.flat().find((key) => key.id === id)
}
