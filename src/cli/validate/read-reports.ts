import { Failure } from '../../failure.ts'
import { fixSpec, type MendedFinding } from '../../spec/fix-spec.ts'
import type { Policy } from '../../spec/judge.ts'
import { parseSpec } from '../../spec/parse-spec.ts'
import type { Host } from '../host.ts'
import { judged, type FileReport } from '../reporters/reporter.ts'
import { specFiles } from '../spec-files.ts'
import type { GivenVariables } from '../variables/given-variables.ts'

/** What the files say, what cannot be read or written, and what is known of all together. */
export type ReadReports = {
  readonly reports: readonly FileReport[]
  readonly failures: Failure[]
  readonly forms: number
  /** The variables that the specs use or declare. */
  readonly used: ReadonlySet<string>
}

type Reading = {
  readonly given: GivenVariables
  readonly policy: Policy
  /** Whether what a machine can mend is mended in the files first. */
  readonly isFixing: boolean
}

/** Checks the specs that words name. What can be read is checked, whatever else can't. */
export async function readReports(
  host: Pick<Host, 'files' | 'stdin'>,
  words: readonly string[],
  reading: Reading,
): Promise<ReadReports> {
  const { given, policy } = reading
  const reports = given.reports.map((report) => judged(report, policy))
  const failures: Failure[] = []
  const used = new Set<string>()
  let forms = 0
  for await (const spec of specFiles(host, words)) {
    if ('failure' in spec) {
      failures.push(spec.failure)
      continue
    }
    const { bytes, ...rest } = reading.isFixing ? await mended(spec, host, reading) : spec
    if ('failure' in rest && rest.failure) failures.push(rest.failure)
    const parsed = parseSpec(bytes, given.variables)
    forms += parsed.forms.length
    for (const name of parsed.variables) used.add(name)
    const text = new TextDecoder().decode(bytes)
    const fixed = 'fixed' in rest ? { fixed: rest.fixed } : {}
    reports.push(judged({ file: spec.file, text, findings: parsed.findings, ...fixed }, policy))
  }
  return { reports, failures, forms, used }
}

type Mended = {
  readonly bytes: Uint8Array
  readonly fixed: readonly MendedFinding[]
  readonly failure?: Failure
}

/** The file with what a machine can mend mended, once that is written; else as it was, and why. */
async function mended(
  { file, bytes }: { readonly file: string; readonly bytes: Uint8Array },
  { files }: Pick<Host, 'files'>,
  { given: { variables }, policy }: Reading,
): Promise<Mended> {
  const spec = fixSpec(bytes, { variables, policy })
  if (spec.fixed.length === 0) return spec
  try {
    const pending = await files.create(file, { replace: true })
    await pending.write(spec.bytes)
    await pending.commit()
    return spec
  } catch (error) {
    if (error instanceof Failure) return { bytes, fixed: [], failure: error }
    throw error
  }
}
