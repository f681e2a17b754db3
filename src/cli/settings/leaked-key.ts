import { Failure, misuse } from '../../failure/failure.ts'
import { holdsApiKey } from '../../form/api-key.ts'
import type { Sourced } from './settings.ts'

const rightWay =
  'Then run formctl login, set FORMCTL_API_KEY, or give --api-key-stdin, or --api-key-file with the name of a file.'

/** Refuses a command line that contains an API key, before anything prints it. */
export function refuseKeyInWords(argv: readonly string[]): void {
  if (argv.some(holdsApiKey))
    throw misuse(
      `An API key is on the command line, where the history of the shell and other users can see it. Have it replaced. ${rightWay}`,
    )
}

/** Refuses an API key as the value of another setting. */
export function refuseKeyInSetting({ value, source }: Sourced<string>): void {
  if (holdsApiKey(value))
    throw Failure.of('config-invalid', {
      path: source,
      problem: `it holds an API key in the place of something else. Take it out, and have it replaced if others saw it. ${rightWay}`,
    })
}
