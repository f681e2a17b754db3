import type { Command } from '../command.ts'

/** A command before it is loaded: enough for the list of commands. */
export type Entry = {
  readonly words: string
  readonly summary: string
  readonly load: () => Promise<Command>
}

/** What the groups of commands are for. */
export const groups: Readonly<Record<string, string>> = {
  forms: 'make, check and list forms',
  responses: 'read and export what forms collect',
  service: 'look after a data folder: environments, keys, forms',
  'service env': 'environments of a data folder',
  'service key': 'API keys of a data folder',
  'service form': 'forms of a data folder',
}

/** Every command, in the order of the help. Each is loaded only when it is named. */
export const commands: readonly Entry[] = [
  {
    words: 'quickstart',
    summary: 'run the whole loop on this machine; nothing is needed',
    load: async () => (await import('./quickstart.ts')).command,
  },
  {
    words: 'init',
    summary: 'write the settings of a project, formctl.yaml',
    load: async () => (await import('./init.ts')).command,
  },
  {
    words: 'login',
    summary: 'store an API key for yourself',
    load: async () => (await import('./login.ts')).command,
  },
  {
    words: 'logout',
    summary: 'forget the stored API key',
    load: async () => (await import('./logout.ts')).command,
  },
  {
    words: 'status',
    summary: 'show the settings in force and where each came from',
    load: async () => (await import('./status.ts')).command,
  },
  {
    words: 'doctor',
    summary: 'try the settings and the connection, and say what is wrong',
    load: async () => (await import('./doctor.ts')).command,
  },
  {
    words: 'forms new',
    summary: 'write a new spec to begin with',
    load: async () => (await import('./forms-new.ts')).command,
  },
  {
    words: 'forms validate',
    summary: 'check specs, offline',
    load: async () => (await import('./forms-validate.ts')).command,
  },
  {
    words: 'forms generate',
    summary: 'create and publish forms from specs',
    load: async () => (await import('./forms-generate.ts')).command,
  },
  {
    words: 'forms apply',
    summary: 'create what is new or changed in specs',
    load: async () => (await import('./forms-apply.ts')).command,
  },
  {
    words: 'forms resolve',
    summary: 'tell what became of forms whose creation is open',
    load: async () => (await import('./forms-resolve.ts')).command,
  },
  {
    words: 'forms list',
    summary: 'list the forms of the environment',
    load: async () => (await import('./forms-list.ts')).command,
  },
  {
    words: 'forms open',
    summary: 'open a form that forms apply made',
    load: async () => (await import('./forms-open.ts')).command,
  },
  {
    words: 'forms preview',
    summary: 'show the page of a spec in a browser',
    load: async () => (await import('./forms-preview.ts')).command,
  },
  {
    words: 'forms types',
    summary: 'show the component types, or all about one',
    load: async () => (await import('./forms-types.ts')).command,
  },
  {
    words: 'forms schema',
    summary: 'print the JSON Schema of specs, for editors',
    load: async () => (await import('./forms-schema.ts')).command,
  },
  {
    words: 'explain',
    summary: 'tell what a code means, with an example',
    load: async () => (await import('./explain.ts')).command,
  },
  {
    words: 'completion',
    summary: 'print a script that lets a shell complete formctl',
    load: async () => (await import('./completion.ts')).command,
  },
  {
    words: 'serve',
    summary: 'run a service on this machine',
    load: async () => (await import('./serve.ts')).command,
  },
  {
    words: 'responses get',
    summary: 'show the newest responses of a form, or all',
    load: async () => (await import('./responses-get.ts')).command,
  },
  {
    words: 'responses export',
    summary: 'write all responses as a table or as JSON',
    load: async () => (await import('./responses-export.ts')).command,
  },
  {
    words: 'responses stats',
    summary: 'count responses: completion, drop-off, answers, days',
    load: async () => (await import('./responses-stats.ts')).command,
  },
  {
    words: 'service env create',
    summary: 'make an environment in a data folder',
    load: async () => (await import('./service-env-create.ts')).command,
  },
  {
    words: 'service env list',
    summary: 'list the environments of a data folder',
    load: async () => (await import('./service-env-list.ts')).command,
  },
  {
    words: 'service key create',
    summary: 'make an API key in a data folder',
    load: async () => (await import('./service-key-create.ts')).command,
  },
  {
    words: 'service key list',
    summary: 'list the API keys of a data folder',
    load: async () => (await import('./service-key-list.ts')).command,
  },
  {
    words: 'service key revoke',
    summary: 'revoke an API key of a data folder',
    load: async () => (await import('./service-key-revoke.ts')).command,
  },
  {
    words: 'service form list',
    summary: 'list the forms of a data folder',
    load: async () => (await import('./service-form-list.ts')).command,
  },
  {
    words: 'service form show',
    summary: 'show a form of a data folder',
    load: async () => (await import('./service-form-show.ts')).command,
  },
  {
    words: 'service form delete',
    summary: 'delete a form of a data folder',
    load: async () => (await import('./service-form-delete.ts')).command,
  },
]
