import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { nodeFiles } from '../../src/files/node-files.ts'
import { temporaryFolder } from '../support/test-host.ts'

const holder = join(import.meta.dirname, '../support/claim-holder.ts')

test('a file is taken by one at a time, until it is released', async () => {
  const files = nodeFiles(temporaryFolder())
  const claim = await files.claim('lock.json', 'state/claims')
  expect(claim).toBeDefined()
  expect(await files.claim('lock.json', 'state/claims')).toBeUndefined()
  const other = await files.claim('other.json', 'state/claims')
  expect(other).toBeDefined()
  other?.release()
  claim?.release()
  const again = await files.claim('lock.json', 'state/claims')
  expect(again).toBeDefined()
  again?.release()
})

test.runIf(process.platform !== 'win32')('a file is the same by every way to its folder', async () => {
  const cwd = temporaryFolder()
  mkdirSync(join(cwd, 'real'))
  symlinkSync('real', join(cwd, 'link'))
  const files = nodeFiles(cwd)
  const claim = await files.claim('real/lock.json', 'claims')
  expect(await files.claim('link/lock.json', 'claims')).toBeUndefined()
  claim?.release()
})

test('what a process has taken is free once it was killed', async () => {
  const cwd = temporaryFolder()
  const files = nodeFiles(cwd)
  const child = spawn(process.execPath, [holder, join(cwd, 'lock.json'), join(cwd, 'claims')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [said] = await once(child.stdout, 'data')
  expect(String(said)).toBe('taken\n')
  expect(await files.claim('lock.json', 'claims')).toBeUndefined()
  child.kill('SIGKILL')
  await once(child, 'close')
  const claim = await files.claim('lock.json', 'claims')
  expect(claim).toBeDefined()
  claim?.release()
})

test('a folder that cannot be written is said with exit code 3', async () => {
  const cwd = temporaryFolder()
  writeFileSync(join(cwd, 'file'), '')
  await expect(nodeFiles(cwd).claim('lock.json', 'file/claims')).rejects.toMatchObject({ exit: 3 })
})
