import { listForms } from '../../client/client.ts'
import { originText } from '../../publish/publish.ts'
import { count } from '../../failure/failure.ts'
import type { FormSummary } from '../../form/form.ts'
import { starterNames } from '../../server/provision.ts'
import { defineCommand, flag, isForPeople, printResult } from '../command.ts'
import { newestFirst, rememberForms, specsOfForms, type SpecOfForm } from '../forms/known-forms.ts'
import { nameOf } from '../forms/project-specs.ts'
import { readProjectFile } from '../settings/config-file.ts'
import { absoluteUrl, pagesAt } from '../settings/base-url.ts'
import { withCaller } from '../settings/connect.ts'

export const command = defineCommand({
  description:
    "Lists your forms in the environment, newest first, with the number of their responses. The starter forms of formctl's own service are left out; JSON has all forms. In a project that lists its specs, each form has the spec that it was made from. Works with services that announce such a list, as formctl's own does.",
  options: {
    starters: flag('--starters', 'list the starter forms instead, whose looks new forms can take'),
  },
  outputs: ['table', 'json', 'ndjson'],
  examples: {
    'formctl forms list': 'your forms, where they are and how many responses they have',
    'formctl forms list --starters': 'the starter forms',
  },
  async run({ options: { starters } }, context) {
    const { terminal, globals } = context
    const listed = await withCaller(context, async (caller) => {
      const { baseUrl } = caller.access
      const known = await listForms(caller)
      await rememberForms(
        context.host,
        known.map(({ id, name, url }) => ({ id, name, url, baseUrl })),
      )
      const pages = await pagesAt(baseUrl, context)
      const isProject = (await readProjectFile(context.host))?.config.forms !== undefined
      const specs = isProject ? await specsOfForms(context) : new Map<string, SpecOfForm>()
      const replaced = new Set(known.map(({ label }) => label?.replaces))
      return known.map(({ id, name, url, address, createdAt, closedAt, complete, partial, isCounted }) => {
        const { path, row, isFormer = replaced.has(id) } = specs.get(id) ?? {}
        return {
          id,
          name,
          url,
          absoluteUrl: absoluteUrl(pages, url),
          address,
          createdAt,
          closedAt,
          isFormer,
          complete: isCounted ? complete : undefined,
          partial: isCounted ? partial : undefined,
          spec: path && nameOf(context, path),
          row,
        }
      })
    })
    const isStarterForm = starterIn(listed)
    const forms = listed.map((form) => Object.assign(form, { isStarter: isStarterForm(form) || undefined }))
    if (globals.output === 'ndjson') for (const form of forms) await terminal.printJson(form)
    if (globals.output === 'ndjson') return 0
    const shown = newestFirst(forms.filter(({ isStarter = false }) => isStarter === starters))
    const hasSpecs = shown.some(({ spec }) => spec !== undefined)
    const isTable = isForPeople(context)
    if (globals.output === 'json' || shown.length > 0)
      await printResult(context, { forms }, [
        isTable
          ? [{ text: 'name' }, 'responses', 'created', 'state', { text: 'spec' }, { below: 'url' }]
          : ['id', 'name', 'complete', 'partial', 'created', 'url', ...(hasSpecs ? ['spec'] : [])],
        ...shown.map((form) => {
          const { id, name, complete = '', partial = '', createdAt, spec = '', isFormer } = form
          const url = form.absoluteUrl ?? form.url
          // The lasting address leads to the current form.
          const path = isFormer ? form.url : (form.address ?? form.url)
          const opened = absoluteUrl(url, path) ?? path
          const state = [isFormer && 'former', form.closedAt && 'closed'].filter(Boolean).join(', ')
          return isTable
            ? [name, responsesOf(form), createdAt, state, originText({ ...form, spec }), opened]
            : [id, name, `${complete}`, `${partial}`, createdAt, url, ...(hasSpecs ? [spec] : [])]
        }),
      ])
    else await terminal.info(starters ? 'This service has no starter forms.' : noForms)
    const others = forms.length - shown.length
    if (globals.output !== 'json' && !starters && others > 0)
      await terminal.info(`${count(others, 'starter form')} not listed: --starters shows them.`)
    return 0
  },
})

const noForms =
  'No forms here yet. formctl forms new survey.yaml writes a spec, formctl forms apply survey.yaml makes its form.'

const responsesOf = ({ complete, partial = 0 }: Partial<FormSummary>): string =>
  partial === 0 ? String(complete ?? '') : `${complete} + ${partial} partial`

/** Tells the starter forms: they have their names, and are as old as the oldest form. */
function starterIn(forms: readonly Pick<FormSummary, 'name' | 'createdAt'>[]) {
  const oldest = forms.reduce((least, { createdAt }) => (createdAt < least ? createdAt : least), '~')
  return ({ name, createdAt }: (typeof forms)[number]): boolean =>
    createdAt === oldest && starterNames.includes(name)
}
