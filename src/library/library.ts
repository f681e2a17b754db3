/** The package `formctl`: other programs rely on every name that is exported here. Each part is loaded when it is used, and nothing is shared. */
import { withPublicErrors } from './error.ts'
import type { Finding, Fix } from './generated/findings.ts'
import type { Component, Condition, Form, Step } from '../form/generated/form.ts'
import type { Answer, AnswerEntry, ResponseRecord as WholeRecord } from '../form/generated/response.ts'
import type { FailureCode } from './generated/codes.ts'
import type { FormatOptions, ResponsesOptions } from './generated/options.ts'

export { FormctlError } from './error.ts'
export type { Answer, AnswerEntry, Component, Condition, FailureCode, Finding, Fix, Form, FormatOptions }
export type { ResponsesOptions, Step }

/** Checks the YAML of a spec: its forms, and every fault at its line and column. */
export const checkSpec = (spec: string | Uint8Array, options: CheckOptions = {}): Promise<SpecCheck> =>
  withPublicErrors(async () => (await import('./spec-check.ts')).checkText(spec, options))

/** The same for a file. */
export const checkSpecFile = (path: string, options: CheckOptions = {}): Promise<SpecCheck> =>
  withPublicErrors(async () => (await import('./spec-check.ts')).checkFile(path, options))

/** A client of a service. It sends nothing before it is used, and there is nothing to close. */
export const connect = (options: ConnectOptions): Promise<Client> =>
  withPublicErrors(async () => (await import('./service-client.ts')).connectClient(options))

/** The responses of a saved reply, or of a file with one response a line; it may be packed with gzip or Zstandard. */
export const openSavedReply = (path: string): Promise<ResponseSource> =>
  withPublicErrors(async () => (await import('./response-source.ts')).openSaved(path))

/** Starts a server in this process, for tests and trials. It delivers no webhooks and erases nothing by itself. */
export const startServer = (options: ServerOptions = {}): Promise<Server> =>
  withPublicErrors(async () => (await import('./local-server.ts')).startLocalServer(options))

/**
 * Fills in the page of a form, step after step, as a browser without scripts does. With fewer steps than the form has, the response
 * stays unfinished. `url` is the whole address of the page.
 * @experimental
 */
export const submitResponse = (url: string, steps: readonly StepAnswers[]): Promise<void> =>
  withPublicErrors(async () => (await import('./service-client.ts')).fillInForm(url, steps))

export type CheckOptions = {
  /** Values of `${name}` in the spec; they win over its defaults. */
  readonly variables?: Readonly<Record<string, VariableValue>>
  /** Severities by the code of a finding, as under `rules:` in formctl.yaml. */
  readonly rules?: Readonly<Record<string, 'error' | 'warning' | 'note' | 'off'>>
  /** Whether warnings count as errors. */
  readonly strict?: boolean
}

export type VariableValue = string | number | boolean | readonly (string | number | boolean)[]

/** Without errors among its findings, a spec is valid and has forms. */
export type SpecCheck = {
  readonly isValid: boolean
  readonly forms: readonly Form[]
  readonly findings: readonly Finding[]
}

export type ConnectOptions = {
  /** The address of the service, such as https://forms.example.com, without /api/v1. */
  readonly baseUrl: string
  /** A key of the service, with the scopes that the calls need. */
  readonly apiKey: string
  /** Needed for all but reading responses and changes. */
  readonly environmentId?: string
  /** The form whose look new forms take; a form can name another. */
  readonly sourceFormId?: string
  /** Seconds for a call with all its attempts; by default 60, or 15 minutes where it reads every response. */
  readonly timeout?: number
  /** How often a call is tried at most; by default 4 times where it is safe to repeat it. */
  readonly attempts?: number
  /** Ends every call, which then rejects with its reason. */
  readonly signal?: AbortSignal
}

/** One response of a form. `meta` lacks `leadId` where `redact` drops it. */
export type ResponseRecord = {
  [Name in keyof WholeRecord]: Name extends 'meta' ? Partial<WholeRecord[Name]> : WholeRecord[Name]
}

/** A service, or a saved reply. */
export type ResponseSource = {
  /** Reads responses. The first comes when all are read, so that none is left out or comes twice if the connection breaks. */
  readonly responses: (options?: ResponsesOptions) => AsyncIterable<ResponseRecord>
  /** Writes responses into files, which all appear when they are complete, or into a stream. */
  readonly exportResponses: (options: ExportOptions) => Promise<ExportResult>
}

export type Client = ResponseSource & {
  /** Creates and publishes a form once, even if the reply is lost and the request is sent again. */
  readonly generateForm: (form: Form) => Promise<GeneratedForm>
  /** The forms of the environment, oldest first; those that are closed, too. */
  readonly listForms: () => Promise<readonly FormSummary[]>
  /** The steps of a form, with the ids of its questions. */
  readonly formSteps: (formId: string) => Promise<readonly FormStep[]>
  /** From then on, the form takes no answers. */
  readonly closeForm: (formId: string) => Promise<void>
  /** The changes after the one of a number, by default those from now on; without end, until the loop is left. */
  readonly changes: (options?: { readonly after?: number }) => AsyncIterable<Change>
}

export type GeneratedForm = {
  readonly id: string
  /** As the service gives it: a path, such as `/s/<id>`, or a whole address. */
  readonly url: string
  /** The whole address of the page, for people and for `submitResponse`. */
  readonly absoluteUrl: string
}

export type FormSummary = {
  readonly id: string
  readonly name: string
  readonly url: string
  readonly createdAt: string
  readonly closedAt?: string
  readonly deletedAt?: string
  /** How many responses are finished and unfinished; 0 where the service does not say, and `isCounted` is false. */
  readonly complete: number
  readonly partial: number
  readonly isCounted: boolean
}

export type FormStep = { readonly name: string; readonly components: readonly FormComponent[] }
export type FormComponent = { readonly questionId: string; readonly type: string; readonly content: object }

export type Change = {
  readonly seq: number
  /** Such as `response.finished` or `form.created`. */
  readonly type: string
  readonly formId: string
  /** Empty for a change of a form. */
  readonly responseId: string
  readonly at: string
  /** The number of this change of its form or response. */
  readonly version: number
}

/** A writable stream of Node. */
export type ByteStream = { write(chunk: Uint8Array, callback: (error?: Error | null) => void): unknown }

export type ExportOptions = ResponsesOptions &
  FormatOptions & {
    /** The path of a file, packed if it ends in .gz or .zst; or a stream, which stays open. */
    readonly out: string | ByteStream
  }

export type ExportResult = {
  /** How many responses were written. */
  readonly responses: number
  /** None for JSON and NDJSON. */
  readonly tables: readonly WrittenTable[]
  /** The paths of the data files. */
  readonly files: readonly string[]
  /** Whether a comparison showed that these are all responses; a saved reply has nothing to compare with. */
  readonly isComplete: boolean
  /** Why some may be missing. */
  readonly doubts: readonly { readonly code: string; readonly sentence: string }[]
}

export type WrittenTable = {
  readonly name: string
  readonly rows: number
  readonly columns: readonly string[]
}

export type ServerOptions = {
  /** The data folder, made if it is missing; by default a temporary one, which `close()` removes. */
  readonly data?: string
  /** By default 127.0.0.1, which only this machine reaches. */
  readonly host?: string
  /** By default a free one. */
  readonly port?: number
  /** Receives what goes wrong; by default nothing is logged. */
  readonly log?: (entry: object) => void
}

/** A running server; `connect(server)` calls it. */
export type Server = {
  readonly baseUrl: string
  readonly apiKey: string
  readonly environmentId: string
  readonly sourceFormId: string
  /** Lets the calls that run end, for at most 10 seconds, and closes the data. */
  readonly close: () => Promise<void>
  readonly [Symbol.asyncDispose]: () => Promise<void>
}

/** The answers of a step by the key or id of their question; for a part of an answer with a dot and its name, as `person.fullName`. */
export type StepAnswers = Readonly<Record<string, string | readonly string[]>>
