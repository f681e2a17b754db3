import { expect, test } from 'vitest'
import { downloadFile } from '../../src/client/client.ts'
import type { Reply } from '../../src/wire/wire.ts'

/** Downloads a file whose body never ends, in chunks of a MiB; gives what was asked of it and written. */
async function endless(size: number | undefined, headers: Reply['headers'] = {}) {
  const seen = { sent: 0, written: 0, discarded: 0 }
  async function* body(): AsyncIterable<Uint8Array> {
    for (const chunk = new Uint8Array(2 ** 20); ; seen.sent += chunk.length) yield chunk
  }
  const access = { baseUrl: 'https://forms.example', apiKey: 'k', keySource: '', keyAdvice: '' }
  const service = async (): Promise<Reply> => ({ status: 200, headers, body: body() })
  const retry = { sleep: async () => undefined, random: () => 0, now: () => 0 }
  const failure = await downloadFile('/file', {
    sourceOf: async (path) => ({
      caller: { access: { ...access, service, environmentId: undefined }, retry },
      path,
      isOwn: true,
    }),
    size,
    begin: async () => ({
      write: async (chunk: Uint8Array) => void (seen.written += chunk.length),
      discard: async () => void seen.discarded++,
    }),
  }).catch((error: unknown) => error)
  return { ...seen, failure }
}

test.each([
  ['nothing', 0, 0],
  ['10 bytes', 10, 0],
  ['3 MiB', 3 * 2 ** 20, 3 * 2 ** 20],
])(
  'a file that never ends is no longer read after %s, the size that its answer says',
  async (_, size, written) => {
    const ended = await endless(size)
    expect(ended).toMatchObject({ failure: { code: 'upload-differs' }, written, sent: written, discarded: 1 })
  },
)

test('a file of no known size is read up to 1 GiB', async () => {
  const ended = await endless(undefined)
  expect(ended).toMatchObject({ failure: { code: 'upload-refused' }, written: 2 ** 30, discarded: 1 })
})

test('a file that announces more is not read at all', async () => {
  const ended = await endless(undefined, { 'content-length': `${2 ** 30 + 1}` })
  expect(ended).toMatchObject({ failure: { code: 'upload-refused' }, written: 0, sent: 0, discarded: 1 })
})
