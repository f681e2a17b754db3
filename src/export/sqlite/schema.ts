import type { ColumnType, Table } from '../../table/table.ts'

/** A table with the names that it has in the database. */
export type Schema = {
  readonly name: string
  readonly table: Table
  /** The names of its columns, in their order. */
  readonly columns: readonly string[]
  /** Columns, by the names in `table`, to which other tables refer. */
  readonly wantedKeys: ReadonlySet<string>
  /** Those of them that have a unique index by now. */
  readonly keys: Set<string>
}

/** The statement that creates a table. It may refer to tables written before, which `written` has by their own names. */
export function createTable(schema: Schema, written: ReadonlyMap<string, Schema>): string {
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
export function insertRow({ name, table }: Schema): string {
  const values = table.columns.map(({ type }) => (sqlTypes[type] === 'TEXT' ? 'CAST(? AS TEXT)' : '?'))
  return `INSERT INTO ${quoted(name)} VALUES (${values.join(', ')})`
}

/** The query that gives a row if a value of the column occurs twice. */
export function findRepeated(schema: Schema, name: string): string {
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
export const createIndex = (schema: Schema, { name, index, isUnique }: Index): string =>
  `CREATE ${isUnique ? 'UNIQUE ' : ''}INDEX ${quoted(name)} ON ${quoted(schema.name)} (${index.map((column) => columnOf(schema, column)).join(', ')})`

const columnOf = ({ table, columns }: Schema, name: string): string =>
  quoted(columns[placeOf(table, name)] ?? '')

const placeOf = ({ columns }: Table, name: string): number =>
  columns.findIndex((column) => column.name === name)

/** Any name as an SQL identifier. */
const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** Names that are unique in SQLite. */
export type UniqueNames = {
  /** The name that each wanted name got, in their order. */
  readonly given: readonly string[]
  /** Takes one more name. */
  readonly add: (wanted: string) => string
}

/**
 * Makes names unique for SQLite, which takes "a" and "A" for the same and refuses U+0000. The first one keeps its name;
 * the next becomes "A (2)", or the next number that nobody wants.
 */
export function makeUniqueNames(wanted: readonly string[]): UniqueNames {
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

/** The same text for two names that SQLite takes for the same: it folds the case of A to Z only. */
const folded = (name: string): string =>
  validName(name).replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase())
