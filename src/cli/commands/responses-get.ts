import { defineCommand } from '../command.ts'
import { withAskedOptions, withFormsOfSpecs } from '../responses/forms-of-specs.ts'
import {
  getOptions,
  planGet,
  getResponses,
  isOpen,
  responseById,
  reportShown,
} from '../responses/get-responses.ts'
import { printResponses } from '../responses/print-responses.ts'
import { warnUnusedEnvironment } from '../responses/remarks.ts'

export const command = defineCommand({
  description:
    'Shows the ten newest responses of a form (--form), of all forms (--all) or of a saved reply (--from). With an id, shows that response. A terminal shows them one below the other, a pipe one line per response, -o table a table in both. With --where, --since or --until all responses are searched. To write all responses to a file, use responses export.',
  args: [{ name: '[id]', summary: 'only the response of this id, among those that the options choose' }],
  options: getOptions,
  requires: [['form', 'all', 'from']],
  formatOf: (_options, output) => output,
  outputs: ['table', 'json', 'ndjson', 'yaml', 'csv'],
  examples: [
    { command: 'formctl responses get --form clx1', shows: 'the ten newest responses of a form' },
    { command: 'formctl responses get abc --all -o json', shows: 'one response, as the service returns it' },
    {
      command: 'formctl responses get --form clx1 --where "country = DE" --limit 3',
      shows: 'the three newest that match',
    },
    {
      command: 'formctl responses get --from reply.json --columns "createdAt,Your role"',
      shows: 'some columns of a saved reply',
    },
  ],
  async run({ args: [id], options }, context) {
    const { host, globals } = context
    const asked = planGet(options, {
      id,
      output: globals.output,
      isTerminal: host.stdout.isTerminal,
      now: host.now(),
    })
    const chosen = await withAskedOptions(
      await withFormsOfSpecs(asked, context, options.merge === 'headline'),
      context,
    )
    // The newest responses are asked for form by form only where there is one.
    const isOne = chosen.source.kind === 'forms' && chosen.source.formIds.length === 1
    const plan = {
      ...chosen,
      isNewest: asked.isNewest && isOne,
      newest: isOne ? asked.newest : undefined,
    }
    if (plan.source.kind !== 'saved') await warnUnusedEnvironment(context)
    const got = await getResponses(plan, context)
    const records = id === undefined ? got.records : [responseById(got, plan)]
    const { found } = got
    const { merging } = plan
    const mayBeMore = id === undefined && isOpen(got, plan)
    const withForm = options.form === undefined
    await printResponses(records, context, {
      withForm,
      mayBeMore,
      found,
      merging,
    })
    await reportShown(got, plan, context)
    return 0
  },
})
