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

test('every file comes back', async () => {
  const read = unzip(await zipOf(files))
  expect([...read].map(([name, content]) => [name, content.toString()])).toEqual(whole)
})

test('a zip file that would be too large is refused, with what to do', async () => {
  await expect(zipOf(files, 500)).rejects.toThrow('Choose some --columns, or write CSV.')
})

test('the same files are the same bytes', async () => {
  expect(await zipOf(files)).toEqual(await zipOf(files))
})
