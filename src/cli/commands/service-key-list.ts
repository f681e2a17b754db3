import { defineCommand } from '../command.ts'
import { dataOption, inDataFolder, namedEnvironments } from '../in-data-folder.ts'
import { shownKey } from '../shown-key.ts'

export const command = defineCommand({
  words: 'service key list',
  summary: 'list the API keys of a data folder',
  description:
    'Lists the API keys of one environment or of all, oldest first, revoked ones too. Of each key only its first characters are known.',
  args: [],
  options: { data: dataOption },
  outputs: ['table', 'json'],
  examples: [
    { command: 'formctl service key list', shows: 'each key, its environment and whether it holds' },
  ],
  run: async ({ options }, context) =>
    inDataFolder(options, context, async ({ store }) => {
      const { terminal, globals } = context
      const environments = await namedEnvironments(store, context)
      const keys = (await Promise.all(environments.map(({ id }) => store.keys.list(id)))).flat().map(shownKey)
      if (globals.output === 'json') await terminal.printJson({ schema_version: 1, keys })
      else
        await terminal.table(
          ['id', 'name', 'key', 'environment', 'created', 'revoked'],
          keys.map((key) => [
            key.id,
            key.name,
            `${key.prefix}…`,
            key.environmentId,
            key.createdAt,
            key.revokedAt ?? '',
          ]),
        )
      return 0
    }),
})
