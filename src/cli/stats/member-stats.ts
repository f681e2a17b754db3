import { isMain, mainMembers } from '../../export/main-member.ts'
import { rawNumber, type NumberText } from '../../record/exact-json.ts'
import type { MemberTally } from './member-tally.ts'
import type { ExactNumber, NumberTally } from './number-tally.ts'
import { rangesOf, type Range } from './ranges.ts'
import type { Sample } from './samples.ts'

/** The figures of one member of a question's answers; null where it held nothing of that kind. */
export type MemberStats = {
  readonly member: string
  /** Answers in which it held something. */
  readonly given: number
  readonly options: OptionStats | null
  readonly numbers: NumberStats | null
  readonly texts: TextStats | null
  readonly flags: { readonly yes: number; readonly no: number } | null
  /** Values of other kinds, files for one. */
  readonly others: number
}

export type OptionStats = {
  /** Answers that chose any, and choices in all. */
  readonly choosers: number
  readonly chosen: number
  /** Whether options that nobody chose are listed too. */
  readonly isComplete: boolean
  readonly counts: readonly { readonly option: string; readonly count: number }[]
  /** Choices of options that are too many to be listed. */
  readonly others: number
}

export type NumberStats = {
  readonly count: number
  /** How many of them came as texts: those that are numbers, where at least half of all values are; else none. */
  readonly fromTexts: number
  readonly mean: number
  readonly median: number
  readonly lowerQuartile: number
  readonly upperQuartile: number
  /** As they were answered, to the last digit. */
  readonly least: NumberText
  readonly greatest: NumberText
  /** How far quantiles may lie from the true ones, as a share of them; 0: they are exact. */
  readonly relativeError: number
  /** Each number by itself where they are few, else ranges of equal width: `from` belongs to one, `to` to the next. */
  readonly distribution: readonly Range[]
}

export type TextStats = {
  /** All of them, or, where some are among the numbers, those that are none. */
  readonly count: number
  /** Whether they tell of a person, so that none is among the samples. */
  readonly isPersonal: boolean
  readonly samples: readonly Sample[]
}

/** The figures of the members that held anything, the one with the answer itself first. */
export const memberStats = (members: Iterable<MemberTally>): readonly MemberStats[] =>
  [...members]
    .filter(({ given }) => given > 0)
    .toSorted(byRank)
    .map(statsOfMember)

/** Whether a member is told by how often it was given alone: flags beside the answer, texts that tell of a person. */
export const isCounted = ({ member, options, numbers, texts, flags, others }: MemberStats): boolean =>
  options === null &&
  numbers === null &&
  (flags === null || !isMain(member)) &&
  (texts === null ? others > 0 || flags !== null : texts.samples.length === 0)

function byRank(a: MemberTally, b: MemberTally): number {
  const [first, second] = [a, b].map(({ name }) => mainMembers.indexOf(name) + 1 || mainMembers.length + 1)
  if (first !== second) return (first ?? 0) - (second ?? 0)
  return a.place - b.place || (a.name < b.name ? -1 : 1)
}

function statsOfMember(member: MemberTally): MemberStats {
  const { name, given, yes, no, others } = member
  const [numbers, fromTexts] = numbersOf(member)
  return {
    member: name,
    given,
    options: optionStats(member),
    numbers: numbers.quantiles.count() === 0 ? null : numberStats(numbers, fromTexts),
    texts: textStats(member, fromTexts),
    flags: yes + no === 0 ? null : { yes, no },
    others,
  }
}

/** One code in so many values may be a slip; of post codes, fewer begin with 0 in few countries. */
const mostCodes = 20

/** The numbers, and how many of them came as texts: a few among many words are none, nor are they among codes. */
function numbersOf({
  numbers,
  withTexts,
  texts,
  numberTexts,
  codes,
  isPersonal,
}: MemberTally): readonly [NumberTally, number] {
  const values = numbers.quantiles.count() + texts
  const areMost = 2 * (numbers.quantiles.count() + numberTexts) >= values
  const areCodes = mostCodes * codes >= values && codes > 0
  return withTexts && areMost && !areCodes && !isPersonal ? [withTexts, numberTexts] : [numbers, 0]
}

function textStats(
  { texts, isPersonal, samples, wordSamples }: MemberTally,
  fromTexts: number,
): TextStats | null {
  if (texts === fromTexts) return null
  const shown = fromTexts > 0 ? wordSamples : samples
  return { count: texts - fromTexts, isPersonal, samples: shown.kept() }
}

function optionStats({ options, choosers, chosen, namesEveryOption }: MemberTally): OptionStats | null {
  const counts = options.kept().map(([option, { times, place }]) => ({ option, count: times, place }))
  if (counts.length === 0) return null
  // A list of all options has the form's order; else what was chosen most comes first.
  const ordered = counts.toSorted((a, b) => {
    const rank = namesEveryOption ? a.place - b.place : b.count - a.count
    return rank || (a.option < b.option ? -1 : 1)
  })
  return {
    choosers,
    chosen,
    isComplete: namesEveryOption,
    counts: ordered.map(({ option, count }) => ({ option, count })),
    others: chosen - counts.reduce((sum, { count }) => sum + count, 0),
  }
}

function numberStats({ quantiles, least, greatest }: NumberTally, fromTexts: number): NumberStats {
  return {
    count: quantiles.count(),
    fromTexts,
    mean: quantiles.mean(),
    median: quantiles.at(0.5),
    lowerQuartile: quantiles.at(0.25),
    upperQuartile: quantiles.at(0.75),
    least: asAnswered(least),
    greatest: asAnswered(greatest),
    relativeError: quantiles.error(),
    distribution: rangesOf(quantiles.values(), quantiles.isNear),
  }
}

/** A double has no digits but those that were answered; one that was computed is told with fewer. */
const asAnswered = (number: ExactNumber): NumberText =>
  typeof number === 'number' ? rawNumber(String(number)) : number
