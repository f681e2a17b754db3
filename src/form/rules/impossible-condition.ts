import { holds } from '../conditions.ts'
import type { Condition } from '../generated/form.ts'
import { isObject, pathText, type Path } from '../value.ts'
import { quote, kindText, listed, nearest } from '../words.ts'
import {
  answersIn,
  conditionsIn,
  entriesOf,
  leafOf,
  type Answers,
  type Leaf,
  leavesIn,
} from './references.ts'
import { listIn, type View, defineRule, type Violation, replaceBy } from './rule.ts'
import { type PossibleAnswers, numberIn, numberKind } from './possible-answers.ts'
import type { Fix } from '../finding.ts'

type ValueFault = { readonly message: string; readonly help: string }

/** A condition that compares with a value that no answer can have, so that it holds never or always. */
export const conditionValue = defineRule<ValueFault>({
  code: 'condition-value',
  severity: 'error',
  hasFix: true,
  check: valueFaultsIn,
  sentence: ({ message }) => message,
  help: ({ help }) => help,
})

/** The faults in the values of single conditions. */
function* valueFaultsIn(view: View): Iterable<Violation<ValueFault, Fix>> {
  const answers = answersIn(view)
  for (const { value, path } of leavesIn(view))
    for (const leaf of leafOf(value, path))
      for (const entry of leaf.operator === 'answered' ? [] : entriesOf(leaf)) {
        const fault = shapeFault(entry) ?? kindFault(entry, answers(leaf.question), view.written(entry.path))
        if (fault) yield { path: entry.path, marks: 'value', ...fault }
      }
}

type UnplacedViolation = Omit<Violation<ValueFault, Fix>, 'path' | 'marks'>

/** No value to compare with, or several where only one is allowed. */
function shapeFault({ question, operator, value }: Leaf): UnplacedViolation | undefined {
  const isNot = operator === 'isNot'
  if (value === null || value === '' || (operator === 'in' && Array.isArray(value)))
    return {
      args: {
        message: `"${operator}" has nothing to compare with.`,
        help: `Write ${operator === 'in' ? 'its values, as in "in: [Dog, Cat]"' : 'a value'}; where ${isNot ? 'any' : 'no'} answer is meant, write "answered: ${isNot}".`,
      },
    }
  if (typeof value !== 'object') return undefined
  const message = `"${operator}" compares with one value, and this is ${kindText(value)}.`
  if (!Array.isArray(value) || !['is', 'isNot'].includes(operator))
    return { args: { message, help: 'Write one value.' } }
  const texts = value.slice(0, 3).map((one) => (typeof one === 'object' ? '…' : String(one)))
  const each = isNot ? texts.map((one) => `{ question: ${question}, isNot: ${one} }`) : texts
  const list = `[${each.join(', ')}${value.length > 3 ? ', …' : ''}]`
  const help = isNot
    ? `Write one condition for each: "all: ${list}".`
    : `Write "in" for one of several: "in: ${list}".`
  return { args: { message, help } }
}

/** A value that is not a possible answer, or an operator that the answers do not allow. */
function kindFault(
  { question, operator, value, path }: Leaf,
  possible: PossibleAnswers | undefined,
  written: string | undefined,
): UnplacedViolation | undefined {
  if (!possible) return undefined
  const { kind, options, normalize } = possible
  if (!kind.operators.includes(operator)) {
    const message = `"${operator}" cannot compare the answers to ${quote(question)}.`
    const isAlone = kind.operators.length === 1
    return { args: { message, help: `Write ${isAlone ? '' : 'one of '}${listed(kind.operators)}.` } }
  }
  const isBound = operator === 'over' || operator === 'under'
  // Texts and options have no order, but some are numbers.
  const wanted = isBound && kind.operators.includes('contains') ? numberKind : kind
  const isAccepted = wanted.accepts(value, written)
  if (isAccepted && isBound) return undefined
  const so = `so this ${operator === 'isNot' ? 'always' : 'never'} holds.`
  if (!isAccepted && options.length > 0 && !isBound) {
    const near = nearest(written ?? String(value), options.slice(0, 100))
    const message = `${quote(question)} has no option ${quote(value)}, ${so}`
    const help = near ? `Did you mean "${near.word}"?` : possible.description
    return { args: { message, help }, fix: replaceBy(path, near) }
  }
  const text = String(value)
  const isPart = operator === 'contains'
  const read = isPart
    ? { value: kind.normalizePart?.(text) ?? text }
    : (normalize?.(value, written) ?? { value: text })
  const answer = 'value' in read && read.value !== '' ? read.value : undefined
  if (!isAccepted) {
    // 05/06 may be in May or in June.
    const meant = wanted !== kind ? numberIn(text) : normalize && !text.includes('/') ? answer : undefined
    const message = `"${operator}" needs ${wanted.example}, and this is ${typeof value === 'string' ? `the text ${quote(value)}` : text}.`
    return {
      args: { message, help: `Write ${meant === undefined ? wanted.example : shown(meant)}.` },
      fix: replaced(path, meant),
    }
  }
  if (answer === undefined) {
    const message = `No answer to ${quote(question)} ${isPart ? 'contains' : 'is'} ${shown(value)}, ${so}`
    return { args: { message, help: 'problem' in read ? read.problem : 'Write a part of an answer.' } }
  }
  if (String(answer) === text) return undefined
  const message = `${quote(question)} stores ${isPart ? 'this' : 'this answer'} as ${shown(answer)}, ${so}`
  return { args: { message, help: `Write ${shown(answer)}.` }, fix: replaced(path, answer) }
}

const shown = (value: unknown): string => (typeof value === 'string' ? quote(value) : String(value))

const replaced = (path: Leaf['path'], to: string | number | undefined): Fix | undefined =>
  to === undefined ? undefined : { kind: 'replace-value', path, to }

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
    // The rule condition-value reports a value that no answer can have.
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
function contradictionIn(group: readonly Leaf[], possible: PossibleAnswers | undefined): Leaf | undefined {
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
  { description }: PossibleAnswers,
  isClash: boolean,
): Violation<Args> {
  const isAlways = operator === 'isNot' && !isClash
  const verb = verbs[isAlways ? 'is' : operator] ?? 'is'
  const what = Array.isArray(value) ? 'these' : typeof value === 'number' ? value : quote(value)
  const asked =
    operator === 'answered'
      ? `is ${!isClash ? 'possible' : value === true ? 'given' : 'missing'}`
      : `${verb} ${what}${isAlways ? ', so this always holds' : ''}`
  return { path, marks: 'value', args: { question, asked, possible: description, isClash } }
}

const verbs: Readonly<Record<string, string>> = {
  isNot: 'is not',
  contains: 'contains',
  over: 'is over',
  under: 'is under',
  in: 'is one of',
}
