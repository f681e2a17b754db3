import type { ColumnType, TableColumn } from '../table.ts'
import { bool, i32, struct, structs, text, type ThriftStruct, type ThriftValue } from './thrift.ts'

/** How each type of column is stored. */
export const physicalTypes: Readonly<Record<ColumnType, number>> = {
  boolean: 0,
  integer: 2,
  int64: 2,
  time: 2,
  number: 5,
  text: 6,
  json: 6,
}

/** The columns, each of which may be empty in any row. */
export const schemaOf = (columns: readonly TableColumn[]): ThriftValue =>
  structs([{ 4: text('schema'), 5: i32(columns.length) }, ...columns.map(elementOf)])

const optional = 1

const elementOf = ({ name, type }: TableColumn): ThriftStruct => ({
  1: i32(physicalTypes[type]),
  3: i32(optional),
  4: text(name),
  ...meanings[type],
})

const utc = struct({ 1: bool(true), 2: struct({ 1: struct({}) }) })

// The converted type, for older readers, beside the logical one.
const meanings: Readonly<Record<ColumnType, ThriftStruct>> = {
  text: { 6: i32(0), 10: struct({ 1: struct({}) }) },
  json: { 6: i32(19), 10: struct({ 12: struct({}) }) },
  time: { 6: i32(9), 10: struct({ 8: utc }) },
  integer: {},
  int64: {},
  number: {},
  boolean: {},
}
