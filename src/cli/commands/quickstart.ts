import { defineCommand, flag, text, type Context } from '../command.ts'
import { captureOutput, type Host, untilStopped } from '../host.ts'
import { count, Failure, type ExitStatus } from '../../failure/failure.ts'
import { openServedFolder, serveFolder } from '../settings/open-data-folder.ts'
import { specOfTemplate } from '../../authoring/new-spec.ts'
import { writeFile } from '../../files/file-system.ts'
import { shellWord } from '../option-values.ts'
import { checkSpec } from '../../authoring/authoring.ts'
import { publishedParts, questionIdsByType } from '../../form/components.ts'
import type { Form, FormSummary } from '../../form/form.ts'
import { fakeResponse, type FakeResponse } from '../../form/fake-responses.ts'
import { formPath } from '../../wire/wire.ts'
import { giveResponse } from '../../client/client.ts'

/** The folder without --dir. */
const defaultFolder = 'formctl-quickstart'

export const command = defineCommand({
  description:
    'Shows the whole loop in a new folder: writes a spec, publishes it, sends three answers (one stops half-way), and exports them to responses.csv. Run again, it shows the same folder and adds nothing.',
  options: {
    dir: text('--dir <dir>', `the folder to create (default: ${defaultFolder})`),
    keepRunning: flag('--keep-running', 'keep the service running at the end, until Ctrl-C'),
  },
  handlesSignals: true,
  examples: {
    'formctl quickstart': 'a form, its page, three responses and a CSV file',
    'formctl quickstart --dir demo --keep-running': 'the same in demo; the page stays open',
  },
  async run({ options }, context) {
    const { host, terminal } = context
    const folder = options.dir ?? defaultFolder
    const isAgain = (await prepareFolder(host, folder)) === 'ours'
    await terminal.info(
      isAgain
        ? `The folder ${folder} is here already; its form and responses are kept.`
        : `Everything goes into the folder ${folder}.`,
    )
    const service = await startService(host, host.files.resolve(folder, 'data'), isAgain)
    try {
      const isKept = options.keepRunning
      const exit = await runQuickstart({ context, folder, host: hostIn(host, folder), service, isKept })
      return exit === 0 && isKept ? await untilStopped(host.signal) : exit
    } finally {
      await service.close()
    }
  },
})

/** The host in the folder, without the user's settings and FORMCTL_ variables, so that commands use only the folder's own service. */
const hostIn = (host: Host, folder: string): Host => ({
  ...host,
  files: host.files.within(folder),
  configFolder: host.files.resolve(folder, '.config'),
  env: Object.fromEntries(Object.entries(host.env).filter(([name]) => !name.startsWith('FORMCTL_'))),
})

type Quickstart = {
  readonly context: Context
  /** As the person wrote it. */
  readonly folder: string
  /** The host with that folder as its working folder. */
  readonly host: Host
  readonly service: RunningService
  /** Whether its page stays open at the end. */
  readonly isKept: boolean
}

/** Runs the five steps of the quickstart, each shown as the command to type. Stops at the first failure. */
async function runQuickstart(quickstart: Quickstart): Promise<ExitStatus> {
  const checked = await runStep(quickstart, '1. The spec is checked', ['forms', 'validate', 'contact.yaml'])
  if (checked !== 0) return checked
  const { id, isNew, exit } = await publish(quickstart)
  if (exit !== 0) return exit
  await fillInForm(quickstart, id, isNew)
  const readWords = ['responses', 'get', '--form', id, '--partials']
  const read = await runStep(quickstart, '4. The responses are read', readWords)
  if (read !== 0) return read
  const words = ['responses', 'export', '--form', id, '--out', 'responses.csv', '--force']
  const exported = await runStep(quickstart, '5. The finished ones become a file', words)
  if (exported !== 0) return exported
  await printEnd(quickstart, id)
  return 0
}

/** Runs a command in the folder and shows its output; with -o json, only its failures. */
async function runStep(quickstart: Quickstart, title: string, words: readonly string[]): Promise<ExitStatus> {
  await printTitle(quickstart, title, words)
  const { globals, run } = quickstart.context
  const isJson = globals.output === 'json'
  const argv = globals.quiet || isJson ? [...words, '--quiet'] : words
  return run({ ...quickstart.host, argv, stdout: isJson ? captureOutput().output : quickstart.host.stdout })
}

/** Publishes the form of the folder, unless an earlier run did. */
async function publish(
  quickstart: Quickstart,
): Promise<{ readonly id: string; readonly isNew: boolean; readonly exit: ExitStatus }> {
  const { context, host, service } = quickstart
  const words = ['forms', 'generate', 'contact.yaml']
  await printTitle(quickstart, '2. The form is published', words)
  const known = (await service.forms()).findLast(({ name }) => name === contactName)?.id
  if (known !== undefined) {
    await context.terminal.info(`It was published before, as ${known}.`)
    return { id: known, isNew: false, exit: 0 }
  }
  const argv = [...words, '--quiet']
  const exit = await context.run({ ...host, now: service.now, argv, stdout: captureOutput().output })
  if (exit !== 0) return { id: '', isNew: true, exit }
  const id = (await service.forms()).at(-1)?.id ?? ''
  await context.terminal.info(`Published as ${id}; its page is at /s/${id}.`)
  return { id, isNew: true, exit }
}

async function fillInForm(quickstart: Quickstart, formId: string, isNew: boolean): Promise<void> {
  const { context, host, service } = quickstart
  await printTitle(quickstart, '3. People fill in its page', [])
  if (!isNew) return context.terminal.info('They did so when it was new.')
  const spec = new TextDecoder().decode(await host.files.read('contact.yaml'))
  if (spec !== contactSpec)
    return context.terminal.info(
      'contact.yaml is not the one that was shipped, so nobody here knows answers to it.',
    )
  const browser = await host.overHttp(service.url, {})
  for (const [i, response] of service.people.entries()) {
    const beforeRequest = (pages: number): void => (pages > 0 ? service.pass() : undefined)
    await giveResponse(browser, formPath(formId), response, beforeRequest)
    const progress = response.record.finished
      ? 'all steps, finished'
      : `${count(response.times.length, 'step')}, then left (a partial response)`
    await context.terminal.info(`Person ${i + 1}, made up: ${progress}`)
  }
}

async function printTitle({ context }: Quickstart, title: string, words: readonly string[]): Promise<void> {
  const { terminal } = context
  await terminal.info(`\n${terminal.err.bold(title)}`)
  if (words.length > 0) await terminal.info(terminal.err.dim(`$ formctl ${words.join(' ')}`))
}

async function printEnd({ context, folder, service, isKept }: Quickstart, formId: string): Promise<void> {
  const { terminal, globals, host } = context
  const url = `/s/${formId}`
  const absoluteUrl = isKept ? `${service.url}${url}` : null
  const files = { spec: `${folder}/contact.yaml`, responses: `${folder}/responses.csv` }
  if (globals.output === 'json')
    return terminal.printJson({ schema_version: 1, folder, formId, url, absoluteUrl, files })
  const alias = host.program && `\n  alias formctl='${host.program}'\n      its short name in this shell`
  const dir = folder === defaultFolder ? '' : ` --dir ${shellWord(folder)}`
  const page = `\n  formctl quickstart${dir} --keep-running\n      its page, open until Ctrl-C, for you to fill in`
  await terminal.info(`
${terminal.err.bold('What to type next')}${alias ?? ''}${isKept ? '' : page}
  cd ${shellWord(folder)}
  formctl responses export --form ${formId} --partials --format json
      every answer, the unfinished too
  formctl forms generate contact.yaml
      another form, after you changed the spec`)
  if (absoluteUrl !== null) await terminal.info(`\nThe page is open at ${absoluteUrl}. Ctrl-C ends it.`)
}

/** Creates the folder with its spec and settings. A folder of an earlier run is left unchanged. */
async function prepareFolder(host: Host, folder: string): Promise<'new' | 'ours'> {
  const { files } = host
  const [settings, spec] = [`${folder}/formctl.yaml`, `${folder}/contact.yaml`]
  const kind = await files.kind(folder)
  if (kind === 'file' || kind === 'other')
    throw Failure.of('file-unwritable', { path: folder, reason: 'it is a file, not a folder' })
  const names = kind === 'missing' ? [] : await files.list(folder)
  if (names.includes('formctl.yaml') && names.includes('contact.yaml')) {
    const [firstLine = ''] = quickstartSettings.split('\n')
    if (new TextDecoder().decode(await files.read(settings)).startsWith(firstLine)) return 'ours'
  }
  if (names.length > 0) throw Failure.of('folder-in-use', { path: folder })
  await files.makeFolder(folder)
  await writeFile(files, settings, { content: quickstartSettings, replace: false })
  await writeFile(files, spec, { content: contactSpec, replace: false })
  return 'new'
}

/** The service of a quickstart, on a free port of this machine. */
type RunningService = {
  readonly url: string
  /** Those who fill in the page of a new form. */
  readonly people: readonly FakeResponse[]
  /** Its clock, which is behind until people have filled in the page of a new form. */
  readonly now: Host['now']
  /** Lets the seconds pass that a person needs to fill in a step: faster ones are flagged, as programs are. */
  readonly pass: () => void
  /** Its forms, the newest last. */
  readonly forms: () => Promise<readonly Pick<FormSummary, 'id' | 'name'>[]>
  readonly close: () => Promise<void>
}

/** Opens the data folder and serves it on a socket. */
async function startService(host: Host, folder: string, isAgain: boolean): Promise<RunningService> {
  const people = madeUpPeople(host.now())
  let left = isAgain ? 0 : people.flatMap(({ times }) => times).length
  const now = (): Date => new Date(host.now().getTime() - left * millisecondsOfStep)
  const data = await openServedFolder({ ...host, now }, folder)
  const { environmentId } = data.first
  return {
    ...(await serveFolder(data)),
    now,
    people,
    // A run that ended before its form was published left the folder behind.
    pass: () => (left = Math.max(0, left - 1)),
    forms: () => data.deps.store.forms.list(environmentId),
  }
}

const millisecondsOfStep = 40_000

const contactName = 'Contact us'

/** The spec that quickstart ships: a template of `forms new`. */
const contactSpec = specOfTemplate('contact', contactName).textWith({ file: 'contact.yaml' })

/** The settings that quickstart writes: a service that lives in the folder beside them. */
const quickstartSettings = `# Settings of this folder. Made by formctl quickstart; yours to change.
base_url: embedded:data
`

/** The people who answer, decided by a seed: two go through to the end, and one leaves after the first step. */
function madeUpPeople(until: Date): readonly FakeResponse[] {
  const [contact] = checkSpec(new TextEncoder().encode(contactSpec)).forms
  // The spec is ours, and every question in it has a key, which is the id of the question wherever it is published.
  const form = { id: 'quickstart', ...publishedParts(contact?.value as Form, questionIdsByType()) }
  return [0, 1, 2].map((i) => fakeResponse(form, i, { seed: 18527, count: 3, until, days: 0 }))
}
