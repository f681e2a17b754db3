import { holding, type Column } from '../columns.ts'
import type { Comparing, Condition } from './condition.ts'
import type { MatchingRows, Missed } from './matching-rows.ts'
import { unpairedIn } from './parse.ts'
import { listed } from './slips.ts'

/** A condition that no response holds, or a part of it, and what may have been meant. */
export type Unmatched = {
  readonly condition: string
  readonly part?: string | undefined
  readonly hint?: string | undefined
}

/** What columns there are, and which comparisons are of columns whose values must not be told. */
type Telling = { readonly columns: readonly Column[]; readonly isHidden: (part: Comparing) => boolean }

/** Of several comparisons those that nothing matches; where each matches something, the whole that nothing does. */
export const unmatchedOf = (
  conditions: readonly Condition[],
  { unmatched }: MatchingRows,
  telling: Telling,
): readonly Unmatched[] =>
  conditions.flatMap((condition): readonly Unmatched[] => {
    const { text, parts } = condition
    const left = parts.flatMap((part) => {
      const missed = unmatched.parts.get(part)
      return missed ? [{ part, missed }] : []
    })
    if (left.length === 0) return unmatched.whole.has(condition) ? [{ condition: text }] : []
    return left.map(({ part, missed }) => ({
      condition: text,
      part: parts.length === 1 ? undefined : part.text,
      hint: hintOf(part, missed, telling),
    }))
  })

/** What may have been meant, most likely first. */
function hintOf(
  part: Comparing,
  { namesakes, near }: Missed,
  { columns, isHidden }: Telling,
): string | undefined {
  const { name, read, columns: compared } = part
  const { value, isQuoted, comparison } = read
  if (namesakes.size > 0)
    return `Is the column ${[...namesakes].map((one) => `"${one}"`).join(' or ')} meant?`
  if (near !== undefined && isHidden(part))
    return `${name} holds it otherwise: capital letters and blanks count.`
  if (near !== undefined) return `${name} holds ${JSON.stringify(near)}: capital letters and blanks count.`
  if ([...compared.keys()].every((number) => columns[number]?.held === holding.boolean))
    return `${name} holds true and false only.`
  if (isQuoted || (comparison !== '=' && comparison !== '~')) return undefined
  const unpaired = unpairedIn(value)
  if (unpaired) {
    const [sign, why] = value[unpaired.at] === ')' ? [')', 'closes nothing'] : ['(', 'is not closed']
    return `A ${sign} in it ${why}, so it was taken for a part of the text.`
  }
  const [, all, several] = /^(?:(all|both)|any|one|either)?(?:\s+of)?\s*\((.+)\)$/is.exec(value) ?? []
  if (comparison === '~' && several?.includes(','))
    return `One text stands behind contains: ${several
      .split(',')
      .map((one) => `${name} contains ${one.trim()}`)
      .join(all === undefined ? ' or ' : ' and ')}.`
  if (value.includes(',') && comparison === '=')
    return `Several values stand in a list: ${name} in (${listed(value)}).`
  if (/^(nothing|none|missing|unanswered|nil|undefined|n\/?a)$/i.test(value))
    return `Where nothing was answered, this holds: ${name} is empty.`
  return undefined
}
