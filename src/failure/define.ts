/** How the process ends: the table of exit codes in the README. */
export type ExitCode = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 70 | 129 | 130 | 141 | 143

/** Ends by a signal: whoever tries what may fail goes on after none of them. */
export const isOfSignal = ({ exit }: { readonly exit: ExitCode }): boolean =>
  exit === 129 || exit === 130 || exit === 143

/** How the process ends: by the table, or with the status of a command that it ran for someone. */
export type ExitStatus = ExitCode | (number & {})

/** What there is to know of a failure; `Args` is what its sentence is made from. */
export type Definition<Args> = {
  readonly exit: ExitCode
  /** HTTP status, where our server answers with this failure. */
  readonly status?: number
  /** What is wrong, where, and what to do. */
  readonly sentence: (args: Args) => string
}

/** A failure, with the type of what its sentence is made from. */
export const define = <Args>(definition: Definition<Args>): Definition<Args> => definition
