/** The exit codes; `docs/exit-codes.md` says what they mean. */
export type ExitCode = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 70 | 129 | 130 | 141 | 143

/** Whether a signal ended the run. Loops that continue after other failures stop at this one. */
export const isOfSignal = ({ exit }: { readonly exit: ExitCode }): boolean =>
  exit === 129 || exit === 130 || exit === 143

/** An exit code of ours, or the status of a command that was run for the user. */
export type ExitStatus = ExitCode | (number & {})

/** A row of the table of failures; `Args` are the arguments of its sentence. */
export type Definition<Args> = {
  readonly exit: ExitCode
  /** HTTP status, where our server answers with this failure. */
  readonly status?: number
  /** What is wrong, where, and what to do. */
  readonly sentence: (args: Readonly<Args>) => string
}

/** Makes a row from the exit code, the HTTP status if there is one, and then the sentence. */
export const failure =
  (exit: ExitCode, status?: number) =>
  <Args>(sentence: Definition<Args>['sentence']): Definition<Args> => ({ exit, status, sentence })

/** A whole number with separators: 12,345. */
export const thousands = (n: number | string): string => String(n).replaceAll(/\B(?=(\d{3})+$)/g, ',')

/** "1 error", "2,000 errors". */
export const count = (n: number, noun: string): string => `${thousands(n)} ${noun}${n === 1 ? '' : 's'}`

/** A message from outside, with a full stop if it has no closing mark. */
export const closed = (message: string): string => (/[.!?…]$/.test(message) ? message : `${message}.`)

/** A place in a body: the byte counts from 0; line and column, where known, from 1. */
type BytePlace = { readonly byte: number; readonly line?: number; readonly column?: number }

/** What is wrong with a body: a sentence, or the words around a place. */
export type Problem = string | { readonly before?: string; readonly at: BytePlace; readonly after?: string }

/** `line 10, column 7 (byte 111) is } where a value was expected`, as far as the place is known. */
export function problemText(problem: Problem): string {
  if (typeof problem === 'string') return problem
  const { before = '', at, after = '' } = problem
  return `${before}${placeText(at)}${after}`
}

function placeText({ byte, line, column }: BytePlace): string {
  if (line === undefined) return `byte ${byte}`
  return `line ${line}${column === undefined ? '' : `, column ${column}`} (byte ${byte})`
}
