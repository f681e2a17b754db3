import { isKeyed } from '../form/value.ts'
import { fillIn } from './fill-in.ts'
import type { Opened } from './open-yaml.ts'

/** What the forms of a file weigh at the least, about as bytes of JSON, whatever their variables stand for. */
export const leastWeight = ({ documents }: Opened): number =>
  documents.reduce((sum, { reading }) => sum + weightOf(reading.value), 0)

function weightOf(value: unknown): number {
  const { value: bare } = fillIn(isKeyed(value) ? { ...value, vars: undefined } : value, () => '')
  return JSON.stringify(bare)?.length ?? 0
}
