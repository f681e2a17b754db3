import responseSchema from '../../../schemas/response.schema.json' with { type: 'json' }
import type { PageQuery, Place, ResponseQuery } from '../../store/store.ts'
import { type BodyFault, linesType, maxPageSize, nextCursorHeader, noCursor } from '../../wire/wire.ts'
import { openCursor, signCursor, type CursorScope } from './cursor.ts'
import type { ApiReply, ApiRequest } from './operation.ts'
import { queryReader, type QueryReader } from './read-query.ts'

/** What a read of responses asks for. Without `paging`, what the contract has: ten of a form, or all of the environment. */
export type ResponsesAsked = {
  readonly query: ResponseQuery
  /** Whether records come as lines (NDJSON) rather than as one JSON value. */
  readonly isLines: boolean
  /** The members of a record that are given; undefined: all. */
  readonly fields: ReadonlySet<string> | undefined
  readonly paging: Paging | undefined
}

/** Extension `responses-paging`: one page of the read. */
type Paging = {
  readonly limit: number
  readonly start: Start
  readonly scope: CursorScope
}

/** Where a page begins: by creation at the newest or below a place, or by change. A first page by change has no `until` yet. */
type Start =
  | { readonly by: 'creation'; readonly below?: Place; readonly since?: string }
  | { readonly by: 'change'; readonly after: number; readonly until?: number }

const usualLimit = 100

/** A page ends early when its records have so many bytes. */
const mostBytes = 8 * 1024 * 1024

/** The members of a record. */
export const recordMembers: readonly string[] = Object.keys(responseSchema.properties)

/** Reads what is asked for, or what is wrong with it. */
export function responsesAsked(
  asked: ApiRequest,
): ResponsesAsked | { readonly faults: readonly BodyFault[] } {
  const { environmentId, query: given, headers, world } = asked
  const reader = queryReader(given)
  const [formId, withPartials] = [reader.text('formId'), reader.flag('returnPartials')]
  const fields = fieldsOf(reader)
  const query = [environmentId, formId ?? null, withPartials, given['since'] ?? null, given['fields'] ?? null]
  const paging = pagingOf(reader, { secret: world.secret, query })
  if (reader.faults.length > 0) return { faults: reader.faults }
  return {
    query: { environmentId, ...(formId !== undefined && { formId }), withPartials },
    isLines: prefersLines(headers['accept']),
    fields,
    paging,
  }
}

function fieldsOf(reader: QueryReader): ReadonlySet<string> | undefined {
  const names = reader.text('fields')?.split(',')
  const unknown = names?.find((name) => !recordMembers.includes(name))
  if (unknown !== undefined)
    reader.fault(
      'fields',
      `fields names ${JSON.stringify(unknown)}, which no response has; name some of ${recordMembers.join(', ')}.`,
    )
  return names && new Set(names)
}

function pagingOf(reader: QueryReader, scope: CursorScope): Paging | undefined {
  const limit = reader.integer('limit', { least: 1, most: maxPageSize })
  const [cursor, since] = [reader.text('cursor'), reader.text('since')]
  if ([limit, cursor, since].every((value) => value === undefined)) return undefined
  const first = firstOf(since, reader)
  const start = cursor === undefined ? first : continued(first, openCursor(cursor, scope))
  if (!start) reader.fault('cursor', 'cursor is damaged, or of a query with other parameters.')
  return { limit: limit ?? usualLimit, start: start ?? first, scope }
}

function firstOf(since: string | undefined, reader: QueryReader): Start {
  if (since === undefined) return { by: 'creation' }
  if (/^\d{1,15}$/.test(since)) return { by: 'change', after: Number(since) }
  const time = moment.test(since) ? Date.parse(since) : NaN
  if (!Number.isNaN(time)) return { by: 'creation', since: new Date(time).toISOString() }
  reader.fault(
    'since',
    'since is the number of a change, a day such as 2026-03-01, or a time with its zone such as 2026-03-01T09:00:00Z.',
  )
  return { by: 'creation' }
}

const moment = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d))?$/

// A cursor that opens was made below, for this query.
const continued = (first: Start, place: unknown): Start | undefined =>
  place === undefined
    ? undefined
    : first.by === 'change'
      ? withNumbers(place as readonly [number, number])
      : { ...first, below: withTime(place as readonly [string, string]) }

const withNumbers = ([after, until]: readonly [number, number]): Start => ({ by: 'change', after, until })
const withTime = ([createdAt, id]: readonly [string, string]): Place => ({ createdAt, id })

/** Whether a header `accept` asks for NDJSON rather than for JSON. */
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
  const lines = weights.get(linesType) ?? 0
  const json = weights.get('application/json')
  return lines > 0 && (json === undefined || lines > json)
}

/** Answers a page. Its cursor leads to the next one. */
export async function answerPage(
  { world: { store } }: ApiRequest,
  { query, isLines, fields, paging: { limit, start, scope } }: ResponsesAsked & { readonly paging: Paging },
): Promise<ApiReply> {
  const until =
    start.by === 'change' ? (start.until ?? (await store.events.last(query.environmentId))) : undefined
  const since = start.by === 'creation' ? start.since : undefined
  const between = isLines ? '\n' : ','
  const isLineRead = fields !== undefined || since !== undefined
  const separator = isLineRead ? '\n' : between
  const order = orderOf(start, until ?? 0)
  const { body: read, last } = await store.responses.page({
    ...query,
    order,
    limit,
    maxBytes: mostBytes,
    separator,
  })
  const body = isLineRead ? Buffer.from(chosen(linesOf(read).filter(isSince(since)), fields, between)) : read
  const isEnd = last === undefined || (since !== undefined && last.createdAt < since)
  const place = last && (until === undefined ? [last.createdAt, last.id] : [last.seq, until])
  const nextCursor = isEnd || !place ? null : signCursor(place, scope)
  const ends = { nextCursor, ...(until !== undefined && { until }) }
  return isLines ? pageOfLines(body, ends) : pageOfJson(body, ends)
}

const orderOf = (start: Start, until: number): PageQuery['order'] =>
  start.by === 'change'
    ? { by: 'change', after: start.after, until }
    : { by: 'creation', ...(start.below && { below: start.below }) }

const linesOf = (body: Uint8Array): readonly string[] =>
  body.length === 0 ? [] : Buffer.from(body).toString().split('\n')

// Stored times have one form, so texts compare as times.
const isSince =
  (since: string | undefined) =>
  (line: string): boolean =>
    since === undefined || recordOf(line).createdAt >= since

/** A stored record has at least this member. */
type StoredRecord = { readonly createdAt: string }

const recordOf = (line: string): StoredRecord => JSON.parse(line) as StoredRecord

/** Records as text, each with the named members. */
export const chosen = (
  lines: readonly string[],
  fields: ReadonlySet<string> | undefined,
  separator: ',' | '\n',
): string => lines.map((line) => (fields ? withOnly(fields, line) : line)).join(separator)

const withOnly = (fields: ReadonlySet<string>, line: string): string =>
  JSON.stringify(Object.fromEntries(Object.entries(recordOf(line)).filter(([name]) => fields.has(name))))

/** Records on lines, each with only some of its members, as text with another separator; without members as they are. */
export const withFields = (
  body: Uint8Array,
  fields: ReadonlySet<string> | undefined,
  separator: ',' | '\n',
): Uint8Array => (fields ? Buffer.from(chosen(linesOf(body), fields, separator)) : body)

type PageEnd = { readonly nextCursor: string | null; readonly until?: number }

const pageOfJson = (body: Uint8Array, ends: PageEnd): ApiReply => ({
  kind: 'body',
  body: Buffer.concat([Buffer.from('{"data":['), body, Buffer.from(`],${JSON.stringify(ends).slice(1)}`)]),
  headers: { 'content-type': 'application/json; charset=utf-8' },
})

/** What a JSON page says beside its records is in headers here. The end is said, too: a proxy may drop headers. */
const pageOfLines = (body: Uint8Array, { nextCursor, until }: PageEnd): ApiReply => ({
  kind: 'body',
  body: body.length === 0 ? body : Buffer.concat([body, Buffer.from('\n')]),
  headers: {
    'content-type': linesType,
    [nextCursorHeader]: nextCursor ?? noCursor,
    ...(until !== undefined && { until: String(until) }),
  },
})
