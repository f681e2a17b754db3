import { Failure } from '../../failure/failure.ts'
import type { Database, Select } from './database.ts'
import { applicationId, migrations } from './schema.ts'

/** Gives a new, empty database its tables and the folder's secret. */
export function layOut(database: Database, secret: Uint8Array): void {
  database.script(`pragma application_id = ${applicationId}`)
  beDurable(database)
  migrate(database)
  database.change(`insert into settings (name, value) values ('secret', ?)`, [secret])
}

/** Checks that a database is ours and brings it to the layout of this program. */
export function bringUpToDate(database: Database, folder: string): void {
  const refuse = (reason: string): Failure => Failure.of('store-unusable', { path: folder, reason })
  if (pragma(database, 'application_id') !== applicationId)
    throw refuse('its formctl.db belongs to another program')
  const version = pragma(database, 'user_version')
  if (version > migrations.length)
    throw refuse(
      `a newer formctl has written to it (layout ${version}; this one knows up to ${migrations.length}), so use that one`,
    )
  beDurable(database)
  if (version < migrations.length) migrate(database)
}

// FULL: with NORMAL, two of three power cuts lost responses that had been acknowledged.
function beDurable(database: Database): void {
  database.one('pragma journal_mode = wal')
  database.script('pragma synchronous = full; pragma foreign_keys = on')
}

function migrate(database: Database): void {
  database.write(() => {
    // Read again inside the transaction: another process may have migrated meanwhile.
    for (const step of migrations.slice(pragma(database, 'user_version'))) database.script(step)
    database.script(`pragma user_version = ${migrations.length}`)
  })
}

const pragma = (database: Database, name: 'application_id' | 'user_version'): number =>
  Object.values(database.one(`pragma ${name}` as Select<Record<string, number>>) ?? {})[0] ?? 0
