import { createKey } from '../../server/provision.ts'
import { defineCommand } from '../command.ts'
import { fitName } from '../fit-name.ts'
import { dataOption, inDataFolder, oneEnvironment } from '../in-data-folder.ts'
import { shownKey } from '../shown-key.ts'

export const command = defineCommand({
  words: 'service key create',
  summary: 'make an API key in a data folder',
  description:
    'Makes an API key and prints it. This is the only time that it is shown: the data folder keeps no more than its hash.',
  args: [{ name: '[name]', summary: 'what the key is for' }],
  options: { data: dataOption },
  outputs: ['table', 'json'],
  examples: [
    { command: 'formctl service key create ci', shows: 'a new key, once' },
    {
      command: 'formctl service key create ci --quiet > key.txt',
      shows: 'nothing; the key is in a file that --api-key-file reads',
    },
  ],
  run: async ({ args: [given = 'unnamed'], options }, context) => {
    const name = fitName(given, 'a key')
    return inDataFolder(options, context, async (world) => {
      const { terminal, globals } = context
      const environment = await oneEnvironment(world.store, context)
      const { apiKey, stored } = await createKey(world, { environmentId: environment.id, name })
      try {
        if (globals.output === 'json')
          await terminal.printJson({ schema_version: 1, key: shownKey(stored), apiKey })
        else await terminal.print(`${apiKey}\n`)
      } catch (error) {
        // Nobody could ever use it, nor see that it is there.
        await world.store.keys.revoke(stored.id, world.now())
        await terminal.warn(
          `The key ${stored.id} of environment ${environment.name} could not be shown, so it was revoked.`,
        )
        throw error
      }
      await terminal.say(
        `This key of environment ${environment.name} is shown only now: keep it where no one else reads. To take it back: formctl service key revoke ${stored.id}`,
      )
      return 0
    })
  },
})
