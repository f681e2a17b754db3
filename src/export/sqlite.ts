import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { readBoolean, readInteger, readNumber, type ReadValue } from './parse-cell.ts'
import { refuseTooWide, type FiledTables } from './format.ts'
import { kinds, type ColumnType, type Table } from '../table/table.ts'

/**
 * SQLite: one strict table for each table. Texts, days and times (ISO 8601, which SQLite's date functions read) and JSON are TEXT,
 * booleans are 1 and 0. No value and an empty text are NULL. Equal tables give equal bytes with the same release of SQLite.
 */
export const sqlite: FiledTables = {
  kind: 'file',
  mediaType: 'application/vnd.sqlite3',
  holds: 'tables',
  write: async (tables, path) => {
    refuseTooWide(tables, 'SQLite', maxColumns)
    // Checking references row by row costs time, and a parent's rows are all written before.
    const database = new DatabaseSync(path, { enableForeignKeyConstraints: false })
    try {
      database.exec(pragmas)
      await writeTables(tables, database)
      database.exec('COMMIT')
      return { guarded: 0 }
    } finally {
      database.close()
    }
  },
}

/** The default maximum of SQLite, which most programs have. */
const maxColumns = 2000

// The file is new and private until it is complete, so it needs no journal and no lock; the caller syncs it before renaming.
// Pages of 16 KiB make a smaller file than those of 4 KiB. The cache spills to the file at 8 MB.
const pragmas = `
  PRAGMA page_size = 16384;
  PRAGMA journal_mode = OFF;
  PRAGMA synchronous = OFF;
  PRAGMA locking_mode = EXCLUSIVE;
  PRAGMA cache_size = -8192;
  BEGIN`

async function writeTables(tables: readonly Table[], database: DatabaseSync): Promise<void> {
  const referred = tables.flatMap(({ references = [] }) => references.map(({ of }) => of))
  const written = new Map<string, Schema>()
  for (const table of tables) {
    const schema: Schema = {
      table,
      wantedKeys: new Set(
        referred.filter(({ table: name }) => name === table.name).map(({ column }) => column),
      ),
      keys: new Set(),
    }
    database.exec(createTable(schema, written))
    await insertRows(schema, database)
    addIndexes(schema, database)
    written.set(table.name, schema)
  }
}

async function insertRows(schema: Schema, database: DatabaseSync): Promise<void> {
  const { columns, rows } = schema.table
  const width = columns.length
  const insert = database.prepare(insertRow(schema.table))
  const reads = columns.map(({ type }) => numberReaders[type])
  const values: SQLInputValue[] = Array.from({ length: width }, () => null)
  for await (const { rows: count, kinds: kindOf, starts, ends, bytes } of rows())
    for (let row = 0; row < count; row++) {
      for (let column = 0, cell = row * width; column < width; column++, cell++) {
        const start = starts[cell] ?? 0
        const end = ends[cell] ?? 0
        const read = reads[column]
        // An empty text means no answer: if it were counted, shares would be wrong.
        if (kindOf[cell] === kinds.none || start === end) values[column] = null
        else if (read) values[column] = read(bytes, start, end)
        // SQLite makes text of bound bytes faster than JavaScript makes a string of them.
        else values[column] = new Uint8Array(bytes.buffer, bytes.byteOffset + start, end - start)
      }
      insert.run(...values)
    }
}

/** How the values of numeric columns are read. */
const numberReaders: Readonly<Partial<Record<ColumnType, ReadValue>>> = {
  integer: readInteger,
  int64: readInteger,
  number: readNumber,
  boolean: readBoolean,
}

/** Adds the indexes after the rows: sorting once takes a fraction of the time. */
function addIndexes(schema: Schema, database: DatabaseSync): void {
  const { table } = schema
  for (const index of table.indexes ?? []) {
    const [first] = index
    // The column may not have been chosen.
    if (first === undefined || !index.every((name) => hasColumn(table, name))) continue
    // Without a journal, a unique index that fails would break the file, so repeated values are looked for first.
    const isUnique =
      index.length === 1 &&
      schema.wantedKeys.has(first) &&
      database.prepare(findRepeated(table.name, first)).get() === undefined
    if (isUnique) schema.keys.add(first)
    database.exec(createIndex(table.name, index, isUnique))
  }
}

type Schema = {
  readonly table: Table
  /** Columns to which other tables refer. */
  readonly wantedKeys: ReadonlySet<string>
  /** Those of them that already have a unique index. */
  readonly keys: Set<string>
}

/** The statement that creates a table. `written`: earlier tables, which it may refer to. */
function createTable(schema: Schema, written: ReadonlyMap<string, Schema>): string {
  const { table } = schema
  const lines = table.columns.map(({ name, type }) => {
    const column = quoted(name)
    return `${column} ${sqlTypes[type]}${type === 'boolean' ? ` CHECK (${column} IN (0, 1))` : ''}`
  })
  const parts = [...lines, ...foreignKeys(schema, written)]
  return `CREATE TABLE ${quoted(table.name)} (\n${parts.map((part) => `  ${part}`).join(',\n')}\n) STRICT`
}

const sqlTypes = {
  text: 'TEXT',
  integer: 'INTEGER',
  int64: 'INTEGER',
  number: 'REAL',
  boolean: 'INTEGER',
  date: 'TEXT',
  time: 'TEXT',
  json: 'TEXT',
} as const satisfies Record<ColumnType, string>

/**
 * SQLite requires the values that a foreign key refers to to be unique, and otherwise refuses every later change of the
 * table. Responses may come twice; then there is no foreign key.
 */
function* foreignKeys({ table }: Schema, written: ReadonlyMap<string, Schema>): Iterable<string> {
  for (const { column, of } of table.references ?? []) {
    if (!hasColumn(table, column) || !written.get(of.table)?.keys.has(of.column)) continue
    yield `FOREIGN KEY (${quoted(column)}) REFERENCES ${quoted(of.table)} (${quoted(of.column)})`
  }
}

/** The statement that inserts a row: a parameter for each column, with texts as the bytes of their UTF-8. */
function insertRow({ name, columns }: Table): string {
  const values = columns.map(({ type }) => (sqlTypes[type] === 'TEXT' ? 'CAST(? AS TEXT)' : '?'))
  return `INSERT INTO ${quoted(name)} VALUES (${values.join(', ')})`
}

/** The query that returns a row if a value of the column occurs twice. */
const findRepeated = (table: string, column: string): string =>
  `SELECT 1 FROM ${quoted(table)} WHERE ${quoted(column)} IS NOT NULL GROUP BY ${quoted(column)} HAVING count(*) > 1 LIMIT 1`

/** The statement that creates an index of a table. */
const createIndex = (table: string, columns: readonly string[], isUnique: boolean): string =>
  `CREATE ${isUnique ? 'UNIQUE ' : ''}INDEX ${quoted(`${table}_by_${columns.join('_')}`)} ON ${quoted(table)} (${columns.map(quoted).join(', ')})`

const hasColumn = ({ columns }: Table, name: string): boolean =>
  columns.some((column) => column.name === name)

/** A name of a table or column as an SQL identifier; SQL ends at U+0000, which no name has. */
const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`
