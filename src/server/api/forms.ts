import {
  jsonValue,
  utf8Text,
  type BodyFault,
  type GenerateBody,
  type GenerateReply,
  formPath,
  idempotencyHeader,
  labelHeader,
  routes,
  minIdempotencyKeyLifetime,
  replayedHeader,
  type DeletedReply,
  type FormReply,
  type FormsReply,
} from '../../wire/wire.ts'
import { createHash } from 'node:crypto'
import { checkGenerateBody } from '../../form/check.ts'
import { maxPerCode, type Finding } from '../../form/finding.ts'
import { readLabel, type FormLabel, type PublishedForm } from '../../form/form.ts'
import { newId, newShortId } from '../keys.ts'
import { publishedParts } from '../../form/components.ts'
import { memoized } from '../../form/value.ts'
import { resolveStyle } from '../style.ts'
import {
  type ApiReply,
  type ApiRequest,
  json,
  type Operation,
  refused,
  type Description,
} from './operation.ts'
import { type ReplyToStore, type StoredReply, type Store, closingIn } from '../../store/store.ts'

/** Endpoint 1: creates and publishes a form in the look of its source form. */
export const generate: Operation = {
  method: 'POST',
  route: routes.generate,
  scopes: ['generate'],
  // An environment that this key does not open holds no source form for it (contract, Errors and Endpoint 1, rule 1).
  elsewhere: 'source-form-unknown',
  description: {
    id: 'generateForm',
    summary: 'Create and publish a form in the look of a source form.',
    clause: 'Endpoint 1',
    headers: [
      {
        name: idempotencyHeader,
        summary:
          'Creates one form, however often the request is sent with this key and the same body within 24 hours, unless the form is deleted meanwhile: the reply of the first success is given again, with idempotency-replayed: true.',
        schema: { type: 'string', pattern: '^[\\x20-\\x7e]{1,255}$' },
      },
      {
        name: labelHeader,
        summary:
          'What the form is made of: a FormLabel as JSON, percent-encoded (extension form-labels). The list of forms has it. With it, the idempotency-key belongs to the content that it names, and not to the bytes of the body.',
        schema: { type: 'string', maxLength: 12_288 },
      },
    ],
    body: 'GenerateBody',
    choices: [
      'Both SchedulerScreen and Scheduler name the scheduling component; any calendarType is taken.',
      'A component type that is not listed is refused.',
      'Content keys that are not listed are kept, other than in IdentityInfo; none but the listed is required.',
      'A form has at most 100 steps, a step 100 components, a question 1,000 options, an IdentityInfo 100 fields; a step has at most 2,000 options and fields in all, where a list of country codes counts as 250. A name has at most 1,000 characters, the texts of a step 100,000.',
      'A component may have a key, unique in its form: the id of its question (extension question-keys).',
      'The address of a calendar is a whole web address, with http or https and a host.',
      'A body is at most 1 MiB, at most 64 levels deep, and its objects have at most 1,000 keys.',
    ],
    success: { summary: 'The form was created and published.', schema: 'GenerateReply' },
    refusals: [
      'body-invalid',
      'source-form-unknown',
      'idempotency-key-busy',
      'body-too-large',
      'type-unknown',
      'idempotency-key-taken',
      'disk-full',
    ],
  },
  answer: async (request) => {
    const header = request.headers[labelHeader]
    const label = labelIn(String(header ?? ''))
    if (header === undefined || label) return answerOnce(request, label)
    const message = `The header ${labelHeader} is not the label of a form: send JSON of at most ${maxLabelBytes} bytes, percent-encoded, with the texts spec and content (sha256: and 64 hexadecimal digits).`
    return refused('body-invalid', [{ message, path: [labelHeader] }])
  },
}

const maxLabelBytes = 4096

/** The label in a header; undefined: it has another shape. */
function labelIn(header: string): FormLabel | undefined {
  try {
    const text = /^[\x21-\x7e]*$/.test(header) ? decodeURIComponent(header) : ''
    return Buffer.byteLength(text) > maxLabelBytes ? undefined : readLabel(jsonValue(text))
  } catch {
    return undefined
  }
}

async function answerGenerate(
  { deps, environmentId, body }: ApiRequest,
  label: FormLabel | undefined,
  once?: Once,
): Promise<ApiReply> {
  const read = readJsonBody(body)
  if ('faults' in read) return refused('body-invalid', read.faults)
  const faults = checkGenerateBody(read.value)
    .filter((finding) => finding.isRefused)
    .map(faultOf)
  if (faults.length > 0) return refused('body-invalid', shortened(faults))
  // No finding is refused, so the value has the shape of the contract.
  const wanted = read.value as GenerateBody
  const source = await deps.store.forms.get(wanted.sourceFormId)
  if (source?.environmentId !== environmentId || source.deletedAt !== undefined)
    return refused('source-form-unknown')
  const form: PublishedForm = {
    id: newId(deps.randomBytes),
    environmentId: source.environmentId,
    createdAt: deps.now(),
    ...publishedParts(wanted, ({ key }) => key ?? newShortId(deps.randomBytes)),
    // A copy: later changes to the source form have no effect here (contract, Endpoint 1, rules 2 and 3).
    style: resolveStyle(source.style),
    sourceFormId: source.id,
    label,
  }
  const reply: GenerateReply = { success: true, result: { form: { id: form.id, url: formPath(form.id) } } }
  const earlier = await deps.store.forms.create(form, once?.keeping(JSON.stringify(reply)))
  if (!earlier || 'key' in earlier) return earlier && once ? once.again(earlier) : json(reply)
  const renamed = label
    ? ` If the spec was renamed, run formctl forms adopt ${label.spec} ${earlier.id}.`
    : ''
  const message = `The address ${wanted.address} leads to form ${earlier.id}, made of ${earlier.label?.spec ?? 'an unknown spec'}. Choose another one, or close that form.${renamed}`
  return refused('body-invalid', [{ message, path: ['address'] }])
}

// Refusing unknown types is our choice, so the reply lists the types that we draw.
const faultOf = ({ code, message, help, path }: Finding): BodyFault => ({
  message: code === 'unknown-type' && help !== undefined ? `${message} ${help}` : message,
  path,
})

/** The most faults in a reply; a body can have tens of thousands. */
const maxFaults = 200

function shortened(faults: readonly BodyFault[]): readonly BodyFault[] {
  const rest = faults.length - maxFaults
  if (rest <= 0) return faults
  const count = faults.length > maxPerCode ? `At least ${rest}` : String(rest)
  return [
    ...faults.slice(0, maxFaults),
    { message: `${count} more faults are not shown. Fix these first.`, path: [] },
  ]
}

/** A body read as JSON, or what is wrong with it as a whole. */
type JsonBody = { readonly value: unknown } | { readonly faults: readonly BodyFault[] }

/** The deepest nesting that is accepted. A form needs seven levels; a body of brackets alone would exhaust the stack later. */
const maxDepth = 64

/** The most keys of an object. A form has about ten; the checks of 100,000 took half a second. */
const maxKeys = 1000

/** Reads a body as JSON. Refuses what cannot be stored safely: text that is not UTF-8, deep nesting, and huge objects. */
function readJsonBody(bytes: Uint8Array): JsonBody {
  if (bytes.length === 0) return wrong('The body is empty. Send the form as JSON.')
  const text = utf8Text(bytes)
  if (text === undefined) return wrong('The body is not valid UTF-8. Send it in that encoding.')
  const value = jsonValue(text)
  if (value === undefined) return wrong('The body is not valid JSON. A JSON checker shows where.')
  const fault = unsafePlace(value)
  return fault === undefined ? { value } : { faults: [fault] }
}

const wrong = (message: string): JsonBody => ({ faults: [{ message, path: [] }] })

/** The place of the first fault; `path` leads to the value. */
function unsafePlace(value: unknown, path: (string | number)[] = []): BodyFault | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  if (path.length === maxDepth)
    return { message: `The body is nested more than ${maxDepth} levels deep.`, path }
  const entries = Object.entries(value)
  const isList = Array.isArray(value)
  if (!isList && entries.length > maxKeys)
    return { message: `An object has more than ${maxKeys} keys.`, path }
  for (const [key, inner] of entries) {
    // One path for all: a copy for each value would cost more than the walk itself.
    path.push(isList ? Number(key) : key)
    const fault = unsafePlace(inner, path)
    if (fault) return fault
    path.pop()
  }
  return undefined
}

/** A request key at work. */
type Once = {
  /** The reply to store with the form, in one transaction. */
  readonly keeping: (body: string) => ReplyToStore
  /** The answer where another request with the key was first. */
  readonly again: (reply: StoredReply) => ApiReply
}

/**
 * Extension `idempotency-key`: answers a request with a key once, and repeats the stored reply later, while its form exists.
 * `minKeyLifetime` is promised, and replies stay 30 times as long: a clock that is set forward makes them look older. Only success is
 * stored, so that a refused request can be corrected and sent again with its key.
 */
async function answerOnce(request: ApiRequest, label: FormLabel | undefined): Promise<ApiReply> {
  const { deps, environmentId } = request
  const key = request.headers[idempotencyHeader]
  if (key === undefined) return answerGenerate(request, label)
  if (typeof key !== 'string' || !/^[\x20-\x7e]{1,255}$/.test(key)) return refused('idempotency-key-unfit')
  const answering = answeringIn(deps.store)
  const name = JSON.stringify([environmentId, key])
  if (answering.has(name)) return refused('idempotency-key-busy')
  answering.add(name)
  try {
    const once = onceOf(request, key, label)
    const kept = await deps.store.replies.get(environmentId, key, once.since)
    return kept ? once.again(kept) : await answerGenerate(request, label, once)
  } finally {
    answering.delete(name)
  }
}

// Only in this process. If two processes on one folder answer the same key at once, the store lets one of them win.
const answeringIn = memoized((_store: Store) => new Set<string>())

function onceOf(
  { deps, environmentId, body }: ApiRequest,
  key: string,
  label: FormLabel | undefined,
): Once & { readonly since: string } {
  const at = deps.now()
  const since = new Date(Date.parse(at) - 30 * minIdempotencyKeyLifetime).toISOString()
  // Two clones may write the keys of one body in another order.
  const requestHash = createHash('sha256')
    .update(label?.content ?? body)
    .digest('hex')
  return {
    since,
    keeping: (text) => ({ reply: { environmentId, key, requestHash, body: text, at }, since }),
    again: (reply) =>
      reply.requestHash === requestHash
        ? {
            kind: 'body',
            body: reply.body,
            headers: { 'content-type': 'application/json; charset=utf-8', [replayedHeader]: 'true' },
          }
        : refused('idempotency-key-taken'),
  }
}

/** Extension `forms-list`: the forms of the environment, oldest first, without deleted ones. */
const list: Operation = {
  method: 'GET',
  route: routes.forms,
  scopes: ['read', 'generate'],
  description: {
    id: 'listForms',
    summary: 'List the forms of the environment, oldest first, without deleted ones.',
    choices: ['A key without the scope read is given no numbers of responses.'],
    success: { summary: 'The forms.', schema: 'FormsReply' },
    refusals: ['environment-unknown'],
  },
  answer: async ({ deps, environmentId, scopes }) => {
    const forms = await deps.store.forms.list(environmentId)
    const uncounted = forms.map(({ complete: _complete, partial: _partial, ...form }) => form)
    return json({ data: scopes.includes('read') ? forms : uncounted } satisfies FormsReply)
  },
}

/** Extension `forms-manage`: an operation on one form that is not deleted. */
const onForm = (
  { method, route, scopes }: Required<Pick<Operation, 'method' | 'route' | 'scopes'>>,
  description: Omit<Description, 'refusals'>,
  answer: (form: PublishedForm, request: ApiRequest) => Promise<ApiReply>,
): Operation => ({
  method,
  route,
  scopes,
  description: {
    ...description,
    refusals: [
      'form-unknown',
      ...(scopes.includes('manage') ? (['type-unknown', 'body-too-large', 'disk-full'] as const) : []),
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
  const { sourceFormId, steps, language, settings, translations } = form
  const closing = await closingIn(form, deps)
  const asked = { sourceFormId, steps, language, settings, translations }
  return json({ data: { ...summary, closedAt: closing?.since, ...asked } } satisfies FormReply)
}

const show = onForm(
  { method: 'GET', route: routes.form, scopes: ['read'] },
  {
    id: 'readForm',
    summary: 'Read a form: its steps, the ids of its questions, and the number of its responses.',
    success: { summary: 'The form.', schema: 'FormReply' },
  },
  ({ id }, request) => answerDetail(id, request),
)

const close = onForm(
  { method: 'POST', route: routes.closeForm, scopes: ['manage'] },
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
  { method: 'DELETE', route: routes.form, scopes: ['manage'] },
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
