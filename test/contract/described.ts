import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect } from 'vitest'
import { operations } from '../../src/server/api/api.ts'
import { describeApi } from '../../src/server/api/openapi.ts'
import type { Call, Reply } from '../../src/wire/wire.ts'

type Described = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: object
}
type Operation = {
  readonly responses: Readonly<
    Record<string, { readonly content: Readonly<Record<string, { schema?: object }>> }>
  >
}

// It is plain JSON.
const description = describeApi(operations) as Described
const ajv = new Ajv2020({ strict: false, allErrors: true })
const validators = new Map<object, ReturnType<typeof ajv.compile>>()

const paths = Object.entries(description.paths).map(([path, methods]) => ({
  // A path without parameters comes before one that has them, as in the router.
  pattern: new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`),
  methods,
  parameters: path.split('{').length,
}))

/** The operation of a call; undefined: the description has none. */
const operationOf = ({ method, path }: Pick<Call, 'method' | 'path'>): Operation | undefined =>
  paths
    .filter(({ pattern }) => pattern.test(path))
    .toSorted((one, other) => one.parameters - other.parameters)[0]?.methods[method.toLowerCase()]

/** That a JSON reply has a status and a shape that the OpenAPI description names for its operation. */
export function expectDescribed(
  call: Pick<Call, 'method' | 'path'>,
  { status, headers, body }: Omit<Reply, 'body'> & { readonly body: unknown },
): void {
  const operation = operationOf(call)
  if (!operation || !headers['content-type']?.startsWith('application/json')) return
  const described = operation.responses[String(status)]
  expect(described, `${call.method} ${call.path} answers ${status}, which is not described`).toBeDefined()
  const schema = described?.content['application/json']?.schema
  // A file that somebody uploaded may be JSON of any shape.
  if (!schema) return
  const { components } = description
  const validate = validators.get(schema) ?? ajv.compile({ ...schema, components })
  validators.set(schema, validate)
  expect(validate(body) ? [] : validate.errors).toEqual([])
}
