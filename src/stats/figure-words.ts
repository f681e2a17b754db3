import { count, thousands } from '../failure/failure.ts'
import { capital, listed, quote, shortened } from '../form/words.ts'
import { kindWords } from './scale.ts'
import { onOneLine } from '../table/questions.ts'
import { isMain } from '../table/answers.ts'
import type { FormStats, DateStats, NumberStats, QuestionStats, Range, TextStats } from './shapes.ts'

/** The name of a question: its headline, or its kind where it has none. */
export const headlineOf = ({ headline, kind }: QuestionStats): string =>
  shortened(onOneLine(headline) || kindWords[kind], longestName)

/** The same in a few lines, for a place that links to the whole. */
export const shortHeadlineOf = (question: QuestionStats): string =>
  shortened(headlineOf(question), longestShort)

// A longer text would not be read, and measuring one of megabytes takes seconds.
const [longestName, longestShort] = [500, 100]

/** The titles of forms: their names, with ids only where a name does not tell them apart. */
export function formTitles(forms: readonly FormStats[]): readonly string[] {
  const names = forms.map(({ formIds, name }) => onOneLine(name ?? formsWords(formIds)))
  return forms.map(({ formId, name }, i) => {
    const own = names[i] ?? ''
    const isShared = names.filter((other) => other === own).length > 1
    return isShared && name !== null && formId !== null ? `${own} (${formId})` : own
  })
}

/** What forms are called without a name. */
export function formsWords(formIds: readonly string[]): string {
  const [only, second] = formIds
  if (only === undefined) return 'Responses without a form'
  return second === undefined ? `Form ${only}` : count(formIds.length, 'form')
}

export function responsesWords({
  responses: { total, finished, partial },
  completion,
}: Pick<FormStats, 'responses' | 'completion'>): string {
  if (total === 0) return 'No responses.'
  const unknown = total - finished - partial
  const parts = [
    `${grouped(finished)} finished`,
    ...(partial > 0 ? [`${grouped(partial)} begun and not finished`] : []),
    ...(unknown > 0 ? [`${grouped(unknown)} of unknown state`] : []),
  ]
  const noun = total === 1 ? 'response' : 'responses'
  const rate = completion === null ? '' : ` ${percent(completion, 1)} were completed.`
  return `${grouped(total)} ${noun}: ${parts.join(', ')}.${rate}`
}

/**
 * How long it took to complete, in a sentence. The contract has no time of submission, so this is the time from
 * `createdAt` to `dataUpdatedAt`.
 */
export function completionTimeWords({ timeToComplete: time }: FormStats): string {
  if (time === null) return ''
  const { measured, median, lowerQuartile, upperQuartile, relativeError } = time
  if (median === null || lowerQuartile === null || upperQuartile === null)
    return 'Time to complete is not known: most finished responses came in one piece, created and last changed within a second.'
  const near = relativeError === 0 ? '' : `, to ${errorWords(relativeError)}`
  const spread = measured < 4 ? '' : `middle half ${duration(lowerQuartile)} to ${duration(upperQuartile)}; `
  const what = measured === 1 ? 'Time' : 'Median time'
  return `${what} from the first answers to the last: ${duration(median)} (${spread}${count(measured, 'finished response')}${near}).`
}

export function createdWords({ created, days }: FormStats, timezone: string): string {
  const [first, last] = [days[0]?.day, days.at(-1)?.day]
  if (created === null || first === undefined || last === undefined) return ''
  return `Created ${periodWords(first, last)} (${timezone}).`
}

/**
 * The main figures in one sentence, with what changed against the period before: of four weeks or one, by the days on which responses were
 * created; '' without a response.
 */
export function leadWords(form: FormStats): string {
  const { responses, completion, created, days, timeToComplete: time } = form
  const { total, finished } = responses
  const [first, last] = [days[0]?.day, days.at(-1)?.day]
  if (total === 0) return ''
  const period =
    created === null || first === undefined || last === undefined ? '' : ` ${periodWords(first, last)}`
  const rate = completion === null ? '' : `, ${percent(completion, 1)} of those begun`
  const median = time?.median ?? null
  const score = scoreOf(form)
  const more = [
    ...(median === null ? [] : [`a median time of ${aboutDuration(median)}`]),
    ...(score === undefined ? [] : [`a Net Promoter Score of ${score}`]),
  ]
  const all = `${count(finished, 'response')} ${finished === 1 ? 'was' : 'were'} finished${period}${rate}`
  return `${all}${more.length > 0 ? `, with ${listed(more)}` : ''}${changeWords(form.change, last)}.`
}

/** The Net Promoter Score of the one question that has one. */
export function scoreOf({ questions }: FormStats): string | undefined {
  const scores = questions.flatMap(({ answers }) => answers.flatMap(({ numbers }) => numbers?.nps ?? []))
  return scores[0] && scores.length === 1 ? signed(scores[0].score) : undefined
}

const periodWords = (first: string, last: string): string =>
  first === last ? `on ${spanWords(first)}` : `from ${spanWords(first)} to ${spanWords(last)}`

/** How many were finished in the weeks up to the newest day, beside as many weeks before them; '' where the days are too few. */
function changeWords(change: FormStats['change'], until = ''): string {
  if (change === null) return ''
  const { days, now, before } = change
  const [more, was] = [now.finished - before.finished, before.finished]
  const rate = was === 0 ? '' : ` (${more > 0 ? '+' : '−'}${percent(Math.abs(more), was, 0)})`
  const compared =
    more === 0
      ? `as many as in the ${days} days before`
      : `${grouped(Math.abs(more))} ${more > 0 ? 'more' : 'fewer'} than in the ${days} days before${rate}`
  const others = [
    ...(now.completion === null || before.completion === null
      ? []
      : [`${percent(now.completion, 1)} completed (${percent(before.completion, 1)} before)`]),
    ...(now.nps === null || before.nps === null
      ? []
      : [`a Net Promoter Score of ${signed(now.nps)} (${signed(before.nps)} before)`]),
  ]
  const beside = others.length > 0 ? `, with ${listed(others)}` : ''
  return `; in the ${days} days to ${spanWords(until)} there were ${grouped(now.finished)}, ${compared}${beside}`
}

/** How many responses a program may have sent, and how to leave them out. */
export const flaggedWords = ({ flagged }: Pick<FormStats, 'flagged'>, howToLeaveOut = ''): string =>
  flagged === 0 ? '' : `${count(flagged, 'response')} flagged as spam${howToLeaveOut}.`

/** The name of a member of answers: First name, Files. */
export function memberWords(member: string): string {
  if (member === 'files') return 'Files'
  if (isMain(member)) return 'Answered'
  if (!/^[a-z][A-Za-z]*$/.test(member)) return member
  return capital(member.replaceAll(/[A-Z]+/g, (letters) => ` ${letters.toLowerCase()}`))
}

/** The kind of a question, and how often it was answered, with how many choices where an answer may have several. */
export function answeredWords({ answered, answers, kind, headline }: QuestionStats): string {
  const chosen = answers.reduce((sum, { options }) => sum + (options?.chosen ?? 0), 0)
  const choices = kind === 'multiple-choice' ? ` with ${count(chosen, 'choice')}` : ''
  const named = onOneLine(headline) === '' ? '' : `${kindWords[kind]} · `
  return `${named}${count(answered, 'answer')}${choices}`
}

export function numberWords(
  { mean, median, sum, least, greatest, relativeError, scale }: NumberStats,
  isRating: boolean,
): string {
  const near = relativeError > 0 ? `; the median to ${errorWords(relativeError)}` : ''
  const ends =
    scale && isRating
      ? `on a scale from ${scale.from} to ${scale.to}`
      : `from ${inFull(least)} to ${inFull(greatest)}`
  const all = isRating ? '' : `, sum ${withThousands(String(sum))}`
  return `Mean ${asYear(grouped(mean))}, median ${asYear(grouped(median))}${all}, ${ends}${near}.`
}

/** Values among numbers that are neither numbers nor texts. */
export const othersWords = (others: number): string =>
  `${count(others, 'other value')} cannot be counted with.`

export const datesWords = ({ earliest, latest }: DateStats): string =>
  `${capital(periodWords(earliest.slice(0, 10), latest.slice(0, 10)))}.`

/** Why there is no mean, where most answers are numbers. */
export function notNumbersWords({ count: all, notNumbers }: TextStats): string {
  if (notNumbers === null) return ''
  const { count: some, example } = notNumbers
  const are = `${grouped(some)} of ${count(all, 'answer')} ${some === 1 ? 'is not a number' : 'are not numbers'}`
  const shown =
    example === null ? '' : `: ${quote(example.replaceAll(/\s/g, ' '))}${some === 1 ? '' : ', for example'}`
  return `${are}, so there is no mean${shown}.`
}

/** Which texts are shown, and how many there are. */
export function textsWords({ count: all, samples, isPersonal }: TextStats): string {
  const newest = samples.length === 1 ? 'The newest' : `The newest ${samples.length}`
  if (samples.length > 0)
    return samples.length >= all
      ? 'All answers, the newest first:'
      : `${newest} of ${grouped(all)} answers, each text once:`
  return isPersonal ? 'These answers say who people are, so they are only counted.' : ''
}

/** A number in the digits that matter to a person: 12,345 or 3.14 or 0.0042. */
export function grouped(value: number): string {
  const size = Math.abs(value)
  if (size >= 1e15) return Number(value.toPrecision(3)).toExponential()
  if (size !== 0 && size < 0.001) return String(Number(value.toPrecision(3)))
  return withThousands(String(Number(size < 1 ? value.toPrecision(2) : value.toFixed(size >= 1000 ? 0 : 2))))
}

const withThousands = (digits: string): string => {
  const [whole = '', fraction] = digits.split('.')
  return fraction === undefined ? thousands(whole) : `${thousands(whole)}.${fraction}`
}

/**
 * Numbers from `from` to below `to`: 10–19 where all are whole, else 10 to below 20. Where both are equal, the single number; of a tally
 * that has quantiles with an error it stands for those near it.
 */
export function rangeWords(
  { from, to }: Omit<Range, 'count'>,
  { areWhole, relativeError }: Pick<NumberStats, 'areWhole' | 'relativeError'>,
): string {
  if (from === to) return `${relativeError > 0 ? 'about ' : ''}${inFull(from)}`
  if (!areWhole || !Number.isSafeInteger(from) || !Number.isSafeInteger(to))
    return `${inFull(from)} to below ${inFull(to)}`
  const last = to - 1
  if (from === last) return inFull(from)
  // A dash beside a minus sign cannot be read, and long numbers wrap at blanks.
  return from >= 0 && last < 10_000 ? `${from}–${last}` : `${inFull(from)} to ${inFull(last)}`
}

/** A number with all of its digits: ends of ranges differ in the last ones. */
export const inFull = (value: number): string => asYear(withThousands(String(value)))

/** Four digits without a comma: they may be a year. */
const asYear = (digits: string): string => digits.replace(/^(-?\d),(\d{3})$/, '$1$2')

/** A share of a whole as 12.3%; nothing of nothing is 0%. Less than all is not rounded to 100%, nor more than nothing to 0%. */
export function percent(part: number, whole: number, digits = 1): string {
  const shown = whole === 0 ? 0 : Number(((part / whole) * 100).toFixed(digits))
  const least = 10 ** -digits
  if (shown === 0 && part > 0) return `<${least}%`
  return shown === 100 && part < whole ? `>${100 - least}%` : `${shown}%`
}

/** A score as people write it: +32, 0 or −8. */
export function signed(score: number): string {
  const whole = Math.round(score)
  return whole > 0 ? `+${whole}` : whole < 0 ? `−${-whole}` : '0'
}

/** How far a figure may be off, as a share of it: within 0.05%. */
const errorWords = (share: number): string => `within ${String(Number((share * 100).toPrecision(2)))}%`

/** A length of time in at most two units, with no-break spaces: 45 s, 3 min 12 s, 2 h 5 min, 3 days 4 h. */
export function duration(seconds: number): string {
  const whole = Math.round(seconds)
  const [days, hours, minutes] = [
    Math.floor(whole / 86_400),
    Math.floor(whole / 3600) % 24,
    Math.floor(whole / 60) % 60,
  ]
  const units: readonly (readonly [number, string])[] = [
    [days, days === 1 ? 'day' : 'days'],
    [hours, 'h'],
    [minutes, 'min'],
    [whole % 60, 's'],
  ]
  const first = units.findIndex(([value]) => value > 0)
  if (first < 0) return seconds === 0 ? '0\u00A0s' : 'less than 1\u00A0s'
  const shown = units.slice(first, first + 2).filter(([value]) => value > 0)
  return shown.map(([value, unit]) => `${value}\u00A0${unit}`).join('\u00A0')
}

/** A length of time in few words: 45 s, 1 min 30 s, and from ten of a unit on rounded to it: 14 min, 2 days 4 h, 12 days. */
export function aboutDuration(seconds: number): string {
  const unit = [86_400, 3600, 60].find((one) => seconds >= 10 * one) ?? 1
  return duration(Math.round(seconds / unit) * unit)
}

const months = 'January February March April May June July August September October November December'.split(
  ' ',
)

export const weekdayNames = 'Monday Tuesday Wednesday Thursday Friday Saturday Sunday'.split(' ')

/** A moment as a person writes it, in UTC; '' where there is none. */
export const momentWords = (iso: string | undefined): string =>
  iso === undefined ? '' : `${spanWords(iso.slice(0, 10))}, ${iso.slice(11, 16)} UTC`

/** A span as a person writes it: 1 March 2026, March 2026 or 2026. */
export function spanWords(span: string): string {
  const [year = '', month, day] = span.split('-')
  const date = day === undefined ? '' : `${Number(day)} `
  return month === undefined ? year : `${date}${months[Number(month) - 1] ?? month} ${year}`
}
