import { expect, test } from 'vitest'
import { makeBlock, makeZip } from '../../../src/export/xlsx/zip.ts'
import { putText } from '../../../src/export/xlsx/text.ts'
import { unzip } from '../../support/zip.ts'

type Files = Readonly<Record<string, readonly string[]>>

/** A zip file of these files, each given in parts. */
async function zipOf(files: Files, most?: number): Promise<Buffer> {
  const out: Buffer[] = []
  const zip = makeZip(async (bytes) => void out.push(Buffer.from(bytes)), most)
  for (const [name, parts] of Object.entries(files)) {
    await zip.begin(name)
    const buffer = makeBlock()
    for (const part of parts) {
      putText(buffer, part)
      await zip.take(buffer)
    }
    await zip.end()
  }
  await zip.finish()
  return Buffer.concat(out)
}

const files = {
  'a.txt': ['x'],
  'b/none.txt': [],
  'b/empty.txt': [''],
  'c.txt': Array.from({ length: 20 }, (_, i) => String(i).repeat(100 * i)),
}
const whole = Object.entries(files).map(([name, parts]) => [name, parts.join('')])

// So small limits stand for 4 GiB: the sizes of some files, then their places, then the table itself are too large.
test.each([undefined, 20_000, 500, 100, 0])(
  'every file comes back, where no more than %s bytes are few',
  async (most) => {
    const read = unzip(await zipOf(files, most))
    expect([...read].map(([name, content]) => [name, content.toString()])).toEqual(whole)
  },
)

test('large sizes are written in eight bytes, and only they', async () => {
  const large = Buffer.from('504b0606', 'hex')
  expect((await zipOf(files)).includes(large)).toBe(false)
  expect((await zipOf(files, 100)).includes(large)).toBe(true)
})

test('the same files are the same bytes', async () => {
  expect(await zipOf(files)).toEqual(await zipOf(files))
})
