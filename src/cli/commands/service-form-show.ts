import { Failure } from '../../failure/failure.ts'
import { componentTypes } from '../../form/components.ts'
import type { PublishedComponent, PublishedForm } from '../../form/form.ts'
import { defineCommand } from '../command.ts'
import { dataOption, inDataFolder } from '../in-data-folder.ts'

export const command = defineCommand({
  words: 'service form show',
  summary: 'show a form of a data folder',
  description:
    'Shows the steps and components of a form with the ids of its questions, also when the form is deleted. With --output json all that is kept of it, its look too.',
  args: [{ name: '<id>', summary: 'the id of the form, as formctl service form list shows it' }],
  options: { data: dataOption },
  outputs: ['table', 'json'],
  examples: [
    { command: 'formctl service form show clx…', shows: 'its components' },
    { command: 'formctl service form show clx… --output json', shows: 'the whole form' },
  ],
  run: async ({ args: [id = ''], options }, context) =>
    inDataFolder(options, context, async ({ store }) => {
      const { terminal, globals } = context
      const form = await store.forms.get(id)
      if (!form) throw Failure.of('thing-unknown', { thing: 'form', id })
      if (globals.output === 'json') await terminal.printJson({ schema_version: 1, form })
      else {
        await terminal.say(sentence(form))
        await terminal.table(['step', 'component', 'question', 'asks'], rows(form))
      }
      return 0
    }),
})

const sentence = ({ name, createdAt, deletedAt, environmentId }: PublishedForm): string =>
  `${name}, made ${createdAt}${deletedAt === undefined ? '' : `, deleted ${deletedAt}`}, in environment ${environmentId}`

const rows = ({ steps }: PublishedForm): string[][] =>
  steps.flatMap((step) =>
    step.components.map((component) => [
      step.name,
      component.type,
      component.questionId,
      headlineOf(component),
    ]),
  )

function headlineOf({ type, content }: PublishedComponent): string {
  const known = Object.entries(componentTypes).find(([name]) => name === type)
  return known ? known[1].headline(content) : ''
}
