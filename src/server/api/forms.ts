import {
  type DeletedReply,
  type FormDetail,
  type FormReply,
  type FormsReply,
  routes,
} from '../../wire/wire.ts'
import { type Answer, type ApiRequest, type Description, json, type Operation, refused } from './operation.ts'

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
  answer: (form: FormDetail, asked: ApiRequest) => Promise<Answer>,
): Operation => ({
  method,
  route,
  scope,
  needsKey: true,
  elsewhere: 'environment-unknown',
  description: { ...description, refusals: ['form-unknown', ...(scope === 'manage' ? ofWrites : [])] },
  answer: async (asked) => {
    const form = await detailOf(asked)
    return form ? answer(form, asked) : refused('form-unknown')
  },
})

async function detailOf({
  world: { store },
  environmentId,
  params,
}: ApiRequest): Promise<FormDetail | undefined> {
  const { formId = '' } = params
  const [form, forms] = [await store.forms.get(formId), await store.forms.list(environmentId)]
  const summary = forms.find(({ id }) => id === formId)
  if (!form || !summary) return undefined
  const { closedAt, sourceFormId, steps } = form
  return {
    ...summary,
    ...(closedAt !== undefined && { closedAt }),
    ...(sourceFormId !== undefined && { sourceFormId }),
    steps,
  }
}

const show = onForm(
  { method: 'GET', route: routes.form, scope: 'read' },
  {
    id: 'readForm',
    summary: 'Read a form: its steps, the ids of its questions, and the number of its responses.',
    success: { summary: 'The form.', schema: 'FormReply' },
  },
  async (form) => json({ data: form } satisfies FormReply),
)

const close = onForm(
  { method: 'POST', route: routes.closeForm, scope: 'manage' },
  {
    id: 'closeForm',
    summary: 'Close a form: it takes no more answers. A form that is closed stays as it is.',
    success: { summary: 'The form.', schema: 'FormReply' },
  },
  async (form, asked) => {
    const { world } = asked
    await world.store.forms.close(form.id, world.now())
    return json({ data: (await detailOf(asked)) ?? form } satisfies FormReply)
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
