import { onOneLine } from '../../export/headlines.ts'
import { count } from '../../failure.ts'
import { dayWords, duration, errorWords, grouped, percent } from './number-words.ts'
import type { FormStats, QuestionStats } from './stats.ts'

/** How a question is called: by its headline, or by its type where it has none, as an identity does; exports do so, too. */
export const headlineOf = (question: QuestionStats): string => cutTo(longestName, question)

/** The same in a few lines, where it stands in whole elsewhere. */
export const shortHeadlineOf = (question: QuestionStats): string => cutTo(longestShort, question)

// Nobody reads more, and measuring a text of megabytes takes seconds.
const [longestName, longestShort] = [500, 100]

function cutTo(longest: number, { headline, type, questionId }: QuestionStats): string {
  const name = onOneLine(headline) || type || questionId
  return name.length > longest ? `${name.slice(0, longest).toWellFormed()}…` : name
}

/** How many responses, in a sentence or two. */
export function responsesWords({ responses: { total, finished, partial }, completion }: FormStats): string {
  if (total === 0) return 'No responses.'
  const untold = total - finished - partial
  const parts = [
    `${grouped(finished)} finished`,
    ...(partial > 0 ? [`${grouped(partial)} begun and not finished`] : []),
    ...(untold > 0 ? [`${grouped(untold)} that do not tell`] : []),
  ]
  const noun = total === 1 ? 'response' : 'responses'
  const rate = completion === null ? '' : ` ${percent(completion, 1)} were completed.`
  return `${grouped(total)} ${noun}: ${parts.join(', ')}.${rate}`
}

/**
 * How long it took to complete, in a sentence. The contract tells no time of submission, so what is measured is the time
 * from `createdAt` to `dataUpdatedAt`.
 */
export function timeWords({ timeToComplete: time }: FormStats): string {
  if (time === null) return ''
  const { measured, median, lowerQuartile, upperQuartile, relativeError } = time
  if (median === null || lowerQuartile === null || upperQuartile === null)
    return 'Time to complete is not known: most finished responses came in one piece, created and last changed within a second.'
  const near = relativeError === 0 ? '' : `, to ${errorWords(relativeError)}`
  const spread = measured < 4 ? '' : `middle half ${duration(lowerQuartile)} to ${duration(upperQuartile)}; `
  const what = measured === 1 ? 'Time' : 'Median time'
  return `${what} from the first answers to the last: ${duration(median)} (${spread}${count(measured, 'finished response')}${near}).`
}

/** When they were created, in a sentence. */
export function createdWords({ created, days }: FormStats, timezone: string): string {
  const [first, last] = [days[0]?.day, days.at(-1)?.day]
  if (created === null || first === undefined || last === undefined) return ''
  if (first === last) return `Created on ${dayWords(first)} (${timezone}).`
  return `Created from ${dayWords(first)} to ${dayWords(last)} (${timezone}).`
}
