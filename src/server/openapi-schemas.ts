import formSchema from '../../schemas/form.schema.json' with { type: 'json' }
import responseSchema from '../../schemas/response.schema.json' with { type: 'json' }
import { typeNames } from '../form/schema.ts'

/** A part of a description. */
export type Json = Readonly<Record<string, unknown>>

/** What marks a part that is our choice, since the contract does not show it. */
export const ours: Json = { 'x-not-in-contract': true }

/** A reference to a schema. */
export const ref = (name: string): Json => ({ $ref: `#/components/schemas/${name}` })

const object = (properties: Json): Json => ({
  type: 'object',
  required: Object.keys(properties),
  properties,
})
const text: Json = { type: 'string' }
const listOf = (items: Json): Json => ({ type: 'array', items })

/** A schema of the folder `schemas`, its definitions found where OpenAPI keeps them. */
const moved = (schema: unknown): Json =>
  JSON.parse(JSON.stringify(schema).replaceAll('#/definitions/', '#/components/schemas/'))

const { definitions: formParts, $schema: _form, $id: _formId, ...form } = formSchema
const { definitions: responseParts, $schema: _response, $id: _responseId, ...response } = responseSchema

/** The types of which the contract shows no more than the name. */
const unshown = new Set(['EmailForm', 'FileUploader', 'GraphicOptions', 'PasswordInput'])

const contentRules = typeNames.map((type) => ({
  if: { properties: { type: { const: type } } },
  // oxlint-disable-next-line unicorn/no-thenable -- JSON Schema's own word
  then: { properties: { content: ref(type === 'Scheduler' ? 'SchedulerScreen' : type) } },
}))

/** The shapes of all bodies by name. */
export const schemas: Json = {
  ...Object.fromEntries(
    Object.entries(formParts).map(([name, part]) => [
      name,
      { ...moved(part), ...(unshown.has(name) ? ours : {}) },
    ]),
  ),
  Component: { ...moved(formParts.Component), allOf: contentRules },
  ...moved(responseParts),
  GenerateBody: { ...moved(form), required: ['sourceFormId', ...form.required] },
  GenerateReply: object({
    success: { type: 'boolean' },
    result: object({ form: object({ id: text, url: { ...text, description: 'Shaped /s/<form_id>.' } }) }),
  }),
  ResponseRecord: moved(response),
  ResponsesReply: object({ data: listOf(ref('ResponseRecord')) }),
  Error: {
    type: 'object',
    required: ['message'],
    properties: { message: text, errors: { ...listOf(ref('Fault')), description: 'With status 400.' } },
  },
  Fault: object({ message: text, path: listOf({ type: ['string', 'integer'] }) }),
  FormsReply: { ...object({ data: listOf(ref('FormSummary')) }), ...ours },
  FormSummary: {
    ...object({
      id: text,
      name: text,
      url: text,
      createdAt: text,
      complete: { type: 'integer' },
      partial: { type: 'integer' },
    }),
    ...ours,
  },
  WellKnown: {
    ...object({
      name: text,
      version: text,
      extensions: listOf(text),
      componentTypes: listOf(text),
    }),
    ...ours,
  },
}
