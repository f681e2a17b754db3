import { defineCommand } from '../command.ts'
import { dataOption, inDataFolder, namedEnvironments } from '../in-data-folder.ts'

export const command = defineCommand({
  words: 'service form list',
  summary: 'list the forms of a data folder',
  description:
    'Lists the forms of one environment or of all, oldest first, with their responses counted. Deleted forms are left out.',
  args: [],
  options: { data: dataOption },
  outputs: ['table', 'json'],
  examples: [{ command: 'formctl service form list', shows: 'each form and how many responses it has' }],
  run: async ({ options }, context) =>
    inDataFolder(options, context, async ({ store }) => {
      const { terminal, globals } = context
      const forms = []
      for (const { id: environmentId } of await namedEnvironments(store, context))
        for (const form of await store.forms.list(environmentId)) forms.push({ ...form, environmentId })
      if (globals.output === 'json') await terminal.printJson({ schema_version: 1, forms })
      else
        await terminal.table(
          ['id', 'name', 'environment', 'complete', 'partial', 'created'],
          forms.map((form) => [
            form.id,
            form.name,
            form.environmentId,
            String(form.complete),
            String(form.partial),
            form.createdAt,
          ]),
        )
      return 0
    }),
})
