import type { FieldValues } from '../../form/read-answer.ts'
import type { Answer } from '../../form/response.ts'
import type { Texts } from '../../form/languages.ts'
import type { DialCode } from '../reference-data.ts'
import type { Html } from '../../html/html.ts'
import type { Content } from '../../form/schema.ts'
import type { pageScripts } from '../generated/page-scripts.ts'

/** A script of pages: the name of its file in `browser/`. */
export type ScriptName = keyof typeof pageScripts

/** What the components of one step share. */
export type StepDrawing = {
  /** Whether its button sends the form. */
  readonly isLast: boolean
  /** Whether a person can go back from it. */
  readonly hasBack: boolean
  /** Whether it has one question, which takes letters for its choices and Enter. */
  readonly hasKeys: boolean
  /** Differs between responses and stays the same for one. */
  readonly seed: string
  /** An e-mail address given on an earlier step. */
  readonly email?: string
  /** Filled only where a component shows dial codes. */
  readonly dialCodes: readonly DialCode[]
}

/** The language in which a page shows the author's texts. */
export type Shown = Pick<Drawing, 'language' | 'translate'>

/** The data that a component is drawn from. */
export type Drawing = {
  readonly content: Content
  readonly isRequired?: boolean
  /** A text between the question and its field. */
  readonly description?: string
  /** The language of the page, as in `pt-BR`; English where it is absent. */
  readonly language?: string | undefined
  /** A text of the author's in that language: an option is sent as it is written in the form, and shown translated. */
  readonly translate: (text: string) => string
  /** The id in the page of a field, or of the only one. */
  readonly id: (field?: string) => string
  /** The name under which a field is sent. */
  readonly name: (field?: string) => string
  readonly values: (field?: string) => readonly string[]
  readonly problem: (field?: string) => string | undefined
  /** The answer that is stored. */
  readonly saved?: Answer
  readonly step: StepDrawing
  /** Whether the step's heading is this component's title. */
  readonly isHeading: boolean
  /** Whether the back button is beside this button. */
  readonly isBackHere: boolean
}

export type PageComponent = {
  readonly draw: (drawing: Drawing) => Html
  /** The fields that would send a stored answer again; absent if none can. */
  readonly refill?: (answer: Answer, content: Content, language?: string) => FieldValues
  /** A stored answer as a person reads it, if that differs from its fields. */
  readonly lines?: (answer: Answer, drawing: { readonly content: Content } & Shown) => readonly string[]
  /** Whether people choose the values of its fields, and type only into its field `other`. */
  readonly isChosen?: true
  /** Its name if the author wrote no question. */
  readonly unnamed?: keyof Texts['words']
  /** The label of each field, where an answer has several. */
  readonly labels?: (drawing: { readonly content: Content } & Shown) => ReadonlyMap<string, string>
  /** CSS beyond that of every page: fixed, or made from ids only. The same text of several components is sent once. */
  readonly rules?: (drawing: Pick<Drawing, 'content' | 'id' | 'translate'>) => readonly string[]
  /** Its scripts; it must work without them. */
  readonly scripts?: (content: Content) => readonly ScriptName[]
  /** The origins that its frame may load. */
  readonly frames?: (content: Content) => readonly string[]
  /** The origins of its pictures. */
  readonly images?: (content: Content) => readonly string[]
  /** Whether it differs from person to person, even without an answer. */
  readonly isPersonal?: (content: Content) => boolean
}
