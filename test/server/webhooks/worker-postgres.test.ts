import { afterAll, beforeAll, describe } from 'vitest'
import { openPostgresStore } from '../../../src/store/open-store.ts'
import { allNumbered, noPostgres, startPostgres, type TestPostgres } from '../../support/postgres.ts'
import { deterministicBytes } from '../../support/test-host.ts'
import { workerSuite } from './worker-suite.ts'

const suite = noPostgres === undefined ? describe : describe.skip

suite(`Webhooks${noPostgres === undefined ? '' : ` (skipped: ${noPostgres})`}`, () => {
  let postgres: TestPostgres
  let url = ''
  beforeAll(async () => {
    postgres = await startPostgres()
  })
  afterAll(() => postgres.close())

  const open = async () => {
    url = await postgres.emptyStore()
    const sequencer = { term: 3000, busy: 1, idle: 20 }
    return (await openPostgresStore(url, deterministicBytes(), { sequencer })).store
  }
  workerSuite('PostgreSQL', open, () => allNumbered(url), 5)
})
