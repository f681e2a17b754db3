import type { PlacedFinding } from '../../authoring/authoring.ts'
import type { FileReport } from '../../authoring/reports.ts'
import type { Host } from '../host.ts'
import { formsOf, withKeysCovered, withoutKeys } from '../terminal/key-mask.ts'
import type { Paint } from '../terminal/terminal.ts'

export type Look = {
  readonly paint: Paint
  /** Text from outside, with everything invisible made visible. */
  readonly plain: (text: string) => string
  /** Columns of the terminal; undefined in a pipe, where nothing is wrapped. */
  readonly columns: number | undefined
}

/** A report without API keys from a spec or its name: reports go to logs and code review. */
export function maskReport(report: FileReport, { env }: Pick<Host, 'env'>): FileReport {
  const secrets = formsOf(env['FORMCTL_API_KEY']?.trim() ?? '')
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
  const properties = {
    ...rest,
    path: path.map((part) => (typeof part === 'string' ? masked(part) : part)),
    message: masked(message),
    ...(help === undefined ? {} : { help: masked(help) }),
  }
  if (fix === undefined) return properties
  // A fix with a masked key would be wrong, so it is left out; --fix still applies it.
  const change = JSON.stringify([fix, edits])
  return masked(change) === change ? { ...properties, fix, ...(edits ? { edits } : {}) } : properties
}
