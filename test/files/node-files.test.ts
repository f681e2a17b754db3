import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { nodeFiles } from '../../src/files/node-files.ts'
import { temporaryFolder } from '../support/test-host.ts'

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

test('a replaced file keeps its permissions, and a link that stays in its folder stays a link', async () => {
  const { folder, files, read } = folderWith()
  mkdirSync(join(folder, 'below'))
  writeFileSync(join(folder, 'below/real.csv'), 'old')
  chmodSync(join(folder, 'below/real.csv'), 0o640)
  symlinkSync('below/real.csv', join(folder, 'link.csv'))
  const file = await files.create('link.csv', { replace: true })
  await file.write('new')
  await file.commit()
  expect(lstatSync(join(folder, 'link.csv')).isSymbolicLink()).toBe(true)
  expect(read('below/real.csv')).toBe('new')
  expect(statSync(join(folder, 'below/real.csv')).mode & 0o777).toBe(0o640)
})

test.each([
  ['out of its folder', (outside: string) => join(outside, 'theirs.csv'), 'that leads out of its folder, to'],
  [
    'beside its folder',
    (_: string, folder: string) => `${folder}-too.csv`,
    'that leads out of its folder, to',
  ],
  ['to nothing', () => 'nothing.csv', 'to a file that does not exist'],
])('no link is followed %s', async (_, leadOf, reason) => {
  const { folder, files } = folderWith()
  const outside = temporaryFolder()
  for (const file of [join(outside, 'theirs.csv'), `${folder}-too.csv`]) writeFileSync(file, 'theirs')
  onTestFinished(() => rmSync(`${folder}-too.csv`))
  symlinkSync(leadOf(outside, folder), join(folder, 'link.csv'))
  await expect(files.create('link.csv', { replace: true })).rejects.toThrow(
    expect.objectContaining({ exit: 3, message: expect.stringContaining(`it is a symbolic link ${reason}`) }),
  )
  expect(readdirSync(folder)).toEqual(['link.csv'])
  expect(readFileSync(join(outside, 'theirs.csv'), 'utf8')).toBe('theirs')
})

test('a private file is new for its owner alone, less the umask, and one that is there keeps its permissions', async () => {
  const { folder, files } = folderWith({ 'there.csv': 'old' })
  chmodSync(join(folder, 'there.csv'), 0o640)
  const modeOf = (name: string): number => statSync(join(folder, name)).mode & 0o777
  const write = async (name: string, isPrivate: boolean): Promise<number> => {
    const file = await files.create(name, { replace: true, isPrivate })
    await file.write('new')
    await file.commit()
    return modeOf(name)
  }
  expect(await write('there.csv', true)).toBe(0o640)
  expect(await write('new.csv', true)).toBe(0o600)
  expect(await write('new.yaml', false)).toBe(0o644)
  const before = process.umask(0o277)
  try {
    expect(await write('newer.csv', true)).toBe(0o400)
  } finally {
    process.umask(before)
  }
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
  ['/dev/null', 'it is a device or a pipe, not a file. No part of it was left behind.'],
  ['.', 'it is a folder. No part of it was left behind.'],
  ['missing/out.csv', 'its folder does not exist. Create it first.'],
])('%s is not written: %s', async (path, reason) => {
  const { files } = folderWith()
  await expect(files.create(path, { replace: true })).rejects.toThrow(
    expect.objectContaining({
      exit: 3,
      message: `${path} cannot be written: ${reason}`,
    }),
  )
})

describe('what killed runs left is swept away', () => {
  /** A process that begins a file in a folder; the name of what it writes. */
  async function beginning(folder: string): Promise<{ readonly child: ChildProcess; readonly part: string }> {
    const nodeFilesAt = JSON.stringify(join(import.meta.dirname, '../../src/files/node-files.ts'))
    const script = `import { nodeFiles } from ${nodeFilesAt}
      const file = await nodeFiles(${JSON.stringify(folder)}).create('other.csv', { replace: false })
      await file.write('half')
      console.log('ready')
      // Refers to the file, as Node ends where an open handle is collected.
      setInterval(() => file.place, 1000)`
    const before = new Set(readdirSync(folder))
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    onTestFinished(() => void child.kill('SIGKILL'))
    await once(child.stdout ?? child, 'data')
    return { child, part: readdirSync(folder).find((name) => !before.has(name)) ?? '' }
  }

  test('by the next run that writes into the folder, but not what a run that lives still writes', async () => {
    const { folder, files } = folderWith()
    const [dead, alive] = [await beginning(folder), await beginning(folder)]
    dead.child.kill('SIGKILL')
    await once(dead.child, 'close')
    expect(readdirSync(folder)).toEqual([alive.part, dead.part].toSorted())
    await (await files.create('out.csv', { replace: false })).commit()
    expect(readdirSync(folder)).toEqual([alive.part, 'out.csv'])
  })

  test('after a day, where it is of another machine; and nothing that is not ours', async () => {
    const theirs = '.out.csv.formctl_00000000_1_0123456789ab.part'
    const fresh = '.out.csv.formctl_00000000_1_ba9876543210.part'
    const others = [
      '.out.csv.0123456789ab.part',
      'formctl_00000000_1_0123456789ab.part',
      '.out.csv.formctl_x.part',
    ]
    const { folder, files } = folderWith(
      Object.fromEntries([theirs, fresh, ...others].map((name) => [name, 'x'])),
    )
    for (const name of [theirs, ...others]) utimesSync(join(folder, name), 0, 0)
    await (await files.create('out.csv', { replace: false })).commit()
    expect(readdirSync(folder)).toEqual([fresh, ...others, 'out.csv'].toSorted())
  })
})

test('a name as long as names may be leaves room for the file beside it', async () => {
  const { folder, files } = folderWith()
  const name = 'ü'.repeat(127)
  await (await files.create(name, { replace: false })).commit()
  expect(readdirSync(folder)).toEqual([name])
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
  await expect(files.read('a.yaml', 9)).rejects.toThrow(/has 10 bytes, and/)
  await expect(files.read('/dev/zero')).rejects.toThrow(/larger than 1 MiB/)
})

test('kinds and names', async () => {
  const { folder, files } = folderWith({ b: '', a: '' })
  mkdirSync(join(folder, 'c'))
  execFileSync('sh', ['-c', 'mkfifo "$0"', join(folder, 'pipe')])
  expect(await files.list('.')).toEqual(['a', 'b', 'c/'])
  expect(await Promise.all(['a', 'c', '/dev/null', 'no', 'a/b'].map((path) => files.kind(path)))).toEqual([
    'file',
    'folder',
    'other',
    'missing',
    'missing',
  ])
})

describe('a folder is made level by level', () => {
  test('with the mode that was asked for, and again without harm', async () => {
    const { folder, files } = folderWith()
    await files.makeFolder('a/b/c', 0o700)
    await files.makeFolder('a/b/c', 0o700)
    expect(['a', 'a/b', 'a/b/c'].map((name) => statSync(join(folder, name)).mode & 0o777)).toEqual([
      0o700, 0o700, 0o700,
    ])
  })

  test('by several at once', async () => {
    const { folder, files } = folderWith()
    await Promise.all(Array.from({ length: 20 }, () => files.makeFolder('a/b/c/d')))
    expect(statSync(join(folder, 'a/b/c/d')).isDirectory()).toBe(true)
  })

  test.each([
    ['file/below/it', /^file\/below\/it cannot be written: a part of its path is not a folder/],
    ['file', /^file cannot be written: a part of its path is not a folder/],
    [
      'nowhere/below/it',
      /^nowhere\/below\/it cannot be written: .*\/nowhere is a link to a file that does not exist/,
    ],
  ])('where something stands in the way of %s, that is said', async (path, sentence) => {
    const { folder, files } = folderWith({ file: 'x' })
    symlinkSync(join(folder, 'gone'), join(folder, 'nowhere'))
    await expect(files.makeFolder(path)).rejects.toThrow(sentence)
  })

  // Node's own way to make folders never ends there, beyond the reach of every signal.
  test.runIf(process.platform === 'linux')('where the system takes none, that is said', async () => {
    const { files } = folderWith()
    await expect(files.makeFolder('/proc/formctl/state')).rejects.toThrow(
      '/proc/formctl/state cannot be written: no folder can be made in /proc. No part of it was left behind.',
    )
    await expect(files.claim('x', '/proc/formctl/claims')).rejects.toThrow('no folder can be made in /proc.')
  })
})
