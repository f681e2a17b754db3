import { holds } from '../conditions.ts'
import type { Condition } from '../generated/form.ts'
import { isObject, pathText, type Path } from '../value.ts'
import { quote } from '../words.ts'
import { valueFaultsIn } from './condition-value.ts'
import { answersIn, conditionsIn, entriesOf, leafOf, type Answers, type Leaf } from './conditions-of.ts'
import { listIn, type View } from './form-view.ts'
import type { Possible } from './possible-answers.ts'
import { defineRule, type Violation } from './rule.ts'

type Args = {
  readonly question: string
  /** What the answer has to be: `is "Dog"`. */
  readonly asked: string
  readonly possible: string
  /** Whether only the conditions before it in the same `all` rule it out. */
  readonly isClash: boolean
}

/** A condition that no answer meets: an option that the question does not have, a number off its scale, a contradiction. */
export const impossibleCondition = defineRule<Args>({
  code: 'impossible-condition',
  severity: 'warning',
  *check(view) {
    const answers = answersIn(view)
    // The rule condition-value reports a value that is none of the answers.
    const reported = new Set(Array.from(valueFaultsIn(view), ({ path }) => pathText(path)))
    for (const { value, path } of conditionsIn(view))
      for (const violation of violationsIn(conjunctionOf(value, path), answers))
        if (!reported.has(pathText(violation.path))) yield violation
  },
  sentence: ({ question, asked, isClash }) =>
    isClash
      ? `No answer to ${quote(question)} ${asked} and meets what stands before it in "all".`
      : `No answer to ${quote(question)} ${asked}.`,
  help: ({ possible, isClash }) => (isClash ? 'Join the two with "any", or remove one.' : possible),
})

/** Whether some answers could meet a condition of any shape; true where that is not known. */
export function canHoldIn(view: View): (condition: unknown) => boolean {
  const answers = answersIn(view)
  const canHold = (condition: unknown): boolean => {
    const { leaves, alternatives } = conjunctionOf(condition, [])
    return (
      alternatives.every(({ list }) => list.some(canHold)) &&
      Map.groupBy(leaves, ({ question }) => question)
        .entries()
        .every(([question, group]) => contradictionIn(group, answers(question)) === undefined)
    )
  }
  return canHold
}

/** Conditions that must hold together: one by itself or those that `all` joins, and the lists of `any` among them. */
type Conjunction = {
  readonly leaves: readonly Leaf[]
  readonly alternatives: readonly { readonly list: readonly unknown[]; readonly path: Path }[]
}

function conjunctionOf(value: unknown, path: Path): Conjunction {
  if (!isObject(value)) return { leaves: [], alternatives: [] }
  const [any, all] = [listIn({ value }, 'any'), listIn({ value }, 'all')]
  if (any && any.length > 0) return { leaves: [], alternatives: [{ list: any, path: [...path, 'any'] }] }
  // Another rule reports an object as a value, which cannot always be made a text.
  const isComparable = (leaf: Leaf): boolean =>
    entriesOf(leaf).every((entry) => typeof entry.value !== 'object')
  const inner = all?.map((one, i) => conjunctionOf(one, [...path, 'all', i])) ?? []
  return {
    leaves: all ? inner.flatMap(({ leaves }) => leaves) : leafOf(value, path).filter(isComparable),
    alternatives: inner.flatMap(({ alternatives }) => alternatives),
  }
}

function* violationsIn({ leaves, alternatives }: Conjunction, answers: Answers): Iterable<Violation<Args>> {
  for (const { list, path } of alternatives)
    for (const [i, one] of list.entries()) yield* violationsIn(conjunctionOf(one, [...path, i]), answers)
  for (const [question, group] of Map.groupBy(leaves, (leaf) => leaf.question)) {
    const possible = answers(question)
    if (!possible) continue
    // First each condition by itself: every entry of `in` alone, and `isNot` as `is`, since it then always holds.
    const impossible = group
      .flatMap(entriesOf)
      .filter((leaf) =>
        contradictionIn([leaf.operator === 'isNot' ? { ...leaf, operator: 'is' } : leaf], possible),
      )
    for (const leaf of impossible) yield violationOf(leaf, possible, false)
    const clash = impossible.length === 0 ? contradictionIn(group, possible) : undefined
    if (clash) yield violationOf({ ...clash, path: [...clash.path, clash.operator] }, possible, true)
  }
}

/** The first condition that contradicts the ones before it, if all are on one question. */
function contradictionIn(group: readonly Leaf[], possible: Possible | undefined): Leaf | undefined {
  const conditions = group.slice(0, maxJoined).map(({ operator, value }): Condition => {
    return { question: 'it', [operator]: value }
  })
  const samples = possible?.answersFor(conditions)
  if (!samples) return undefined
  const common = { type: '', headline: '', componentShapeVersion: '' }
  let left = [new Map(), ...samples.map((members) => new Map([['it', { ...common, ...members }]]))]
  return group.find((_, i) => {
    const condition = conditions[i]
    if (condition) left = left.filter((answers) => holds(condition, answers))
    return left.length === 0
  })
}

// The schema allows no more in one list.
const maxJoined = 100

function violationOf(
  { question, operator, value, path }: Leaf,
  { sentence }: Possible,
  isClash: boolean,
): Violation<Args> {
  const isAlways = operator === 'isNot' && !isClash
  const verb = verbs[isAlways ? 'is' : operator] ?? 'is'
  const what = Array.isArray(value) ? 'these' : typeof value === 'number' ? value : quote(value)
  const asked =
    operator === 'answered'
      ? `is ${!isClash ? 'possible' : value === true ? 'given' : 'missing'}`
      : `${verb} ${what}${isAlways ? ', so this always holds' : ''}`
  return { path, at: 'value', args: { question, asked, possible: sentence, isClash } }
}

const verbs: Readonly<Record<string, string>> = {
  isNot: 'is not',
  contains: 'contains',
  over: 'is over',
  under: 'is under',
  in: 'is one of',
}
