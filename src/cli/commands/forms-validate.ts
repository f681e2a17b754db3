import { fixSpec, type MendedFinding, type Policy } from '../../authoring/authoring.ts'
import { asFailure, count, misuse } from '../../failure/failure.ts'
import { countsText } from '../../form/finding.ts'
import { writeFile } from '../../files/file-system.ts'
import { defineCommand, flag, inGroup, many, text } from '../command.ts'
import { failureLine } from '../terminal/terminal.ts'
import { keepSpecs, reporterNames, wantedReports, writeReports } from '../forms/reporters.ts'
import { readSeverities } from '../settings/config-file.ts'
import { reportUnusedColumns, rowKeyOption, variableOptions } from '../forms/variable-options.ts'
import type { Host } from '../host.ts'
import type { FileReport } from '../../authoring/reports.ts'
import { readSpecs, targetOfCheck, type Mended } from '../forms/read-forms.ts'
import { openSpecs, type ReadSpec } from '../forms/project-specs.ts'
import { noFiles } from '../forms/spec-files.ts'

export const command = defineCommand({
  description:
    'Checks the YAML of specs and every form in them, without calling a service, unless --base-url or --profile names one. Takes files, folders (every .yaml and .yml file below them), quoted patterns, or - for standard input. Severities are set under rules: in formctl.yaml; a comment # formctl-ignore <code> silences a finding of its line, or of the line below. Exits with 1 when there are errors.',
  args: [
    {
      name: '[files...]',
      summary:
        'files, folders, quoted patterns, or - for standard input; without any, all that the project lists',
    },
  ],
  options: {
    ...inGroup('Findings', {
      strict: flag('--strict', 'treat warnings as errors'),
      fix: flag(
        '--fix',
        'correct in the files what has only one possible correction; comments and layout stay',
      ),
      reporter: many(
        '--reporter <name[=file]>',
        `how to report findings: ${reporterNames.join(', ')}; repeat it to write reports to files, as in sarif=out.sarif`,
        { choices: reporterNames },
      ),
    }),
    ...inGroup('Variables', {
      each: text('--each <file>', 'check the form of each row of a CSV table, or of a YAML or JSON list'),
      rowKey: rowKeyOption,
    }),
    ...variableOptions,
  },
  examples: {
    'formctl forms validate survey.yaml': 'each finding at its line',
    'formctl forms validate forms --fix': 'the findings that could not be corrected',
    'formctl forms validate forms --strict -o json': 'the findings of a folder, as JSON',
    'formctl forms validate survey.yaml --each customers.csv': 'the findings of the form of every row',
    'formctl forms validate forms --reporter github --reporter junit=report.xml':
      'annotations beside the code, and a test report',
  },
  async run({ args, options }, context) {
    const { host, terminal, globals } = context
    if (options.fix && args.includes('-')) throw misuse(noFile)
    const run = await openSpecs(context, args, options, noFiles)
    const isJson = globals.output === 'json'
    const wanted = wantedReports(options.reporter, isJson ? 'json' : 'text')
    const severities = await readSeverities(host)
    const policy = { severities, isStrict: options.strict, isToBeSent: false }
    const target = await targetOfCheck(context)
    const mend = options.fix ? (spec: ReadSpec) => mended(spec, host, policy) : undefined
    const { forms, reports, ...read } = await readSpecs(context, run, { policy, target, mend })
    const failures = [...read.failures]
    keepSpecs(wanted, reports, host)
    const scene = { unread: failures.map(({ message }) => message) }
    // For programs, stderr holds failures only.
    const isForPerson = wanted.some(({ name, file }) => file === undefined && /^(text|github)$/.test(name))
    if (isForPerson) for (const line of fixLines(reports, terminal.plain)) await terminal.info(line)
    failures.push(...(await writeReports(reports, { wanted, scene, host, terminal })))
    if (isForPerson && reports.length > 0) {
      const isBelow = host.stdout.isTerminal && reports.some(({ findings }) => findings.length > 0)
      await terminal.info(`${isBelow ? '\n' : ''}${sumOf(reports, forms.length, read.failures.length)}`)
    }
    await run.warnOfUnused()
    if (isForPerson) await reportUnusedColumns(run.allInputs(), context)
    const last = failures.pop()
    for (const failure of failures) await terminal.warn(failureLine(failure, { terminal, isJson }))
    if (last) throw last
    return reports.some(({ findings }) => findings.some(({ severity }) => severity === 'error')) ? 1 : 0
  },
})

const noFile = '--fix changes files, and the standard input is not a file. Name the file.'

/** Corrects a file and writes it; if it cannot be written, the original bytes and the failure. */
async function mended(
  { file, bytes, inputs }: ReadSpec,
  { files }: Pick<Host, 'files'>,
  policy: Policy,
): Promise<Mended> {
  const spec = fixSpec(bytes, { variables: inputs.variablesOf(new Map()), policy })
  try {
    if (spec.fixed.length > 0) await writeFile(files, file, { content: spec.bytes })
    return spec
  } catch (error) {
    return { bytes, fixed: [], failure: asFailure(error) }
  }
}

/** What --fix corrected, one line each, up to 50. */
function fixLines(reports: readonly FileReport[], plain: (text: string) => string): readonly string[] {
  const lines = reports.flatMap(({ file, fixed = [] }) => fixed.map((finding) => lineOf(file, finding)))
  const rest = lines.length - maxShown
  const shown = lines.slice(0, maxShown).map(plain)
  return rest > 0 ? [...shown, `${count(rest, 'more finding')} fixed.`] : shown
}

const maxShown = 50

const lineOf = (file: string, { line, column, code, done }: MendedFinding): string =>
  `Fixed ${file}:${line}:${column} ${code}: ${done}.`

function sumOf(reports: readonly FileReport[], forms: number, failed: number): string {
  const found = reports.flatMap(({ findings }) => findings)
  const all = `${count(forms, 'form')} in ${count(reports.length, 'file')}`
  if (found.length === 0)
    return failed === 0
      ? `${all}: no problems found.`
      : `No problems in ${all}; ${count(failed, 'path')} failed:`
  const hit = reports.filter(({ findings }) => findings.length > 0).length
  return `${countsText(found)} in ${hit === reports.length ? count(hit, 'file') : `${hit} of ${count(reports.length, 'file')}`}.`
}
