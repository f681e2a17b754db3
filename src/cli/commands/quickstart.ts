import { defineCommand, flag, text, type Context } from '../command.ts'
import { captureOutput, type Host, untilStopped } from '../host.ts'
import { Failure, type ExitStatus } from '../../failure/failure.ts'
import { openServedFolder, serveFolder } from '../settings/open-data-folder.ts'
import { specOfTemplate } from '../../authoring/new-spec.ts'
import { writeFile } from '../../files/file-system.ts'
import { lockedIn, lockFileName } from '../../publish/publish.ts'
import { shellWord } from '../option-values.ts'
import { formPath } from '../../wire/wire.ts'

/** The folder without --dir. */
const defaultFolder = 'formctl-quickstart'

export const command = defineCommand({
  description:
    'Shows the whole loop in a new folder: writes a spec, publishes it, sends three fake responses (one stops half-way), and exports them to responses.csv. Run again, it shows the same folder and adds nothing.',
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
    const { host } = context
    const folder = options.dir ?? defaultFolder
    await prepareFolder(context, folder)
    const { keepRunning } = options
    const data = host.files.resolve(folder, 'data')
    const service = keepRunning ? await serveFolder(await openServedFolder(host, data)) : undefined
    try {
      const exit = await runQuickstart({ context, folder, host: hostIn(host, folder), pages: service?.url })
      return exit === 0 && keepRunning ? await untilStopped(host.signal) : exit
    } finally {
      await service?.close()
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
  /** The address at which its pages stay open at the end. */
  readonly pages: string | undefined
}

/** Runs the five steps of the quickstart, each shown as the command to type. Stops at the first failure. */
async function runQuickstart(quickstart: Quickstart): Promise<ExitStatus> {
  const run = (title: string, line: string): Promise<ExitStatus> => runStep(quickstart, title, line)
  const known = await formIn(quickstart.host)
  let exit = await run('1. The spec is checked', 'forms validate contact.yaml')
  exit ||= await run('2. The form is published', 'forms apply contact.yaml --yes')
  if (exit !== 0) return exit
  const id = (await formIn(quickstart.host)) ?? ''
  if (id !== known)
    exit = await run(
      '3. Three fake responses come in, dated within the last 30 days',
      `responses fake --form contact.yaml --count 3 --seed ${seed} --send --yes`,
    )
  else await printTitle(quickstart, '3. Its responses came in when the form was new')
  exit ||= await run('4. The responses are read', 'responses get --form contact.yaml --partials')
  exit ||= await run(
    '5. The finished ones become a file',
    'responses export --form contact.yaml --out responses.csv --force',
  )
  if (exit === 0) await printEnd(quickstart, id)
  return exit
}

/** Gives two finished responses, and a newer partial one, with texts that are easy to read. */
const seed = 12263

/** The id of the form that the lock file of the folder has; undefined before it is published. */
async function formIn({ files }: Host): Promise<string | undefined> {
  if ((await files.kind(lockFileName)) === 'missing') return undefined
  const forms = await lockedIn(await files.read(lockFileName), lockFileName)
  return forms.find(({ spec }) => spec === 'contact.yaml')?.id
}

/** Runs a command in the folder and shows its output; with -o json, only its failures. */
async function runStep(quickstart: Quickstart, title: string, line: string): Promise<ExitStatus> {
  await printTitle(quickstart, title, line)
  const { globals, run } = quickstart.context
  const isJson = globals.output === 'json'
  const argv = [...line.split(' '), ...(globals.quiet || isJson ? ['--quiet'] : [])]
  return run({ ...quickstart.host, argv, stdout: isJson ? captureOutput().output : quickstart.host.stdout })
}

async function printTitle(
  { context: { terminal } }: Quickstart,
  title: string,
  line?: string,
): Promise<void> {
  await terminal.info(`\n${terminal.err.bold(title)}`)
  if (line !== undefined) await terminal.info(terminal.err.dim(`$ formctl ${line}`))
}

async function printEnd({ context, folder, pages }: Quickstart, formId: string): Promise<void> {
  const { terminal, globals, host } = context
  const url = formPath(formId)
  const absoluteUrl = pages === undefined ? null : pages + url
  const files = { spec: `${folder}/contact.yaml`, responses: `${folder}/responses.csv` }
  if (globals.output === 'json')
    return terminal.printJson({ schema_version: 1, folder, formId, url, absoluteUrl, files })
  const alias = host.program && `\n  alias formctl='${host.program}'\n      its short name in this shell`
  const dir = folder === defaultFolder ? '' : ` --dir ${shellWord(folder)}`
  const page = `\n  formctl quickstart${dir} --keep-running\n      its page, open until Ctrl-C, for you to fill in`
  await terminal.info(`
${terminal.err.bold('What to type next')}${alias ?? ''}${pages === undefined ? page : ''}
  cd ${shellWord(folder)}
  formctl responses export --form contact.yaml --partials --format json
      every answer, the unfinished too
  formctl forms apply contact.yaml
      another form, after you changed the spec`)
  if (absoluteUrl !== null) await terminal.info(`\nThe page is open until Ctrl-C: ${absoluteUrl}`)
}

/** Creates the folder with its spec and settings. A folder of an earlier run is left unchanged. */
async function prepareFolder({ host: { files }, terminal }: Context, folder: string): Promise<void> {
  const [settings, spec] = [`${folder}/formctl.yaml`, `${folder}/contact.yaml`]
  const kind = await files.kind(folder)
  if (kind === 'file' || kind === 'other')
    throw Failure.of('file-unwritable', { path: folder, reason: 'it is a file, not a folder' })
  const names = kind === 'missing' ? [] : await files.list(folder)
  if (names.includes('formctl.yaml') && names.includes('contact.yaml')) {
    const [firstLine = ''] = quickstartSettings.split('\n')
    if (new TextDecoder().decode(await files.read(settings)).startsWith(firstLine))
      return terminal.info(`The folder ${folder} is here already; its form and responses are kept.`)
  }
  if (names.length > 0) throw Failure.of('folder-in-use', { path: folder })
  await terminal.info(`Everything goes into the folder ${folder}.`)
  await files.makeFolder(folder)
  await writeFile(files, settings, { content: quickstartSettings, replace: false })
  await writeFile(files, spec, { content: contactSpec, replace: false })
}

/** The spec that quickstart ships: a template of `forms new`. */
const contactSpec = specOfTemplate('contact', 'Contact us').textWith({ file: 'contact.yaml' })

/** The settings that quickstart writes: a service that lives in the folder beside them. */
const quickstartSettings = `# Settings of this folder. Made by formctl quickstart; yours to change.
base_url: embedded:data
`
