import type { Action, Command } from '../command.ts'
import type { ServiceCommands } from './service.ts'

/** A command before it is loaded, as the list of commands shows it. */
export type Entry = {
  readonly words: string
  readonly summary: string
  readonly load: () => Promise<Command>
}

const entry = (words: string, summary: string, load: () => Promise<{ readonly command: Action }>): Entry => ({
  words,
  summary,
  load: async () => ({ ...(await load()).command, words, summary }),
})

/** A command of `service`; they share a file. */
const service = (words: keyof ServiceCommands, summary: string): Entry =>
  entry(`service ${words}`, summary, async () => ({
    command: (await import('./service.ts')).serviceCommands[words],
  }))

export const groups: Readonly<Record<string, string>> = {
  forms: 'create, check and list forms',
  responses: 'read and export what forms collect',
  events: 'follow changes of forms and responses',
  service: 'manage a data folder: environments, keys, forms, backups',
  webhooks: 'check the webhooks that a receiver gets',
  'service env': 'environments of a data folder',
  'service key': 'API keys of a data folder',
  'service form': 'forms of a data folder',
  'service responses': 'responses of a data folder',
  'service style': 'the look of forms of a data folder',
  'service webhook': 'webhooks of a data folder',
}

/** The headings of the main help, with the commands and groups under each. The commands of `forms` and `responses` stand there themselves. */
export const sections: Readonly<Record<string, readonly string[]>> = {
  'Start here': ['quickstart', 'init'],
  Forms: ['forms'],
  Responses: ['responses', 'events'],
  Service: ['serve', 'service', 'webhooks'],
  'Settings and help': ['login', 'logout', 'status', 'doctor', 'explain', 'completion', 'mcp'],
}

/** Every command, in the order of the help. Each is loaded only when it is named. */
export const commands: readonly Entry[] = [
  entry('quickstart', 'try everything on this machine; nothing is needed', () => import('./quickstart.ts')),
  entry('init', 'write the settings of a project, formctl.yaml', () => import('./init.ts')),
  entry('login', 'check and store your API key', () => import('./login.ts')),
  entry('logout', 'remove the stored API key', () => import('./logout.ts')),
  entry('status', 'show the settings in force and where each came from', () => import('./status.ts')),
  entry('doctor', 'check the settings and the connection', () => import('./doctor.ts')),
  entry('forms new', 'write a first spec', () => import('./forms-new.ts')),
  entry('forms validate', 'check specs, offline', () => import('./forms-validate.ts')),
  entry('forms generate', 'create and publish forms from specs', () => import('./forms-generate.ts')),
  entry('forms apply', 'create what is new or changed in specs', () => import('./forms-apply.ts')),
  entry('forms adopt', 'put forms that exist into the lock file', () => import('./forms-adopt.ts')),
  entry('forms resolve', 'settle forms whose creation is uncertain', () => import('./forms-resolve.ts')),
  entry('forms list', 'list the forms of the environment', () => import('./forms-list.ts')),
  entry('forms open', 'open the page of a form in the browser', () => import('./forms-open.ts')),
  entry('forms preview', 'show the pages of a spec in a browser', () => import('./forms-preview.ts')),
  entry('forms types', 'show the component types, or one in detail', () => import('./forms-types.ts')),
  entry('forms schema', 'print the JSON Schema of specs, for editors', () => import('./forms-schema.ts')),
  entry('explain', 'explain the code of a finding or failure', () => import('./explain.ts')),
  entry('completion', 'print a completion script for a shell', () => import('./completion.ts')),
  entry('mcp', 'serve agents, by the Model Context Protocol', () => import('./mcp.ts')),
  entry('serve', 'run a service on this machine', () => import('./serve.ts')),
  entry('responses get', 'show the newest responses of a form, or all', () => import('./responses-get.ts')),
  entry(
    'responses export',
    'write all responses as a table or as JSON',
    () => import('./responses-export.ts'),
  ),
  entry('responses sync', 'keep a database up to date with responses', () => import('./responses-sync.ts')),
  entry(
    'responses fake',
    'make fake responses to a form, to try things',
    () => import('./responses-fake.ts'),
  ),
  entry('responses files', 'download the files that people uploaded', () => import('./responses-files.ts')),
  entry(
    'responses stats',
    'count responses: completion, drop-off, answers, days',
    () => import('./responses-stats.ts'),
  ),
  entry('events tail', 'print changes as they happen', () => import('./events-tail.ts')),
  entry('events listen', 'post changes to an address as they happen', () => import('./events-listen.ts')),
  entry('events replay', 'post changes that have happened to an address', () => import('./events-replay.ts')),
  service('env create', 'create an environment in a data folder'),
  service('env list', 'list the environments of a data folder'),
  service('key create', 'create an API key in a data folder'),
  service('key rotate', 'replace an API key of a data folder'),
  service('key list', 'list the API keys of a data folder'),
  service('key revoke', 'revoke an API key of a data folder'),
  service('form list', 'list the forms of a data folder'),
  service('form show', 'show a form of a data folder'),
  service('form close', 'close a form of a data folder'),
  service('form delete', 'delete a form of a data folder'),
  service('backup', 'copy a data folder, also while it is served'),
  service('restore', 'make a data folder of a backup'),
  service('move', 'move a data folder into PostgreSQL, or back'),
  service('check', 'find what is wrong in a data folder'),
  service('responses erase', 'erase responses of a data folder for good'),
  service('style show', 'print the style of a form'),
  service('style set', 'give a form the style of a file'),
  service('style check', 'check the contrast of a style'),
  service('style preview', 'show every component in a style'),
  service('webhook create', 'post changes to an address'),
  service('webhook list', 'list the webhooks of a data folder'),
  service('webhook test', 'try a webhook'),
  service('webhook rotate', 'replace the secret of a webhook'),
  service('webhook disable', 'switch a webhook off'),
  service('webhook enable', 'switch a webhook on again'),
  service('webhook log', 'show how deliveries of a webhook ended'),
  service('webhook replay', 'send changes again'),
  entry('webhooks verify', 'check the signature of a webhook', () => import('./webhooks-verify.ts')),
]
