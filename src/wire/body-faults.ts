import { Failure } from '../failure.ts'

/** What is said of a body that can't be read; who reads it knows where it came from. */
export type BodyFaults = {
  /** It is not what the contract describes. The problem names the byte; so many lines above it its record begins. */
  readonly broken: (problem: string, linesAbove?: number) => Failure
  /** It ended after so many bytes, before its end. */
  readonly cutOff: (offset: number) => Failure
}

/** The faults of a reply. `where` follows "The reply": empty, or as in " to GET /api/v1/responses". */
export const replyFaults = (where: string): BodyFaults => ({
  broken: (problem) => Failure.of('reply-unreadable', { where, problem }),
  cutOff: (offset) => Failure.of('cut-off', { where: `The reply${where}`, offset }),
})
