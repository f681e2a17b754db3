import { answerFactsOf } from '../form/answer-facts.ts'
import { addCounts } from '../form/value.ts'
import type { NumberTally } from './numbers.ts'
import type { Kind, Nps, Scale } from './shapes.ts'

/** Rating scales, and the Net Promoter Score of those that ask for it. */

/** How many answers are in each of the three groups of a Net Promoter Score. */
export type NpsCounts = Record<NpsGroup, number>

/** The ends of usual scales, which begin at 0 or 1. */
const ends = [5, 7, 10]
const greatestEnd = 10

/**
 * The scale of answers that are whole numbers from 0 to 10, with every value on it; null: the answers are other numbers. It
 * begins at 1, or at 0 if somebody answered 0, and ends at 5, 7 or 10. `offered`: the numbers that can be chosen, if known.
 */
export function scaleOf(
  { areWhole, least, greatest }: NumberTally,
  offered: readonly number[] = [],
): Scale | null {
  if (!areWhole || least < 0 || greatest > greatestEnd) return null
  if (offered.length > 1) return { from: Math.min(least, ...offered), to: Math.max(greatest, ...offered) }
  return { from: Math.min(1, least), to: ends.find((end) => end >= greatest) ?? greatestEnd }
}

/** How often each number of a scale was answered. `offered`: the numbers that can be chosen, if known; those that were answered count, too. */
export function countsOn({ from, to }: Scale, { buckets }: NumberTally, offered: readonly number[]) {
  const all = Array.from({ length: to - from + 1 }, (_, i) => from + i)
  const shown = all.filter((value) => offered.length < 2 || offered.includes(value) || buckets.has(value))
  return shown.map((value) => ({ from: value, to: value, count: buckets.get(value) ?? 0 }))
}

/** What is known of a question that may ask for a Net Promoter Score. */
export type RatedQuestion = {
  readonly headline: string
  readonly type: string
  readonly offered: readonly number[]
  /** The preset of its scale in the spec, '' for none; absent: no spec is known. */
  readonly preset?: string | undefined
}

/**
 * Whether a question asks for a Net Promoter Score: its answers are whole numbers from 0 to 10, and the spec says so. Where no spec is
 * known, and for options, which have no preset, its type or headline has to name the score or ask to recommend, and its scale has to
 * reach 10, as its options say, or a 0, or a number above 7, which no shorter scale has.
 */
export function asksForNps(
  numbers: NumberTally,
  { headline, type, offered, preset }: RatedQuestion,
): boolean {
  if (scaleOf(numbers, offered) === null) return false
  if (preset !== undefined && (answerFactsOf(type)?.isScale || offered.length === 0)) return preset === 'nps'
  if (npsNames.test(`${type} ${headline}`)) return true
  if (!npsTypes.test(type) && !asksToRecommend(headline)) return false
  return offered.length > 1 ? offered.includes(greatestEnd) : numbers.greatest > 7 || numbers.least === 0
}

/** The verb "recommend" in each language of the pages, and in Dutch; not "recommended" or "recommendations", nor what others recommend. */
const recommending = [
  /(?<!\p{L}|\bwe )recommend(?:ing)?(?!\p{L})/iu, // English
  /(?<!\bwir )empf[ei]e?hl(?:en|e|t|st)(?!\p{L})/iu, // German
  /recommand(?:er(?:i?ez|ions|ons|ai[ts]|a)?|es?|ez|ons)(?!\p{L})/iu, // French
  /recomendar|recomiend[aeo][sn]?(?!\p{L})/iu, // Spanish
  /recomend[ae]s?(?!\p{L})|indicaria|(?<!\p{L})nos indicar(?!\p{L})/iu, // Portuguese
  /(?:薦|勧|すす|スス)め(?:る|たい|ます|られ|よう|て|し|す|度|いただ|にな|でき)|(?:推薦|推奨)(?:す|し|度)/iu, // Japanese
  /(?<!\p{L})[سلوف]?[تأان]وصي(?:ن|تك|تكم)?(?!\p{L})|توصيتكم?(?!\p{L})|تنصح|ترشيحك/iu, // Arabic
  /מלי[צץ]/iu, // Hebrew
  /aanbevelen|aanbeveelt|aanraden/iu, // Dutch
]

/** Whether the one question of a headline, or its one sentence, asks to recommend, and not how often somebody does or whether somebody did. */
function asksToRecommend(headline: string): boolean {
  const text = headline.slice(0, 1000).normalize('NFC')
  const sentences = text.split(/(?<=[?!。？！؟]|[^\s.]{2}\.(?=\s))/u).filter((one) => /\p{L}/u.test(one))
  const questions = sentences.filter((sentence) => /[?？؟]/.test(sentence))
  const [asking = '', ...others] = questions.length > 0 ? questions : sentences
  return others.length === 0 && !asksElse.test(asking) && recommending.some((verb) => verb.test(asking))
}

const asksElse =
  /\bdid\b|how (?:many|much|often)|wie (?:viel|oft|häufig)|combien|cu[aá]nt[oa]s|quant[oa]s|hoeveel|hoe vaak|何[人回]|كم (?:عدد|مرة)|כמה/iu

/** The groups of a Net Promoter Score, from the least score to the greatest. */
export const npsGroups = [
  ['detractors', 'Detractors (0–6)'],
  ['passives', 'Passives (7–8)'],
  ['promoters', 'Promoters (9–10)'],
] as const

type NpsGroup = (typeof npsGroups)[number][0]

export const npsGroupOf = (score: number): NpsGroup =>
  score >= 9 ? 'promoters' : score <= 6 ? 'detractors' : 'passives'

export const isScore = (value: number): boolean =>
  Number.isInteger(value) && value >= 0 && value <= greatestEnd

export const noScores = (): NpsCounts => ({ promoters: 0, passives: 0, detractors: 0 })

export const addScores = (counts: NpsCounts, more: Readonly<NpsCounts>): void =>
  addCounts(counts, more, ['promoters', 'passives', 'detractors'])

export function npsOf({ buckets }: NumberTally): Nps {
  const counts = noScores()
  for (const [value, times] of buckets) counts[npsGroupOf(value)] += times
  return npsOfCounts(counts)
}

export const npsOfCounts = (counts: Readonly<NpsCounts>): Nps => ({
  score: (100 * (counts.promoters - counts.detractors)) / scoresIn(counts),
  ...counts,
})

export const scoresIn = ({ promoters, passives, detractors }: Readonly<NpsCounts>): number =>
  promoters + passives + detractors

const npsNames = /\bnps\b|net promoter/i
const npsTypes = /nps|net_?promoter/i

export const asksToRate = (type: string, headline: string): boolean =>
  asksToRecommend(headline) ||
  [type, headline].some((text) => npsTypes.test(text) || ratingWords.some((words) => words.test(text)))

/** A rate of something is not a rating. */
const ratingWords = [
  /opinion_?scale/i,
  /(?:^|[.:;,!?]|\b(?:please|you|to))\s*rate\b/i,
  /\b(?:rating|scale|score|stars?|satisf(?:y|ied|action)|likely|agree)\b/i,
  /\bhow (?:well|good|easy|happy|helpful|useful|difficult|important|satisfied)\b/i,
]

/**
 * The numbers of options, such as `4` or `5 - very good`, where each is another number from 0 to 10; undefined: they are
 * no such numbers.
 */
export function optionNumbers(names: Iterable<string>): ReadonlyMap<string, number> | undefined {
  const numbers = new Map<string, number>()
  for (const name of names) {
    const number = scoreOfOption(name)
    if (number === undefined) return undefined
    numbers.set(name, number)
  }
  return new Set(numbers.values()).size === numbers.size && numbers.size > 0 ? numbers : undefined
}

/** The number of one option. */
export function scoreOfOption(name: string): number | undefined {
  const [, digits] = numberedOption.exec(name) ?? []
  return digits === undefined ? undefined : Number(digits)
}

/** A number from 0 to 10, alone or before a dash, colon, equals sign or bracket and words. */
const numberedOption = /^\s*(10|\d)\s*(?:[-–—:=(]\s*(?:[^\s\d][^]*)?)?$/

/** What kind of answer a question has, in plain words: people do not know the names of component types. */
export const kindWords: Readonly<Record<Kind, string>> = {
  nps: 'Net Promoter Score',
  rating: 'Rating',
  number: 'Number',
  'single-choice': 'Single choice',
  'multiple-choice': 'Multiple choice',
  'yes-no': 'Yes or no',
  date: 'Date',
  time: 'Time of day',
  text: 'Text',
  email: 'Email address',
  matrix: 'Table of choices',
  ranking: 'Ranking',
  consent: 'Consent',
  password: 'Password',
  contact: 'Contact details',
  files: 'Files',
  appointment: 'Appointment',
  other: 'Other answers',
}
