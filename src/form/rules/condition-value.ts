import type { Fix } from '../finding.ts'
import { kindText, listed, nearest, quote } from '../words.ts'
import { answersIn, entriesOf, leafOf, leavesIn, type Leaf } from './conditions-of.ts'
import type { View } from './form-view.ts'
import { numberKind, type Possible } from './possible-answers.ts'
import { defineRule, replaceBy, type Breach } from './rule.ts'

type Args = { readonly message: string; readonly help: string }

/** A condition that compares answers with what none of them can be, so that it never holds, or always. */
export const conditionValue = defineRule<Args>({
  code: 'condition-value',
  severity: 'error',
  isRefused: true,
  hasFix: true,
  check: valueFaultsIn,
  sentence: ({ message }) => message,
  help: ({ help }) => help,
})

/** What is wrong with the value of each condition by itself. */
export function* valueFaultsIn(view: View): Iterable<Breach<Args, Fix>> {
  const answers = answersIn(view)
  for (const { value, path } of leavesIn(view))
    for (const leaf of leafOf(value, path))
      for (const entry of leaf.operator === 'answered' ? [] : entriesOf(leaf)) {
        const fault = shapeFault(entry) ?? kindFault(entry, answers(leaf.question), view.written(entry.path))
        if (fault) yield { path: entry.path, at: 'value', ...fault }
      }
}

type Fault = Omit<Breach<Args, Fix>, 'path' | 'at'>

/** A condition without a value, or with several where one is compared. */
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

/** A value that is none of the question's answers, or a comparison that they do not allow. */
function kindFault(
  { question, operator, value, path }: Leaf,
  possible: Possible | undefined,
  written: string | undefined,
): Fault | undefined {
  if (!possible) return undefined
  const { kind, words } = possible
  if (!kind.operators.includes(operator)) {
    const message = `"${operator}" cannot compare the answers to ${quote(question)}.`
    const [only, ...others] = kind.operators
    if (others.length > 0) return { args: { message, help: `Write one of ${listed(kind.operators)}.` } }
    const fix =
      operator === 'is' && value === true
        ? ({ kind: 'rename-key', path, to: 'answered' } as const)
        : undefined
    return { args: { message, help: `Write "${only}: true" or "${only}: false".` }, fix }
  }
  const isBound = operator === 'over' || operator === 'under'
  // Texts and options have no order, but some are numbers.
  const wanted = isBound && kind.operators.includes('contains') ? numberKind : kind
  const always = operator === 'isNot' ? 'always' : 'never'
  if (wanted.isOne(value, written))
    return isBound
      ? undefined
      : storedFault({ question, operator, value, path }, possible, { always, written })
  if (words.length > 0 && !isBound) {
    const near = nearest(written ?? String(value), words.slice(0, 100))
    const message = `${quote(question)} has no option ${quote(value)}, so this ${always} holds.`
    const help = near ? `Did you mean "${near.word}"?` : possible.sentence
    return { args: { message, help }, fix: replaceBy(path, near) }
  }
  const meant = wanted.meant?.(String(value))
  const is = typeof value === 'string' ? `the text ${quote(value)}` : String(value)
  const message = `"${operator}" needs ${wanted.like}, and this is ${is}.`
  if (meant === undefined) return { args: { message, help: `Write ${wanted.like}.` } }
  const help = `Write ${typeof meant === 'number' ? meant : quote(meant)}.`
  return { args: { message, help }, fix: replaced(path, meant) }
}

/** A value that the question reads as no answer, or stores as another one. */
function storedFault(
  { question, operator, value, path }: Leaf,
  { kind, stored }: Possible,
  { always, written }: { readonly always: string; readonly written: string | undefined },
): Fault | undefined {
  const isPart = operator === 'contains'
  const read = isPart
    ? { value: kind.part?.(String(value)) ?? value }
    : (stored?.(value, written) ?? { value })
  if ('problem' in read || read.value === '') {
    const is = `${isPart ? 'contains' : 'is'} ${typeof value === 'string' ? quote(value) : String(value)}`
    const message = `No answer to ${quote(question)} ${is}, so this ${always} holds.`
    return { args: { message, help: 'problem' in read ? read.problem : 'Write a part of an answer.' } }
  }
  const text = String(read.value)
  if (text === String(value)) return undefined
  const message = `${quote(question)} stores ${isPart ? 'this' : 'this answer'} as ${quote(text)}, so this ${always} holds.`
  return {
    args: { message, help: `Write ${quote(text)}.` },
    fix: replaced(path, typeof read.value === 'number' ? read.value : text),
  }
}

const replaced = (path: Leaf['path'], to: string | number): Fix => ({ kind: 'replace-value', path, to })
