import type { Definition, ExitCode } from './define.ts'
import { exportsFailures } from './exports.ts'
import { filesFailures } from './files.ts'
import { formsFailures } from './forms.ts'
import { networkFailures } from './network.ts'
import { runFailures } from './run.ts'
import { serveFailures } from './serve.ts'
import { serviceFailures } from './service.ts'
import { settingsFailures } from './settings.ts'

export { isOfSignal, type ExitCode, type ExitStatus } from './define.ts'
export { sayProblem, type Problem } from './problem.ts'
export { count, thousands } from './words.ts'

/** The one table of failures, of tables by subject. A code never changes its meaning, and stands in one of them only. */
export const failures = {
  ...runFailures,
  ...filesFailures,
  ...settingsFailures,
  ...formsFailures,
  ...exportsFailures,
  ...serviceFailures,
  ...networkFailures,
  ...serveFailures,
} as const

/** A failure's stable name. */
export type FailureCode = keyof typeof failures

/** What a failure's sentence needs to know. */
export type FailureArgs<Code extends FailureCode> = Parameters<(typeof failures)[Code]['sentence']>[0]

/** A failure of one code, with what its sentence was made from. */
export type FailureOf<Code extends FailureCode> = Failure & {
  readonly code: Code
  readonly args: FailureArgs<Code>
}

/** An end that is foreseen: it has a code, a sentence and an exit code. Thrown; caught once, in `cli/main.ts`. */
export class Failure extends Error {
  readonly code: FailureCode
  /** What its sentence was made from. */
  readonly args: FailureArgs<FailureCode>
  readonly exit: ExitCode
  /** HTTP status, where our server answers with this failure. */
  readonly status: number | undefined

  private constructor(code: FailureCode, args: FailureArgs<FailureCode>, sentence: string) {
    super(sentence)
    this.name = 'Failure'
    this.code = code
    this.args = args
    this.exit = failures[code].exit
    this.status = (failures[code] as Definition<never>).status
  }

  /** The failure of that code, with its sentence filled in. */
  static of<Code extends FailureCode>(code: Code, args: FailureArgs<Code>): Failure {
    // One entry's sentence takes just its own args; the union of all entries loses that tie.
    const sentence = failures[code].sentence as (args: FailureArgs<Code>) => string
    return new Failure(code, args, sentence(args))
  }

  /** Whether an error is the failure of that code. */
  static is<Code extends FailureCode>(error: unknown, code: Code): error is FailureOf<Code> {
    return error instanceof Failure && error.code === code
  }
}
