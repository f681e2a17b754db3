import { isMain, mainMembers } from '../../export/columns.ts'
import type { MemberTally } from './member-tally.ts'
import type { Quantiles } from './quantiles.ts'
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
  /** How many of them came as texts: all texts, where all of these are numbers, or none. */
  readonly fromTexts: number
  readonly mean: number
  readonly median: number
  readonly lowerQuartile: number
  readonly upperQuartile: number
  readonly least: number
  readonly greatest: number
  /** How far quantiles may lie from the true ones, as a share of them; 0: they are exact. */
  readonly relativeError: number
  /** Each number by itself where they are few, else ranges of equal width: `from` belongs to one, `to` to the next. */
  readonly distribution: readonly Range[]
}

type Range = { readonly from: number; readonly to: number; readonly count: number }

export type TextStats = {
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
  const { name, given, numbers, textNumbers, texts, isPersonal, samples, yes, no, others } = member
  const areNumbers = typeof textNumbers === 'object'
  const all = areNumbers ? textNumbers : numbers
  return {
    member: name,
    given,
    options: optionStats(member),
    numbers: all.count() === 0 ? null : numberStats(all, areNumbers ? texts : 0),
    texts: texts === 0 || areNumbers ? null : { count: texts, isPersonal, samples: samples.kept() },
    flags: yes + no === 0 ? null : { yes, no },
    others,
  }
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

function numberStats(numbers: Quantiles, fromTexts: number): NumberStats {
  const values = numbers.values()
  const [least, greatest] = [values[0]?.[0] ?? 0, values.at(-1)?.[0] ?? 0]
  return {
    count: numbers.count(),
    fromTexts,
    mean: numbers.mean(),
    median: numbers.at(0.5),
    lowerQuartile: numbers.at(0.25),
    upperQuartile: numbers.at(0.75),
    least,
    greatest,
    relativeError: numbers.error(),
    distribution:
      values.length <= mostSingle
        ? values.map(([value, count]) => ({ from: value, to: value, count }))
        : ranges(values, { least, greatest }),
  }
}

/** Different numbers that are told one by one; more become about so many ranges. */
const [mostSingle, rangeCount] = [20, 10]

type Ends = { readonly least: number; readonly greatest: number }

function ranges(values: readonly (readonly [number, number])[], ends: Ends): readonly Range[] {
  const width = roundWidth(ends)
  const edge = (nth: number): number => Number((nth * width).toPrecision(12))
  const first = Math.floor(ends.least / width)
  const counts = Array.from({ length: Math.floor(ends.greatest / width) - first + 1 }, () => 0)
  for (const [value, count] of values) {
    const nth = Math.floor(value / width) - first
    counts[nth] = (counts[nth] ?? 0) + count
  }
  return counts.map((count, i) => ({ from: edge(first + i), to: edge(first + i + 1), count }))
}

/** 1, 2 or 5 times a power of ten. */
function roundWidth({ least, greatest }: Ends): number {
  // Divided first: the way from one end of all doubles to the other is none of them.
  const width = greatest / rangeCount - least / rangeCount
  const power = 10 ** Math.floor(Math.log10(width))
  return ([1, 2, 5].find((step) => step * power >= width) ?? 10) * power
}
