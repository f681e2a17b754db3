import { DatabaseSync } from 'node:sqlite'
import { Failure } from '../failure.ts'
import { fillTable } from './sqlite/fill-table.ts'
import { makeNames, type Names } from './sqlite/names.ts'
import { createIndex, createTable, doublesOf, type Schema } from './sqlite/schema.ts'
import type { FiledTables, RenamedColumn } from './table-format.ts'
import type { Table } from './table.ts'

/**
 * SQLite: a strict table each. Text, times (ISO 8601, as its functions for dates read them, exact and in order of
 * time) and JSON are TEXT, true and false 1 and 0; no value is NULL, an empty text is ''. Columns whose names differ
 * only in case are told apart. Equal tables give equal bytes with the same release of SQLite.
 */
export const sqlite: FiledTables = {
  kind: 'file',
  holds: 'several tables',
  write: async (tables, path) => {
    for (const table of tables) checkWidth(table)
    return { guarded: 0, renamed: await writeTables(tables, path) }
  },
}

/** The most columns that SQLite takes as most programs build it, and so the most that they can open. */
const mostColumns = 2000

function checkWidth({ name, columns: { length } }: Table): void {
  if (length > mostColumns)
    throw Failure.of('too-many-columns', {
      table: name,
      columns: length,
      format: 'SQLite',
      most: mostColumns,
    })
}

/** Uses the database, which is closed then, so that its rows may be written past it. */
function using<Result>(path: string, use: (database: DatabaseSync) => Result): Result {
  // Checking references for each row would cost, and tells nothing of rows whose table is not written yet.
  const database = new DatabaseSync(path, { enableForeignKeyConstraints: false })
  try {
    database.exec(forOneWriter)
    const result = use(database)
    database.exec('commit')
    return result
  } finally {
    // What broke off is not rolled back, since there is no journal: the file is of no use to anybody.
    database.close()
  }
}

// The file is new and nobody else's until it is whole, so there is nothing to roll back to, nobody to lock out, and
// whoever gives it its name makes it durable first. Pages are written when 8 MB of them wait, also while sorting.
// Pages of 16 KiB take a tenth less time than those of 4, and a twentieth less room.
const forOneWriter = `
  pragma page_size = 16384;
  pragma journal_mode = off;
  pragma synchronous = off;
  pragma locking_mode = exclusive;
  pragma cache_size = -8192;
  begin`

async function writeTables(tables: readonly Table[], path: string): Promise<RenamedColumn[]> {
  // Tables and indexes share one room of names, in which the tables come first.
  const objects = makeNames(tables.map(({ name }) => name))
  const referred = tables.flatMap(({ references = [] }) => references.map(({ of }) => of))
  const written = new Map<string, Schema>()
  for (const [i, table] of tables.entries()) {
    const schema: Schema = {
      name: objects.given[i] ?? '',
      table,
      columns: makeNames(table.columns.map(({ name }) => name)).given,
      wantedKeys: new Set(
        referred.filter(({ table: name }) => name === table.name).map(({ column }) => column),
      ),
      keys: new Set(),
    }
    const root = using(path, (database) => {
      database.exec(createTable(schema, written))
      return rootOf(database, schema)
    })
    await fillTable(table, path, root)
    using(path, (database) => addIndexes(database, schema, objects))
    written.set(table.name, schema)
  }
  return [...written.values()].flatMap(renamedIn)
}

/** The number of the page that the table begins with. */
function rootOf(database: DatabaseSync, { name }: Schema): number {
  const row = database
    .prepare("SELECT rootpage FROM sqlite_schema WHERE type = 'table' AND name = ?")
    .get(name)
  return Number(row?.['rootpage'])
}

/** Indexes come after the rows: sorted once, they are built in a fraction of the time. */
function addIndexes(database: DatabaseSync, schema: Schema, objects: Names): void {
  const { table } = schema
  for (const index of table.indexes ?? []) {
    const [first] = index
    // The user may have left the column out.
    if (first === undefined || !index.every((name) => table.columns.some((column) => column.name === name)))
      continue
    // Without a journal a statement that fails breaks the file, so whether values repeat is asked before.
    const isKey =
      index.length === 1 &&
      schema.wantedKeys.has(first) &&
      database.prepare(doublesOf(schema, first)).get() === undefined
    if (isKey) schema.keys.add(first)
    database.exec(
      createIndex(schema, { name: objects.free(`${table.name}_by_${index.join('_')}`), index, isKey }),
    )
  }
}

const renamedIn = ({ table, columns }: Schema): RenamedColumn[] =>
  table.columns.flatMap(({ name: column }, i) => {
    const name = columns[i] ?? column
    return name === column ? [] : [{ table: table.name, column, name }]
  })
