import { Failure } from '../../failure/failure.ts'
import { defineCommand } from '../command.ts'
import { dataOption, inDataFolder } from '../in-data-folder.ts'

export const command = defineCommand({
  words: 'service form delete',
  summary: 'delete a form of a data folder',
  description:
    'Deletes a form: its page is gone, and no new form can take its look. Its responses stay. Deleting a form twice changes nothing.',
  args: [{ name: '<id>', summary: 'the id of the form, as formctl service form list shows it' }],
  options: { data: dataOption },
  outputs: ['table', 'json'],
  examples: [{ command: 'formctl service form delete clx…', shows: 'that the form is deleted' }],
  run: async ({ args: [id = ''], options }, context) =>
    inDataFolder(options, context, async ({ store, now }) => {
      const { terminal, globals } = context
      const isNew = await store.forms.delete(id, now())
      const form = await store.forms.get(id)
      if (!form) throw Failure.of('thing-unknown', { thing: 'form', id })
      const { name, environmentId, deletedAt } = form
      if (globals.output === 'json')
        await terminal.printJson({ schema_version: 1, form: { id, name, environmentId, deletedAt } })
      await terminal.say(
        isNew
          ? `The form ${name} is deleted; its responses stay.`
          : `The form ${name} was deleted before, at ${deletedAt}.`,
      )
      return 0
    }),
})
