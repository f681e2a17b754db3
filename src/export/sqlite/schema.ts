import type { ColumnType, Table } from '../table.ts'

/** A table with the names that it has in the database. */
export type Schema = {
  readonly name: string
  readonly table: Table
  /** Of each column. */
  readonly columns: readonly string[]
  /** The columns, by their own names, to which other tables refer. */
  readonly wantedKeys: ReadonlySet<string>
  /** Those of them that have a unique index by now: no two rows share a value. */
  readonly keys: Set<string>
}

/** The statement that makes a table; what it refers to has to be among the tables written before, by their own names. */
export function createTable(schema: Schema, written: ReadonlyMap<string, Schema>): string {
  const { name, table, columns } = schema
  const lines = table.columns.map(({ type }, i) => {
    const column = quoted(columns[i] ?? '')
    return `${column} ${types[type]}${type === 'boolean' ? ` CHECK (${column} IN (0, 1))` : ''}`
  })
  const parts = [...lines, ...references(schema, written)]
  return `CREATE TABLE ${quoted(name)} (\n${parts.map((part) => `  ${part}`).join(',\n')}\n) STRICT`
}

const types = {
  text: 'TEXT',
  integer: 'INTEGER',
  int64: 'INTEGER',
  number: 'REAL',
  boolean: 'INTEGER',
  time: 'TEXT',
  json: 'TEXT',
} as const satisfies Record<ColumnType, string>

/**
 * Foreign keys. SQLite wants the values that are referred to unique, and refuses every later change of the table where
 * they are not; responses may come twice, and then there is none.
 */
function* references({ table, columns }: Schema, written: ReadonlyMap<string, Schema>): Iterable<string> {
  for (const { column, of } of table.references ?? []) {
    const parent = written.get(of.table)
    const own = columns[placeOf(table, column)]
    if (own === undefined || parent === undefined || !parent.keys.has(of.column)) continue
    yield `FOREIGN KEY (${quoted(own)}) REFERENCES ${quoted(parent.name)} (${columnOf(parent, of.column)})`
  }
}

/** The statement that gives a row where a value of the column, by its own name, is there twice. */
export function doublesOf(schema: Schema, name: string): string {
  const column = columnOf(schema, name)
  return `SELECT 1 FROM ${quoted(schema.name)} WHERE ${column} IS NOT NULL GROUP BY ${column} HAVING count(*) > 1 LIMIT 1`
}

type Index = {
  readonly name: string
  /** Columns by their own names. */
  readonly index: readonly string[]
  readonly isKey: boolean
}

/** The statement that makes an index. */
export const createIndex = (schema: Schema, { name, index, isKey }: Index): string =>
  `CREATE ${isKey ? 'UNIQUE ' : ''}INDEX ${quoted(name)} ON ${quoted(schema.name)} (${index.map((column) => columnOf(schema, column)).join(', ')})`

const columnOf = ({ table, columns }: Schema, name: string): string =>
  quoted(columns[placeOf(table, name)] ?? '')

const placeOf = ({ columns }: Table, name: string): number =>
  columns.findIndex((column) => column.name === name)

/** Any name as SQL has it. */
const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`
