import type { Style } from './style.ts'

/** A form that exists: what the server keeps and draws. Content stands under main key names; unknown keys are kept. */
export type PublishedForm = {
  readonly id: string
  readonly environmentId: string
  readonly name: string
  /** ISO 8601, as are all times. */
  readonly createdAt: string
  /** A deleted form can't be a source form, and its page is gone (contract, States). */
  readonly deletedAt?: string
  readonly steps: readonly PublishedStep[]
  /** Copied from the source form when this one was made, so deleting the source changes nothing. */
  readonly style: Style
  /** Absent in a starter form, which comes with the environment. */
  readonly sourceFormId?: string
}

export type PublishedStep = { readonly name: string; readonly components: readonly PublishedComponent[] }

export type PublishedComponent = {
  /** Also for components that ask nothing; unique within the form. */
  readonly questionId: string
  readonly type: string
  readonly content: Readonly<Record<string, unknown>>
}

/** A form in a list. */
export type FormSummary = {
  readonly id: string
  readonly name: string
  /** Public path, `/s/<id>`. */
  readonly url: string
  readonly createdAt: string
  readonly deletedAt?: string
  /** Finished and unfinished responses. */
  readonly complete: number
  readonly partial: number
}
