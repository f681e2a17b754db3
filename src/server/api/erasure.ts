import { type BodyFault, type ErasureReply, routes } from '../../wire/wire.ts'
import { plainText } from '../../form/typed-values.ts'
import { eraseResponses, findResponses, type ResponseSelection } from '../erase.ts'
import { type ApiRequest, json, type Operation, refused } from './operation.ts'

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
