import { holds } from '../conditions.ts'
import type { Condition } from '../generated/form.ts'
import { canonicalContent, isTypeName } from '../schema.ts'
import { isKeyed, type Path } from '../value.ts'
import { nearest, quote, type Nearest } from '../words.ts'
import { componentsByKey, conditionsIn, keyIn, operators, problemOf } from './conditions-of.ts'
import { listIn, textIn, type Part, type View } from './form-view.ts'
import { possibleAnswers, type Possible } from './possible-answers.ts'
import { defineRule, replaceBy } from './rule.ts'

type Args = {
  readonly question: string
  /** What the answer has to be: `is "Dog"`. */
  readonly asked: string
  readonly near: Nearest | undefined
  readonly possible: string
  /** Whether only the conditions before it in the same `all` rule it out. */
  readonly isClash: boolean
}

/** A condition that no answer meets: an option that the question does not have, a number off its scale, a contradiction. */
export const impossibleCondition = defineRule<Args>({
  code: 'impossible-condition',
  severity: 'warning',
  isRefused: false,
  hasFix: true,
  *check(view) {
    const answers = answersIn(view)
    for (const { value, path } of conditionsIn(view))
      for (const { path: at, args } of faultsIn(joinedIn(value, path), answers))
        yield { path: at, at: 'value', args, fix: replaceBy(at, args.near) }
  },
  sentence: ({ question, asked, isClash }) =>
    isClash
      ? `No answer to ${quote(question)} ${asked} and meets what stands before it in "all".`
      : `No answer to ${quote(question)} ${asked}.`,
  help: ({ near, possible, isClash }) => {
    if (isClash) return 'Join the two with "any", or remove one.'
    return near ? `Did you mean "${near.word}"?` : possible
  },
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

/** The possible answers to what a condition names. */
type Answers = (reference: string) => Possible | undefined

function answersIn(view: View): Answers {
  const byKey = componentsByKey(view)
  let left = mostLookups
  const known = new Map<string, Possible | undefined>()
  return (reference) => {
    if ((left -= 1) < 0) return undefined
    if (!known.has(reference)) known.set(reference, answersTo(reference, byKey.get(keyIn(reference))))
    return known.get(reference)
  }
}

// No form has so many conditions; a hostile one may have a hundred thousand.
const mostLookups = 5000

function answersTo(reference: string, named: readonly Part[] = []): Possible | undefined {
  const [part, ...more] = named
  const type = part?.value['type']
  const content = part?.value['content']
  // Another rule reports two questions with one key.
  if (!isTypeName(type) || !isKeyed(content) || more.length > 0) return undefined
  const field = reference.slice(keyIn(reference).length + 1)
  return possibleAnswers(type, canonicalContent(type, content), field === '' ? undefined : field)
}

/** A condition on one question. */
type Leaf = {
  readonly question: string
  readonly operator: string
  readonly value: unknown
  readonly path: Path
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
    leaves: all ? inner.flatMap(({ leaves }) => leaves) : leafOf(value, path),
    anys: inner.flatMap(({ anys }) => anys),
  }
}

function leafOf(value: Readonly<Record<string, unknown>>, path: Path): readonly Leaf[] {
  const question = textIn({ value }, 'question')
  const operator = operators.find((one) => Object.hasOwn(value, one))
  if (question === undefined || operator === undefined || problemOf(value) !== undefined) return []
  const held = value[operator]
  const isFit = shapes[operator]?.(held) ?? held !== undefined
  return isFit ? [{ question, operator, value: held, path }] : []
}

const shapes: Readonly<Record<string, (value: unknown) => boolean>> = {
  in: Array.isArray,
  contains: (value) => typeof value === 'string',
  answered: (value) => typeof value === 'boolean',
}

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

/** The faults of a condition by itself; each entry of `in` is judged alone. */
function faultsOf(leaf: Leaf, possible: Possible): readonly Fault[] {
  const { question, operator, value, path } = leaf
  const parts =
    operator === 'in' && Array.isArray(value)
      ? value.map((entry: unknown, i) => ({
          question,
          path: [...path, 'in', i],
          operator: 'is',
          value: entry,
        }))
      : [{ ...leaf, path: [...path, operator] }]
  return parts.flatMap((part) => (clashIn([part], possible) ? [faultOf(part, possible)] : []))
}

function faultOf(
  { question, operator, value, path }: Leaf,
  { words, sentence }: Possible,
  isClash = false,
): Fault {
  const near = ['is', 'contains'].includes(operator) ? nearest(String(value), words.slice(0, 100)) : undefined
  const asked =
    operator === 'answered'
      ? 'is possible'
      : `${verbs[operator] ?? 'is'} ${typeof value === 'number' ? value : quote(value)}`
  return { path, args: { question, asked, near, possible: sentence, isClash } }
}

const verbs: Readonly<Record<string, string>> = {
  contains: 'contains',
  over: 'is over',
  under: 'is under',
  in: 'is in',
  isNot: 'is other than',
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
