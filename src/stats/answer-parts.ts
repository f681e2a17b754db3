import { isKeyed, type Keyed } from '../form/value.ts'

type Part = readonly [name: string, value: unknown]

/**
 * The members of an answer as they are counted. Each row of a Matrix is a member with one option, and each option of a
 * Ranking one with its place.
 */
export function partsOf(response: Keyed): readonly Part[] {
  const { type, rows, ranking } = response
  const members: readonly Part[] = Object.entries(response)
  if (type === 'Matrix' && Array.isArray(rows))
    return members.flatMap((member) => (member[0] === 'rows' ? rows.map(rowOf) : [member]))
  if (type === 'Ranking' && Array.isArray(ranking))
    return members.flatMap((member) =>
      member[0] === 'ranking' ? ranking.map((option, i): Part => [String(option), i + 1]) : [member],
    )
  return members
}

const rowOf = (entry: unknown): Part =>
  isKeyed(entry) ? [String(entry['row']), [entry['value']]] : ['rows', entry]
