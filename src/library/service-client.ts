import { thisMachine } from '../cli/host/node-host.ts'
import { destinationOf } from '../cli/settings/base-url.ts'
import { clockOf } from '../cli/settings/waits.ts'
import * as calls from '../client/client.ts'
import { overHttp, proxyFor, type HttpOptions } from '../client/over-http.ts'
import { Failure, misuse } from '../failure/failure.ts'
import { childOf, isObject, pathText } from '../form/value.ts'
import type { Service } from '../wire/wire.ts'
import type { Kind, Kinds } from './arguments.ts'
import { callback, ensure, ensureOptions, isListOf, numberFrom, required, text } from './arguments.ts'
import { publicError, withPublicErrors } from './error.ts'
import type { Client, ConnectOptions, Form, GeneratedForm, StepAnswers } from './library.ts'
import { responseSource } from './response-source.ts'

/** A server can be given, which can be closed, too. */
const connectKinds: Kinds<keyof ConnectOptions | 'close'> = {
  baseUrl: required(text),
  apiKey: required(text),
  environmentId: text,
  sourceFormId: text,
  timeout: numberFrom(0.001, 2_000_000),
  attempts: numberFrom(1),
  signal: ['an AbortSignal', (value) => value instanceof AbortSignal],
  close: callback,
}

/** The service says what is wrong with the rest. */
const formKind: Kind = [
  'one of the forms of checkSpec, which has none where the spec has an error',
  (value) => isListOf(childOf(value, 'steps'), (step) => isListOf(childOf(step, 'components'), isObject)),
]
const stepsKind: Kind = ['a list with an object for each step', (value) => isListOf(value, isObject)]

export async function connectClient(options: ConnectOptions): Promise<Client> {
  ensureOptions(options, connectKinds)
  const { apiKey, environmentId, sourceFormId, timeout: seconds, attempts, signal } = options
  const destination = destinationOf({ value: options.baseUrl, source: '--base-url' })
  if (destination.kind !== 'http') throw misuse('baseUrl names a folder: startServer serves one.')
  const baseUrl = destination.url
  const service = serviceAt(baseUrl, { seconds, signal })
  const key = { apiKey, keySource: 'the options', keyAdvice: 'Check that it is a key of this service.' }
  const caller: calls.Caller = {
    access: { service, baseUrl, environmentId, ...key },
    retry: { ...clockOf(thisMachine(), signal), seconds, attempts },
  }
  const inEnvironment = <T>(work: () => Promise<T>): Promise<T> =>
    withPublicErrors(async () => {
      if (environmentId === undefined) throw misuse('Give an environmentId to connect.')
      return work()
    })
  return {
    ...responseSource(caller),
    generateForm: (form) =>
      inEnvironment(() => createForm(caller, { sourceFormId, ...ensure('form', form, formKind) })),
    listForms: () => inEnvironment(() => calls.listForms(caller)),
    formSteps: (formId) => inEnvironment(async () => (await calls.readForm(caller, formId)).steps),
    closeForm: (formId) => inEnvironment(() => calls.closeForm(caller, formId)),
    async *changes(from = {}) {
      try {
        const { after } = ensureOptions(from, { after: numberFrom(0) })
        const opened = await calls.openChanges(caller)
        yield* calls.followChanges(caller, opened, after ?? (await calls.lastChange(caller)))
      } catch (error) {
        throw await publicError(error)
      }
    },
  }
}

const serviceAt = (url: string, options: HttpOptions = {}): Service =>
  overHttp(url, { ...options, proxy: proxyFor(url, thisMachine().env) })

async function createForm(caller: calls.Caller, { sourceFormId, ...form }: Form): Promise<GeneratedForm> {
  if (sourceFormId === undefined)
    throw misuse('Give a sourceFormId to connect or in the form: the form whose look the new one takes.')
  const idempotencyKey = Buffer.from(thisMachine().randomBytes(16)).toString('hex')
  const request = { idempotencyKey, isAgain: false }
  const result = await calls.generateForm(caller, { ...form, sourceFormId }, request)
  if (result.kind === 'created')
    return { ...result.form, absoluteUrl: new URL(result.form.url, caller.access.baseUrl).href }
  const message = result.faults.map((fault) => `${pathText(fault.path)}: ${fault.message}`).join(' ')
  throw Failure.of('service-refused', { status: 400, message })
}

export async function fillInForm(url: string, steps: readonly StepAnswers[]): Promise<void> {
  const { protocol, origin, pathname, search } = URL.parse(url) ?? {}
  if (!origin || !/^https?:$/.test(protocol ?? ''))
    throw misuse(`${JSON.stringify(url)} is not the address of a form's page, such as https://…/s/….`)
  await calls.fillIn(serviceAt(origin), `${pathname}${search}`, ensure('steps', steps, stepsKind))
}
