import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { nodeFiles } from '../../../src/cli/host/node-files.ts'
import { temporaryFolder } from '../../support/test-host.ts'

function folderWith(files: Readonly<Record<string, string>> = {}) {
  const folder = temporaryFolder()
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  return {
    folder,
    files: nodeFiles(folder),
    read: (name: string) => readFileSync(join(folder, name), 'utf8'),
  }
}

test('nothing stands under the name of a file until it is whole', async () => {
  const { folder, files, read } = folderWith()
  const file = await files.create('out.csv', { replace: false })
  await file.write('one,')
  await file.write(Buffer.from('two'))
  expect(existsSync(join(folder, 'out.csv'))).toBe(false)
  await file.commit()
  await file.discard()
  expect(read('out.csv')).toBe('one,two')
  expect(readdirSync(folder)).toEqual(['out.csv'])
})

test('a discarded file leaves nothing, and what stood there stays', async () => {
  const { folder, files, read } = folderWith({ 'out.csv': 'old' })
  const file = await files.create('out.csv', { replace: true })
  await file.write('new')
  await file.discard()
  expect(readdirSync(folder)).toEqual(['out.csv'])
  expect(read('out.csv')).toBe('old')
})

test('files that were begun and never ended are gone at the end of a run', async () => {
  const { folder, files } = folderWith()
  for (const name of ['a', 'b']) await (await files.create(name, { replace: false })).write('x')
  expect(readdirSync(folder)).toHaveLength(2)
  await files.discardPending()
  expect(readdirSync(folder)).toEqual([])
})

test('a file that is there is refused, even when it came while ours was written', async () => {
  const { folder, files, read } = folderWith({ 'out.csv': 'old' })
  await expect(files.create('out.csv', { replace: false })).rejects.toThrow(/out\.csv exists already/)
  const file = await files.create('late.csv', { replace: false })
  writeFileSync(join(folder, 'late.csv'), 'theirs')
  await expect(file.commit()).rejects.toThrow(/late\.csv exists already/)
  expect(read('late.csv')).toBe('theirs')
  expect(readdirSync(folder)).toEqual(['late.csv', 'out.csv'])
})

test('a replaced file keeps its permissions, and a link stays a link', async () => {
  const { folder, files, read } = folderWith({ 'real.csv': 'old' })
  chmodSync(join(folder, 'real.csv'), 0o640)
  symlinkSync('real.csv', join(folder, 'link.csv'))
  const file = await files.create('link.csv', { replace: true })
  await file.write('new')
  await file.commit()
  expect(lstatSync(join(folder, 'link.csv')).isSymbolicLink()).toBe(true)
  expect(read('real.csv')).toBe('new')
  expect(statSync(join(folder, 'real.csv')).mode & 0o777).toBe(0o640)
})

test('a mode that is asked for holds from the first moment, whatever was there', async () => {
  const { folder, files } = folderWith({ 'config.yaml': 'old' })
  const file = await files.create('config.yaml', { replace: true, mode: 0o600 })
  for (const name of readdirSync(folder).filter((part) => part.endsWith('.part')))
    expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600)
  await file.commit()
  expect(statSync(join(folder, 'config.yaml')).mode & 0o777).toBe(0o600)
})

test.each([
  ['/dev/null', 'it is a device or a pipe, and no file'],
  ['.', 'it is a folder'],
  ['missing/out.csv', 'its folder does not exist'],
])('%s is not written: %s', async (path, reason) => {
  const { files } = folderWith()
  await expect(files.create(path, { replace: true })).rejects.toThrow(
    expect.objectContaining({
      exit: 3,
      message: `${path} cannot be written: ${reason}. Nothing was left behind.`,
    }),
  )
})

test('what killed runs left of the same file is swept away after a day, and no more than that', async () => {
  const left = '.out.csv.0123456789ab.part'
  const fresh = '.out.csv.ba9876543210.part'
  const others = ['.out.csv.notes.part', '.other.csv.0123456789ab.part', 'out.csv.0123456789ab.part']
  const { folder, files } = folderWith(
    Object.fromEntries([left, fresh, ...others].map((name) => [name, 'x'])),
  )
  for (const name of [left, ...others]) utimesSync(join(folder, name), 0, 0)
  await (await files.create('out.csv', { replace: false })).commit()
  expect(readdirSync(folder)).toEqual([fresh, ...others, 'out.csv'].toSorted())
})

test.each([
  ['missing', /missing does not exist/],
  ['.', /\. cannot be read: it is a folder/],
])('reading %s fails with a sentence', async (path, sentence) => {
  await expect(folderWith().files.read(path)).rejects.toThrow(expect.objectContaining({ exit: 3 }))
  await expect(folderWith().files.read(path)).rejects.toThrow(sentence)
})

test('no more than the limit is read, also of what has no size', async () => {
  const { files } = folderWith({ 'a.yaml': '0123456789' })
  expect(await files.read('a.yaml', 10)).toHaveLength(10)
  await expect(files.read('a.yaml', 9)).rejects.toThrow(/larger than/)
  await expect(files.read('/dev/zero')).rejects.toThrow(/larger than 1 MiB/)
})

test('kinds and names', async () => {
  const { folder, files } = folderWith({ b: '', a: '' })
  mkdirSync(join(folder, 'c'))
  expect(await files.list('.')).toEqual(['a', 'b', 'c/'])
  expect(await Promise.all(['a', 'c', '/dev/null', 'no', 'a/b'].map((path) => files.kind(path)))).toEqual([
    'file',
    'folder',
    'other',
    'missing',
    'missing',
  ])
})
