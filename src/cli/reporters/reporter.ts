import {
  type MendedFinding,
  inJsonWords,
  isJsonName,
  judge,
  type Policy,
  type PlacedFinding,
} from '../../authoring/authoring.ts'
import type { Host } from '../host.ts'
import { formsOf, withKeysCovered, withoutKeys } from '../terminal/key-mask.ts'
import type { Paint } from '../terminal/terminal.ts'

/** One file and everything wrong with it. */
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
  return { ...report, findings: isJsonName(report.file) ? findings.map(inJsonWords) : findings }
}

/** How a report looks where it is shown. */
export type Look = {
  readonly paint: Paint
  /** Text from outside, with everything invisible made visible. */
  readonly plain: (text: string) => string
  /** Columns of the terminal; undefined in a pipe, where nothing is wrapped. */
  readonly columns: number | undefined
}

/** What a reporter gets beside the findings. */
export type Scene = Look & {
  /** Files that could not be read, a sentence each. */
  readonly unread: readonly string[]
  /** Whether a summary lists the findings that the report itself has no room for. */
  readonly hasSummary: boolean
}

/** Findings as text for a reader: a person, or a program. */
export type Reporter = (reports: readonly FileReport[], scene: Scene) => string

/** A report without the keys that may stand in a spec or in its name: reports end in logs and in services that show code. */
export function maskReport(report: FileReport, { env }: Pick<Host, 'env'>): FileReport {
  const secrets = formsOf(env['FORMCTL_API_KEY'] ?? '')
  const masked = (text: string): string => withoutKeys(text, secrets)
  const findings = (list: readonly PlacedFinding[]): readonly PlacedFinding[] =>
    list.map((finding) => maskFinding(finding, masked))
  const { file, place, text, fixed } = report
  return {
    file: masked(file),
    ...(place === undefined ? {} : { place: masked(place) }),
    // Its lines and columns stay what they are.
    text: withKeysCovered(text, secrets),
    findings: findings(report.findings),
    ...(fixed
      ? { fixed: fixed.map((one) => Object.assign(maskFinding(one, masked), { done: masked(one.done) })) }
      : {}),
  }
}

function maskFinding(finding: PlacedFinding, masked: (text: string) => string): PlacedFinding {
  const { message, help, path, fix, edits, ...rest } = finding
  const told = {
    ...rest,
    path: path.map((part) => (typeof part === 'string' ? masked(part) : part)),
    message: masked(message),
    ...(help === undefined ? {} : { help: masked(help) }),
  }
  if (fix === undefined) return told
  // A fix with half of its text would be a wrong one; --fix makes it all the same.
  const change = JSON.stringify([fix, edits])
  return masked(change) === change ? { ...told, fix, ...(edits ? { edits } : {}) } : told
}
