import { type BodyFault, routes } from '../../wire/wire.ts'
import { allResponses } from '../../store/store.ts'
import { type Answer, type ApiRequest, type Operation, refused } from './operation.ts'

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
    ],
    choices: [
      'Responses come newest first, by createdAt and then by id downwards.',
      'returnPartials holds for the environment-wide read too.',
      'An empty formId names no form; only an omitted one asks for the whole environment.',
      'The status of a response is 1 when partial, 2 when complete.',
    ],
    success: { summary: 'The responses.', schema: 'ResponsesReply' },
    refusals: ['query-invalid', 'form-unknown'],
  },
  answer: answerResponses,
}

/** The most responses of one form in a reply (contract, Limits). */
const mostOfForm = 10

async function answerResponses({ world, environmentId, query }: ApiRequest): Promise<Answer> {
  const faults = [...queryFaults(query)]
  if (faults.length > 0) return refused('query-invalid', faults)
  const withPartials = query['returnPartials'] === 'true'
  const formId = query['formId']
  const { store } = world
  // Only a parameter that is not there asks for the whole environment (contract, Endpoint 2): an empty one is a
  // script's unset variable, and must not read more than was meant.
  if (typeof formId !== 'string') return listed(allResponses(store, { environmentId, withPartials }))
  const form = await store.forms.get(formId)
  // A deleted form's responses stay readable: the contract bars it only from being a source form.
  if (form?.environmentId !== environmentId) return refused('form-unknown')
  const { body } = await store.responses.page({
    environmentId,
    formId,
    withPartials,
    order: { by: 'creation' },
    limit: mostOfForm,
    longest: Infinity,
    separator: ',',
  })
  return { kind: 'bytes', bytes: Buffer.concat([head, body, foot]), headers: jsonHeaders }
}

const jsonHeaders = { 'content-type': 'application/json; charset=utf-8' }

function* queryFaults(query: ApiRequest['query']): Iterable<BodyFault> {
  for (const name of ['formId', 'returnPartials'])
    if (typeof query[name] === 'object') yield { path: [name], message: `${name} is given more than once.` }
  const { returnPartials } = query
  if (typeof returnPartials === 'string' && returnPartials !== 'true' && returnPartials !== 'false')
    yield { path: ['returnPartials'], message: 'returnPartials is true or false, in these letters.' }
}

const listed = (texts: AsyncIterable<Uint8Array>): Answer => ({
  kind: 'json-chunks',
  chunks: chunksOf(texts),
})

const [head, comma, foot] = ['{"data":[', ',', ']}'].map((text) => Buffer.from(text)) as [
  Buffer,
  Buffer,
  Buffer,
]

async function* chunksOf(texts: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  // The head goes out with the first records, so that a store that fails at once is answered with 500.
  let before = head
  for await (const text of texts) {
    yield before
    yield text
    before = comma
  }
  if (before === head) yield head
  yield foot
}
