import { Failure, ignoreFailure, isOfSignal } from '../failure/failure.ts'
import type { RawRecord, Records } from '../record/records.ts'
import {
  responsesCall,
  type ResponsesSelection,
  type Service,
  formCall,
  formsCall,
  keyedWellKnownCall,
  maxPageSize,
  pageCall,
  routes,
  type PageSelection,
  keyHeader,
  type Call,
  type FormDetail,
  type Reply,
} from '../wire/wire.ts'
import { readRecordLines, readRecords, replyFaults } from '../record/read-records.ts'
import {
  isSuccess,
  readRefusal,
  readForms,
  readJson,
  readLinesPage,
  readList,
  type LinesPage,
  type ListedForm,
} from '../wire/replies.ts'
import {
  keyOf,
  replySuffix,
  readReply,
  tryCall,
  type Caller,
  failureOf,
  type NotFound,
  environmentOf,
  type Access,
  urlOf,
  announcementIfAny,
  readAnnouncementOrReason,
  withoutQuery,
} from './caller.ts'
import type { FormSummary } from '../form/form.ts'
import { childOf } from '../form/value.ts'
import { reasonOf } from '../failure/reason.ts'
import { lastFour } from '../form/api-key.ts'

export { announcementIfAny, announcesExtension, readAnnouncementOrReason } from './caller.ts'
export type { Announcement } from '../wire/replies.ts'
export { environmentOf, type Access, type Caller } from './caller.ts'
export { downloadFile, type FileSource } from './download.ts'
export { fillIn, giveResponse, patientService } from './form-visit.ts'
export { changesAfter, followChanges, lastChange, openChanges } from './changes.ts'
export { generateForm } from './generate.ts'
export type { RetryContext } from './caller.ts'

/** Seconds for a read of every response, which may be long. */
const maxSeconds = 15 * 60

/** Consumes one whole reading. If it breaks off, its result is dropped and a new reading starts from the beginning. */
export type Collect<T> = (records: Records) => Promise<T>

/** A form's newest responses, at most ten (contract, Endpoint 2). */
export const newestResponses = (
  caller: Caller,
  wanted: Required<ResponsesSelection>,
): Promise<readonly RawRecord[]> => read(caller, wanted, { collect: collectAll, isInMemory: true })

/** Every response of the environment (contract, Endpoint 3), collected; in constant memory if `collect` is. */
export const everyResponse = <T>(
  caller: Caller,
  wanted: Pick<ResponsesSelection, 'withPartials'>,
  collect: Collect<T>,
): Promise<T> => read(caller, wanted, { collect, seconds: maxSeconds, isInMemory: false })

/** The forms whose responses to read, and at most how many of each, newest first. */
type FormsSelection = {
  readonly formIds: readonly string[]
  readonly withPartials: boolean
  readonly most: number
}

/**
 * The responses of some forms, page by page (extension `responses-paging`), collected; in constant memory if `collect` is.
 * A page that breaks off is read again alone. `cut`: the forms that have more than the most that were wanted.
 */
export async function pagedResponses<T>(
  caller: Caller,
  { formIds, withPartials, most }: FormsSelection,
  collect: Collect<T>,
): Promise<{ readonly result: T; readonly cut: ReadonlySet<string> }> {
  const cut = new Set<string>()
  const faults = replyFaults(replySuffix(caller.access, routes.responses))
  async function* lines(): AsyncIterable<Uint8Array> {
    for (const formId of formIds) {
      const pageAt = (left: number, cursor?: string): Promise<LinesPage> =>
        readPage(caller, { formId, withPartials, limit: Math.min(left, maxPageSize), cursor })
      const cursors = new Set<string>()
      let empty = 0
      let left = most
      let next: Promise<LinesPage> | undefined = pageAt(left)
      while (next) {
        const { lines: page, nextCursor }: LinesPage = await next
        // Where all are wanted, the pages need not be counted.
        if (left !== Infinity) left -= linesIn(page)
        if (nextCursor !== undefined && left <= 0) cut.add(formId)
        empty = page.length === 0 ? empty + 1 : 0
        // Such a read would never end.
        if (nextCursor !== undefined && (cursors.has(nextCursor) || empty > maxEmptyPages))
          throw faults.broken('its pages lead to one another without end')
        if (nextCursor !== undefined) cursors.add(nextCursor)
        // On its way while this page is read. If it fails, the failure is thrown where it is awaited.
        next = nextCursor !== undefined && left > 0 ? pageAt(left, nextCursor) : undefined
        next?.catch(() => undefined)
        yield page
      }
    }
  }
  return { result: await collect(readRecordLines(lines(), faults)), cut }
}

/** A page may hold fewer responses than were asked for, also none. */
const maxEmptyPages = 100

const readPage = (caller: Caller, wanted: PageSelection): Promise<LinesPage> =>
  readReply(caller, pageCall(keyOf(caller.access), wanted), readLinesPage, {
    notFound: formUnknown(wanted.formId),
  })

/** A page of changed responses as lines, where the next one begins, and the number up to which the pages hold all changes. */
export type ChangedPage = LinesPage & { readonly until: number }

/** Reads responses that changed after a number, each once, in the order of their last changes (extension `responses-paging`). */
export function readChangedPage(
  caller: Caller,
  wanted: Omit<PageSelection, 'limit'> & { readonly since: number },
): Promise<ChangedPage> {
  const call = pageCall(keyOf(caller.access), { ...wanted, limit: maxPageSize })
  const readPageUntil = async (reply: Reply, where: string): Promise<ChangedPage> => {
    const until = Number(reply.headers['until'])
    if (!Number.isSafeInteger(until)) throw replyFaults(where).broken('it lacks the header until')
    return { ...(await readLinesPage(reply, where)), until }
  }
  return readReply(caller, call, readPageUntil, { notFound: formUnknown(wanted.formId) })
}

const lineFeed = 0x0a
const linesIn = (bytes: Uint8Array): number =>
  bytes.reduce((count, byte) => (byte === lineFeed ? count + 1 : count), 0)

/** Collects records in a list. Fails with `reply-too-large` above a limit. */
export const collectAll: Collect<readonly RawRecord[]> = async ({ batches }) => {
  const records: RawRecord[] = []
  for await (const batch of batches()) {
    if (records.length + batch.length > maxRecords) throw tooMany()
    for (const record of batch) records.push(record)
  }
  return records
}

/** Limits of what is kept in memory: records, and bytes of their body. */
const maxRecords = 500_000
const maxBytes = 256 * 1024 * 1024

const tooMany = (): Failure =>
  Failure.of('reply-too-large', { limit: `${maxRecords} responses or ${maxBytes / 1024 / 1024} MiB` })

async function* withSizeLimit(body: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  let bytes = 0
  for await (const chunk of body) {
    bytes += chunk.length
    if (bytes > maxBytes) throw tooMany()
    yield chunk
  }
}

type ReadOptions<T> = {
  readonly collect: Collect<T>
  readonly seconds?: number
  /** Whether what is read is kept in memory. */
  readonly isInMemory: boolean
}

function read<T>(
  caller: Caller,
  wanted: ResponsesSelection,
  { collect, isInMemory, ...limit }: ReadOptions<T>,
): Promise<T> {
  const call = responsesCall(keyOf(caller.access), wanted)
  const collectRecords = ({ body }: Reply, where: string): Promise<T> =>
    collect(readRecords(isInMemory ? withSizeLimit(body) : body, where))
  return readReply(caller, call, collectRecords, { notFound: formUnknown(wanted.formId), ...limit })
}

// The contract leaves the errors of reads open. A 404 whose message names no form means something else, such as an
// unknown path.
const formUnknown = (formId: string | undefined): NotFound | undefined =>
  formId === undefined
    ? undefined
    : ({ message }) => (/\bform\b/i.test(message) ? Failure.of('form-unknown', { formId }) : undefined)

/** The forms of the environment, where the service announces a list of them; the contract has none. */
export async function listForms(caller: Caller): Promise<readonly ListedForm[]> {
  const { access } = caller
  // Both fail before anything is asked.
  keyOf(access)
  const environmentId = environmentOf(access)
  const announced = await readAnnouncementOrReason(caller)
  if ('unread' in announced)
    throw Failure.of('capabilities-unread', { url: announced.url, reason: announced.unread })
  if (!announced.extensions.includes('forms-list'))
    throw Failure.of('not-supported', {
      what: 'a list of forms',
      remedy: 'Look at its dashboard, or at what formctl forms generate printed.',
    })
  return formsIn(environmentId, caller)
}

/** What a service says of its forms within some seconds. */
export type FormsAnswer = {
  /** Its forms; undefined where it lists none, or could not be asked. */
  readonly forms?: readonly FormSummary[]
  /** Whether it remembers what forms are made of; undefined where it could not be asked. */
  readonly isLabelled?: boolean
  /** Why it could not be asked. */
  readonly failure?: Failure
}

/** Asks a service for its forms, where it announces a list. A service that fails must not hold up runs that need nothing of it. */
export async function askForms({ access, retry }: Caller): Promise<FormsAnswer> {
  const most = Math.min(retry.seconds ?? 5, 5)
  const within = (seconds: number): Caller => ({
    access,
    retry: { ...retry, seconds: Math.max(seconds, 0.001) },
  })
  const begin = retry.now()
  keyOf(access)
  let isLabelled: boolean | undefined
  try {
    const announced = await readAnnouncementOrReason(within(most))
    const extensions = 'extensions' in announced ? announced.extensions : []
    isLabelled = extensions.includes('form-labels')
    return extensions.includes('forms-list')
      ? {
          isLabelled,
          forms: await formsIn(environmentOf(access), within(most - (retry.now() - begin) / 1000)),
        }
      : { isLabelled }
  } catch (error) {
    if (!(error instanceof Failure) || isOfSignal(error)) throw error
    return { isLabelled, failure: error }
  }
}

/** A form as a service shows it, with the ids of its questions (extension `forms-manage`). */
export const readForm = async (caller: Caller, formId: string): Promise<FormDetail> =>
  // Our own extension promises the shape.
  (await onForm(caller, routes.form, 'GET', formId)) as FormDetail

/** Closes a form (extension `forms-manage`); one that is closed stays as it is. */
export const closeForm = async (caller: Caller, formId: string): Promise<void> =>
  void (await onForm(caller, routes.closeForm, 'POST', formId))

/** What an operation on one form answers. Each may be repeated. */
async function onForm(
  caller: Caller,
  route: string,
  method: Call['method'],
  formId: string,
): Promise<unknown> {
  const { access } = caller
  const call = formCall(
    { apiKey: keyOf(access), environmentId: environmentOf(access) },
    route,
    method,
    formId,
  )
  const readData = async ({ body }: Reply, where: string): Promise<unknown> =>
    childOf(await readJson(body, where, maxFormBytes), 'data')
  return readReply(caller, call, readData, { notFound: () => Failure.of('form-unknown', { formId }) })
}

const maxFormBytes = 16 * 1024 * 1024

/** The forms of an environment, from a service that announces a list of them. */
function formsIn(environmentId: string, caller: Caller): Promise<readonly ListedForm[]> {
  const { access } = caller
  return readReply(caller, formsCall(keyOf(access), environmentId), readForms, {
    // The service announced the list, so a 404 can only mean the environment.
    notFound: () => Failure.of('environment-unknown', { environmentId: environmentOf(access) }),
  })
}

/** What a service announces about its responses, beyond the contract. */
export type ResponseCapabilities = {
  /** Whether it gives all responses of a form, page by page. */
  readonly paging: boolean
  /** Whether its read of the environment returns partial responses when asked. */
  readonly partials: boolean
  /** How many responses its forms have, finished and not, by form id; undefined if it does not say. */
  readonly counts: ReadonlyMap<string, Pick<FormSummary, 'complete' | 'partial'>> | undefined
}

/** Asks a service what it announces about its responses. One that fails, or is slow, announces nothing. */
export async function responseCapabilities({ access, retry }: Caller): Promise<ResponseCapabilities> {
  const caller = { access, retry: { ...retry, seconds: maxCapabilitySeconds, attempts: 1 } }
  const announced = await announcementIfAny(caller, keyedWellKnownCall(keyOf(access)))
  const environmentId = announced?.environmentId ?? access.environmentId
  const lists = announced?.extensions.includes('forms-list') === true && environmentId !== undefined
  const forms = lists ? await formsIn(environmentId, caller).catch(ignoreFailure) : undefined
  return {
    paging: announced?.extensions.includes('responses-paging') === true,
    partials: announced?.extensions.includes('returnPartials-all') === true,
    counts: forms?.every(({ isCounted }) => isCounted)
      ? new Map(forms.map(({ id, complete, partial }) => [id, { complete, partial }]))
      : undefined,
  }
}

// What is only compared is not worth a longer wait.
const maxCapabilitySeconds = 15

/**
 * Proves that the service accepts the key. Fails with `key-refused` where it does not, and with `key-unproven` where its
 * replies show nothing. It reads the responses of a form that does not exist: at most ten records on any service.
 * The contract shows one reply that speaks for a key, `{ data: [ … ] }` (Endpoint 2, rule 1). "No such form" speaks for
 * it only where a made-up key is refused by the same path: any web server answers the same for an unknown path.
 */
async function checkKey(caller: Caller): Promise<void> {
  const { access } = caller
  const apiKey = keyOf(access)
  await tryCall(caller, async (service) => {
    const reply = await service(callWith(apiKey))
    if (isSuccess(reply)) return readList(reply, replySuffix(access, path))
    const refusal = await readRefusal(reply)
    if (refusal.status !== 404 || !refusal.isInShape) throw failureOf(refusal, { access, path })
    await proveByContrast({ ...access, service })
  })
}

/** Fails with `key-refused` where the service says that it does not know the key. Any other answer is fine. */
export const expectKnownKey = ({ access, retry }: Caller): Promise<void> =>
  tryCall(
    { access, retry: { ...retry, attempts: 1, seconds: Math.min(retry.seconds ?? 5, 5) } },
    async (service) => {
      const refusal = await readRefusal(await service(callWith(keyOf(access))))
      if (refusal.status === 401) throw failureOf(refusal, { access, path })
    },
  ).catch((error: unknown) => {
    if (Failure.is(error, 'key-refused') || !(error instanceof Failure) || isOfSignal(error)) throw error
  })

async function proveByContrast(access: Access): Promise<void> {
  const contrast = await readRefusal(await access.service(callWith(madeUpKey)))
  const { status } = contrast
  if (status === 401 || status === 403) return
  if (status === 429 || status >= 500) throw failureOf(contrast, { access, path })
  throw Failure.of('key-unproven', { url: urlOf(access.baseUrl, path), status })
}

const madeUpKey = 'formctl-login-no-key'
const callWith = (apiKey: string): ReturnType<typeof responsesCall> =>
  responsesCall(apiKey, { formId: 'formctl-login', withPartials: false })
const { path } = callWith(madeUpKey)

/** Fails unless the service takes the key. Fails with `base-url-too-long` where the base URL ends in the path of an operation. */
export async function proveKey(
  caller: Caller,
  serviceFor: (baseUrl: string) => Promise<Service>,
): Promise<void> {
  try {
    await checkKey(caller)
  } catch (error) {
    const { baseUrl } = caller.access
    const meant = withoutOperation(baseUrl)
    if (meant === undefined || !(error instanceof Failure) || !isAnswer(error)) throw error
    const access = { ...caller.access, service: await serviceFor(meant), baseUrl: meant }
    if (await checkKey({ ...caller, access }).then(() => true, ignoreFailure))
      throw Failure.of('base-url-too-long', { baseUrl, meant })
    throw error
  }
}

/** Whether something answered, though not as it should. */
const isAnswer = ({ exit }: Failure): boolean => exit === 4 || exit === 5 || exit === 6

/** An address without the path that the operations of the contract begin with; undefined: it has none. */
const withoutOperation = (baseUrl: string): string | undefined =>
  /^(https?:\/\/[^/]+(?:\/.+?)??)\/api(?:\/v1(?:\/.*)?)?\/*$/s.exec(baseUrl)?.[1]
/** Who hears of calls and the time they take. */
type CallLog = {
  readonly log: (line: string) => Promise<void>
  readonly now: () => Date
  /** Where the service is; it holds no secret. */
  readonly baseUrl: string
}

/** The same service. Logs each request and each reply in a line, with the last characters of the key. */
export function loggedService(service: Service, { log, now, baseUrl }: CallLog): Service {
  return async (call) => {
    const what = `${call.method} ${urlOf(baseUrl, withoutQuery(call.path))}`
    await log(requestLine(call, what))
    const begin = now().getTime()
    const spent = (): string => `${now().getTime() - begin} ms`
    try {
      const reply = await service(call)
      return { ...reply, body: logged(reply, what, log, spent) }
    } catch (error) {
      await log(`← ${what}: ${endOf(error)}, ${spent()}`)
      throw error
    }
  }
}

function requestLine({ query, headers, body, attempt = 1 }: Call, what: string): string {
  const key = headers[keyHeader]
  const search = new URLSearchParams(query).toString()
  return [
    `→ ${what}${search === '' ? '' : `?${search}`}`,
    ...(attempt === 1 ? [] : [`attempt ${attempt}`]),
    ...(body === undefined ? [] : [`${new TextEncoder().encode(body).length} bytes`]),
    ...(key === undefined ? [] : [`key ${lastFour(key)}`]),
  ].join(', ')
}

/** Why a call ended, without its address, which the line has said, and without advice. */
function endOf(error: unknown): string {
  const { reason }: { readonly reason?: unknown } = error instanceof Failure ? error.args : {}
  return typeof reason === 'string' ? reason : reasonOf(error).replace(/\.$/, '')
}

async function* logged(
  reply: Reply,
  what: string,
  log: CallLog['log'],
  spent: () => string,
): AsyncIterable<Uint8Array> {
  let bytes = 0
  let end = 'left unread after '
  try {
    for await (const chunk of reply.body) {
      bytes += chunk.length
      yield chunk
    }
    end = ''
  } catch (error) {
    end = `${endOf(error)} after `
    throw error
  } finally {
    await log(`← ${what}: status ${reply.status}, ${end}${bytes} bytes, ${spent()}`)
  }
}
