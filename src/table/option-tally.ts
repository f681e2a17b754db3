import { addCounts } from '../form/value.ts'
import { otherOption, type Choices } from './cell-values.ts'
import { mapFollowers, mergedOrder, mergeSeen, noteSequence, unseen, type Seen } from './order.ts'

/** How often each option of a question was chosen. Memory is bounded: only the first `maxOptions` options are counted. */
export type OptionTally = {
  /** By name, in the order of appearance. */
  readonly options: Map<string, Option>
  answers: number
  choosers: number
  /** Choices in all; one answer chooses an option at most once. */
  chosen: number
  /** Answers that chose any and do not say which options were offered. */
  open: number
  hasLists: boolean
  /** Whether lists name the options that were not chosen, too. */
  isComplete: boolean
  /** Whether there were options that are not among `options`. */
  isCut: boolean
}

type Option = {
  readonly name: string
  readonly group: string
  readonly seen: Seen<Option>
  count: number
  /** Answers that chose any, and say that it was offered. */
  offered: number
  /** The number of the last answer that chose it, and of the last that was offered it. */
  last: number
  lastOffered: number
}

/** The most options of one question that are counted one by one; a form has some dozens. */
export const maxOptions = 1000

/** A longer text is not counted as an option: somebody typed it. */
const longestOption = 1000

export const noOptions = (): OptionTally => ({
  options: new Map(),
  answers: 0,
  choosers: 0,
  chosen: 0,
  open: 0,
  hasLists: false,
  isComplete: false,
  isCut: false,
})

/** Notes options that were named or are offered, and their order, without counting an answer. */
export const noteOptions = (tally: OptionTally, names: readonly string[]): void =>
  noteSequence(names.flatMap((name) => optionIn(tally, name) ?? []))

/** Counts an answer that is one option. */
export function addChoice(tally: OptionTally, name: string): void {
  tally.answers++
  tally.choosers++
  tally.open++
  choose(tally, optionIn(tally, name))
}

/** Counts an answer that is a list of choices; returns whether it chose any. Empty texts are not options. */
export function addChoices(tally: OptionTally, { options, isComplete, isSingle }: Choices): boolean {
  const before = tally.chosen
  const named: Option[] = []
  tally.answers++
  tally.hasLists ||= isSingle !== true
  for (const { name, isChosen } of options) {
    if (name === '') continue
    if (isComplete) tally.isComplete = true
    const option = optionIn(tally, name)
    if (option) named.push(option)
    if (isChosen) choose(tally, option)
  }
  noteSequence(named)
  if (tally.chosen === before) return false
  tally.choosers++
  if (!isComplete) tally.open++
  else for (const option of named) offer(tally, option)
  return true
}

/** The number of answers that an option can be part of. No answer shows whether "Other" was offered. */
export const baseOf = (
  { choosers, open }: OptionTally,
  { name, offered }: Pick<Option, 'name' | 'offered'>,
): number => (name === otherOption ? choosers : open + offered)

/** Adds the choices of another tally. */
export function mergeOptions(tally: OptionTally, other: OptionTally): void {
  addCounts(tally, other, ['answers', 'choosers', 'chosen', 'open'])
  tally.hasLists ||= other.hasLists
  tally.isComplete ||= other.isComplete
  tally.isCut ||= other.isCut
  for (const option of other.options.values()) {
    const own = optionIn(tally, option.name)
    if (!own) continue
    addCounts(own, option, ['count', 'offered'])
    mergeSeen(own, option)
  }
  mapFollowers(tally.options.values(), ({ name }) => tally.options.get(name))
}

/** The options in the order of the form, as far as lists reveal it. */
export const inFormOrder = ({ options }: OptionTally): readonly Option[] => mergedOrder([...options.values()])

function choose(tally: OptionTally, option: Option | undefined): void {
  // An answer that names an option twice chose it once.
  if (option?.last === tally.answers) return
  tally.chosen++
  if (!option) return
  option.count++
  option.last = tally.answers
}

function offer(tally: OptionTally, option: Option): void {
  if (option.lastOffered === tally.answers) return
  option.offered++
  option.lastOffered = tally.answers
}

function optionIn(tally: OptionTally, name: string): Option | undefined {
  const { options } = tally
  const known = options.get(name)
  if (known) return known
  if (options.size >= maxOptions || name.length > longestOption) {
    tally.isCut = true
    return undefined
  }
  const option: Option = { name, group: '', seen: unseen(), count: 0, offered: 0, last: 0, lastOffered: 0 }
  options.set(name, option)
  return option
}
