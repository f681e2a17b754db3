import { define } from './define.ts'
import { thousands } from './failure-words.ts'
import { folderMissing } from './reason.ts'

/** Files and folders that cannot be read, written or found. */
export const filesFailures = {
  'file-not-found': define<
    Readonly<{ path: string; target?: string | undefined; meant?: string | undefined }>
  >({
    exit: 3,
    sentence: ({ path, target, meant }) =>
      target === undefined
        ? `${path} does not exist. ${meant === undefined ? 'Check the name and the folder.' : `Did you mean ${meant}?`}`
        : `${path} is a link to ${target}, which does not exist. Fix or remove the link.`,
  }),
  'file-unreadable': define<{ readonly path: string; readonly reason: string }>({
    exit: 3,
    sentence: ({ path, reason }) => `${path} cannot be read: ${reason}.`,
  }),
  'file-unwritable': define<{ readonly path: string; readonly reason: string }>({
    exit: 3,
    sentence: ({ path, reason }) =>
      `${path} cannot be written: ${reason}. ${reason === folderMissing ? 'Create it first.' : 'No part of it was left behind.'}`,
  }),
  'file-unremovable': define<{ readonly path: string; readonly reason: string }>({
    exit: 3,
    sentence: ({ path, reason }) => `${path} cannot be removed: ${reason}.`,
  }),
  'file-exists': define<{ readonly path: string }>({
    exit: 3,
    sentence: ({ path }) => `${path} exists already. Choose another name, or add --force to replace it.`,
  }),
  'file-too-large': define<{
    readonly path: string
    readonly limit: string
    /** In bytes; undefined for a stream. */
    readonly size?: number | undefined
  }>({
    exit: 3,
    sentence: ({ path, limit, size }) =>
      size === undefined
        ? `${path} is larger than ${limit}, the most that is read. Is it the right file?`
        : `${path} has ${thousands(size)} bytes, and ${limit} is the most that is read. Is it the right file?`,
  }),
  'no-specs': define<{ readonly place: string }>({
    exit: 3,
    sentence: ({ place }) =>
      `${place} contains no specs (.yaml or .yml files). Name the spec, or another folder.`,
  }),
  'not-a-spec': define<{ readonly path: string }>({
    exit: 3,
    sentence: ({ path }) => `${path} is a columns file of formctl responses export, not a spec.`,
  }),
  'no-match': define<{ readonly pattern: string }>({
    exit: 3,
    sentence: ({ pattern }) => `${pattern} matches no file. Check the pattern and the folder.`,
  }),
  'style-unusable': define<{ readonly path: string; readonly problem: string }>({
    exit: 3,
    sentence: ({ path, problem }) => `${path} is no style that can be used: ${problem}`,
  }),
  'folder-in-use': define<{ readonly path: string; readonly option?: string }>({
    exit: 3,
    sentence: ({ path, option = '--dir' }) =>
      `The folder ${path} is not empty. Choose another with ${option}.`,
  }),
} as const
