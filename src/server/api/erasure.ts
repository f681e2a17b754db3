import { type BodyFault, type ErasureReply, routes } from '../../wire/wire.ts'
import { plainText } from '../../form/typed-values.ts'
import { eraseResponses, findResponses, type Wanted } from '../erase.ts'
import { type ApiReply, type ApiRequest, json, type Operation, refused } from './operation.ts'

/** Extension `erasure`: erases responses by their ids, or those of a person by an e-mail address. */
export const erasure: Operation = {
  method: 'DELETE',
  route: routes.environmentResponses,
  needsKey: true,
  scope: 'manage',
  elsewhere: 'environment-unknown',
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
  answer: answerErasure,
}

async function answerErasure({ world, environmentId, query }: ApiRequest): Promise<ApiReply> {
  const wanted = wantedIn(query)
  if ('fault' in wanted) return refused('query-invalid', [wanted.fault])
  const found = await findResponses(world.store, environmentId, wanted)
  const erased = await eraseResponses(world, environmentId, found)
  const reply: ErasureReply = {
    data: erased.map(({ id, formId, uploads }) => ({ id, formId, uploads: uploads.length })),
  }
  return json(reply)
}

const mostIds = 100

function wantedIn({ id, email }: ApiRequest['query']): Wanted | { readonly fault: BodyFault } {
  const fault = (name: string, message: string) => ({ fault: { path: [name], message } })
  if ((id === undefined) === (email === undefined)) return fault('id', 'Give either id or email.')
  if (id !== undefined) {
    const ids = [id].flat()
    if (ids.length > mostIds) return fault('id', `Give at most ${mostIds} ids at once.`)
    return ids.includes('') ? fault('id', 'An id is empty.') : { ids }
  }
  // An empty variable of a script must not erase what has no address.
  return typeof email === 'string' && plainText(email).includes('@')
    ? { email }
    : fault('email', 'email is one e-mail address.')
}
