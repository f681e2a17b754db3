/** Commands of the program, run in this process for an agent, which gets what they print with `-o json`. */
import { Failure, misuse } from '../../failure/failure.ts'
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
    // Of attempts that failed alike, only the pauses differ.
    notes: lines
      .filter((_, i) => documents[i] === undefined)
      .map((line) => line.replace(/ Trying again in [\d.]+ s\.$/, ''))
      .filter((line, i, all) => all.indexOf(line) === i),
  }
}

/** A failure as an outcome; any other error is a bug. */
export function outcomeOf(error: unknown): Outcome {
  const { code, message, exit } =
    error instanceof Failure ? error : Failure.of('defect', { detail: String(error) })
  return { error: { code, message, exit } }
}

const maxFindings = 50
const maxCharacters = 40_000

/** An outcome that an agent can take in: the first findings of each spec, and an error in place of what is too long. */
export function fitted({ json: whole, error, notes = [], picture }: Outcome, creates = false): Outcome {
  let found = 0
  // Only reports of findings have such texts.
  const text = JSON.stringify(whole ?? '', (name, value: unknown) => {
    if (name !== 'findings' || !Array.isArray(value)) return value
    found = Math.max(found, value.length)
    return value.slice(0, maxFindings)
  })
  const many = `A spec has ${found} findings; here are the first ${maxFindings}.`
  const noted = found > maxFindings ? [...notes, many] : notes
  if (text.length <= maxCharacters) return { json: parsed(text), error, notes: noted, picture }
  const tooLong = `The result has ${Math.round(text.length / 1000)} KB, and an agent gets at most ${maxCharacters / 1000}. Ask for less: fewer files, a smaller limit. formctl on the command line shows all.`
  // What has been created is no failure.
  return creates
    ? { error, notes: [...notes, tooLong] }
    : { ...(error ? { error } : outcomeOf(misuse(tooLong))), notes }
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
