/**
 * What a form is: as an author writes it, and as a server keeps it.
 *
 * Every other room imports `form/`, so it has one door for each subject, which `oxlint.config.ts` lists. `check.ts` checks a form (by
 * `rules/` and `repair/`), `components.ts` has the component types, `read-answer.ts` reads answers, `schema.ts` has the shapes of
 * contents, `guide.ts` their documentation for authors and editors, `response.ts` says how answers are saved, `draft.ts` what is kept
 * beside them, and `finding.ts` what a finding is. `value.ts` and `words.ts` help with JSON values and with sentences.
 */
import type { Condition, Next, Settings } from './generated/form.ts'
import type { FormLabel } from './generated/form-label.ts'
import { validateFormLabel } from './generated/validate-form-label.js'
import type { Style } from './style-tokens.ts'
import { isObject } from './value.ts'

export type { Condition, Form, IdentityField, Step } from './generated/form.ts'
export type { FormLabel } from './generated/form-label.ts'
export type { ComponentStyle, Style } from './style-tokens.ts'

/** A form that exists: what the server keeps and draws. Content stands under main key names; unknown keys are kept. */
export type PublishedForm = {
  readonly id: string
  readonly environmentId: string
  readonly name: string
  /** ISO 8601, as are all times. */
  readonly createdAt: string
  /** Since then the form takes no answers. */
  readonly closedAt?: string
  /** A deleted form can't be a source form, and its page is gone (contract, States). */
  readonly deletedAt?: string
  readonly steps: readonly PublishedStep[]
  /** Copied from the source form when this one was made, so deleting the source changes nothing. */
  readonly style: Style
  /** Absent in a starter form, which comes with the environment. */
  readonly sourceFormId?: string
  /** The language of its texts; English where it is absent. */
  readonly language?: string
  readonly settings?: Settings
  /** A word of its address that stays, `/f/<address>`. */
  readonly address?: string
  /** What it was made of. Read with the list of forms only. */
  readonly label?: FormLabel
  /** A text for each text, by language. */
  readonly translations?: Readonly<Record<string, Readonly<Record<string, string>>>>
}

export type PublishedStep = {
  readonly name: string
  /** The name that `next` of another step uses. */
  readonly key?: string
  readonly visibleIf?: Condition
  readonly next?: readonly Next[]
  /** For an ending: the address that people are led to. */
  readonly redirect?: string
  readonly components: readonly PublishedComponent[]
}

export type PublishedComponent = {
  /** Also for components that ask nothing; unique within the form. */
  readonly questionId: string
  readonly type: string
  readonly required?: boolean
  /** A text between the question and its field. */
  readonly description?: string
  readonly visibleIf?: Condition
  readonly content: Readonly<Record<string, unknown>>
  /** The content as the form has it, where this one is translated. Never stored. */
  readonly own?: Readonly<Record<string, unknown>>
}

/** Reads a label, without members that it does not have; undefined: it has another shape. */
export function readLabel(value: unknown): FormLabel | undefined {
  const { project, spec, document, row, content, replaces } = isObject(value) ? value : {}
  const label = { project, spec, document, row, content, replaces }
  // Its schema is that of the type.
  return validateFormLabel(label) ? (label as FormLabel) : undefined
}

export type FormSummary = {
  readonly id: string
  readonly name: string
  /** Public path, `/s/<id>`. */
  readonly url: string
  readonly createdAt: string
  readonly deletedAt?: string
  /** Since when a person has closed it. */
  readonly closedAt?: string
  /** The public path that stays, `/f/<address>`, or `/f/<environment>/<address>` where another environment had that first. */
  readonly address?: string
  /** What it was made of, where the request said so. */
  readonly label?: FormLabel
  /** Finished and unfinished responses. */
  readonly complete: number
  readonly partial: number
}

/** What closed a form (a person, its `closesAt` or its `responseLimit`), and since when (ISO 8601). */
export type Closure = { readonly reason: 'person' | 'time' | 'limit'; readonly since: string }

/**
 * What closed a form first; undefined while it takes answers. Pages, the API and retention all use it. `complete`: the number of
 * finished responses, if it matters here. `lastFinished`: when the last of them was finished.
 */
export function closureOf(
  { closedAt, settings }: PublishedForm,
  now: string,
  complete = 0,
  lastFinished = now,
): Closure | undefined {
  const closures: Closure[] = []
  if (closedAt !== undefined) closures.push({ reason: 'person', since: closedAt })
  const closesAt = Date.parse(settings?.closesAt ?? '')
  // A text that is not a time compares as false, so the form stays open.
  if (closesAt <= Date.parse(now)) closures.push({ reason: 'time', since: new Date(closesAt).toISOString() })
  if (complete >= (settings?.responseLimit ?? Infinity))
    closures.push({ reason: 'limit', since: lastFinished })
  return closures.toSorted((a, b) => (a.since < b.since ? -1 : 1))[0]
}
