import type { FileReport, Format, Scene } from '../reports.ts'
import type { PlacedFinding } from '../yaml/lines.ts'

/**
 * JUnit's XML, as CI services read it: a suite for each file, a case for each finding. Viewers list the names of cases,
 * so a name is the sentence itself, without the line, which would make an old fault a new one when it moves.
 */
export const junit: Format = (reports, scene) => {
  const suites = [...reports.map((report) => suiteOf(report, scene)), ...unreadSuites(scene)]
  const totals = { tests: 0, failures: 0, errors: 0 }
  for (const { tests, failures, errors } of suites) {
    totals.tests += tests
    totals.failures += failures
    totals.errors += errors
  }
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites${attributes({ name: 'formctl forms validate', ...totals })}>`,
    ...suites.map(({ name, cases, ...counts }) =>
      [`  <testsuite${attributes({ name, ...counts, skipped: 0 })}>`]
        .concat(
          cases.map((line) => `    ${line}`),
          '  </testsuite>',
        )
        .join('\n'),
    ),
    '</testsuites>',
    '',
  ].join('\n')
}

type Suite = {
  readonly name: string
  readonly tests: number
  readonly failures: number
  readonly errors: number
  readonly cases: readonly string[]
}

function suiteOf(report: FileReport, scene: Scene): Suite {
  const { file, findings } = report
  const name = scene.plain(file)
  const seen = new Map<string, number>()
  const cases = findings.map((finding) => {
    const time = (seen.get(finding.message) ?? 0) + 1
    seen.set(finding.message, time)
    return caseOf(finding, { report, scene, time })
  })
  const failures = findings.filter(({ severity }) => severity === 'error').length
  return cases.length > 0
    ? { name, tests: cases.length, failures, errors: 0, cases }
    : { name, tests: 1, failures: 0, errors: 0, cases: [`<testcase${attributes(nothing(report, scene))}/>`] }
}

const nothing = ({ file, place = file }: FileReport, { plain }: Scene): Attributes => ({
  name: 'no problems found',
  classname: plain(file),
  file: plain(place),
})

type Case = { readonly report: FileReport; readonly scene: Scene; readonly time: number }

function caseOf(finding: PlacedFinding, { report, scene, time }: Case): string {
  const { file, place = file } = report
  const { plain } = scene
  const { code, severity, message, help, line, column } = finding
  // Viewers take two cases of one name for one.
  const name = `${plain(message)}${time > 1 ? ` (${time})` : ''}`
  const body = [
    `${severity}[${code}]: ${plain(message)}`,
    `${plain(file)}:${line}:${column}`,
    ...(help === undefined ? [] : [`help: ${plain(help)}`]),
  ].join('\n')
  const head = `<testcase${attributes({ name, classname: plain(file), file: plain(place), line })}>`
  // What doesn't fail the run fails no case; it is there to be read.
  const inside =
    severity === 'error'
      ? `<failure${attributes({ message: plain(message), type: code })}>${escaped(body)}</failure>`
      : `<system-out>${escaped(body)}</system-out>`
  return `${head}${inside}</testcase>`
}

function unreadSuites({ unread, plain }: Scene): readonly Suite[] {
  if (unread.length === 0) return []
  const name = 'files that cannot be read'
  const cases = unread.map((sentence) => {
    const message = plain(sentence)
    return `<testcase${attributes({ name: message, classname: name })}><error${attributes({ message })}/></testcase>`
  })
  return [{ name, tests: cases.length, failures: 0, errors: cases.length, cases }]
}

type Attributes = Readonly<Record<string, string | number>>

const attributes = (values: Attributes): string =>
  Object.entries(values)
    .map(([name, value]) => ` ${name}="${escaped(String(value)).replaceAll('\n', '&#10;')}"`)
    .join('')

/** Text as XML holds it; what XML cannot hold at all is dropped. */
const escaped = (text: string): string =>
  text
    .replaceAll(unheld, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')

// XML 1.0, production 2: the characters that are none of its own.
// oxlint-disable-next-line no-control-regex -- it must match control characters, which XML cannot hold
const unheld = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu
