import type { Answer } from '../generated/response.ts'
import type { ShapeError } from '../shape-error.ts'

/** The component types that we can draw. */
export type TypeName =
  | 'ShortInput'
  | 'LongInput'
  | 'EmailForm'
  | 'PasswordInput'
  | 'FileUploader'
  | 'IdentityInfo'
  | 'Dropdown'
  | 'MultipleOptionsQuestion'
  | 'GraphicOptions'
  | 'SchedulerScreen'
  | 'Scheduler'
  | 'NextButton'
  | 'Header'
  | 'Disclaimer'

/** Content under main key names, of any shape beyond what the schema names. */
export type Content = Readonly<Record<string, unknown>>

/** What the page sent for one component: field name inside the component ('' for the only one) to its values. */
export type Submitted = ReadonlyMap<string, readonly string[]>

/** A file that was stored before the answer is made. */
export type StoredFile = {
  readonly name: string
  readonly size: number
  readonly contentType: string
  readonly url: string
}

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

/** An answer as it is stored (absent when nothing was given), and what is wrong with it. */
export type Reading = { readonly response?: Answer; readonly problems: readonly AnswerProblem[] }

/** A component type: the shape of its content, the other names of its keys, and its answer. */
export type ComponentType = {
  readonly type: TypeName
  /** Alias to main key (contract, Component types). */
  readonly aliases: Readonly<Record<string, string>>
  /** The generated validator of its content. */
  readonly validate: { (content: unknown): boolean; errors?: readonly ShapeError[] | null }
  /** The keys of its content that the contract or our notes name. */
  readonly keys: readonly string[]
  /** The question as a person reads it; '' where there is none. */
  readonly headline: (content: Content) => string
  /** Reads an answer; absent on types that ask nothing. */
  readonly answer?: (content: Content, given: Given) => Reading
  /** What is asked, and what a person might give where the schema's example of the type asks it. */
  readonly asks?: Asking
}

/** What a type asks, in a few words, with an example of what is given. */
export type Asking = { readonly summary: string; readonly sample: Pick<Given, 'fields' | 'files'> }

/** Ties what is asked to texts that a person might give, by field ('' for the only one). */
export const asking = (summary: string, texts: Readonly<Record<string, readonly string[]>>): Asking => ({
  summary,
  sample: { fields: new Map(Object.entries(texts)), files: [] },
})

/** Content with every alias replaced by its main key; a main key that is there too wins. */
export function canonicalContent(type: Pick<ComponentType, 'aliases'>, content: Content): Content {
  const entries = Object.entries(content).map(([key, value]): [string, unknown] => [
    Object.hasOwn(type.aliases, key) && !Object.hasOwn(content, type.aliases[key] ?? key)
      ? (type.aliases[key] ?? key)
      : key,
    value,
  ])
  return Object.fromEntries(entries.filter(([key]) => !Object.hasOwn(type.aliases, key)))
}
