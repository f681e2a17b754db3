import { expect } from 'vitest'

/**
 * How a run ends, to compare it with: its exit code and what it prints, exactly, as a pattern or as `holding(…)`. What is left
 * out may be anything, for `toMatchObject`.
 */
export function outcome(exit: number, stderr?: unknown, stdout?: unknown): object {
  const printed = Object.entries({ stderr, stdout }).filter(([, text]) => text !== undefined)
  const matched = printed.map(([stream, text]) => [
    stream,
    text instanceof RegExp ? expect.stringMatching(text) : text,
  ])
  return { exit, ...Object.fromEntries(matched) }
}

/** How a run of wrong words ends: with this sentence alone. */
export const misuse = (sentence: string): object => outcome(2, `error[usage]: ${sentence}\n`, '')

/** A text that holds this one. */
export const holding = (text: string): unknown => expect.stringContaining(text)

/** The words of a command line; what stands between '…' is one word, or a part of one. */
export const wordsOf = (line: string): readonly string[] =>
  Array.from(line.matchAll(/(?:'[^']*'|[^\s'])+/g), ([word]) => word.replaceAll("'", ''))

/** The rows of a table that is written as text, for `test.each`: a line each, with ` | ` between its cells. */
export const rows = (table: string): string[][] =>
  table
    .trim()
    .split('\n')
    .map((line) => line.split(/(?<= )\|(?= |$)/).map((cell) => cell.trim()))
