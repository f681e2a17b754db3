import { judge, type Policy } from './judge.ts'
import type { MendedFinding } from './fix-spec.ts'
import type { PlacedFinding } from './yaml/lines.ts'
import type { YamlFaultCode } from './faults.ts'

/** Findings as reports for programs: a door of the room. Each format is loaded when it is asked for. */

export type FileReport = {
  readonly file: string
  /** The file as seen from the root of the checkout, for services that show findings beside the code. */
  readonly place?: string
  /** The text of the file, for the frames; bytes that are no text are replaced. */
  readonly text: string
  readonly findings: readonly PlacedFinding[]
  /** The findings that were fixed, where they stood before; absent without --fix. */
  readonly fixed?: readonly MendedFinding[]
}

/** A report with the severities that the project and the file's own comments set. */
export const judged = (report: FileReport, policy: Policy): FileReport => {
  const findings = judge(report.findings, report.text, policy)
  return { ...report, findings: /\.json$/i.test(report.file) ? findings.map(inJsonWords) : findings }
}

export type ReportContext = {
  /** A sentence for each file that could not be read. */
  readonly unread: readonly string[]
  /** Text from outside, with everything invisible made visible. */
  readonly plain: (text: string) => string
  /** Whether a summary lists the findings that the report itself has no room for. */
  readonly hasSummary: boolean
  /** Markdown that stands above the findings: the plan of a run. */
  readonly before?: string | undefined
  readonly pages: Readonly<
    Record<string, { readonly text: string; readonly wrong?: string; readonly right?: string }>
  >
}

export type Format = (reports: readonly FileReport[], context: ReportContext) => string

/** The findings beyond GitHub's limit of annotations, as Markdown; empty if there are none. */
export const githubSummary = async (
  reports: readonly FileReport[],
  context: Pick<ReportContext, 'unread' | 'plain' | 'before'>,
): Promise<string> => (await import('./report-formats.ts')).githubSummary(reports, context)

/** One JSON value for all files (`schemas/validate-output.schema.json`), those without findings too. */
const json = (reports: readonly FileReport[]): string => {
  const files = reports.map(({ file, findings, fixed }) => ({
    file,
    findings: findings.map(shown),
    fixed: fixed?.map(shown),
  }))
  return `${JSON.stringify({ schema_version: 1, files })}\n`
}

const shown = (finding: PlacedFinding): object => ({
  code: finding.code,
  severity: finding.severity,
  message: finding.message,
  help: finding.help,
  path: finding.path,
  line: finding.line,
  column: finding.column,
  endLine: finding.endLine,
  endColumn: finding.endColumn,
  fix: finding.fix,
})

export const formats = {
  json: async () => json,
  sarif: async () => (await import('./report-formats.ts')).sarif,
  github: async () => (await import('./report-formats.ts')).github,
  junit: async () => (await import('./report-formats.ts')).junit,
  markdown: async () => (await import('./report-formats.ts')).markdownReport,
} as const satisfies Readonly<Record<string, () => Promise<Format>>>

/** Rewrites a finding about a JSON file, which is read as YAML, for its author. */
function inJsonWords(finding: PlacedFinding): PlacedFinding {
  const words = Object.hasOwn(ofText, finding.code) ? ofText[finding.code as keyof typeof ofText] : undefined
  const message = words?.message ?? finding.message
  const help = words ? words.help : finding.help && asJson(finding.help)
  const { help: _, ...rest } = finding
  return { ...rest, message, help }
}

type Words = { readonly message?: string; readonly help: string }

const noKey = 'Put a key in double quotes, with a colon after it: "name": "Acme".'
const noText = 'Put the text in double quotes.'

/** Faults with other sentences for JSON. */
const ofText: Readonly<Partial<Record<YamlFaultCode, Words>>> & Record<'rows-shape', Words> = {
  'rows-shape': { help: 'Write [ and ] around the rows, and each as an object: [{"customer": "Acme"}, …].' },
  'yaml-tab': {
    message: 'There is a tab here, where only spaces are allowed.',
    help: 'Replace it with spaces.',
  },
  'yaml-quote': {
    message: 'This quote is not closed where its text ends.',
    help: 'Add " at the end of the text; inside it, write \\".',
  },
  'yaml-bracket': { help: 'Add the } or ] that closes it.' },
  'yaml-indent': {
    message: 'This line matches no line above.',
    help: 'Look for a bracket, a quote or a comma that is missing above.',
  },
  'yaml-comma': { help: 'Put one comma between two entries, and none after the last.' },
  'yaml-dash': {
    message: 'A dash begins no entry in JSON.',
    help: 'Write entries between [ and ], with commas.',
  },
  'yaml-colon': { message: 'This is not a key with a value.', help: noKey },
  'yaml-divider': {
    message: 'The value of this file ends above, and more follows it.',
    help: 'Write one value: a list between [ and ] for several.',
  },
  'yaml-comment': { message: 'JSON has no comments.', help: 'Remove it.' },
  'yaml-space': { message: 'There is an invisible character here.', help: 'Replace it with a plain space.' },
  'yaml-start': { message: 'A text cannot begin so.', help: noText },
  'yaml-escape': {
    message: 'This backslash and the character after it mean nothing.',
    help: String.raw`Write \\ for a backslash.`,
  },
  'yaml-duplicate-key': { help: 'Remove one of them, or begin the next object with }, {.' },
  'yaml-anchor': { message: 'A text cannot begin so.', help: noText },
  'yaml-alias': { message: 'A text cannot begin so.', help: noText },
  'yaml-cycle': { message: 'A text cannot begin so.', help: noText },
  'yaml-key': { message: 'A key must be a text, and this one is not.', help: noKey },
  'yaml-merge': { message: '"<<" is not a key here.', help: 'Remove it.' },
  'yaml-tag': { message: 'A text cannot begin so.', help: noText },
  'yaml-directive': { message: 'A file of JSON begins with { or [.', help: 'Remove this line.' },
  'yaml-syntax': {
    message: 'JSON does not allow this here.',
    help: 'Put texts and keys in double quotes, and a comma between two entries.',
  },
}

/** A help with its YAML examples rewritten as JSON. */
const asJson = (help: string): string =>
  examples.reduce((text, [yaml, inJson]) => text.replace(yaml, inJson), help)

const examples: readonly (readonly [RegExp, string])[] = [
  [
    /"- type: NextButton" as its last component, with "buttonText: Next" as its content/,
    '{"type": "NextButton", "content": {"buttonText": "Next"}} as its last component',
  ],
  [/"- \{key: emailAddress, label: E-mail\}"/, '{"key": "emailAddress", "label": "E-mail"}'],
  [
    /^Write one name and (?:text|value) per line, .*/,
    'Write an object of names and texts, as in {"customer": "Acme"}.',
  ],
  [/^Write one value; .*/, 'Write a text between double quotes, or a number, true or false.'],
  [/^A form begins with .*/, 'A form is an object with "name" and "steps".'],
  [/one per line, each after "- "/, 'as in ["Yes", "No"]'],
  [/, each on its own line after "- "/, ' between [ and ]'],
  [/^Write one entry per line, .*/, 'Write the entries between [ and ], with commas between them.'],
  [/^Write one key and value per line, .*/, 'Write keys and values between { and }: {"name": "About you"}.'],
  [/^Remove the dash(?:es| "- "): (".*") holds/, 'Remove [ and ] around it: $1 holds'],
  [/^Write a dash before .*/, 'Write [ and ] around it: this must be a list, even with one entry.'],
  [/^Write each as an entry: "- (\w+): (.*)", with .*/, 'Write a list of objects, as in [{"$1": "$2", …}].'],
  [/\[([\p{L}\p{N}][^[\]{}",]*, [^[\]{}"]*)\]/u, '[ $1 ], each text in double quotes'],
  [/^Move it to the right .*/, 'Move it with all that it holds into "components" of the step above.'],
  [/^Move it to the left .*/, 'Move it with all that it holds out of "components", to the steps.'],
  [
    /^Remove ("\w+):", and move what is below it to the left/,
    'Remove $1" with its { and }, and keep what they hold',
  ],
  [/ after the dash, and ([a-z ]*) below it/, ' into an object, and $1 beside it'],
  [/^Write it below "content:", after its key: "(\w+): (.*)"/, 'Write it into "content", as {"$1": "$2"}'],
  [/, and below it "content:" with what it holds/, ', and beside it "content" with what it holds'],
  [/"(\w+): ([^"]*)"/, '"$1": "$2"'],
  [/"(\w+):"/, '"$1"'],
]

/** A text as Markdown that shows it as it is, also in a table. */
export const markdown = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll(/[\\`*_[\]|~#>@]/g, String.raw`\$&`)
