import { Readable } from 'node:stream'
import { type Headers, linesType, maxPageSize, routes } from '../../wire/wire.ts'
import { allResponses } from '../../store/store.ts'
import { type ApiReply, type ApiRequest, type Operation, json, refused } from './operation.ts'
import { answerPage, chosen, recordMembers, responsesAsked, withFields } from './response-pages.ts'

const extension = 'responses-paging'

/** Endpoints 2 and 3: the responses of one form, ten newest, or of the whole environment, all of them. */
export const responses: Operation = {
  method: 'GET',
  route: routes.responses,
  needsKey: true,
  scope: 'read',
  elsewhere: 'environment-unknown',
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

/** The most responses of one form in a reply (contract, Limits). */
const mostOfForm = 10

async function answerResponses(asked: ApiRequest): Promise<ApiReply> {
  const { world, environmentId } = asked
  const wanted = responsesAsked(asked)
  if ('faults' in wanted) return refused('query-invalid', wanted.faults)
  const { query, isLines, fields, paging } = wanted
  // Only a parameter that is not there asks for the whole environment (contract, Endpoint 2): an empty one is a
  // script's unset variable, and must not read more than was meant.
  const { formId } = query
  // A deleted form's responses stay readable: the contract bars it only from being a source form.
  const isUnknown = async (): Promise<boolean> =>
    formId !== undefined && (await world.store.forms.get(formId))?.environmentId !== environmentId
  if (paging) return (await isUnknown()) ? refused('form-unknown') : answerPage(asked, { ...wanted, paging })
  const between = isLines ? '\n' : ','
  const read = fields ? '\n' : between
  const around = isLines ? aroundLines : aroundList
  if (formId === undefined) {
    const chunks = framed(allResponses(world.store, query, read), around, (body) =>
      withFields(body, fields, between),
    )
    return { kind: 'stream', stream: Readable.from(chunks, { objectMode: false }), headers: around.headers }
  }
  const text = await world.store.responses.newest({ ...query, limit: mostOfForm, separator: read })
  if (text === '' && (await isUnknown())) return refused('form-unknown')
  const shown = fields && text !== '' ? chosen(text.split('\n'), fields, between) : text
  const body = around.head + shown + (text === '' ? around.footOfNone : around.foot)
  // To the type of a string Fastify adds a charset, which NDJSON does not have.
  return { kind: 'body', body: isLines ? Buffer.from(body) : body, headers: around.headers }
}

/** What stands around and between records. */
type Frame = {
  readonly head: string
  readonly between: string
  readonly foot: string
  /** Where there are no records. */
  readonly footOfNone: string
  readonly headers: Headers
}

const aroundList: Frame = {
  head: '{"data":[',
  between: ',',
  foot: ']}',
  footOfNone: ']}',
  headers: { 'content-type': 'application/json; charset=utf-8' },
}

const aroundLines: Frame = {
  head: '',
  between: '\n',
  foot: '\n',
  footOfNone: '',
  headers: { 'content-type': linesType },
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

/** Extension `response`: one response by its form and id. */
export const response: Operation = {
  method: 'GET',
  route: routes.response,
  needsKey: true,
  scope: 'read',
  elsewhere: 'environment-unknown',
  description: {
    id: 'readResponse',
    summary: 'Read one response, complete or partial.',
    success: { summary: 'The response.', schema: 'ResponseReply' },
    refusals: ['response-unknown'],
  },
  answer: async ({ world, environmentId, params: { formId = '', responseId = '' } }) => {
    const data = await world.store.responses.get(environmentId, { formId, id: responseId })
    return data ? json({ data }) : refused('response-unknown')
  },
}
