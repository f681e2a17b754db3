import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { Failure } from '../failure/failure.ts'
import { readBoolean, readInteger, readNumber, type ReadValue } from './parse-cell.ts'
import type { FiledTables } from './format.ts'
import { kinds, type ColumnType, type Table, type RenamedColumn } from '../table/table.ts'

/**
 * SQLite: one strict table for each table. Texts, days and times (ISO 8601, which SQLite's date functions read) and JSON are TEXT,
 * booleans are 1 and 0. No value is NULL, an empty text is ''. Columns whose names differ only in case get other names.
 * Equal tables give equal bytes with the same release of SQLite.
 */
export const sqlite: FiledTables = {
  kind: 'file',
  mediaType: 'application/vnd.sqlite3',
  holds: 'tables',
  write: async (tables, path) => {
    for (const table of tables) checkWidth(table)
    // Checking references row by row costs time, and a parent's rows are all written before.
    const database = new DatabaseSync(path, { enableForeignKeyConstraints: false })
    try {
      database.exec(pragmas)
      const renamedColumns = await writeTables(tables, database)
      database.exec('COMMIT')
      return { guarded: 0, renamedColumns }
    } finally {
      database.close()
    }
  },
}

/** The most columns that SQLite has as most programs build it. */
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

// The file is new and private until it is complete, so it needs no journal and no lock; the caller syncs it before renaming. Pages of 16 KiB make a smaller file than those of 4 KiB. The cache spills to the file at 8 MB.
const pragmas = `
  PRAGMA page_size = 16384;
  PRAGMA journal_mode = OFF;
  PRAGMA synchronous = OFF;
  PRAGMA locking_mode = EXCLUSIVE;
  PRAGMA cache_size = -8192;
  BEGIN`

async function writeTables(tables: readonly Table[], database: DatabaseSync): Promise<RenamedColumn[]> {
  // Tables and indexes share one namespace, in which tables come first.
  const names = makeUniqueNames(tables.map(({ name }) => name))
  const referred = tables.flatMap(({ references = [] }) => references.map(({ of }) => of))
  const written = new Map<string, Schema>()
  for (const [i, table] of tables.entries()) {
    const schema: Schema = {
      name: names.given[i] ?? '',
      table,
      columns: makeUniqueNames(table.columns.map(({ name }) => name)).given,
      wantedKeys: new Set(
        referred.filter(({ table: name }) => name === table.name).map(({ column }) => column),
      ),
      keys: new Set(),
    }
    database.exec(createTable(schema, written))
    await insertRows(schema, database)
    addIndexes(schema, database, names)
    written.set(table.name, schema)
  }
  return [...written.values()].flatMap(renamedIn)
}

async function insertRows(schema: Schema, database: DatabaseSync): Promise<void> {
  const { columns, rows } = schema.table
  const width = columns.length
  const insert = database.prepare(insertRow(schema))
  const reads = columns.map(({ type }) => numberReaders[type])
  const values: SQLInputValue[] = Array.from({ length: width }, () => null)
  for await (const { rows: count, kinds: kindOf, starts, ends, bytes } of rows())
    for (let row = 0; row < count; row++) {
      for (let column = 0, cell = row * width; column < width; column++, cell++) {
        const start = starts[cell] ?? 0
        const end = ends[cell] ?? 0
        const read = reads[column]
        if (kindOf[cell] === kinds.none) values[column] = null
        // An empty text is no number, and an empty array would be bound as NULL.
        else if (start === end) values[column] = read ? null : ''
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
function addIndexes(schema: Schema, database: DatabaseSync, names: UniqueNames): void {
  const { table } = schema
  for (const index of table.indexes ?? []) {
    const [first] = index
    // The column may not have been chosen.
    if (first === undefined || !index.every((name) => table.columns.some((column) => column.name === name)))
      continue
    // Without a journal, a unique index that fails would break the file, so repeated values are looked for first.
    const isUnique =
      index.length === 1 &&
      schema.wantedKeys.has(first) &&
      database.prepare(findRepeated(schema, first)).get() === undefined
    if (isUnique) schema.keys.add(first)
    const name = names.add(`${table.name}_by_${index.join('_')}`)
    database.exec(createIndex(schema, { name, index, isUnique }))
  }
}

const renamedIn = ({ table, columns }: Schema): RenamedColumn[] =>
  table.columns.flatMap(({ name: column }, i) => {
    const name = columns[i] ?? column
    return name === column ? [] : [{ table: table.name, column, name }]
  })

/** A table with the names that it has in the database. */
type Schema = {
  readonly name: string
  readonly table: Table
  /** The names of its columns, in their order. */
  readonly columns: readonly string[]
  /** Columns, by the names in `table`, to which other tables refer. */
  readonly wantedKeys: ReadonlySet<string>
  /** Those of them that already have a unique index. */
  readonly keys: Set<string>
}

/** The statement that creates a table. `written`: earlier tables, which it may refer to, by their names in the export. */
function createTable(schema: Schema, written: ReadonlyMap<string, Schema>): string {
  const { name, table, columns } = schema
  const lines = table.columns.map(({ type }, i) => {
    const column = quoted(columns[i] ?? '')
    return `${column} ${sqlTypes[type]}${type === 'boolean' ? ` CHECK (${column} IN (0, 1))` : ''}`
  })
  const parts = [...lines, ...foreignKeys(schema, written)]
  return `CREATE TABLE ${quoted(name)} (\n${parts.map((part) => `  ${part}`).join(',\n')}\n) STRICT`
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
function* foreignKeys({ table, columns }: Schema, written: ReadonlyMap<string, Schema>): Iterable<string> {
  for (const { column, of } of table.references ?? []) {
    const parent = written.get(of.table)
    const own = columns[placeOf(table, column)]
    if (own === undefined || parent === undefined || !parent.keys.has(of.column)) continue
    yield `FOREIGN KEY (${quoted(own)}) REFERENCES ${quoted(parent.name)} (${columnOf(parent, of.column)})`
  }
}

/** The statement that inserts a row: a parameter for each column, with texts as the bytes of their UTF-8. */
function insertRow({ name, table }: Schema): string {
  const values = table.columns.map(({ type }) => (sqlTypes[type] === 'TEXT' ? 'CAST(? AS TEXT)' : '?'))
  return `INSERT INTO ${quoted(name)} VALUES (${values.join(', ')})`
}

/** The query that gives a row if a value of the column occurs twice. */
function findRepeated(schema: Schema, name: string): string {
  const column = columnOf(schema, name)
  return `SELECT 1 FROM ${quoted(schema.name)} WHERE ${column} IS NOT NULL GROUP BY ${column} HAVING count(*) > 1 LIMIT 1`
}

type Index = {
  readonly name: string
  /** Columns by the names in the table. */
  readonly index: readonly string[]
  readonly isUnique: boolean
}

/** The statement that creates an index. */
const createIndex = (schema: Schema, { name, index, isUnique }: Index): string =>
  `CREATE ${isUnique ? 'UNIQUE ' : ''}INDEX ${quoted(name)} ON ${quoted(schema.name)} (${index.map((column) => columnOf(schema, column)).join(', ')})`

const columnOf = ({ table, columns }: Schema, name: string): string =>
  quoted(columns[placeOf(table, name)] ?? '')

const placeOf = ({ columns }: Table, name: string): number =>
  columns.findIndex((column) => column.name === name)

/** Any name as an SQL identifier. */
const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** Names that are unique in SQLite. */
type UniqueNames = {
  /** The name that each wanted name got, in their order. */
  readonly given: readonly string[]
  readonly add: (wanted: string) => string
}

/**
 * Makes names unique for SQLite, which ignores case and refuses U+0000. The first keeps its name; the next becomes "A (2)", or
 * gets the next free number.
 */
function makeUniqueNames(wanted: readonly string[]): UniqueNames {
  const asked = new Set(wanted.map(folded))
  const taken = new Set<string>()
  const add = (name: string): string => {
    const valid = validName(name)
    let unique = valid
    for (let n = 2; taken.has(folded(unique)) || (n > 2 && asked.has(folded(unique))); n++)
      unique = `${valid} (${n})`
    taken.add(folded(unique))
    return unique
  }
  return { given: wanted.map(add), add }
}

// SQL ends at U+0000, and a lone surrogate has no UTF-8.
const validName = (name: string): string => name.replaceAll('\0', '\uFFFD').toWellFormed()

/** Equal for two names exactly if SQLite treats them as equal: it folds the case of A to Z only. */
const folded = (name: string): string =>
  validName(name).replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase())
