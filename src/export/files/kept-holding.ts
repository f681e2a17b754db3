import type { Holding } from '../../table/contract.ts'
import type { KeptColumn } from '../generated/columns.ts'

/** What a column of a columns file holds; it names just one thing. */
export function holdingOf({ record, meta, person, question = '', ...answer }: KeptColumn): Holding {
  if (record !== undefined) return { kind: 'record', name: record }
  if (meta !== undefined) return { kind: 'meta', name: meta }
  if (person !== undefined) return { kind: 'person', name: person }
  const { member, beside, option } = answer
  return {
    kind: 'answer',
    question,
    member: member ?? beside ?? '',
    isBeside: member === undefined,
    ...(option === undefined ? {} : { option }),
  }
}
