import type { Failure } from '../failure/failure.ts'
import type { FormSummary } from '../form/form.ts'
import type { Extension } from './bodies.ts'
import { replyFaults } from '../record/body-faults.ts'
import { readJson } from './read-json.ts'
import type { Reply } from './service.ts'

/** What generate tells of the form that it made. */
export type CreatedForm = { readonly id: string; readonly url: string }

/** Reads the success body of generate; undefined when it says that no form was created. */
export async function readCreated(reply: Reply, where: string): Promise<CreatedForm | undefined> {
  const body = objectOf(await readJson(reply.body, { where }))
  if (body['success'] === false) return undefined
  const { id, url } = objectOf(objectOf(body['result'])['form'])
  if (isText(id) && isText(url)) return { id, url }
  throw otherShape(where, 'an id and a url under result.form')
}

/** Reads the list of forms (extension `forms-list`). */
export async function readForms(reply: Reply, where: string): Promise<readonly FormSummary[]> {
  const { data: forms } = objectOf(await readJson(reply.body, { where, limit: 64 * 1024 * 1024 }))
  if (!Array.isArray(forms) || !forms.every(isSummary))
    throw otherShape(where, 'a list of forms under data, each with id, name, url and createdAt')
  return forms.map(counted)
}

// Counts are ours: a list without them is a list all the same.
const counted = (form: FormSummary): FormSummary => ({
  ...form,
  complete: countOf(form.complete),
  partial: countOf(form.partial),
})

/** Reads a reply that lists responses, for nothing but its shape (contract, Endpoint 2, rule 1). */
export async function readList(reply: Reply, where: string): Promise<void> {
  const { data } = objectOf(await readJson(reply.body, { where }))
  if (!Array.isArray(data)) throw otherShape(where, 'a list of responses under data')
}

/** The extensions that `/.well-known/formctl` announces; ones that we don't know are left out. */
export async function readExtensions(reply: Reply, where: string): Promise<readonly Extension[]> {
  const { extensions } = objectOf(await readJson(reply.body, { where }))
  return knownExtensions.filter((known) => Array.isArray(extensions) && extensions.includes(known))
}

const knownExtensions: readonly Extension[] = ['forms-list', 'files', 'returnPartials-all', 'idempotency-key']

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

const isSummary = (value: unknown): value is FormSummary => {
  const form = objectOf(value)
  return (
    isText(form['id']) && typeof form['name'] === 'string' && isText(form['url']) && isText(form['createdAt'])
  )
}

const countOf = (value: unknown): number => (typeof value === 'number' ? value : 0)

/** The members of an object; none of anything else. */
export const objectOf = (value: unknown): Readonly<Record<string, unknown>> =>
  // A parsed JSON object has just own string keys; its members stay unknown.
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {}

const otherShape = (where: string, missing: string): Failure =>
  replyFaults(where).broken(`it has not ${missing}`)
