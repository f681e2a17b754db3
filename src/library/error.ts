import type { FailureCode } from './generated/codes.ts'

/** An expected failure: a file, a setting, the network or the service is not as it should be. */
export class FormctlError extends Error {
  override readonly name = 'FormctlError'
  /** Which failure it is. A code never changes its meaning; docs/troubleshooting.md has them all. */
  readonly code: FailureCode
  /** What the code means and what to do, in plain text. */
  readonly help: string

  constructor(code: FailureCode, message: string, help: string) {
    super(message)
    this.code = code
    this.help = help
  }
}

/** Runs work of the program for others: its failures become errors that speak of options, not of flags. */
export async function withPublicErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw await publicError(error)
  }
}

export async function publicError(error: unknown): Promise<unknown> {
  const { Failure } = await import('../failure/failure.ts')
  if (!(error instanceof Failure)) return error
  const { failureTexts } = await import('../cli/generated/pages.ts')
  const { code, message } = error
  return new FormctlError(code, withoutDashes(message), withoutDashes(failureTexts[code] ?? ''))
}

/** The flags of a text as names of options: `--base-url` becomes `baseUrl`. The library reads no variables, so none is advised. */
export const withoutDashes = (text: string): string =>
  text
    .replaceAll(/,? or set FORMCTL_\w+/g, '')
    .replaceAll(/(?<![\w-])--(?!help)([a-z]+(?:-[a-z]+)*)/g, (_, flag: string) =>
      flag.replaceAll(/-./g, (part) => part.charAt(1).toUpperCase()),
    )
