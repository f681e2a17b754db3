import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openDataFolder, openExistingDataFolder } from '../../src/cli/settings/open-data-folder.ts'
import { hashKey } from '../../src/server/keys.ts'
import { testHost } from '../support/test-host.ts'

test('a data folder that is missing is made, and its first start tells the key', async () => {
  const host = testHost({ argv: [] })
  const { deps, first, close } = await openDataFolder(host, 'forms')
  expect(await host.files.kind('forms/formctl.db')).toBe('file')
  expect(await deps.store.keys.byHash(hashKey(first.apiKey ?? ''))).toMatchObject({
    environmentId: first.environmentId,
  })
  expect(deps.secret).toHaveLength(32)
  await close()
})

test('opened again it is the same, without a key and with the same secret', async () => {
  const host = testHost({ argv: [] })
  const before = await openDataFolder(host, 'forms')
  await before.close()
  const after = await openDataFolder(host, 'forms')
  const { apiKey, ...kept } = before.first
  expect(after.first).toEqual(kept)
  expect(apiKey).toBeDefined()
  expect(Buffer.from(after.deps.secret)).toEqual(Buffer.from(before.deps.secret))
  await after.close()
})

test('the time of its dependencies is that of the host, in UTC with milliseconds', async () => {
  const host = testHost({ argv: [] })
  const { deps, close } = await openDataFolder(host, 'forms')
  expect(deps.now()).toMatch(/^2026-03-01T09:00:\d\d\.000Z$/)
  await close()
})

test('where one must be there already, none is made', async () => {
  const host = testHost({ argv: [] })
  await expect(openExistingDataFolder(host, 'forms')).rejects.toMatchObject({
    code: 'store-unusable',
    message:
      'The data folder forms cannot be used: it holds no formctl.db; name the right folder with --data, or make one with formctl serve --data forms.',
  })
  expect(await host.files.kind('forms')).toBe('missing')
})

test('a folder that holds something else is not taken for one', async () => {
  const host = testHost({ argv: [] })
  const folder = host.files.resolve('forms')
  mkdirSync(folder)
  writeFileSync(join(folder, 'letter.txt'), 'mine')
  await expect(openExistingDataFolder(host, 'forms')).rejects.toMatchObject({ code: 'store-unusable' })
  expect(readdirSync(folder)).toEqual(['letter.txt'])
})
