import type { Host } from '../host.ts'
import { databaseName } from '../../store/store.ts'
import type { Files } from '../../files/file-system.ts'

/** A setting and where it came from, in words: `--base-url`, `FORMCTL_BASE_URL`, `formctl.yaml`, `profile staging in …`. */
export type Sourced<Value> = { readonly value: Value; readonly source: string }

/** A key as it is set: itself, or where it is read: the command that prints it, a file, standard input. */
export type KeySetting = Sourced<string> & {
  readonly kind: 'key' | 'command' | 'file' | 'stdin'
  /** Whether it stands in the user's file. Such a key is sent to one address only, its home. */
  readonly isStored: boolean
  readonly home?: string
}

/** A settings file as people know it, and whether it is there. */
type SettingsFile = { readonly path: string; readonly isThere: boolean }

/** The settings in force. Precedence: flag, environment variable, project file, user file, default. */
export type Settings = {
  readonly profile: Sourced<string>
  /** As written, but the folder of `embedded:<dir>` is a full path, and a password or query is covered. */
  readonly baseUrl: Sourced<string> | undefined
  readonly environment: Sourced<string> | undefined
  readonly sourceForm: Sourced<string> | undefined
  /** A file of certificates that are trusted beside the usual ones; its full path. */
  readonly caFile: Sourced<string> | undefined
  /** Never shown, never on a command line; `readKey` turns it into the key itself. */
  readonly key: KeySetting | undefined
  /** The key in the user's file, in force or not. */
  readonly storedKey: KeySetting | undefined
  readonly projectFile: SettingsFile
  readonly userFile: SettingsFile
}

export const projectFileName = 'formctl.yaml'

/** Where a settings file is, what people call it, and the folder that its own relative paths start from. */
export type ConfigPlace = { readonly path: string; readonly name: string; readonly folder: string }

export const userFilePlace = ({ files, configFolder }: Host): ConfigPlace => {
  const path = files.resolve(configFolder, 'config.yaml')
  return { path, name: path, folder: configFolder }
}

/** The data folder when no option names one. */
export const usualDataFolder = './formctl-data'

/** Whether a folder holds a service already. */
export const holdsData = async (files: Files, folder: string): Promise<boolean> =>
  (await files.kind(files.resolve(folder, databaseName))) !== 'missing'
