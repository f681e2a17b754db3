import type { Content } from '../schema.ts'
import { maxFiles, nothingGiven } from './answers.ts'
import { defineType } from './define-type.ts'
import type { FakeFile } from './fake.ts'

export const fileUploader = defineType({
  asks: {
    summary: `up to ${maxFiles} files`,
    sample: {},
    files: [{ name: 'brief.pdf', size: 48_213, contentType: 'application/pdf', url: '/api/v1/files/cl…' }],
  },
  answerKind: 'files',
  missing: { text: 'file' },
  contract: { keys: ['question'], isOnlyNamed: true },
  neededText: '',
  cells: 'text',
  figures: 'files',
  isPersonal: true,
  isPrefillable: false,
  // The files that were sent now. A store counts them together with those sent before.
  read: (_, { files }) => (files.length === 0 ? nothingGiven : { members: { files }, problems: [] }),
  fake: () => ({}),
  fakeFiles: (content) =>
    fakeFiles
      .filter(({ name, contentType }) => {
        const { accept } = fileLimits(content)
        const kinds = [name.slice(-4), contentType, contentType.replace(/\/.*/, '/*')]
        return accept.length === 0 ? name.endsWith('.txt') : kinds.some((kind) => accept.includes(kind))
      })
      .slice(0, 1),
})

/** Small files of the kinds that an ASCII text can be. */
const fakeFiles: readonly FakeFile[] = [
  { name: 'fake.pdf', contentType: 'application/pdf', text: '%PDF-1.4\n%%EOF\n' },
  { name: 'fake.txt', contentType: 'text/plain', text: 'Fake, by formctl.\n' },
  { name: 'fake.gif', contentType: 'image/gif', text: 'GIF89a\u0001\0\u0001\0\0\0\0;' },
]

/** What a question takes; the limits of the server stay the upper bound. */
export type FileLimits = {
  readonly maxFiles: number
  /** The largest size of one file, in MiB. */
  readonly maxMiB: number
  /** Endings with their dot and types, in lower case; none: any file. */
  readonly accept: readonly string[]
}

const largestMiB = 10

/** The limits of a question for files. */
export function fileLimits(content: Content): FileLimits {
  const accept: readonly unknown[] = Array.isArray(content['accept']) ? content['accept'] : []
  return {
    maxFiles: atMost(maxFiles, content['maxFiles']),
    maxMiB: atMost(largestMiB, content['maxSize']),
    accept: accept.filter((one) => typeof one === 'string').map((one) => one.trim().toLowerCase()),
  }
}

const atMost = (bound: number, given: unknown): number =>
  typeof given === 'number' && given >= 1 ? Math.min(bound, given) : bound
