import { execFile } from 'node:child_process'

/** `via` has what is known, or the names of the vulnerable packages that this one needs. */
type Vulnerability = {
  readonly severity: string
  readonly via: readonly (string | { readonly title: string; readonly url: string })[]
}

/** What `npm audit --json` prints: a report, or why there is none. */
type Report = {
  readonly vulnerabilities?: Readonly<Record<string, Vulnerability>>
  readonly message?: string
}

/**
 * Asks the registry for known vulnerabilities of the locked packages. Those of the bundle are faults, those of tools are notes.
 * A registry that has no audit is a note, too; any other failure is thrown.
 */
export async function audit(
  bundled: readonly string[],
  options: readonly string[] = [],
): Promise<{ readonly faults: readonly string[]; readonly notes: readonly string[] }> {
  const words = ['audit', '--json', '--package-lock-only', ...options]
  // It ends with 1 where there are any, and prints all the same.
  const stdout = await new Promise<string>((done) => {
    execFile('npm', words, { shell: process.platform === 'win32', maxBuffer: 2 ** 27 }, (_, text) =>
      done(text),
    )
  })
  // npm prints this shape, or nothing where it could not start.
  const { vulnerabilities, message = 'npm printed nothing' } = JSON.parse(stdout || '{}') as Report
  const [problem = ''] = message.split('\n')
  if (vulnerabilities === undefined) {
    if (!/^(?:404|405|501)\b/.test(problem)) throw new Error(`npm audit failed: ${problem}`)
    return { faults: [], notes: [`Audit skipped: the registry has no audit (${problem}).`] }
  }
  const lines = Object.entries(vulnerabilities).map(([name, { severity, via }]) => {
    const causes = via.map((cause) => (typeof cause === 'string' ? cause : `${cause.title} (${cause.url})`))
    return { name, line: `${name}: ${severity}, by ${causes.join(', ')}` }
  })
  return {
    faults: lines.flatMap(({ name, line }) => (bundled.includes(name) ? line : [])),
    notes: [
      `Audit: ${lines.length} of the locked packages have known vulnerabilities.`,
      ...lines.flatMap(({ name, line }) => (bundled.includes(name) ? [] : `  only a tool: ${line}`)),
    ],
  }
}
