import type { Environment, EnvironmentContents, Store } from '../store.ts'
import type { Database, Select } from './database.ts'
import { addForm } from './forms.ts'
import { addKey } from './keys.ts'

/** The environments in a database. */
export function environmentsIn(database: Database): Store['environments'] {
  const add = (environment: Environment, contents: EnvironmentContents): void => {
    const { id, name, createdAt } = environment
    database.change('insert into environments (id, name, created_at) values (?, ?, ?)', [id, name, createdAt])
    for (const key of contents.keys) addKey(database, key)
    for (const form of contents.forms) addForm(database, form)
  }
  return {
    create: async (environment, contents = { keys: [], forms: [] }) =>
      database.write(() => add(environment, contents)),
    createFirst: async (environment, contents) =>
      database.write(() => {
        if (database.one(all)) return false
        add(environment, contents)
        return true
      }),
    list: async () => [...database.each(all)],
  }
}

const all =
  'select id, name, created_at as createdAt from environments order by created_at, rowid' as Select<Environment>
