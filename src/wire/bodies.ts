import type { Form, FormSummary } from '../form/form.ts'
import type { Path } from '../form/value.ts'

/** The body of generate (contract, Endpoint 1): a form with its source form named. */
export type GenerateBody = Form & { readonly sourceFormId: string }

/** The success body of generate. */
export type GenerateReply = {
  readonly success: boolean
  readonly result: { readonly form: { readonly id: string; readonly url: string } }
}

/** The body of every error (contract, Errors); `errors` with a 400. */
export type ErrorBody = { readonly message: string; readonly errors?: readonly BodyFault[] }

/** One fault of a request body and where it is. */
export type BodyFault = { readonly message: string; readonly path: Path }

/** The texts of the contract's own errors. */
export const invalidBodyMessage = 'Invalid request body'
export const sourceFormMessage = 'Source form not found'

/** Extension: the reply of the list of forms. */
export type FormsReply = { readonly data: readonly FormSummary[] }

/** Extension: what `/.well-known/formctl` tells. */
export type WellKnown = {
  readonly name: 'formctl'
  readonly version: string
  /** Names of what it can do beyond the contract. */
  readonly extensions: readonly Extension[]
  /** The component types that it can draw. */
  readonly componentTypes: readonly string[]
}

/**
 * `forms-list`: `routes.forms`. `files`: `routes.file`. `returnPartials-all`: partials in the environment-wide read.
 * `idempotency-key`: generate with the header of that name creates one form a key, however often it is sent in 24 hours.
 */
export type Extension = 'forms-list' | 'files' | 'returnPartials-all' | 'idempotency-key'
