import type { MendedFinding } from '../../spec/fix-spec.ts'
import { inJsonWords, isJsonName } from '../../spec/json-words.ts'
import { judge, type Policy } from '../../spec/judge.ts'
import type { PlacedFinding } from '../../spec/placed.ts'
import type { Paint } from '../terminal/terminal.ts'

/** One file and everything wrong with it. */
export type FileReport = {
  readonly file: string
  /** The file as seen from the root of the checkout, for services that show findings beside the code. */
  readonly place?: string
  /** What the file says, for the frames; bytes that are no text are replaced. */
  readonly text: string
  readonly findings: readonly PlacedFinding[]
  /** What was mended before, where it stood by then; absent where nothing was to be mended. */
  readonly fixed?: readonly MendedFinding[]
}

/** A report with its findings weighed as the project and the file's own comments want them. */
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

/** What a reporter knows beside the findings. */
export type Scene = Look & {
  /** Files that could not be read, a sentence each. */
  readonly unread: readonly string[]
  /** Whether a summary takes what the report itself has no room for. */
  readonly hasSummary: boolean
}

/** Findings as text for a reader: a person, or a program. */
export type Reporter = (reports: readonly FileReport[], scene: Scene) => string
