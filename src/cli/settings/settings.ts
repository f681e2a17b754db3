import { Failure, misuse } from '../../failure/failure.ts'
import { holdsApiKey } from '../../form/api-key.ts'
import type { Host } from '../host.ts'

/** A setting and its source for messages: `--base-url`, `FORMCTL_BASE_URL`, `formctl.yaml`, `profile staging in …`. */
export type Sourced<Value> = { readonly value: Value; readonly source: string }

/** A key, its source, and what to do if it is refused, as a sentence. */
export type Key = Sourced<string> & { readonly advice: string }

/** A setting for the key: the key itself, or the command, file or standard input to read it from. */
export type KeySetting = Key & {
  readonly kind: 'key' | 'command' | 'file' | 'stdin'
  /** Whether it is in the user's file. Such a key is sent only to the address in `home`. */
  readonly isStored: boolean
  readonly home?: string
}

type SettingsFile = { readonly path: string; readonly isThere: boolean }

/** The settings in force. Precedence: flag, environment variable, project file, user file, default. */
export type Settings = {
  readonly profile: Sourced<string>
  /** As written, but with the absolute path of `embedded:<dir>`, and a password or query masked. */
  readonly baseUrl: Sourced<string> | undefined
  /** Whether the project file chose it. */
  readonly isBaseUrlOfProject: boolean
  /** The folder of the service in a folder, even where a stronger setting names another service. */
  readonly embedded: Sourced<string> | undefined
  readonly environment: Sourced<string> | undefined
  readonly sourceForm: Sourced<string> | undefined
  /** The absolute path of a file of certificates that are trusted beside those of the system. */
  /** Never shown, never on a command line; `readKey` turns it into the key itself. */
  readonly key: KeySetting | undefined
  /** The key in the user's file, in force or not. */
  readonly storedKey: KeySetting | undefined
  readonly projectFile: SettingsFile
  readonly userFile: SettingsFile
}

export const projectFileName = 'formctl.yaml'

/** Holds the folder of a project file of another user that this user trusts. */
export const trustVariable = 'FORMCTL_TRUSTED_PROJECT'

/** A settings file: its path, its name for messages, and the folder that its relative paths start from. */
export type ConfigPlace = { readonly path: string; readonly name: string; readonly folder: string }

export const userFilePlace = ({ files, configFolder }: Host): ConfigPlace => {
  const path = files.resolve(configFolder, 'config.yaml')
  return { path, name: path, folder: configFolder }
}

const howToGiveKey =
  'Then run formctl login, set FORMCTL_API_KEY, or give --api-key-stdin, or --api-key-file with the name of a file.'

/** Why no option takes a key, and where it goes. */
export const noKeyInWords = `A key never goes on the command line, where the history of the shell and other users can see it. ${howToGiveKey.replace('Then run', 'Run')}`

/** Refuses a command line that contains an API key, before anything prints it. */
export function refuseKeyInWords(argv: readonly string[]): void {
  if (argv.some(holdsApiKey))
    throw misuse(
      `An API key is on the command line, where the history of the shell and other users can see it. Have it replaced. ${howToGiveKey}`,
    )
}

/** Refuses an API key as the value of another setting. */
export function refuseKeyInSetting({ value, source }: Sourced<string>): void {
  if (holdsApiKey(value))
    throw Failure.of('config-invalid', {
      path: source,
      problem: `it holds an API key in the place of something else. Take it out, and have it replaced if others saw it. ${howToGiveKey}`,
    })
}
