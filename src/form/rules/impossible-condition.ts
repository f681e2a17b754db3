import { holds } from '../conditions.ts'
import type { Condition } from '../generated/form.ts'
import { isKeyed, pathText, type Path } from '../value.ts'
import { quote } from '../words.ts'
import { valueFaultsIn } from './condition-value.ts'
import { answersIn, conditionsIn, entriesOf, leafOf, type Answers, type Leaf } from './conditions-of.ts'
import { listIn, type View } from './form-view.ts'
import type { Possible } from './possible-answers.ts'
import { defineRule } from './rule.ts'

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
  isRefused: false,
  *check(view) {
    const answers = answersIn(view)
    // Another rule reports a value that is none of the answers.
    const reported = new Set(Array.from(valueFaultsIn(view), (fault) => pathText(fault.path)))
    for (const { value, path } of conditionsIn(view))
      for (const { path: at, args } of faultsIn(joinedIn(value, path), answers))
        if (!reported.has(pathText(at))) yield { path: at, at: 'value', args }
  },
  sentence: ({ question, asked, isClash }) =>
    isClash
      ? `No answer to ${quote(question)} ${asked} and meets what stands before it in "all".`
      : `No answer to ${quote(question)} ${asked}.`,
  help: ({ possible, isClash }) => (isClash ? 'Join the two with "any", or remove one.' : possible),
})

/** Whether there are answers with which a condition of any shape holds. Where that is not known, there are. */
export function canHoldIn(view: View): (condition: unknown) => boolean {
  const answers = answersIn(view)
  const canHold = (condition: unknown): boolean => {
    const { leaves, anys } = joinedIn(condition, [])
    return (
      anys.every(({ list }) => list.some(canHold)) &&
      Map.groupBy(leaves, ({ question }) => question)
        .entries()
        .every(([question, group]) => clashIn(group, answers(question)) === undefined)
    )
  }
  return canHold
}

/** What has to hold together: a condition itself, or those that `all` joins; and the lists of `any` among them. */
type Joined = {
  readonly leaves: readonly Leaf[]
  readonly anys: readonly { readonly list: readonly unknown[]; readonly path: Path }[]
}

function joinedIn(value: unknown, path: Path): Joined {
  if (!isKeyed(value)) return { leaves: [], anys: [] }
  const [any, all] = [listIn({ value }, 'any'), listIn({ value }, 'all')]
  if (any && any.length > 0) return { leaves: [], anys: [{ list: any, path: [...path, 'any'] }] }
  const inner = all?.map((one, i) => joinedIn(one, [...path, 'all', i])) ?? []
  return {
    leaves: all ? inner.flatMap(({ leaves }) => leaves) : leafOf(value, path).filter(isComparable),
    anys: inner.flatMap(({ anys }) => anys),
  }
}

// An object cannot always be made a text. Another rule reports it.
const isComparable = (leaf: Leaf): boolean => entriesOf(leaf).every(({ value }) => typeof value !== 'object')

type Fault = { readonly path: Path; readonly args: Args }

function* faultsIn({ leaves, anys }: Joined, answers: Answers): Iterable<Fault> {
  for (const { list, path } of anys)
    for (const [i, one] of list.entries()) yield* faultsIn(joinedIn(one, [...path, i]), answers)
  for (const [question, group] of Map.groupBy(leaves, (leaf) => leaf.question)) {
    const possible = answers(question)
    if (!possible) continue
    const faults = group.flatMap((leaf) => faultsOf(leaf, possible))
    yield* faults
    const clash = faults.length === 0 ? clashIn(group, possible) : undefined
    if (clash) yield faultOf({ ...clash, path: [...clash.path, clash.operator] }, possible, true)
  }
}

/** The faults of a condition by itself; each entry of `in` is judged alone, and `isNot` as `is`. */
function faultsOf(leaf: Leaf, possible: Possible): readonly Fault[] {
  return entriesOf(leaf).flatMap((entry) => {
    const asked = entry.operator === 'isNot' ? { ...entry, operator: 'is' } : entry
    return clashIn([asked], possible) ? [faultOf(entry, possible)] : []
  })
}

function faultOf({ question, operator, value, path }: Leaf, { sentence }: Possible, isClash = false): Fault {
  const verb = verbs[operator === 'isNot' && !isClash ? 'is' : operator] ?? 'is'
  const what = Array.isArray(value) ? 'these' : typeof value === 'number' ? value : quote(value)
  const asked =
    operator === 'answered'
      ? `is ${!isClash ? 'possible' : value === true ? 'given' : 'missing'}`
      : `${verb} ${what}${operator === 'isNot' && !isClash ? ', so this always holds' : ''}`
  return { path, args: { question, asked, possible: sentence, isClash } }
}

const verbs: Readonly<Record<string, string>> = {
  isNot: 'is not',
  contains: 'contains',
  over: 'is over',
  under: 'is under',
  in: 'is one of',
}

/** The first of some conditions on one question that nobody meets who meets those before it. */
function clashIn(group: readonly Leaf[], possible: Possible | undefined): Leaf | undefined {
  const conditions = group.slice(0, mostJoined).map(({ operator, value }): Condition => {
    return { question: 'it', [operator]: value }
  })
  const given = possible?.answersFor(conditions)
  if (!given) return undefined
  let left = [new Map(), ...given.map((members) => new Map([['it', { ...common, ...members }]]))]
  return group.find((_, i) => {
    const condition = conditions[i]
    if (condition) left = left.filter((answers) => holds(condition, answers))
    return left.length === 0
  })
}

const common = { type: '', headline: '', componentShapeVersion: '' }

// The schema allows no more in one list.
const mostJoined = 100
