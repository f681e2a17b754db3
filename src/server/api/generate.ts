import {
  jsonValue,
  utf8Text,
  type BodyFault,
  type GenerateBody,
  type GenerateReply,
  formPath,
  idempotencyHeader,
  routes,
  minKeyLifetime,
  replayedHeader,
} from '../../wire/wire.ts'
import { createHash } from 'node:crypto'
import { checkGenerateBody } from '../../form/check.ts'
import { maxPerCode, type Finding } from '../../form/finding.ts'
import type { PublishedForm } from '../../form/form.ts'
import { newId, newQuestionId } from '../keys.ts'
import { publishedSteps, settingsIn } from '../published-steps.ts'
import { remembered } from '../remember.ts'
import { resolveStyle } from '../style.ts'
import type { World } from '../world.ts'
import { type ApiReply, type ApiRequest, json, type Operation, refused } from './operation.ts'
import type { Path } from '../../form/value.ts'
import type { ReplyToStore, StoredReply, Store } from '../../store/store.ts'

/** Endpoint 1: creates and publishes a form in the look of its source form. */
export const generate: Operation = {
  method: 'POST',
  route: routes.generate,
  needsKey: true,
  scope: 'generate',
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
          'Creates one form, however often the request is sent with this key and the same body within 24 hours: the reply of the first success is given again, with idempotency-replayed: true.',
        schema: { type: 'string', pattern: '^[\\x20-\\x7e]{1,255}$' },
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
  answer: (asked) => answerOnce(asked, answerGenerate),
}

async function answerGenerate(
  { world, environmentId, body }: ApiRequest,
  once: Once | undefined,
): Promise<ApiReply> {
  const read = readJsonBody(body)
  if ('faults' in read) return refused('body-invalid', read.faults)
  const faults = checkGenerateBody(read.value)
    .filter((finding) => finding.isRefused)
    .map(faultOf)
  if (faults.length > 0) return refused('body-invalid', shortened(faults))
  // No finding is refused, so the value has the shape of the contract.
  const asked = read.value as GenerateBody
  const source = await world.store.forms.get(asked.sourceFormId)
  if (source?.environmentId !== environmentId || source.deletedAt !== undefined)
    return refused('source-form-unknown')
  const form = publishedForm(asked, source, world)
  const reply: GenerateReply = { success: true, result: { form: { id: form.id, url: formPath(form.id) } } }
  const earlier = await world.store.forms.create(form, once?.keeping(JSON.stringify(reply)))
  return earlier && once ? once.again(earlier) : json(reply)
}

// A type that is not drawn is refused by our choice, so the reply tells which types are.
const faultOf = ({ code, message, help, path }: Finding): BodyFault => ({
  message: code === 'unknown-type' && help !== undefined ? `${message} ${help}` : message,
  path,
})

/** The most faults of a reply; a body can hold tens of thousands. */
const mostFaults = 200

const shortened = (faults: readonly BodyFault[]): readonly BodyFault[] =>
  faults.length <= mostFaults
    ? faults
    : [
        ...faults.slice(0, mostFaults),
        { message: `${moreThan(faults)} more faults are not shown. Fix these first.`, path: [] },
      ]

const moreThan = ({ length }: readonly BodyFault[]): string =>
  length > maxPerCode ? `At least ${length - mostFaults}` : String(length - mostFaults)

const publishedForm = (asked: GenerateBody, source: PublishedForm, world: World): PublishedForm => ({
  id: newId(world.randomBytes),
  environmentId: source.environmentId,
  name: asked.name,
  createdAt: world.now(),
  steps: publishedSteps(asked.steps, ({ key }) => key ?? newQuestionId(world.randomBytes)),
  // A copy: later changes to the source form have no effect here (contract, Endpoint 1, rules 2 and 3).
  style: resolveStyle(source.style),
  sourceFormId: source.id,
  ...settingsIn(asked),
})

/** A body read as JSON, or what is wrong with it as a whole. */
type JsonBody = { readonly value: unknown } | { readonly faults: readonly BodyFault[] }

/** The deepest nesting that is taken. Ours needs seven; a body of brackets alone would exhaust the stack later. */
const deepest = 64

/** The most keys of an object. Ours have ten or so; the checks of 100,000 took half a second. */
const mostKeys = 1000

/** Reads a body as JSON. Refuses what could not be kept safely: text that is not UTF-8, depth, and huge objects. */
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

/** A value on the way down, with the way to it as a chain: an array for each value would cost more than the walk. */
type Visit = {
  readonly value: unknown
  readonly depth: number
  readonly key: string | number
  readonly up?: Visit
}

function unsafePlace(root: unknown): BodyFault | undefined {
  const open: Visit[] = [{ value: root, depth: 0, key: '' }]
  for (let visit = open.pop(); visit; visit = open.pop()) {
    const { value, depth } = visit
    if (typeof value !== 'object' || value === null) continue
    if (depth === deepest)
      return { message: `The body is nested more than ${deepest} levels deep.`, path: pathTo(visit) }
    const entries = Object.entries(value)
    if (!Array.isArray(value) && entries.length > mostKeys)
      return { message: `An object has more than ${mostKeys} keys.`, path: pathTo(visit) }
    for (const [key, inner] of entries)
      open.push({ value: inner, depth: depth + 1, key: Array.isArray(value) ? Number(key) : key, up: visit })
  }
  return undefined
}

function pathTo(visit: Visit): Path {
  const path: (string | number)[] = []
  for (let at = visit; at.up; at = at.up) path.unshift(at.key)
  return path
}

/** What an operation needs to do its work once for a key. */
type Once = {
  /** What is kept with the work, in one transaction: the body of its reply. */
  readonly keeping: (body: string) => ReplyToStore
  /** The answer where another request with the key was first. */
  readonly again: (reply: StoredReply) => ApiReply
}

/**
 * Extension `idempotency-key`: answers a request that carries a key once, and later gives that reply again. `keyKept` is promised, and
 * 30 times as long is kept: a clock that is set forward makes a reply look older. Only success is kept: after a refusal, the same
 * request may be made good. A request without a key is answered as it comes.
 */
async function answerOnce(
  asked: ApiRequest,
  answer: (asked: ApiRequest, once: Once | undefined) => Promise<ApiReply>,
): Promise<ApiReply> {
  const { world, environmentId } = asked
  const key = asked.headers[idempotencyHeader]
  if (key === undefined) return answer(asked, undefined)
  if (typeof key !== 'string' || !/^[\x20-\x7e]{1,255}$/.test(key)) return refused('idempotency-key-unfit')
  const answering = answeringIn(world.store)
  const name = JSON.stringify([environmentId, key])
  if (answering.has(name)) return refused('idempotency-key-busy')
  answering.add(name)
  try {
    const once = onceOf(asked, key)
    const kept = await world.store.replies.get(environmentId, key, once.since)
    return kept ? once.again(kept) : await answer(asked, once)
  } finally {
    answering.delete(name)
  }
}

// Only in this process. If two processes on one folder answer the same key at once, the store lets one of them win.
const answeringIn = remembered((_store: Store) => new Set<string>())

function onceOf({ world, environmentId, body }: ApiRequest, key: string): Once & { readonly since: string } {
  const at = world.now()
  const since = new Date(Date.parse(at) - 30 * minKeyLifetime).toISOString()
  const requestHash = createHash('sha256').update(body).digest('hex')
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
