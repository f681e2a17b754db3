import { listForms } from '../../client/client.ts'
import { defineCommand, printResult } from '../command.ts'
import { rememberForms } from '../forms/known-forms.ts'
import { absoluteUrl, pagesAt } from '../settings/base-url.ts'
import { withCaller } from '../settings/connect.ts'

export const command = defineCommand({
  description:
    "Lists the forms of the environment with the number of their responses. Works with services that announce such a list, as formctl's own does.",
  outputs: ['table', 'json', 'ndjson'],
  examples: [
    { command: 'formctl forms list', shows: 'every form, where it is and how many responses it has' },
  ],
  async run(_given, context) {
    const { terminal, globals } = context
    const forms = await withCaller(context, async (caller) => {
      const { baseUrl } = caller.access
      const listed = await listForms(caller)
      await rememberForms(
        context.host,
        listed.map(({ id, name, url }) => ({ id, name, url, baseUrl })),
      )
      const pages = await pagesAt(baseUrl, context)
      return listed.map(({ id, name, url, createdAt, complete, partial }) => {
        return { id, name, url, absoluteUrl: absoluteUrl(pages, url), createdAt, complete, partial }
      })
    })
    if (globals.output === 'ndjson') for (const form of forms) await terminal.printJson(form)
    else
      await printResult(context, { forms }, [
        ['id', { text: 'name' }, 'complete', 'partial', { below: 'created' }, { below: 'url' }],
        ...forms.map(({ id, name, complete, partial, createdAt, absoluteUrl: whole, url }) => [
          id,
          name,
          String(complete),
          String(partial),
          createdAt,
          whole ?? url,
        ]),
      ])
    return 0
  },
})
