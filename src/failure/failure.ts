import { isOfSignal, type Definition, type ExitCode } from './define.ts'
import { failures } from './catalog.ts'

export { failures } from './catalog.ts'
export {
  count,
  isOfSignal,
  problemText,
  thousands,
  type ExitCode,
  type ExitStatus,
  type Problem,
} from './define.ts'

export type FailureCode = keyof typeof failures

export type FailureArgs<Code extends FailureCode> = Parameters<(typeof failures)[Code]['sentence']>[0]

/** A failure of one code, with the arguments of its sentence. */
export type FailureOf<Code extends FailureCode> = Failure & {
  readonly code: Code
  readonly args: FailureArgs<Code>
}

/** An expected error: it has a code, a sentence and an exit code. Thrown anywhere; caught once, in `cli/run.ts`. */
export class Failure extends Error {
  readonly code: FailureCode
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

  static of<Code extends FailureCode>(code: Code, args: FailureArgs<Code>): Failure {
    // One entry's sentence takes just its own args; the union of all entries loses that tie.
    const sentence = failures[code].sentence as (args: FailureArgs<Code>) => string
    return new Failure(code, args, sentence(args))
  }

  static is<Code extends FailureCode>(error: unknown, code: Code): error is FailureOf<Code> {
    return error instanceof Failure && error.code === code
  }
}

/** Wrong usage, with exit code 2. The sentence says what is wrong and what to write instead. */
export const misuse = (problem: string): Failure => Failure.of('usage', { problem })

/** The error of a `catch`, if it is a Failure; throws any other. */
export function asFailure(error: unknown): Failure {
  if (error instanceof Failure) return error
  throw error
}

/** What `work` gives. Where it fails, `undo` ends what was begun, and the error is thrown. */
export async function undoIfFailed<T>(undo: () => unknown, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    await undo()
    throw error
  }
}

/** For `catch`, where a failed step is optional: ignores a Failure, but not one from a signal. Throws all other errors. */
export function ignoreFailure(error: unknown): undefined {
  if (!(error instanceof Failure) || isOfSignal(error)) throw error
}
