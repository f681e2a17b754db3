import { createHash } from 'node:crypto'
import { Failure } from '../failure/failure.ts'
import { canonicalContent, componentTypes } from '../form/components.ts'
import type { Form } from '../form/form.ts'
import { isTypeName, type Content } from '../form/schema.ts'
import { contentText } from '../form/types/answers.ts'
import { isObject } from '../form/value.ts'
import type { SpecForm, Row } from '../authoring/authoring.ts'
import { type GenerateBody, generateText } from '../wire/wire.ts'
import type { FormVersion } from './generated/lock.ts'
import type { JournalEntry } from './generated/journal-entry.ts'

/** A form without errors, and the text that it was read from. */
export type ReadForm = {
  /** The file as it was named. */
  readonly file: string
  /** Its whole path; `-` for the standard input. */
  readonly path: string
  readonly text: string
  /** The number of the form in its file, from 1. */
  readonly document: number
  readonly spec: SpecForm
  readonly form: Form
  /** The row of the table that it was filled in from. */
  readonly row?: Row
}

/** A form with the request that would create it; the source form may still be missing. */
export type DraftForm = ReadForm & {
  readonly body: Form
}

/** A form with the request that creates it. */
export type PlannedForm = ReadForm & {
  readonly body: GenerateBody
  /** The entry of the lock file that its id is for, when `forms apply` sends it. */
  readonly lock?: NonNullable<JournalEntry['lock']>
}

/** Where a form comes from, for people. */
export const placeOf = ({ file, row }: Pick<ReadForm, 'file' | 'row'>): string =>
  row === undefined ? file : `${file}, row ${row.number}`

/** Names and source forms from outside the specs. */
export type Overrides = {
  readonly name?: string | undefined
  /** Beats the source form of a spec. */
  readonly sourceForm?: string | undefined
  /** Serves a spec that names no source form. */
  readonly fallbackSourceForm: string | undefined
}

/** The requests for forms as far as they are known. What the contract does not name is left out. */
export const draftForms = (forms: readonly ReadForm[], overrides: Overrides): readonly DraftForm[] =>
  forms.map((read) => draftOf(read, overrides))

function draftOf(read: ReadForm, { name, sourceForm, fallbackSourceForm }: Overrides): DraftForm {
  const sourceFormId = sourceForm ?? read.form.sourceFormId ?? fallbackSourceForm
  const body = { ...requestParts(read.form), name: name ?? read.form.name }
  return { ...read, body: sourceFormId === undefined ? body : { sourceFormId, ...body } }
}

/** What a request says of a form. */
const requestParts = ({ name, language, translations, settings, steps }: Form): Form => ({
  name,
  language,
  translations,
  settings,
  steps,
})

/** The requests for forms; fails where a form has no source form. */
export const planForms = (forms: readonly ReadForm[], overrides: Overrides): readonly PlannedForm[] =>
  draftForms(forms, overrides).map(plannedOf)

function plannedOf({ body, ...read }: DraftForm): PlannedForm {
  const { sourceFormId } = body
  if (sourceFormId !== undefined) return { ...read, body: { ...body, sourceFormId } }
  throw Failure.of('setting-missing', {
    setting: 'source form',
    flag: '--source-form',
    variable: 'FORMCTL_SOURCE_FORM_ID',
  })
}

/** SHA-256 of the request body with the keys of its questions, hex. The journal knows a request by it. */
export const contentHashOf = (body: GenerateBody): string => sha256(generateText(body))

/**
 * SHA-256 of what a request means. The lock file knows a form by it: the order of keys and the layout do not count, the
 * order of lists does.
 */
export const canonicalHash = (body: Readonly<Partial<Record<keyof GenerateBody, unknown>>>): string =>
  `sha256:${sha256(canonical(body))}`

/** The questions of a form that have a key, as the lock file remembers them. */
export const keysOf = ({ steps }: Pick<Form, 'steps'>): NonNullable<FormVersion['keys']> =>
  steps.flatMap(({ components }) =>
    components.flatMap(({ key, type, content }) =>
      key === undefined ? [] : [{ key, type, headline: headlineOf(type, content) }],
    ),
  )

const headlineOf = (type: string, content: Content): string =>
  isTypeName(type)
    ? componentTypes[type].headline(canonicalContent(type, content))
    : contentText(content, 'question')

/** SHA-256 of a text, hex. */
export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/** JSON without spaces, the keys of each object sorted by their code units. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (!isObject(value)) return JSON.stringify(value ?? null)
  const members = Object.keys(value)
    .toSorted()
    .filter((key) => value[key] !== undefined)
    .map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`)
  return `{${members.join(',')}}`
}
