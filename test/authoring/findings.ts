import type { FileReport, ReportContext } from '../../src/authoring/reports.ts'
import { findingTexts } from '../../src/cli/generated/pages.ts'
import type { Look } from '../../src/cli/forms/reporters.ts'
import { plain } from '../../src/cli/terminal/plain.ts'
import type { PlacedFinding } from '../../src/authoring/yaml/lines.ts'

const same = (part: string): string => part

/** A run in a pipe: no colours, nothing unread, warnings pass. */
export const scene: ReportContext & Look = {
  paint: { bold: same, dim: same, red: same, magenta: same, green: same, cyan: same },
  plain,
  columns: undefined,
  unread: [],
  hasSummary: false,
  pages: findingTexts,
}

/** One finding, `abc` of `name: abc`. */
export const finding: PlacedFinding = {
  code: 'some-code',
  severity: 'error',
  isRefused: true,
  path: ['name'],
  marks: 'value',
  message: 'Something is wrong.',
  help: 'Mend it.',
  line: 1,
  column: 7,
  endLine: 1,
  endColumn: 10,
}

/** A file with findings made from that one. */
export const reportOf = (changes: readonly Partial<PlacedFinding>[], file = 'a.yaml'): FileReport => ({
  file,
  text: 'name: abc\n',
  findings: changes.map((change) => Object.assign({}, finding, change)),
})
