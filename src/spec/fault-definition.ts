import type { Severity } from '../form/finding.ts'

/** A kind of fault of a text: what is said of it. */
export type Definition<Args> = {
  readonly severity: Severity
  readonly sentence: (args: Args) => string
  readonly help: (args: Args) => string | undefined
}

/** A kind of fault of any severity. */
export const define = <Args>(definition: Definition<Args>): Definition<Args> => definition
/** A kind of fault that is an error. */
export const error = <Args>(
  sentence: (args: Args) => string,
  help: (args: Args) => string | undefined,
): Definition<Args> => define({ severity: 'error', sentence, help })
