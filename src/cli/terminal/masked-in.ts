import type { Terminal } from './terminal.ts'

/** A value of lists, records and texts, each text of it masked: before a table breaks it, or it becomes JSON. */
export function maskedIn<Value>(value: Value, masked: Terminal['masked']): Value
export function maskedIn(value: unknown, masked: Terminal['masked']): unknown {
  if (typeof value === 'string') return masked(value)
  if (Array.isArray(value)) return value.map((one: unknown) => maskedIn(one, masked))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, held]) => [name, maskedIn(held, masked)]))
}
