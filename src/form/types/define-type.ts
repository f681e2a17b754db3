/**
 * What a component type is, except how a page draws it, which is in `server/components/`. A file of this folder that has the name of a
 * type exports the type's definition, and what its page needs of it, such as the names of fields. `npm run generate` makes the table of
 * all types. The other files have what several types share. The table is loaded by every command that reads forms or responses, so no
 * file here imports anything large: texts of pages and the rules of phone numbers come with the answer (`AnswerInput`).
 */
import type { Texts } from '../languages.ts'
import type { Content, TypeName } from '../schema.ts'
import type { AnswerKind } from '../value.ts'
import { contentText, optionsOf, type AnswerInput, type AnswerSource, type MemberResult } from './answers.ts'
import type { Scale } from './choices.ts'
import type { FakeFields, FakeFile, Faker } from './fake.ts'

/** The name of a sentence for where nothing was given. */
type MissingText = {
  [Name in keyof Texts['missing']]: Texts['missing'][Name] extends string ? Name : never
}[keyof Texts['missing']]

/** A bound that an author may set. */
type Limit = {
  readonly key: string
  /** Whether a value is such a limit. Another rule reports a value of another type. */
  readonly isValid: (value: unknown) => boolean
  /** What to write, as the object of a sentence. */
  readonly expected: string
}

/** What only a type that asks for something has; without `asks` it shows something, or leads on. */
type QuestionFacets = {
  /** What is asked, in a few words, and what a person might give for the schema's example content: texts by field, files. */
  readonly asks: {
    readonly summary: string
    readonly sample: Readonly<Record<string, string>>
    readonly files?: AnswerSource['files']
  }
  readonly answerKind: AnswerKind

  /** Reads an answer from what a page sent. */
  readonly read: (content: Content, input: AnswerInput) => MemberResult

  /** What a fake person gives. What `read` refuses is made anew. */
  readonly fake: (content: Content, faker: Faker) => FakeFields
}

type Facets = {
  /** The question as a person reads it. Default: the `question`; '' for a type that asks nothing. */
  readonly headline?: (content: Content) => string
  /** The message for a required answer that is missing, and its field. Default: the general one, at the only field. */
  readonly missing?: { readonly field?: string; readonly text: MissingText }
  /** Whether it must be answered where the form does not say. Default: no. */
  readonly isRequired?: boolean

  /** What the contract has of it. Default: nothing, so that a service has to announce the type. */
  readonly contract?: {
    /** The keys of its content there; all others are extensions. */
    readonly keys: readonly string[]
    /** Whether the contract only names the type. Then the keys are those that its siblings have there. */
    readonly isOnlyNamed?: true
  }
  /** Other names of keys, each with its main key (contract, Component types). Default: none. */
  readonly aliases?: Readonly<Record<string, string>>
  /** The name of a step in a new spec that has only this. Default: "Questions". */
  readonly stepName?: string

  /** The keys of its texts that people see, which may not be blank. Default: `question`. */
  readonly shownTexts?: readonly string[]
  /** The text that people need to know what it is; '' for none. Default: `question`; none for a type that asks nothing. */
  readonly neededText?: string
  /** The bounds that an author may set. Default: none. */
  readonly limits?: readonly Limit[]
  /** The objects in its content: their key, their definition in the schema, and the noun for one in sentences. Default: none. */
  readonly inner?: {
    readonly kind: 'field' | 'image'
    readonly key: string
    readonly definition: string
    readonly noun: string
  }
  /** The number of options on a page, from the lengths of the lists of options. Default: their sum. */
  readonly drawnOptions?: (lengths: readonly number[]) => number
  /** The number of lists of country codes on a page. The content may have any shape. Default: none. */
  readonly dialCodeLists?: (content: Content) => number

  /** The options to choose from. Default: the list in the content of a type whose answers are chosen; none for other types. */
  readonly options?: (content: Content) => readonly string[]
  /** The rows or fields that a condition can name after the dot. Default: the answer has no such parts. */
  readonly fields?: (content: Content) => readonly string[]
  /** The numbers to choose from. `words`: for ends that the author gave no label. Default: not a scale. */
  readonly scale?: (content: Content, words?: Pick<Texts['words'], 'lowLabel' | 'highLabel'>) => Scale
  /** An answer that has every member, for the columns of tables. Default: that of the sample. */
  readonly fullAnswer?: (content: Content) => Readonly<Record<string, unknown>>
  /** The member that is true or missing, so that no answer means no. Default: none. */
  readonly trueMember?: string
  /** The files that fake people give where it is required. Default: none. */
  readonly fakeFiles?: (content: Content) => readonly FakeFile[]
  /** The type of its cells in tables: text even if all are digits, or number even if all are whole. Default: what they look like. */
  readonly cells?: 'text' | 'number'
  /** The kind of its figures, where the answers do not show it. Default: what they show. */
  readonly figures?:
    | 'email'
    | 'password'
    | 'contact'
    | 'matrix'
    | 'ranking'
    | 'consent'
    | 'files'
    | 'appointment'

  /** Whether its answers identify a person. Default: no. */
  readonly isPersonal?: boolean
  /** The members of an answer that hold an e-mail address, the preferred one first. Default: none. */
  readonly emailMembers?: readonly string[]
  /** Whether its page may show an e-mail address that was given on an earlier step. Default: no. */
  readonly showsEmail?: boolean
  /** Whether a link to the form may fill it in. People must see what a link gives, and consents and bookings are their own. Default: yes. */
  readonly isPrefillable?: boolean

  /** Whether it is the button that leads on. Default: no. */
  readonly isButton?: boolean
  /** Whether its title is the heading of a page that begins with it. Default: no. */
  readonly isHeading?: boolean
}

export type TypeDefinition = Facets &
  (QuestionFacets | { readonly [Facet in keyof QuestionFacets]?: undefined })

export const defineType = (definition: TypeDefinition): TypeDefinition => definition

const defaults = {
  isRequired: false,
  aliases: {},
  shownTexts: ['question'],
  limits: [],
  dialCodeLists: () => 0,
  drawnOptions: (lengths: readonly number[]) => lengths.reduce((sum, length) => sum + length, 0),
  missing: { text: 'answer' },
  emailMembers: [],
  isPersonal: false,
  showsEmail: false,
  isPrefillable: true,
  isButton: false,
  isHeading: false,
} as const satisfies Facets

const ofQuestion = {
  headline: (content: Content) => contentText(content, 'question'),
  neededText: 'question',
}
const ofDisplay = { headline: () => '', neededText: '' }

/** A type under its name, with all defaults. */
export type ComponentType = TypeDefinition &
  Required<Pick<Facets, keyof typeof defaults | keyof typeof ofQuestion | 'options'>> & {
    readonly type: TypeName
  }

/** What tables and figures need to know of the answers to a type: a table of these is generated, so that an export loads no types. */
export type AnswerFacts = Pick<
  ComponentType,
  'answerKind' | 'trueMember' | 'cells' | 'figures' | 'isPersonal'
> & { readonly isScale: boolean }

/** A definition under one of its names. */
export const named = (type: TypeName, definition: TypeDefinition): ComponentType => ({
  ...defaults,
  ...(definition.asks ? ofQuestion : ofDisplay),
  options: (content) => {
    const list = definition.answerKind && optionLists[definition.answerKind]
    return list === undefined ? [] : optionsOf(content, list)
  },
  ...definition,
  type,
})

/** The list that a person chooses from, by the kind of the answer. */
const optionLists: Partial<Record<AnswerKind, string>> = {
  selected: 'options',
  ranking: 'options',
  choices: 'choices',
  rows: 'columns',
}

export const numberFrom = (key: string, min: number, max = Infinity): Limit => ({
  key,
  isValid: (value) => typeof value !== 'number' || (value >= min && value <= max),
  expected: max === Infinity ? `a number of at least ${min}` : `a number from ${min} to ${max}`,
})

export const textWhere = (key: string, isText: (text: string) => boolean, expected: string): Limit => ({
  key,
  isValid: (value) => typeof value !== 'string' || isText(value),
  expected,
})
