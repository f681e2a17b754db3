import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { plainRows, syncSuite } from './sync-suite.ts'

const file = (isFresh = false): string => (isFresh ? 'new.sqlite' : 'survey.sqlite')

syncSuite({
  name: 'SQLite',
  word: (_, isFresh) => `sqlite:${file(isFresh)}`,
  rows: async ({ cwd }, sql, isFresh) => {
    const database = new DatabaseSync(join(cwd, file(isFresh)))
    try {
      return plainRows(database.prepare(sql).all())
    } finally {
      database.close()
    }
  },
})
