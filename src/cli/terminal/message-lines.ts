import type { Failure } from '../../failure/failure.ts'
import { plainJson } from './plain.ts'
import type { Terminal } from './terminal.ts'

type FailureLook = {
  readonly terminal: Terminal
  readonly isJson: boolean
  /** A sentence to put before that of the failure, for people. */
  readonly before?: string
}

/** A failure as a line for stderr: its code and a sentence, or one line of JSON where the output is for programs. */
export const failureLine = (
  { code, message, exit }: Failure,
  { terminal, isJson, before }: FailureLook,
): string =>
  isJson
    ? plainJson({ schema_version: 1, error: { code, message, exit } })
    : `${terminal.err.red(`error[${code}]`)}: ${terminal.plain(before ? `${before} ${message}` : message)}`

/** A warning as a line for stderr. The sentence may hold text from outside. */
export const warningLine = (sentence: string, { err, plain }: Pick<Terminal, 'err' | 'plain'>): string =>
  `${err.yellow('warning')}: ${plain(sentence)}`
