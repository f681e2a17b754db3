import type { JsonObject } from '../form/value.ts'
import { splitParts, withOther } from '../table/answers.ts'

type Part = readonly [name: string, value: unknown]

/**
 * The members of an answer as they are counted, by the rule of tables: each row of a Matrix is a member with one option, and
 * each option of a Ranking one with its place.
 */
export const partsOf = (response: JsonObject): readonly Part[] =>
  Object.entries(withOther(response)).flatMap(([name, value]): readonly Part[] => {
    // "Other" is one of the options.
    if (name === 'selectedOther' && typeof value === 'boolean') return []
    const parts = splitParts(name, value)
    if (!parts) return [[name, value]]
    return Array.from(parts, ([part, held]) => [part, name === 'rows' ? [held] : held])
  })
