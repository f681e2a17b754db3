/** The exit codes; the README lists what they mean. */
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
  readonly sentence: (args: Args) => string
}

export const define = <Args>(definition: Definition<Args>): Definition<Args> => definition
