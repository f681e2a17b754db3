/** Commands of the program, run in this process for an agent, which gets what they print with `-o json`. */
import { Failure, type FailureCode } from '../../failure/failure.ts'
import { isObject, type JsonObject } from '../../form/value.ts'
import type { Context, Globals } from '../command.ts'
import { captureOutput, type Host } from '../host.ts'

/** What came of a command. */
export type Outcome = {
  /** What it printed for programs; other text as `text`. */
  readonly json?: JsonObject | undefined
  /** Why it did not do its work, as `-o json` has it. */
  readonly error?: JsonObject | undefined
  /** What it said to people. */
  readonly notes?: readonly string[]
  /** A picture, as PNG. */
  readonly picture?: Uint8Array | undefined
}

export const failed = ({
  code,
  message,
  exit,
}: Pick<Failure, 'message' | 'exit'> & { code: FailureCode }): Outcome => ({
  error: { code, message, exit },
})

/** The words of a run with the settings that the server was started with. */
export const wordsWith = (globals: Globals, words: readonly string[]): readonly string[] => [
  ...(
    [
      ['--profile', globals.profile],
      ['--base-url', globals.baseUrl],
      ['--expect-base-url', globals.expectBaseUrl],
      ['--environment', globals.environment],
      ['--api-key-file', globals.apiKeyFile],
      ['--timeout', globals.timeout],
    ] as const
  ).flatMap(([flag, value]) => (value === undefined ? [] : [`${flag}=${value}`])),
  '--no-input',
  ...words,
]

/** Runs a command on streams of its own. */
export async function runCommand(
  argv: readonly string[],
  { host, run }: Pick<Context, 'host' | 'run'>,
  { stdin = '', ...others }: Partial<Pick<Host, 'signal' | 'stdout'>> & { readonly stdin?: string } = {},
): Promise<Outcome> {
  const [stdout, stderr] = [captureOutput(), captureOutput()]
  const input: Host['stdin'] = {
    isTerminal: false,
    chunks: async function* () {
      yield Buffer.from(stdin)
    },
  }
  await run({ ...host, argv, stdin: input, stdout: stdout.output, stderr: stderr.output, ...others })
  const lines = stderr.read().split('\n').filter(Boolean)
  const documents = lines.map(parsed)
  const text = stdout.read()
  return {
    json: parsed(text) ?? (text === '' ? documents.find((one) => one && !('error' in one)) : { text }),
    error: documents.map((one) => one?.['error']).find(isObject),
    notes: lines.filter((_, i) => documents[i] === undefined),
  }
}

/** A JSON object, if a text is one. */
export function parsed(text: string): JsonObject | undefined {
  if (!text.startsWith('{')) return undefined
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}
