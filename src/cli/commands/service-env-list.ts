import { defineCommand } from '../command.ts'
import { dataOption, inDataFolder } from '../in-data-folder.ts'

export const command = defineCommand({
  words: 'service env list',
  summary: 'list the environments of a data folder',
  description: 'Lists the environments of a data folder, oldest first.',
  args: [],
  options: { data: dataOption },
  outputs: ['table', 'json'],
  examples: [{ command: 'formctl service env list', shows: 'each environment and when it was made' }],
  run: async ({ options }, context) =>
    inDataFolder(options, context, async ({ store }) => {
      const { terminal, globals } = context
      const environments = await store.environments.list()
      if (globals.output === 'json') await terminal.printJson({ schema_version: 1, environments })
      else
        await terminal.table(
          ['environment', 'name', 'created'],
          environments.map(({ id, name, createdAt }) => [id, name, createdAt]),
        )
      return 0
    }),
})
