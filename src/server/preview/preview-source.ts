import type { Severity } from '../../form/finding.ts'
import type { PublishedForm } from '../../form/form.ts'

/** A spec as its preview shows it. */
export type Preview = {
  /** Another one whenever the file says something else. */
  readonly version: number
  /** The file, as a person calls it. */
  readonly file: string
  /** The forms that can be drawn; none when the spec is broken. */
  readonly forms: readonly PublishedForm[]
  readonly findings: readonly PreviewFinding[]
  readonly isBroken: boolean
}

/** A finding with the lines that it means. */
export type PreviewFinding = {
  readonly severity: Severity
  readonly code: string
  readonly message: string
  readonly help?: string
  /** `survey.yaml:6:15` */
  readonly place: string
  readonly excerpt: readonly ExcerptLine[]
}

/** A line of the source, cut at the stretch that is meant; only the line of the finding has one. */
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
  /** Calls a listener with what each new version shows, until the returned function is called; absent: nobody watches. */
  readonly onChange?: (listener: (preview: Preview) => void) => () => void
}
