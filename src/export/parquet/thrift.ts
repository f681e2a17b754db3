import { append, appendVarint, reserve, type ByteBuffer } from '../../table/bytes.ts'

/** What a field of a Thrift struct may hold here. */
export type ThriftValue =
  | { readonly is: 'bool'; readonly value: boolean }
  | { readonly is: 'i32' | 'i64'; readonly value: number }
  | { readonly is: 'binary'; readonly value: Uint8Array }
  | { readonly is: 'list'; readonly of: ThriftType; readonly value: readonly ThriftValue[] }
  | { readonly is: 'struct'; readonly value: ThriftStruct }
  /** Lists and structs whose bytes were made before. */
  | {
      readonly is: 'encoded list'
      readonly of: ThriftType
      readonly size: number
      readonly value: Uint8Array
    }

/** Fields by their numbers, ascending; those that are undefined are left out. */
export type ThriftStruct = Readonly<Record<number, ThriftValue | undefined>>

const types = { i32: 5, i64: 6, binary: 8, list: 9, struct: 12 } as const
type ThriftType = keyof typeof types

export const bool = (value: boolean): ThriftValue => ({ is: 'bool', value })
/** A number of 32 bits, not negative. */
export const i32 = (value: number): ThriftValue => ({ is: 'i32', value })
/** A non-negative number of 64 bits that a double holds exactly. */
export const i64 = (value: number): ThriftValue => ({ is: 'i64', value })
export const list = (of: ThriftType, value: readonly ThriftValue[]): ThriftValue => ({
  is: 'list',
  of,
  value,
})
/** Structs whose fields are given. */
export const structs = (value: readonly ThriftStruct[]): ThriftValue => list('struct', value.map(struct))
export const binary = (value: Uint8Array): ThriftValue => ({ is: 'binary', value })
export const struct = (value: ThriftStruct): ThriftValue => ({ is: 'struct', value })

const encoder = new TextEncoder()

/** Text, as UTF-8. */
export const text = (value: string): ThriftValue => binary(encoder.encode(value))

/** No struct of the format has a field of a higher number. */
const mostFields = 20

/** Adds a struct in Thrift's compact protocol. */
export function appendStruct(buffer: ByteBuffer, fields: ThriftStruct): void {
  let last = 0
  // By numbers: a page of a column has two structs, of which a list of entries would be made each time.
  for (let id = 1; id <= mostFields; id++) {
    const field = fields[id]
    if (field === undefined) continue
    const type = typeOf(field)
    reserve(buffer, 1)
    // Numbers of fields are less than 16 apart in every struct of the format.
    buffer.bytes[buffer.at++] = ((id - last) << 4) | type
    last = id
    appendValue(buffer, field)
  }
  reserve(buffer, 1)
  buffer.bytes[buffer.at++] = 0
}

function typeOf(field: ThriftValue): number {
  if (field.is === 'bool') return field.value ? 1 : 2
  return types[field.is === 'encoded list' ? 'list' : field.is]
}

function appendValue(buffer: ByteBuffer, field: ThriftValue): void {
  switch (field.is) {
    case 'bool':
      // Its type says it all.
      return
    case 'i32':
    case 'i64':
      return appendSigned(buffer, field.value)
    case 'binary':
      appendVarint(buffer, field.value.length)
      return append(buffer, field.value)
    case 'struct':
      return appendStruct(buffer, field.value)
    case 'list':
      appendListHead(buffer, field.value.length, field.of)
      for (const element of field.value) appendValue(buffer, element)
      return
    case 'encoded list':
      appendListHead(buffer, field.size, field.of)
      return append(buffer, field.value)
  }
}

/** Numbers have their sign in the lowest bit, and none here is negative. */
const appendSigned = (buffer: ByteBuffer, value: number): void => appendVarint(buffer, value * 2)

function appendListHead(buffer: ByteBuffer, size: number, of: ThriftType): void {
  reserve(buffer, 1)
  if (size < 15) {
    buffer.bytes[buffer.at++] = (size << 4) | types[of]
    return
  }
  buffer.bytes[buffer.at++] = 0xf0 | types[of]
  appendVarint(buffer, size)
}
