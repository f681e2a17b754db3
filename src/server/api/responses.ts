import { Readable } from 'node:stream'
import {
  type Headers,
  ndjsonType,
  maxResponsesPerFormRead,
  maxSeq,
  maxPageSize,
  routes,
  type BodyFault,
  nextCursorHeader,
  noCursor,
  type ChangesReply,
  type ErasureReply,
} from '../../wire/wire.ts'
import { allResponses, type PageQuery, type Place, type ResponseQuery } from '../../store/store.ts'
import {
  type ApiReply,
  type ApiRequest,
  type Operation,
  json,
  refused,
  queryReader,
  type QueryReader,
} from './operation.ts'
import responseSchema from '../../../schemas/response.schema.json' with { type: 'json' }
import { createHmac, timingSafeEqual } from 'node:crypto'
import { plainText } from '../../form/typed-values.ts'
import { changeOf } from './event-streams.ts'
import { eraseResponses, findResponses, type ResponseSelection } from '../retention.ts'

/** The members of a record. */
export const recordMembers: readonly string[] = Object.keys(responseSchema.properties)

const extension = 'responses-paging'

/** Endpoints 2 and 3: the responses of one form, ten newest, or of the whole environment, all of them. */
export const responses: Operation = {
  method: 'GET',
  route: routes.responses,
  scopes: ['read'],
  description: {
    id: 'readResponses',
    summary: 'Read the ten newest responses of one form, or all responses of the environment.',
    clause: 'Endpoints 2 and 3',
    query: [
      {
        name: 'formId',
        type: 'string',
        summary: 'The form whose responses are read; when omitted, those of the whole environment.',
      },
      {
        name: 'returnPartials',
        type: 'boolean',
        summary: 'Whether partial responses are among them; false when omitted.',
      },
      {
        name: 'limit',
        type: 'integer',
        range: [1, maxPageSize],
        summary: 'The most responses of a page. The reply then has nextCursor.',
        extension,
      },
      {
        name: 'cursor',
        type: 'string',
        summary:
          'The nextCursor of the page before. All parameters but limit must be those of that page. A page may have fewer responses than limit; only a nextCursor of null is the end.',
        extension,
      },
      {
        name: 'since',
        type: 'string',
        summary:
          'A time: responses created then or later, newest first. The number of a change: responses changed after it, each once, in the order of their last changes; the reply then has until, the number for the next run. With since and no limit, a page has at most 100 responses.',
        extension,
      },
      {
        name: 'fields',
        type: 'string',
        summary: `The members that each response has, separated by commas: some of ${recordMembers.join(', ')}.`,
        extension,
      },
    ],
    choices: [
      'Responses come newest first, by createdAt and then by id downwards.',
      'returnPartials holds for the environment-wide read too.',
      'An empty formId names no form; only an omitted one asks for the whole environment.',
      'The status of a response is 1 when partial, 2 when complete.',
    ],
    success: { summary: 'The responses.', schema: 'ResponsesReply', asLines: true },
    refusals: ['query-invalid', 'form-unknown'],
  },
  answer: answerResponses,
}

/** Extension `response`: one response by its form and id. */
export const response: Operation = {
  method: 'GET',
  route: routes.response,
  scopes: ['read'],
  description: {
    id: 'readResponse',
    summary: 'Read one response, complete or partial.',
    success: { summary: 'The response.', schema: 'ResponseReply' },
    refusals: ['response-unknown'],
  },
  answer: async ({ deps, environmentId, params: { formId = '', responseId = '' } }) => {
    const data = await deps.store.responses.get(environmentId, { formId, id: responseId })
    return data ? json({ data }) : refused('response-unknown')
  },
}

async function answerResponses(request: ApiRequest): Promise<ApiReply> {
  const { deps, environmentId } = request
  const read = readOf(request)
  if ('faults' in read) return refused('query-invalid', read.faults)
  const { query, isLines, fields, paging } = read
  // Only a missing parameter asks for the whole environment (contract, Endpoint 2): an empty one is a script's unset
  // variable, and must not read more than was meant.
  const { formId } = query
  // A deleted form's responses stay readable: the contract bars it only from being a source form.
  const isUnknown = async (): Promise<boolean> =>
    formId !== undefined && (await deps.store.forms.get(formId))?.environmentId !== environmentId
  if (paging) return (await isUnknown()) ? refused('form-unknown') : answerPage(request, { ...read, paging })
  const separator = isLines ? '\n' : ','
  const storeSeparator = fields ? '\n' : separator
  const frame = isLines ? linesFrame : listFrame
  if (formId === undefined) {
    const bodies = allResponses(deps.store, query, storeSeparator)
    const chunks = framed(bodies, frame, (body) =>
      fields ? Buffer.from(withMembers(linesOf(body), fields, separator)) : body,
    )
    return { kind: 'stream', stream: Readable.from(chunks, { objectMode: false }), headers: frame.headers }
  }
  const text = await deps.store.responses.newest({
    ...query,
    limit: maxResponsesPerFormRead,
    separator: storeSeparator,
  })
  if (text === '' && (await isUnknown())) return refused('form-unknown')
  const shown = fields && text !== '' ? withMembers(text.split('\n'), fields, separator) : text
  const body = frame.head + shown + (text === '' ? frame.footOfNone : frame.foot)
  // Fastify adds a charset to the type of a string, which NDJSON does not have.
  return { kind: 'body', body: isLines ? Buffer.from(body) : body, headers: frame.headers }
}

/** The text around and between records. */
type Frame = {
  readonly head: string
  readonly between: string
  readonly foot: string
  /** The foot without records. */
  readonly footOfNone: string
  readonly headers: Headers
}

const listFrame: Frame = {
  head: '{"data":[',
  between: ',',
  foot: ']}',
  footOfNone: ']}',
  headers: { 'content-type': 'application/json; charset=utf-8' },
}

const linesFrame: Frame = {
  head: '',
  between: '\n',
  foot: '\n',
  footOfNone: '',
  headers: { 'content-type': ndjsonType },
}

async function* framed(
  bodies: AsyncIterable<Uint8Array>,
  { head, between, foot, footOfNone }: Frame,
  shape: (body: Uint8Array) => Uint8Array,
): AsyncIterable<string | Uint8Array> {
  // The head waits for the first records, so that a store that fails at once is answered with 500.
  let before: string | undefined
  for await (const body of bodies) {
    yield before ?? head
    yield shape(body)
    before = between
  }
  if (!before) yield head
  yield before ? foot : footOfNone
}

/** A read of responses. Without `paging` it is one of the contract's: ten of a form, or all of the environment. */
type ResponsesRead = {
  readonly query: ResponseQuery
  /** Whether records come as lines (NDJSON) rather than as one JSON value. */
  readonly isLines: boolean
  /** The members that each record has in the reply; undefined: all. */
  readonly fields: ReadonlySet<string> | undefined
  readonly paging: PageRequest | undefined
}

/** One page of the read. */
type PageRequest = { readonly limit: number; readonly start: PageStart; readonly scope: CursorScope }

/** Where a page begins: by creation at the newest or below a place, or by change. The first page by change has no `until`. */
type PageStart =
  | { readonly by: 'creation'; readonly below?: Place; readonly since?: string }
  | { readonly by: 'change'; readonly after: number; readonly until?: number }

const defaultLimit = 100

function readOf(request: ApiRequest): ResponsesRead | { readonly faults: readonly BodyFault[] } {
  const { environmentId, headers, deps } = request
  const reader = queryReader(request.query)
  const [formId, withPartials] = [reader.text('formId'), reader.flag('returnPartials')]
  const names = reader.text('fields')?.split(',')
  const unknown = names?.find((name) => !recordMembers.includes(name))
  if (unknown !== undefined)
    reader.fault(
      'fields',
      `fields names ${JSON.stringify(unknown)}, which no response has; name some of ${recordMembers.join(', ')}.`,
    )
  const { since = null, fields = null } = request.query
  const query = [environmentId, formId ?? null, withPartials, since, fields]
  const paging = pagingOf(reader, { secret: deps.secret, query })
  if (reader.faults.length > 0) return { faults: reader.faults }
  return {
    query: { environmentId, formId, withPartials },
    isLines: prefersLines(headers['accept']),
    fields: names && new Set(names),
    paging,
  }
}

function pagingOf(reader: QueryReader, scope: CursorScope): PageRequest | undefined {
  const limit = reader.integer('limit', 1, maxPageSize)
  const [cursor, since] = [reader.text('cursor'), reader.text('since')]
  if ([limit, cursor, since].every((value) => value === undefined)) return undefined
  const first = firstPageStart(since, reader)
  const start = cursor === undefined ? first : nextPageStart(first, openCursor(cursor, scope))
  if (!start) reader.fault('cursor', 'cursor is damaged, or of a query with other parameters.')
  return { limit: limit ?? defaultLimit, start: start ?? first, scope }
}

function firstPageStart(since: string | undefined, reader: QueryReader): PageStart {
  if (since === undefined) return { by: 'creation' }
  if (/^\d{1,15}$/.test(since)) return { by: 'change', after: Number(since) }
  const time = timePattern.test(since) ? Date.parse(since) : NaN
  if (!Number.isNaN(time)) return { by: 'creation', since: new Date(time).toISOString() }
  reader.fault(
    'since',
    'since is the number of a change, a day such as 2026-03-01, or a time with its zone such as 2026-03-01T09:00:00Z.',
  )
  return { by: 'creation' }
}

const timePattern = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d))?$/

function nextPageStart(first: PageStart, place: unknown): PageStart | undefined {
  if (place === undefined) return undefined
  // A cursor that opens was made by `answerPage`, for this query.
  if (first.by === 'change') {
    const [after, until] = place as readonly [number, number]
    return { by: 'change', after, until }
  }
  const [createdAt, id] = place as readonly [string, string]
  return { ...first, below: { createdAt, id } }
}

/** Whether a header `accept` prefers NDJSON to JSON. */
function prefersLines(accept: ApiRequest['headers'][string]): boolean {
  const weights = new Map(
    String(accept ?? '')
      .toLowerCase()
      .split(',')
      .map((range) => {
        const [type = '', ...parameters] = range.split(';').map((part) => part.trim())
        const weight = parameters.find((parameter) => parameter.startsWith('q='))
        return [type, weight === undefined ? 1 : Number(weight.slice(2))]
      }),
  )
  const lines = weights.get(ndjsonType) ?? 0
  const jsonWeight = weights.get('application/json')
  return lines > 0 && (jsonWeight === undefined || lines > jsonWeight)
}

/** Answers a page; its cursor leads to the next one. */
async function answerPage(
  { deps: { store } }: ApiRequest,
  {
    query,
    isLines,
    fields,
    paging: { limit, start, scope },
  }: ResponsesRead & { readonly paging: PageRequest },
): Promise<ApiReply> {
  const until =
    start.by === 'change' ? (start.until ?? (await store.events.last(query.environmentId))) : undefined
  const since = start.by === 'creation' ? start.since : undefined
  const between = isLines ? '\n' : ','
  const isReadByLine = fields !== undefined || since !== undefined
  const order: PageQuery['order'] =
    start.by === 'change'
      ? { by: 'change', after: start.after, until: until ?? 0 }
      : { by: 'creation', below: start.below }
  const page = await store.responses.page({
    ...query,
    order,
    limit,
    maxBytes: 8 * 1024 * 1024,
    separator: isReadByLine ? '\n' : between,
  })
  let { body } = page
  if (isReadByLine) {
    // Stored times have one form, so texts compare as times.
    const lines = linesOf(body).filter((line) => since === undefined || recordIn(line).createdAt >= since)
    body = Buffer.from(withMembers(lines, fields, between))
  }
  const { last } = page
  const isEnd = last === undefined || (since !== undefined && last.createdAt < since)
  const nextCursor = isEnd
    ? null
    : signCursor(until === undefined ? [last.createdAt, last.id] : [last.seq, until], scope)
  if (isLines)
    return {
      kind: 'body',
      body: body.length === 0 ? body : Buffer.concat([body, Buffer.from('\n')]),
      headers: {
        'content-type': ndjsonType,
        // The end is named, too, since a proxy may drop headers.
        [nextCursorHeader]: nextCursor ?? noCursor,
        ...(until !== undefined && { until: String(until) }),
      },
    }
  const end = JSON.stringify({ nextCursor, until }).slice(1)
  return {
    kind: 'body',
    body: Buffer.concat([Buffer.from('{"data":['), body, Buffer.from(`],${end}`)]),
    headers: { 'content-type': 'application/json; charset=utf-8' },
  }
}

const linesOf = (body: Uint8Array): readonly string[] =>
  body.length === 0 ? [] : Buffer.from(body).toString().split('\n')

// Every stored record has this member.
const recordIn = (line: string) => JSON.parse(line) as { readonly createdAt: string }

/** Records as text, each with the members in `fields`; undefined: all. */
const withMembers = (
  lines: readonly string[],
  fields: ReadonlySet<string> | undefined,
  separator: ',' | '\n',
): string =>
  lines
    .map((line) =>
      fields
        ? JSON.stringify(
            Object.fromEntries(Object.entries(recordIn(line)).filter(([name]) => fields.has(name))),
          )
        : line,
    )
    .join(separator)

/** A secret of the service, and all parameters of the query that a cursor belongs to. */
type CursorScope = { readonly secret: Uint8Array; readonly query: readonly unknown[] }

/** The end of a page, as a text that only the same query accepts. */
function signCursor(place: readonly unknown[], scope: CursorScope): string {
  const text = Buffer.from(JSON.stringify(place)).toString('base64url')
  return `${text}.${signatureOf(text, scope).toString('base64url')}`
}

/** The place in a cursor; undefined when it is damaged, or of another query. */
function openCursor(cursor: string, scope: CursorScope): unknown {
  const [text = '', signature = '', ...rest] = cursor.split('.')
  const [expected, sent] = [signatureOf(text, scope), Buffer.from(signature, 'base64url')]
  if (rest.length > 0 || expected.length !== sent.length || !timingSafeEqual(expected, sent)) return undefined
  return JSON.parse(Buffer.from(text, 'base64url').toString())
}

// The first word separates this use of the secret from all others.
const signatureOf = (text: string, { secret, query }: CursorScope): Buffer =>
  createHmac('sha256', secret)
    .update(`cursor\n${JSON.stringify(query)}\n${text}`)
    .digest()
    .subarray(0, 16)

const defaultChanges = 100
const maxChanges = 1000

/** Extension `changes`: the changes of forms and responses of the environment, in order. */
export const changes: Operation = {
  method: 'GET',
  route: routes.changes,
  scopes: ['read'],
  description: {
    id: 'readChanges',
    summary: 'Read what has changed, in order: forms, and responses without their answers.',
    query: [
      {
        name: 'after',
        type: 'integer',
        range: [0, maxSeq],
        summary: 'The number of the last change that is known; 0 when omitted.',
        extension: 'changes',
      },
      {
        name: 'limit',
        type: 'integer',
        range: [1, maxChanges],
        summary: `The most changes; ${defaultChanges} when omitted.`,
        extension: 'changes',
      },
    ],
    success: { summary: 'The changes, and the number of the last one there is.', schema: 'ChangesReply' },
    refusals: ['query-invalid'],
  },
  answer: async ({ deps: { store }, environmentId, query }) => {
    const reader = queryReader(query)
    const after = reader.integer('after', 0, maxSeq) ?? 0
    const limit = reader.integer('limit', 1, maxChanges) ?? defaultChanges
    if (reader.faults.length > 0) return refused('query-invalid', reader.faults)
    const events = await store.events.after(environmentId, after, limit)
    const reply: ChangesReply = {
      data: events.map(changeOf),
      last: await store.events.last(environmentId),
    }
    return json(reply)
  },
}

/** Extension `erasure`: erases responses by their ids, or those of a person by an e-mail address. */
export const erasure: Operation = {
  method: 'DELETE',
  route: routes.environmentResponses,
  scopes: ['manage'],
  description: {
    id: 'eraseResponses',
    summary: 'Erase responses for good, with their answers and uploaded files.',
    query: [
      { name: 'id', type: 'string', summary: 'A response; may be given up to 100 times.' },
      {
        name: 'email',
        type: 'string',
        summary:
          'Every response, partial or complete, in which an IdentityInfo or EmailForm holds this address, without regard to case.',
      },
    ],
    choices: ['Responses that are not there are left out of the reply; erasing them again changes nothing.'],
    success: { summary: 'What was erased.', schema: 'ErasureReply' },
    refusals: ['query-invalid', 'environment-unknown'],
  },
  answer: async ({ deps, environmentId, query }) => {
    const selection = selectionIn(query)
    if ('fault' in selection) return refused('query-invalid', [selection.fault])
    const found = await findResponses(deps.store, environmentId, selection)
    const erased = await eraseResponses(deps, environmentId, found)
    const reply: ErasureReply = {
      data: erased.map(({ id, formId, uploads }) => ({ id, formId, uploads: uploads.length })),
    }
    return json(reply)
  },
}

const maxIds = 100

function selectionIn({ id, email }: ApiRequest['query']): ResponseSelection | { readonly fault: BodyFault } {
  const fault = (name: string, message: string) => ({ fault: { path: [name], message } })
  if ((id === undefined) === (email === undefined)) return fault('id', 'Give either id or email.')
  if (id !== undefined) {
    const ids = [id].flat()
    if (ids.length > maxIds) return fault('id', `Give at most ${maxIds} ids at once.`)
    return ids.includes('') ? fault('id', 'An id is empty.') : { ids }
  }
  // A script's empty variable must not erase the responses without an address.
  return typeof email === 'string' && plainText(email).includes('@')
    ? { email }
    : fault('email', 'email is one e-mail address.')
}
