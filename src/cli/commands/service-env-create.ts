import { createEnvironment } from '../../server/provision.ts'
import { defineCommand } from '../command.ts'
import { fitName } from '../fit-name.ts'
import { dataOption, inDataFolder } from '../in-data-folder.ts'

export const command = defineCommand({
  words: 'service env create',
  summary: 'make an environment in a data folder',
  description:
    'Makes an environment with the starter source forms. It has no API key yet: formctl service key create makes one.',
  args: [{ name: '<name>', summary: 'what people call the environment' }],
  options: { data: dataOption },
  outputs: ['table', 'json'],
  examples: [{ command: 'formctl service env create staging', shows: 'its id and its first source form' }],
  run: async ({ args: [given = ''], options }, context) => {
    const name = fitName(given, 'an environment')
    return inDataFolder(options, context, async (world) => {
      const { terminal, globals } = context
      const { environment, sourceFormId } = await createEnvironment(world, name)
      if (globals.output === 'json')
        await terminal.printJson({ schema_version: 1, environment, sourceFormId })
      else
        await terminal.table(['environment', 'name', 'source form'], [[environment.id, name, sourceFormId]])
      await terminal.say(
        `It has no API key yet; to make one: formctl service key create --environment ${environment.id}`,
      )
      return 0
    })
  },
})
