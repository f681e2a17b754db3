import { type FormsReply, routes } from '../../wire/wire.ts'
import { json, type Operation } from './operation.ts'

/** Extension `forms-list`: the forms of the environment, oldest first, without deleted ones. */
export const forms: Operation = {
  method: 'GET',
  route: routes.forms,
  needsKey: true,
  elsewhere: 'environment-unknown',
  description: {
    id: 'listForms',
    summary: 'List the forms of the environment, oldest first, without deleted ones.',
    success: { summary: 'The forms.', schema: 'FormsReply' },
    refusals: ['environment-unknown'],
  },
  answer: async ({ world, environmentId }) => {
    const reply: FormsReply = { data: await world.store.forms.list(environmentId) }
    return json(reply)
  },
}
