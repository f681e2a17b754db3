import { expect, test } from 'vitest'
import { removeUnused } from '../../src/server/unused-files.ts'
import { openSqliteStore } from '../../src/store/open-store.ts'
import { sampleEnvironment, sampleForm } from '../support/samples.ts'
import { storeFile, storedBytes } from '../support/stored-files.ts'
import { deterministicBytes, temporaryFolder } from '../support/test-host.ts'

test('files that no upload names are removed once they are an hour old, and no others', async () => {
  const opened = await openSqliteStore(temporaryFolder(), deterministicBytes())
  const { store, blobs } = opened
  await store.environments.create(sampleEnvironment('environment-1'), {
    keys: [],
    forms: [sampleForm({ id: 'form-1' })],
  })
  await storeFile(opened, { id: 'named' }, 'a')
  const unnamed = await blobs.create()
  await unnamed.append(Buffer.from('b'))
  await unnamed.keep('unnamed')
  await unnamed.discard()
  const removeAt = (minutes: number): Promise<void> =>
    removeUnused({ store, blobs, now: () => new Date(Date.now() + minutes * 60_000).toISOString() })
  await removeAt(50)
  expect(String(await storedBytes(blobs, 'unnamed'))).toBe('b')
  await removeAt(61)
  expect(await storedBytes(blobs, 'unnamed')).toBeUndefined()
  expect(String(await storedBytes(blobs, 'named'))).toBe('a')
  await store.close()
})
