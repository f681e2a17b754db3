import type { PublishedForm } from '../../form/form.ts'
import { closingIn } from '../../store/store.ts'
import { type DeletedReply, type FormReply, type FormsReply, routes } from '../../wire/wire.ts'
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
  scope: 'read',
  description: {
    id: 'listForms',
    summary: 'List the forms of the environment, oldest first, without deleted ones.',
    success: { summary: 'The forms.', schema: 'FormsReply' },
    refusals: ['environment-unknown'],
  },
  answer: async ({ deps, environmentId }) =>
    json({ data: await deps.store.forms.list(environmentId) } satisfies FormsReply),
}

/** Extension `forms-manage`: an operation on one form that is not deleted. */
const onForm = (
  { method, route, scope }: Required<Pick<Operation, 'method' | 'route' | 'scope'>>,
  description: Omit<Description, 'refusals'>,
  answer: (form: PublishedForm, request: ApiRequest) => Promise<ApiReply>,
): Operation => ({
  method,
  route,
  scope,
  description: {
    ...description,
    refusals: [
      'form-unknown',
      ...(scope === 'manage' ? (['type-unknown', 'body-too-large', 'disk-full'] as const) : []),
    ],
  },
  answer: async (request) => {
    const form = await request.deps.store.forms.get(request.params['formId'] ?? '')
    const exists = form?.environmentId === request.environmentId && form.deletedAt === undefined
    return exists ? answer(form, request) : refused('form-unknown')
  },
})

async function answerDetail(id: string, { deps, environmentId }: ApiRequest): Promise<ApiReply> {
  const { forms } = deps.store
  const [summary] = await forms.list(environmentId, { formId: id })
  const form = await forms.get(id)
  // It may have been deleted meanwhile.
  if (!form || !summary) return refused('form-unknown')
  const { sourceFormId, steps } = form
  const closing = await closingIn(form, deps)
  return json({ data: { ...summary, closedAt: closing?.since, sourceFormId, steps } } satisfies FormReply)
}

const show = onForm(
  { method: 'GET', route: routes.form, scope: 'read' },
  {
    id: 'readForm',
    summary: 'Read a form: its steps, the ids of its questions, and the number of its responses.',
    success: { summary: 'The form.', schema: 'FormReply' },
  },
  ({ id }, request) => answerDetail(id, request),
)

const close = onForm(
  { method: 'POST', route: routes.closeForm, scope: 'manage' },
  {
    id: 'closeForm',
    summary: 'Close a form: it takes no more answers. A form that is closed stays as it is.',
    success: { summary: 'The form.', schema: 'FormReply' },
  },
  async ({ id }, request) => {
    await request.deps.store.forms.close(id, request.deps.now())
    return answerDetail(id, request)
  },
)

const remove = onForm(
  { method: 'DELETE', route: routes.form, scope: 'manage' },
  {
    id: 'deleteForm',
    summary: 'Delete a form: its page is gone, and new forms cannot take its look. Its responses stay.',
    success: { summary: 'The form is deleted.', schema: 'DeletedReply' },
  },
  async ({ id }, { deps }) => {
    const deletedAt = deps.now()
    if (!(await deps.store.forms.delete(id, deletedAt))) return refused('form-unknown')
    return json({ data: { id, deletedAt } } satisfies DeletedReply)
  },
)

export const formOperations: readonly Operation[] = [list, show, close, remove]
