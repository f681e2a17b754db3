import { afterAll, beforeAll, describe } from 'vitest'
import { openPostgresStore } from '../../src/store/open-store.ts'
import type { Store } from '../../src/store/store.ts'
import { allNumbered, noPostgres, startPostgres, type TestPostgres } from '../support/postgres.ts'
import { deterministicBytes } from '../support/test-host.ts'
import { storeSuite } from './store-suite.ts'

const suite = noPostgres === undefined ? describe : describe.skip

suite(`PostgreSQL${noPostgres === undefined ? '' : ` (skipped: ${noPostgres})`}`, () => {
  let postgres: TestPostgres
  beforeAll(async () => {
    postgres = await startPostgres()
  })
  afterAll(() => postgres.close())

  let url = ''
  const settled = (): Promise<void> => allNumbered(postgres, url)

  const empty = async (options = ''): Promise<Store> => {
    url = await postgres.database(options)
    return (await openPostgresStore(url, deterministicBytes())).store
  }

  storeSuite('PostgreSQL', empty, settled)

  const plain = {
    collates: false,
    checksSynchronousCommit: false,
    locksRows: false,
    hasUniqueBeyondDistribution: false,
  }

  storeSuite(
    'PostgreSQL with what other engines lack switched off',
    async () => {
      url = await postgres.database(`template template0 locale_provider libc locale 'C'`)
      return (await openPostgresStore(url, deterministicBytes(), { profile: plain })).store
    },
    settled,
  )
})
