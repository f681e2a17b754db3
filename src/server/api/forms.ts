import type { PublishedForm } from '../../form/form.ts'
import { closingIn } from '../form-closing.ts'
import {
  type DeletedReply,
  type FormDetail,
  type FormReply,
  type FormsReply,
  routes,
} from '../../wire/wire.ts'
import {
  type ApiReply,
  type ApiRequest,
  type Description,
  json,
  type Operation,
  refused,
} from './operation.ts'

/** Extension `forms-list`: the forms of the environment, oldest first, without deleted ones. */
const list: Operation = {
  method: 'GET',
  route: routes.forms,
  needsKey: true,
  scope: 'read',
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

const ofWrites = ['type-unknown', 'body-too-large', 'disk-full'] as const

/** Extension `forms-manage`: an operation on one form, which is not deleted. */
const onForm = (
  { method, route, scope }: Required<Pick<Operation, 'method' | 'route' | 'scope'>>,
  description: Omit<Description, 'refusals'>,
  answer: (form: PublishedForm, asked: ApiRequest) => Promise<ApiReply>,
): Operation => ({
  method,
  route,
  scope,
  needsKey: true,
  elsewhere: 'environment-unknown',
  description: { ...description, refusals: ['form-unknown', ...(scope === 'manage' ? ofWrites : [])] },
  answer: async (asked) => {
    const form = await asked.world.store.forms.get(asked.params['formId'] ?? '')
    const isThere = form?.environmentId === asked.environmentId && form.deletedAt === undefined
    return isThere ? answer(form, asked) : refused('form-unknown')
  },
})

/** The form as it is now, with the numbers of its responses. */
async function answerDetail(id: string, { world, environmentId }: ApiRequest): Promise<ApiReply> {
  const { forms } = world.store
  const [summary] = await forms.list(environmentId, { formId: id })
  const form = await forms.get(id)
  // It may be deleted meanwhile.
  if (!form || !summary) return refused('form-unknown')
  const { sourceFormId, steps } = form
  const closing = await closingIn(form, world)
  const data: FormDetail = {
    ...summary,
    ...(closing && { closedAt: closing.since }),
    ...(sourceFormId !== undefined && { sourceFormId }),
    steps,
  }
  return json({ data } satisfies FormReply)
}

const show = onForm(
  { method: 'GET', route: routes.form, scope: 'read' },
  {
    id: 'readForm',
    summary: 'Read a form: its steps, the ids of its questions, and the number of its responses.',
    success: { summary: 'The form.', schema: 'FormReply' },
  },
  ({ id }, asked) => answerDetail(id, asked),
)

const close = onForm(
  { method: 'POST', route: routes.closeForm, scope: 'manage' },
  {
    id: 'closeForm',
    summary: 'Close a form: it takes no more answers. A form that is closed stays as it is.',
    success: { summary: 'The form.', schema: 'FormReply' },
  },
  async ({ id }, asked) => {
    await asked.world.store.forms.close(id, asked.world.now())
    return answerDetail(id, asked)
  },
)

const remove = onForm(
  { method: 'DELETE', route: routes.form, scope: 'manage' },
  {
    id: 'deleteForm',
    summary: 'Delete a form: its page is gone, and new forms cannot take its look. Its responses stay.',
    success: { summary: 'The form is deleted.', schema: 'DeletedReply' },
  },
  async ({ id }, { world }) => {
    const deletedAt = world.now()
    if (!(await world.store.forms.delete(id, deletedAt))) return refused('form-unknown')
    return json({ data: { id, deletedAt } } satisfies DeletedReply)
  },
)

export const formOperations: readonly Operation[] = [list, show, close, remove]
