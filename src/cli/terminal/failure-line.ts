import type { Failure } from '../../failure/failure.ts'
import { plainJson } from './plain.ts'
import type { Terminal } from './terminal.ts'

/** A failure as it is said on stderr: a sentence, or with machine output one JSON line. */
export const failureLine = (
  { code, message, exit }: Failure,
  { terminal, isJson }: { readonly terminal: Terminal; readonly isJson: boolean },
): string =>
  isJson
    ? plainJson({ schema_version: 1, error: { code, message, exit } })
    : `${terminal.err.red('error')}: ${terminal.plain(message)}`
