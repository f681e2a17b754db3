import { define, thousands } from './define.ts'
import { folderMissing } from './reason.ts'

/** Failures of this machine: wrong use, files and settings. */
export const localFailures = {
  // Failures of any command: wrong use, partial success, interruption, a defect.
  usage: define<{ problem: string }>({ exit: 2, sentence: ({ problem }) => problem }),
  'no-answer': define<{ question: string; flag: string }>({
    exit: 2,
    sentence: ({ question, flag }) => `${question} There is no terminal to ask on: give ${flag}.`,
  }),
  'partly-done': define<{ done: number; left: number }>({
    exit: 8,
    sentence: ({ done, left }) => `${done} done, ${left} not; the output names which.`,
  }),
  'node-too-old': define<{ version: string }>({
    exit: 3,
    sentence: ({ version }) => `Node ${version} is too old for formctl.`,
  }),
  'output-unwritable': define<{ name: string; reason: string }>({
    exit: 3,
    sentence: ({ name, reason }) => `${name} cannot be written: ${reason}. The output is incomplete.`,
  }),
  'output-lost': define<Record<never, never>>({
    exit: 3,
    sentence: () =>
      'The standard output is closed, so nothing that is printed would be kept. Name a file with --out, or give it a pipe.',
  }),
  'shell-unusable': define<{ reason: string }>({
    exit: 3,
    sentence: ({ reason }) => `The shell cannot be started: ${reason}.`,
  }),
  interrupted: define<Record<never, never>>({ exit: 130, sentence: () => 'Interrupted.' }),
  terminated: define<Record<never, never>>({ exit: 143, sentence: () => 'Terminated.' }),
  'hung-up': define<Record<never, never>>({ exit: 129, sentence: () => 'The terminal was closed.' }),
  'output-closed': define<Record<never, never>>({ exit: 141, sentence: () => 'The output was closed.' }),
  defect: define<{ detail: string }>({
    exit: 70,
    sentence: ({ detail }) => `A defect of formctl, not of yours: ${detail}`,
  }),

  // Files and folders that cannot be read, written or found.
  'file-not-found': define<{ path: string; target?: string; meant?: string }>({
    exit: 3,
    sentence: ({ path, target, meant }) =>
      target === undefined
        ? `${path} does not exist. ${meant === undefined ? 'Check the name and the folder.' : `Did you mean ${meant}?`}`
        : `${path} is a link to ${target}, which does not exist. Fix or remove the link.`,
  }),
  'file-unreadable': define<{ path: string; reason: string }>({
    exit: 3,
    sentence: ({ path, reason }) => `${path} cannot be read: ${reason}.`,
  }),
  'file-unwritable': define<{ path: string; reason: string }>({
    exit: 3,
    sentence: ({ path, reason }) =>
      `${path} cannot be written: ${reason}. ${reason === folderMissing ? 'Create it first.' : 'No part of it was left behind.'}`,
  }),
  'file-unremovable': define<{ path: string; reason: string }>({
    exit: 3,
    sentence: ({ path, reason }) => `${path} cannot be removed: ${reason}.`,
  }),
  'file-exists': define<{ path: string }>({
    exit: 3,
    sentence: ({ path }) => `${path} exists already. Choose another name, or add --force to replace it.`,
  }),
  'file-too-large': define<{
    path: string
    limit: string
    /** In bytes; undefined for a stream. */
    size?: number
  }>({
    exit: 3,
    sentence: ({ path, limit, size }) =>
      size === undefined
        ? `${path} is larger than ${limit}, the most that is read. Is it the right file?`
        : `${path} has ${thousands(size)} bytes, and ${limit} is the most that is read. Is it the right file?`,
  }),
  'no-specs': define<{ place: string }>({
    exit: 3,
    sentence: ({ place }) =>
      `${place} contains no specs (.yaml or .yml files). Name the spec, or another folder.`,
  }),
  'not-a-spec': define<{ path: string }>({
    exit: 3,
    sentence: ({ path }) => `${path} is a columns file of formctl responses export, not a spec.`,
  }),
  'no-match': define<{ pattern: string }>({
    exit: 3,
    sentence: ({ pattern }) => `${pattern} matches no file. Check the pattern and the folder.`,
  }),
  'style-unusable': define<{ path: string; problem: string }>({
    exit: 3,
    sentence: ({ path, problem }) => `${path} is not a valid style: ${problem}`,
  }),
  'folder-in-use': define<{ path: string; option?: string }>({
    exit: 3,
    sentence: ({ path, option = '--dir' }) =>
      `The folder ${path} is not empty. Choose another with ${option}.`,
  }),

  // Settings and keys that are missing or invalid.
  'config-invalid': define<{ path: string; problem: string }>({
    exit: 3,
    sentence: ({ path, problem }) => `${path} cannot be used: ${problem}`,
  }),
  'profile-unknown': define<{
    profile: string
    source: string
    known: readonly string[]
    meant?: string
  }>({
    exit: 3,
    sentence: ({ profile, source, known, meant }) =>
      `There is no profile "${profile}" (named by ${source})${known.length > 0 ? `; there is ${known.join(', ')}` : ''}. ${meant === undefined ? '' : `Did you mean ${meant}? `}formctl login --profile ${profile} makes it.`,
  }),
  'settings-exist': define<{ path: string }>({
    exit: 3,
    sentence: ({ path }) =>
      `This folder has its settings in ${path} already. Edit that file, or add --force to write it anew.`,
  }),
  'setting-missing': define<{ setting: string; flag: string; variable: string }>({
    exit: 3,
    sentence: ({ setting, flag, variable }) =>
      `No ${setting} is set. Give ${flag}, set ${variable}, or run formctl init.`,
  }),
  'key-missing': define<{ profile?: string }>({
    exit: 4,
    sentence: ({ profile }) =>
      `No API key is set. Run formctl login${profile === undefined ? '' : ` --profile ${profile}`}, or set FORMCTL_API_KEY.`,
  }),
  'key-unusable': define<{ source: string; advice: string }>({
    exit: 4,
    sentence: ({ source, advice }) =>
      `The API key from ${source} holds characters that no key has, such as a space or a line break. ${advice}`,
  }),
  'key-elsewhere': define<{ source: string; home: string; baseUrl: string }>({
    exit: 4,
    sentence: ({ source, home, baseUrl }) =>
      `The API key from ${source} is for ${home}, so it is not sent to ${baseUrl}. Run formctl login for that address (with --profile <name> to keep both), or set FORMCTL_API_KEY.`,
  }),
  'base-url-unexpected': define<{ value: string; source: string; expected: string; by: string }>({
    exit: 4,
    sentence: ({ value, source, expected, by }) =>
      `The base URL from ${source} is ${value}, and ${by} expects ${expected}. Nothing was sent. Correct the one that is wrong.`,
  }),
  'key-command-failed': define<{ source: string; reason: string }>({
    exit: 4,
    sentence: ({ source, reason }) =>
      `No API key came from the ${source}: ${reason}. Run the command by itself to see why.`,
  }),
  'key-refused': define<{ source: string; detail: string; advice: string }>({
    exit: 4,
    status: 401,
    sentence: ({ source, detail, advice }) =>
      `The service refused the API key from ${source}${detail}. ${advice}`,
  }),
  'key-unproven': define<{ url: string; status: number }>({
    exit: 6,
    sentence: ({ url, status }) =>
      `It is not proven that the service takes the API key, nor that it is the service: ${url} answers a made-up key no differently (status ${status}). See that the base URL is the address of the service, up to where /api/v1 begins.`,
  }),
  'base-url-too-long': define<{ baseUrl: string; meant: string }>({
    exit: 6,
    sentence: ({ baseUrl, meant }) =>
      `The base URL ${baseUrl} is too long: formctl adds /api/v1 itself. The service takes the key at ${meant}, so give that as the base URL.`,
  }),
} as const
