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
    words: 'status',
    summary: 'show the settings in force and where each came from',
    load: async () => (await import('./status.ts')).command,
  },
]
