import { openSqliteStore } from '../../../src/store/open-store.ts'
import { deterministicBytes, temporaryFolder } from '../../support/test-host.ts'
import { workerSuite } from './worker-suite.ts'

workerSuite('SQLite', async () => (await openSqliteStore(temporaryFolder(), deterministicBytes())).store)
