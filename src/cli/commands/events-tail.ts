import { defineCommand } from '../command.ts'
import { changeOptions, eventOutputs, follow, isForPrograms, printCells } from '../events/follow.ts'

export const command = defineCommand({
  description:
    'Prints the changes of forms and responses as they happen, a line for each, until Ctrl-C. When the connection breaks it goes on where it was: no change is missing and none comes twice. -o json prints an object on each line.',
  options: changeOptions,
  outputs: eventOutputs,
  handlesSignals: true,
  examples: {
    'formctl events tail': 'what happens from now on',
    'formctl events tail --form clx1 --since all -o json':
      'what has happened to a form, and what happens, as JSON on lines',
  },
  run: ({ options }, context) =>
    follow(options, context, async () => async (change) => {
      if (isForPrograms(context)) return context.terminal.printJson({ schema_version: 1, ...change })
      const { seq, at, type, formId, responseId } = change
      return printCells([String(seq), at, type, formId, responseId], context)
    }),
})
