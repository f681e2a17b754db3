import type { Host } from '../host.ts'

/** The variables for the user's folders that hold no whole path: by the XDG specification they count for nothing. */
export const unusedFolders = ({ env, platform }: Pick<Host, 'env' | 'platform'>): readonly string[] =>
  platform === 'win32' ? [] : Object.keys(used).filter((name) => /^[^/]/.test(env[name] ?? ''))

/** What is said of such a variable. */
export const unusedSentence = (name: string, host: Host): string =>
  `${name} holds no whole path, so it counts for nothing: ${used[name]?.(host)} is used.`

const used: Readonly<Record<string, (host: Host) => string>> = {
  XDG_CONFIG_HOME: ({ configFolder }) => configFolder,
  XDG_STATE_HOME: ({ stateFolder }) => stateFolder,
}
