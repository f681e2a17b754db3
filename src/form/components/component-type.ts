import type { Answer } from '../generated/response.ts'
import type { StoredFile } from '../response.ts'
import type { Content, TypeName } from '../schema.ts'

/** What the page sent for one component: field name inside the component ('' for the only one) to its values. */
export type Submitted = ReadonlyMap<string, readonly string[]>

/** What judging an answer needs from outside the form: the domains of e-mail providers, the rules of phone numbers. */
export type Judge = {
  readonly isPersonalEmailDomain: (domain: string) => boolean
  /** The number in international form, or undefined when it is none. `country` is two letters. */
  readonly phoneNumber: (text: string, country: string | undefined) => string | undefined
}

/** What a person gave for one component. */
export type Given = {
  readonly fields: Submitted
  readonly files: readonly StoredFile[]
  readonly judge: Judge
}

/** One thing to mend on the page: the field inside the component, and the sentence beside it. */
export type AnswerProblem = { readonly field: string; readonly message: string }

/** An answer as it is stored, absent if nothing was given, and its problems. */
export type Reading = { readonly response?: Answer; readonly problems: readonly AnswerProblem[] }

/** A component type: what it asks, and how its answer is read. `schema.ts` has the shape of its content. */
export type ComponentType = {
  readonly type: TypeName
  /** The question as a person reads it; '' where there is none. */
  readonly headline: (content: Content) => string
  /** Reads an answer; absent on types that ask nothing. */
  readonly answer?: (content: Content, given: Given) => Reading
  /** What is asked, and a sample of what a person might answer to the schema's example. */
  readonly asks?: Asking
}

/** What a type asks, in a few words, with an example of what is given. */
export type Asking = { readonly summary: string; readonly sample: Pick<Given, 'fields' | 'files'> }

/** Makes an `Asking` of a summary and sample texts by field ('' for the only one). */
export const asking = (summary: string, texts: Readonly<Record<string, readonly string[]>>): Asking => ({
  summary,
  sample: { fields: new Map(Object.entries(texts)), files: [] },
})
