import { Failure, sayProblem, type Problem } from '../failure/failure.ts'

/** What is said of a body that can't be read; who reads it knows where it came from. */
export type BodyFaults = {
  /** It is not what the contract describes. */
  readonly broken: (problem: Problem) => Failure
  /** It ended after so many bytes, before its end. */
  readonly cutOff: (offset: number) => Failure
}

/** The faults of a reply. `where` follows "The reply": empty, or as in " to GET /api/v1/responses". */
export const replyFaults = (where: string): BodyFaults => ({
  broken: (problem) => Failure.of('reply-unreadable', { where, problem: sayProblem(problem) }),
  cutOff: (offset) => Failure.of('cut-off', { where: `The reply${where}`, offset }),
})

/** What is wrong with one byte: `is } where a value was expected`. */
export const brokenAt = ({ broken }: BodyFaults, byte: number, problem: string): Failure =>
  broken({ at: { byte }, after: ` ${problem}` })
