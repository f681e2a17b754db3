import { basename } from 'node:path'
import { Failure, ignoreFailure, misuse } from '../../failure/failure.ts'
import { writeFile } from '../../files/file-system.ts'
import { holdsApiKey } from '../../form/api-key.ts'
import { embeddedFolder } from '../../wire/wire.ts'
import { defineCommand, flag, text, type Context } from '../command.ts'
import { baseUrlProblem, destinationOf } from '../settings/base-url.ts'
import { projectFileText, type ProjectSettings } from '../settings/config-yaml.ts'
import { projectFileName } from '../settings/settings.ts'
import { ask, choose, mayAsk } from '../terminal/ask.ts'

const options = {
  sourceForm: text('--source-form <id>', 'the form whose look new forms inherit'),
  force: flag('--force', `replace an existing ${projectFileName}`),
}

export const command = defineCommand({
  description: `Writes ${projectFileName} into this folder: the address of the service, the environment, and the form whose look new forms inherit. Asks for what no option gives. The file holds no key and is meant to be committed. If a service is kept in a folder of this project, that folder is added to .gitignore.`,
  options,
  examples: {
    'formctl init': 'asks for all settings',
    'formctl init --base-url https://forms.example.com --environment site-1': 'asks only for the source form',
    'formctl init --base-url embedded:.formctl': 'keeps a service in a folder of the project',
  },
  async run({ options: { sourceForm, force } }, context) {
    const { host, terminal, globals } = context
    if (!force && (await host.files.kind(projectFileName)) !== 'missing')
      throw Failure.of('settings-exist', { path: projectFileName })
    const settings = await settingsAsked(context, sourceForm)
    const file = await host.files.create(projectFileName, { replace: force })
    await file.write(projectFileText(settings))
    await context.uninterruptible(file.commit)
    await printNextStep(context, settings, await ignoreFolder(context, settings.baseUrl).catch(ignoreFailure))
    if (globals.output === 'json')
      await terminal.printJson({ schema_version: 1, file: host.files.resolve(projectFileName), ...settings })
    return 0
  },
})

async function settingsAsked(context: Context, sourceForm: string | undefined): Promise<ProjectSettings> {
  const { globals } = context
  const baseUrl = globals.baseUrl ?? (await askBaseUrl(context))
  const destination = destinationOf({ value: baseUrl, source: '--base-url' })
  const { kind } = destination
  if (destination.kind === 'embedded' && !context.host.files.leadsInto('.', destination.dir))
    throw misuse(
      `--base-url ${baseUrl} leads out of the project, and a project file must not choose other data.`,
    )
  // A service in a folder brings its environment and its source forms along.
  const asks = kind === 'http' && mayAsk(context)
  const environmentId = globals.environment ?? (asks ? await askOptional(context, environmentQuestion) : '')
  const sourceFormId = sourceForm ?? (asks ? await askOptional(context, sourceFormQuestion) : '')
  const folder = basename(context.host.files.resolve('.'))
  return {
    ...(folder === '' ? {} : { project: folder.slice(0, 100) }),
    baseUrl,
    ...(environmentId === '' ? {} : { environmentId }),
    ...(sourceFormId === '' ? {} : { sourceFormId }),
  }
}

const environmentQuestion = {
  message: 'Environment (the site ID; Enter for none)?',
  flag: '--environment',
}
const sourceFormQuestion = {
  message: 'Form that new ones shall look like (its id; Enter for none)?',
  flag: '--source-form',
}

async function askOptional(context: Context, question: typeof environmentQuestion): Promise<string> {
  const check = (answer: string): string | undefined =>
    holdsApiKey(answer)
      ? 'That is an API key, and this file is for everyone. Enter the id; formctl login stores the key.'
      : undefined
  return (await ask(context, { ...question, check })).trim()
}

async function askBaseUrl(context: Context): Promise<string> {
  const flagName = '--base-url'
  const place = await choose(context, {
    message: 'Where is the service?',
    flag: flagName,
    choices: [
      { value: 'embedded', name: 'In a folder of this project; nothing to install, no account' },
      { value: 'http', name: 'At an address on the network' },
    ],
  })
  if (place === 'http')
    return (await ask(context, { message: 'Its address?', flag: flagName, check: baseUrlProblem })).trim()
  const dir = await ask(context, { message: 'Which folder?', flag: flagName, fallback: '.formctl' })
  return `embedded:${dir.trim()}`
}

async function printNextStep(
  { terminal }: Context,
  { baseUrl }: ProjectSettings,
  ignored: string | undefined,
): Promise<void> {
  const folder = embeddedFolder(baseUrl)
  await terminal.info(
    folder === undefined
      ? `Wrote ${projectFileName}. Next: formctl login stores your API key.`
      : `Wrote ${projectFileName}. The folder ${folder} will hold forms and responses: ${ignored === undefined ? 'keep it' : `${ignored} now keeps it`} out of version control. Next: formctl forms new survey.yaml writes a first form.`,
  )
}

/** Adds the folder of the data to .gitignore. Gives the name of that file; undefined where the folder is the project itself. */
async function ignoreFolder({ host }: Context, baseUrl: string): Promise<string | undefined> {
  const { files } = host
  const dir = embeddedFolder(baseUrl)?.replace(/^\.\/+/, '')
  if (dir === undefined || /^\.?\.?$|^[/!#]|[\s*?[\\]/.test(dir)) return undefined
  const name = '.gitignore'
  const isThere = (await files.kind(name)) === 'file'
  const before = isThere ? new TextDecoder().decode(await files.read(name)) : ''
  const line = `/${dir.replace(/\/$/, '')}/`
  const has = before.split(/\r?\n/).some((one) => one.replaceAll(/^\/|\/$/g, '') === line.slice(1, -1))
  if (!has)
    await writeFile(files, name, { content: `${before}${/[^\n]$/.test(before) ? '\n' : ''}${line}\n` })
  return name
}
