import { count, Failure } from '../../failure.ts'
import type { Policy } from '../../spec/judge.ts'
import { parseSpec } from '../../spec/parse-spec.ts'
import { defineCommand, flag, many, type Context } from '../command.ts'
import { failureLine } from '../failure-line.ts'
import { reporterNames } from '../reporters/index.ts'
import { judged, type FileReport } from '../reporters/reporter.ts'
import { wantedReports } from '../reporters/wanted.ts'
import { keepSpecs, writeReports } from '../reporters/write-reports.ts'
import { readSeverities } from '../settings/read-severities.ts'
import { specFiles } from '../spec-files.ts'
import {
  givenVariables,
  variableOptions,
  warnOfUnused,
  type GivenVariables,
} from '../variables/given-variables.ts'

export const command = defineCommand({
  words: 'forms validate',
  summary: 'check specs, offline',
  description:
    'Checks specs without calling a service: their YAML, and every form in them. Names files, folders (every .yaml and .yml file in them), patterns in quotes, or - for the standard input. Ends with 0 when nothing is wrong, with 1 when something is.\n\nA project says under rules: in its formctl.yaml how severe a code is (error, warning, note, off). In a spec, a comment # formctl-ignore <code> silences it, at the end of its line or alone on the line above.\n\nFindings are printed as text, or as one reporter shows them that is named without a file: text, json, sarif (for code scanning), github (annotations of a workflow), junit (test reports of CI services). Any number of further reports go to files, as in --reporter sarif=findings.sarif; a file of that name is replaced.',
  args: [{ name: '[files...]', summary: 'files, folders, patterns; - reads the standard input' }],
  options: {
    strict: flag('--strict', 'count warnings as errors'),
    reporter: many(
      '--reporter <name[=file]>',
      `how findings are shown: ${reporterNames.join(', ')}; again for further reports in files`,
    ),
    ...variableOptions,
  },
  outputs: ['table', 'json'],
  examples: [
    { command: 'formctl forms validate survey.yaml', shows: 'each finding at its line' },
    { command: 'formctl forms validate forms --strict -o json', shows: 'the same for programs, of a folder' },
    {
      command: 'formctl forms validate forms --reporter github --reporter junit=report.xml',
      shows: 'annotations beside the code, and a test report',
    },
  ],
  async run({ args, options }, context) {
    const { host, terminal, globals } = context
    if (args.length === 0) throw Failure.of('usage', { problem: noFiles })
    const given = await givenVariables(context, options)
    const isJson = globals.output === 'json'
    const wanted = wantedReports(options.reporter, isJson ? 'json' : 'text')
    const severities = await readSeverities(host)
    const policy = { severities, isStrict: options.strict, isToBeSent: false }
    const { reports, failures, forms, used } = await readAll(host, args, { given, policy })
    keepSpecs(wanted, reports, host)
    const scene = { unread: failures.map(({ message }) => message) }
    failures.push(...(await writeReports(reports, { wanted, scene, host, terminal })))
    // For a program the data says it all, and stderr holds failures only.
    const isForPerson = wanted.some(({ name, file }) => file === undefined && /^(text|github)$/.test(name))
    if (isForPerson && reports.length > 0) {
      // On a terminal the sum stands right below the findings.
      const isBelow = host.stdout.isTerminal && reports.some(({ findings }) => findings.length > 0)
      await terminal.say(`${isBelow ? '\n' : ''}${summaryOf(reports, forms)}`)
    }
    await warnOfUnused(given, used, context)
    const last = failures.pop()
    for (const failure of failures) await terminal.warn(failureLine(failure, { terminal, isJson }))
    if (last) throw last
    return reports.some(({ findings }) => findings.some(({ severity }) => severity === 'error')) ? 1 : 0
  },
})

const noFiles = 'No file is named. Name specs, folders or patterns, or - for the standard input.'

type Read = {
  readonly reports: readonly FileReport[]
  readonly failures: Failure[]
  readonly forms: number
  /** The variables that the specs use or declare. */
  readonly used: ReadonlySet<string>
}

/** What can be read is checked, whatever else can't. */
async function readAll(
  host: Context['host'],
  words: readonly string[],
  { given, policy }: { readonly given: GivenVariables; readonly policy: Policy },
): Promise<Read> {
  const reports = given.reports.map((report) => judged(report, policy))
  const failures: Failure[] = []
  const used = new Set<string>()
  let forms = 0
  for await (const spec of specFiles(host, words)) {
    if ('failure' in spec) {
      failures.push(spec.failure)
      continue
    }
    const { file, bytes } = spec
    const parsed = parseSpec(bytes, given.variables)
    forms += parsed.forms.length
    for (const name of parsed.variables) used.add(name)
    reports.push(judged({ file, text: new TextDecoder().decode(bytes), findings: parsed.findings }, policy))
  }
  return { reports, failures, forms, used }
}

function summaryOf(reports: readonly FileReport[], forms: number): string {
  const found = reports.flatMap(({ findings }) => findings)
  if (found.length === 0)
    return `${count(forms, 'form')} in ${count(reports.length, 'file')}: nothing to mend.`
  const counts = (['error', 'warning', 'note'] as const)
    .map((severity) => ({ severity, n: found.filter((finding) => finding.severity === severity).length }))
    .filter(({ n }) => n > 0)
    .map(({ severity, n }) => count(n, severity))
  const hit = reports.filter(({ findings }) => findings.length > 0).length
  return `${counts.join(', ')} in ${hit === reports.length ? count(hit, 'file') : `${hit} of ${count(reports.length, 'file')}`}.`
}
