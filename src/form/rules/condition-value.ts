import type { Fix } from '../finding.ts'
import { kindText, listed, nearest, quote } from '../words.ts'
import { answersIn, entriesOf, leafOf, leavesIn, type Leaf } from './conditions-of.ts'
import type { View } from './form-view.ts'
import { numberIn, numberKind, type Possible } from './possible-answers.ts'
import { defineRule, replaceBy, type Violation } from './rule.ts'

type Args = { readonly message: string; readonly help: string }

/** A condition that compares with a value that no answer can have, so that it holds never or always. */
export const conditionValue = defineRule<Args>({
  code: 'condition-value',
  severity: 'error',
  hasFix: true,
  check: valueFaultsIn,
  sentence: ({ message }) => message,
  help: ({ help }) => help,
})

/** The faults in the values of single conditions. */
export function* valueFaultsIn(view: View): Iterable<Violation<Args, Fix>> {
  const answers = answersIn(view)
  for (const { value, path } of leavesIn(view))
    for (const leaf of leafOf(value, path))
      for (const entry of leaf.operator === 'answered' ? [] : entriesOf(leaf)) {
        const fault = shapeFault(entry) ?? kindFault(entry, answers(leaf.question), view.written(entry.path))
        if (fault) yield { path: entry.path, at: 'value', ...fault }
      }
}

type Fault = Omit<Violation<Args, Fix>, 'path' | 'at'>

/** No value to compare with, or several where only one is allowed. */
function shapeFault({ question, operator, value }: Leaf): Fault | undefined {
  const isNot = operator === 'isNot'
  if (value === null || value === '' || (operator === 'in' && Array.isArray(value)))
    return {
      args: {
        message: `"${operator}" has nothing to compare with.`,
        help: `Write a value; where ${isNot ? 'any' : 'no'} answer is meant, write "answered: ${isNot}".`,
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
  possible: Possible | undefined,
  written: string | undefined,
): Fault | undefined {
  if (!possible) return undefined
  const { kind, words, stored } = possible
  if (!kind.operators.includes(operator)) {
    const message = `"${operator}" cannot compare the answers to ${quote(question)}.`
    const isAlone = kind.operators.length === 1
    return { args: { message, help: `Write ${isAlone ? '' : 'one of '}${listed(kind.operators)}.` } }
  }
  const isBound = operator === 'over' || operator === 'under'
  // Texts and options have no order, but some are numbers.
  const wanted = isBound && kind.operators.includes('contains') ? numberKind : kind
  const isOne = wanted.isOne(value, written)
  if (isOne && isBound) return undefined
  const so = `so this ${operator === 'isNot' ? 'always' : 'never'} holds.`
  if (!isOne && words.length > 0 && !isBound) {
    const near = nearest(written ?? String(value), words.slice(0, 100))
    const message = `${quote(question)} has no option ${quote(value)}, ${so}`
    const help = near ? `Did you mean "${near.word}"?` : possible.sentence
    return { args: { message, help }, fix: replaceBy(path, near) }
  }
  const text = String(value)
  const isPart = operator === 'contains'
  const read = isPart ? { value: kind.part?.(text) ?? text } : (stored?.(value, written) ?? { value: text })
  const answer = 'value' in read && read.value !== '' ? read.value : undefined
  if (!isOne) {
    // Nobody knows whether 05/06 is in May or in June.
    const meant = wanted !== kind ? numberIn(text) : stored && !text.includes('/') ? answer : undefined
    const message = `"${operator}" needs ${wanted.like}, and this is ${typeof value === 'string' ? `the text ${quote(value)}` : text}.`
    return {
      args: { message, help: `Write ${meant === undefined ? wanted.like : shown(meant)}.` },
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
