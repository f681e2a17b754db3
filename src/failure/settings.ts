import { define } from './define.ts'

/** Settings and keys that are missing or invalid. */
export const settingsFailures = {
  'config-invalid': define<{ readonly path: string; readonly problem: string }>({
    exit: 3,
    sentence: ({ path, problem }) => `${path} cannot be used: ${problem}`,
  }),
  'profile-unknown': define<{
    readonly profile: string
    readonly source: string
    readonly known: readonly string[]
    readonly meant?: string | undefined
  }>({
    exit: 3,
    sentence: ({ profile, source, known, meant }) =>
      `There is no profile "${profile}" (named by ${source})${known.length > 0 ? `; there is ${known.join(', ')}` : ''}. ${meant === undefined ? '' : `Did you mean ${meant}? `}formctl login --profile ${profile} makes it.`,
  }),
  'settings-exist': define<{ readonly path: string }>({
    exit: 3,
    sentence: ({ path }) =>
      `This folder has its settings in ${path} already. Edit that file, or add --force to write it anew.`,
  }),
  'setting-missing': define<{ readonly setting: string; readonly flag: string; readonly variable: string }>({
    exit: 3,
    sentence: ({ setting, flag, variable }) =>
      `No ${setting} is set. Give ${flag}, set ${variable}, or run formctl init.`,
  }),
  'key-missing': define<{ readonly profile?: string | undefined }>({
    exit: 4,
    sentence: ({ profile }) =>
      `No API key is set. Run formctl login${profile === undefined ? '' : ` --profile ${profile}`}, or set FORMCTL_API_KEY.`,
  }),
  'key-unusable': define<{ readonly source: string; readonly advice: string }>({
    exit: 4,
    sentence: ({ source, advice }) =>
      `The API key from ${source} holds characters that no key has, such as a space or a line break. ${advice}`,
  }),
  'key-elsewhere': define<{ readonly source: string; readonly home: string; readonly baseUrl: string }>({
    exit: 4,
    sentence: ({ source, home, baseUrl }) =>
      `The API key from ${source} is for ${home}, so it is not sent to ${baseUrl}. Run formctl login for that address (with --profile <name> to keep both), or set FORMCTL_API_KEY.`,
  }),
  'base-url-unexpected': define<Readonly<Record<'value' | 'source' | 'expected' | 'by', string>>>({
    exit: 4,
    sentence: ({ value, source, expected, by }) =>
      `The base URL from ${source} is ${value}, and ${by} expects ${expected}. Nothing was sent. Correct the one that is wrong.`,
  }),
  'key-command-failed': define<{ readonly source: string; readonly reason: string }>({
    exit: 4,
    sentence: ({ source, reason }) =>
      `No API key came from the ${source}: ${reason}. Run the command by itself to see why.`,
  }),
  'key-refused': define<{ readonly source: string; readonly detail: string; readonly advice: string }>({
    exit: 4,
    status: 401,
    sentence: ({ source, detail, advice }) =>
      `The service refused the API key from ${source}${detail}. ${advice}`,
  }),
  'key-unproven': define<{ readonly url: string; readonly status: number }>({
    exit: 6,
    sentence: ({ url, status }) =>
      `It is not proven that the service takes the API key, nor that it is the service: ${url} answers a made-up key no differently (status ${status}). See that the base URL is the address of the service, up to where /api/v1 begins.`,
  }),
  'base-url-too-long': define<{ readonly baseUrl: string; readonly meant: string }>({
    exit: 6,
    sentence: ({ baseUrl, meant }) =>
      `The base URL ${baseUrl} is too long: formctl adds /api/v1 itself. The service takes the key at ${meant}, so give that as the base URL.`,
  }),
} as const
