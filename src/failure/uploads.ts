import { closed, thousands } from './failure-words.ts'
import { define } from './define.ts'

/** Files that people uploaded and that cannot be downloaded. */
export const uploadsFailures = {
  'upload-gone': define<{ readonly url: string; readonly status: number }>({
    exit: 5,
    sentence: ({ url, status }) => `The file at ${url} is gone (status ${status}), so it was left out.`,
  }),
  'upload-refused': define<{ readonly url: string; readonly problem: string }>({
    exit: 6,
    sentence: ({ url, problem }) =>
      `${url} does not give the file: ${closed(problem)} Open the address in a browser to see why.`,
  }),
  'upload-differs': define<{ readonly url: string; readonly bytes: number; readonly size: number }>({
    exit: 6,
    sentence: ({ url, bytes, size }) =>
      `The file at ${url} has ${bytes > size ? 'more' : 'fewer'} bytes than its answer says (${thousands(size)}), so it was not kept. Open the address to see what is there.`,
  }),
  'upload-address': define<{ readonly address: string; readonly problem: string }>({
    exit: 6,
    sentence: ({ address, problem }) =>
      `The address "${address}" of a file is not called: ${closed(problem)}`,
  }),
} as const
