import type { Severity } from '../../form/finding.ts'
import type { PublishedForm } from '../../form/form.ts'

/** A spec as its preview shows it. */
export type Preview = {
  /** Changes with the content of the file. */
  readonly version: number
  /** The name of the file, for people. */
  readonly file: string
  /** Empty when the spec is broken. */
  readonly forms: readonly PublishedForm[]
  readonly findings: readonly PreviewFinding[]
  readonly isBroken: boolean
}

/** A finding with its lines. */
export type PreviewFinding = {
  readonly severity: Severity
  readonly code: string
  readonly message: string
  readonly help?: string
  /** `survey.yaml:6:15` */
  readonly place: string
  readonly excerpt: readonly ExcerptLine[]
}

/** A line of the source, split at the marked part, which only the line of the finding has. */
export type ExcerptLine = {
  readonly number: number
  readonly before: string
  readonly marked: string
  readonly after: string
}

/** Where a preview comes from. */
export type PreviewSource = {
  /** The spec as it is now. */
  readonly current: () => Promise<Preview>
  /** Calls a listener with each new version until the returned function is called. Absent if the file is not watched. */
  readonly onChange?: (listener: (preview: Preview) => void) => () => void
}
