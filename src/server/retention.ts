import type { ResponseRecord, AnswerEntry } from '../form/response.ts'
import { count } from '../failure/failure.ts'
import {
  type ErasureKey,
  type Place,
  type ResponseKey,
  type ResponseQuery,
  type UploadKey,
  allRecords,
  closingIn,
  type ErasedResponse,
  type Store,
} from '../store/store.ts'
import { causeOf, logLine } from './log.ts'
import type { ServerDeps } from './deps.ts'
import { typeNamed } from '../form/components.ts'
import { domainToASCII } from 'node:url'
import { plainText } from '../form/typed-values.ts'

/** Responses by their ids, or all that contain an e-mail address. */
export type ResponseSelection = { readonly ids: readonly string[] } | { readonly email: string }

/** The selected responses of an environment, partial ones too. For an e-mail address it reads all, page by page. */
export async function findResponses(
  store: Store,
  environmentId: string,
  selection: ResponseSelection,
): Promise<readonly ResponseKey[]> {
  if ('ids' in selection) return store.responses.find(environmentId, selection.ids)
  const email = normalEmail(selection.email)
  const found: ResponseKey[] = []
  for await (const { formId, id, data } of allRecords(store, { environmentId, withPartials: true }))
    if (data.flatMap(emailsIn).some((address) => normalEmail(address) === email)) found.push({ formId, id })
  return found
}

/**
 * Erases responses for good, with their answers and files, and returns them. `filesLeft`: the number of uploads whose bytes are
 * elsewhere; the next sweep of a server removes them and the rows of the files.
 */
export async function eraseResponses(
  { store, blobs, now }: Pick<ServerDeps, 'store' | 'blobs' | 'now'>,
  environmentId: string,
  keys: readonly ErasureKey[],
): Promise<readonly (ErasedResponse & { readonly filesLeft: number })[]> {
  const responses: ErasedResponse[] = []
  for (let i = 0; i < keys.length; i += eraseBatch)
    responses.push(...(await store.responses.erase(environmentId, keys.slice(i, i + eraseBatch), now())))
  const removed = new Set<string>()
  for (const id of responses.flatMap(({ uploads }) => uploads)) if (await blobs.remove(id)) removed.add(id)
  const left = (uploads: readonly string[]): number => uploads.filter((id) => !removed.has(id)).length
  return responses.map(({ formId, id, uploads }) => ({ formId, id, uploads, filesLeft: left(uploads) }))
}

/** Small, so that saves wait only milliseconds for the transaction. */
const eraseBatch = 50

/** An address in lower case with its domain in ASCII: Chromium sends international domains as `xn--…`. */
function normalEmail(email: string): string {
  const plain = plainText(email).toLowerCase()
  const at = plain.lastIndexOf('@') + 1
  return plain.slice(0, at) + (domainToASCII(plain.slice(at)) || plain.slice(at))
}

/** The texts of an answer that may be an e-mail address: all fields if it has several, since some people type it into the wrong one. */
function emailsIn({ response }: AnswerEntry): readonly string[] {
  const { emailMembers = [], answerKind } = typeNamed(response.type) ?? {}
  const hasFields = emailMembers.length > 0 && answerKind === 'fields'
  const members = hasFields ? Object.values(response) : emailMembers.map((member) => response[member])
  return members.filter((member) => typeof member === 'string')
}

/** After how many days responses are erased; absent: never. */
export type Retention = {
  /** Partial responses, since they were last updated. */
  readonly erasePartialsAfter?: number | undefined
  /** All responses of a form, since it was closed or deleted. */
  readonly eraseAfterClose?: number | undefined
}

type Deps = Pick<ServerDeps, 'store' | 'blobs' | 'now' | 'log'>

/** Repeats `work`; returns a function that stops it. */
type Repeat = (milliseconds: number, work: () => void) => () => void

const hour = 60 * 60 * 1000

/** Erases what is too old, at once and then hourly. Several servers may do it at once. `pause` lets other work have its turn. */
export function startRetention(
  deps: Deps,
  retention: Retention,
  { every, pause }: { readonly every: Repeat; readonly pause: () => Promise<void> },
): { readonly stop: () => Promise<void> } {
  const { erasePartialsAfter, eraseAfterClose } = retention
  if (erasePartialsAfter === undefined && eraseAfterClose === undefined)
    return { stop: async () => undefined }
  return hourly(deps, every, 'retention', async (isStopped) => {
    const erased = await eraseOld(deps, retention, async () => {
      if (!isStopped()) await pause()
      return isStopped()
    })
    logErased(deps, erased, retention)
  })
}

/** Works at once and then hourly, one run at a time. A run that fails is logged. `stop` resolves when the current run has ended. */
export function hourly(
  deps: Deps,
  every: Repeat,
  name: string,
  work: (isStopped: () => boolean) => Promise<void>,
): { readonly stop: () => Promise<void> } {
  let isStopped = false
  let running: Promise<void> | undefined
  const run = (): void => {
    running ??= work(() => isStopped)
      .catch((error: unknown) =>
        logLine(deps, 'error', `${name} failed, and is tried again in an hour: ${causeOf(error)}`),
      )
      .finally(() => (running = undefined))
  }
  run()
  const end = every(hour, run)
  return {
    stop: async () => {
      isStopped = true
      end()
      await running
    },
  }
}

/** The numbers of erased responses. */
type ErasedCounts = { partials: number; ofForms: number }

function logErased(deps: Deps, erased: ErasedCounts, retention: Retention): void {
  const { erasePartialsAfter = 0, eraseAfterClose = 0 } = retention
  const parts = [
    [erased.partials, 'partial response', `not updated for ${count(erasePartialsAfter, 'day')}`],
    [erased.ofForms, 'response', `of forms that ended ${count(eraseAfterClose, 'day')} ago`],
  ] as const
  const texts = parts.flatMap(([n, noun, why]) => (n === 0 ? [] : [`${count(n, noun)} ${why}`]))
  if (texts.length > 0) logLine(deps, 'info', `retention erased ${texts.join(' and ')}`)
}

/** Erases what is too old in every environment. Ends early when a pause returns true. */
async function eraseOld(
  deps: Deps,
  { erasePartialsAfter, eraseAfterClose }: Retention,
  isStopped: () => Promise<boolean>,
): Promise<ErasedCounts> {
  const erased = { partials: 0, ofForms: 0 }
  const now = deps.now()
  const before = (days: number): string => new Date(Date.parse(now) - days * 24 * hour).toISOString()
  for (const { id: environmentId } of await deps.store.environments.list()) {
    const context = { deps, environmentId, now, erased, isStopped }
    const run: EraseContext = { ...context, timeOf: changeTimes(context) }
    if (erasePartialsAfter !== undefined) await erasePartials(run, before(erasePartialsAfter))
    if (eraseAfterClose !== undefined) await eraseOfForms(run, before(eraseAfterClose))
  }
  return erased
}

type EraseContext = {
  readonly deps: Deps
  readonly environmentId: string
  readonly now: string
  readonly erased: ErasedCounts
  readonly isStopped: () => Promise<boolean>
  /** When a form or response last changed: its stored time, or the latest possible time where that is in the future. */
  readonly timeOf: (at: string, key: Partial<ResponseKey>) => Promise<string>
}

/**
 * A change has a time in the future if the clock was ahead when it was made. It was made before every change with a greater
 * number, so it gets the time of the first of them that has a possible one. Changes are read only if there is such a time.
 */
function changeTimes({
  deps,
  environmentId,
  now,
  isStopped,
}: Omit<EraseContext, 'timeOf'>): EraseContext['timeOf'] {
  const read = async (): Promise<ReadonlyMap<string, string>> => {
    const times = new Map<string, string>()
    let [ahead, latest]: [string[], string] = [[], '']
    for (let after = 0, isMore = true; isMore;) {
      const events = await deps.store.events.after(environmentId, after, eventBatch)
      for (const { seq, at, formId, responseId } of events) {
        after = seq
        if (at > now) ahead.push(formId, `${formId}/${responseId}`)
        else {
          // A clock that was behind meanwhile makes nothing older than what came before.
          if (at > latest) latest = at
          for (const key of ahead) times.set(key, latest)
          ahead = []
        }
      }
      isMore = events.length === eventBatch && !(await isStopped())
    }
    for (const key of ahead) times.set(key, now)
    return times
  }
  let times: ReturnType<typeof read> | undefined
  return async (at, { formId = '', id }) =>
    at > now ? ((await (times ??= read())).get(id === undefined ? formId : `${formId}/${id}`) ?? at) : at
}

const eventBatch = 500

/** Erases the partial responses that were created before that time, and those created in the future, which are the newest. */
async function erasePartials(run: EraseContext, before: string): Promise<void> {
  const { deps, environmentId, now, erased } = run
  for (const below of [undefined, { createdAt: before, id: '' }])
    for await (const records of responsesOf(run, { withPartials: 'only' }, below)) {
      const old: ErasureKey[] = []
      for (const { formId, id, updatedAt } of records)
        // With its time, as somebody may continue the response at this moment.
        if ((await run.timeOf(updatedAt, { formId, id })) < before) old.push({ formId, id, updatedAt })
      erased.partials += (await eraseResponses(deps, environmentId, old)).length
      if (!below && !records.some(({ createdAt }) => createdAt > now)) break
    }
}

/** Erases the responses of all forms that ended before that time. */
async function eraseOfForms(run: EraseContext, before: string): Promise<void> {
  const { deps, environmentId, erased, isStopped } = run
  const { forms } = deps.store
  for (const { id, complete, partial } of await forms.list(environmentId, { withDeleted: true })) {
    if (complete + partial === 0) continue
    if (await isStopped()) return
    const form = await forms.get(id)
    const closing = form && (await closingIn(form, deps))
    const ends = [closing?.since, form?.deletedAt].filter((at) => at !== undefined)
    const times = await Promise.all(ends.map((at) => run.timeOf(at, { formId: id })))
    if (!times.some((at) => at < before)) continue
    // Erasing would open a full form again.
    if (closing?.reason === 'limit') await forms.close(id, times[0] ?? closing.since)
    for await (const records of responsesOf(run, { formId: id, withPartials: true })) {
      const keys = records.map(({ formId, id: responseId }) => ({ formId, id: responseId }))
      erased.ofForms += (await eraseResponses(deps, environmentId, keys)).length
    }
  }
}

/** Responses, the newest first, in batches with a pause before each. */
async function* responsesOf(
  { deps: { store }, environmentId, isStopped }: EraseContext,
  query: Omit<ResponseQuery, 'environmentId'>,
  from?: Place,
): AsyncIterable<readonly ResponseRecord[]> {
  for (let below = from, isMore = true; isMore;) {
    if (await isStopped()) return
    const { body, last } = await store.responses.page({
      ...query,
      environmentId,
      order: { by: 'creation', below },
      limit: eraseBatch,
      separator: ',',
    })
    // The store returns the JSON of records.
    yield JSON.parse(`[${Buffer.from(body).toString()}]`) as readonly ResponseRecord[]
    below = last
    isMore = last !== undefined
  }
}

/** Removes the files that no answer has, at once and then hourly. What a run leaves when it is stopped, the next one removes. */
export const startSweeping = (deps: Deps, every: Repeat): { readonly stop: () => Promise<void> } =>
  hourly(deps, every, 'the sweep of uploaded files', (isStopped) => sweepUploads(deps, isStopped))

const uploadBatch = 500

/** Removes files that no answer has had for an hour: of a failed post, removed from an answer, or of erased responses. */
export async function sweepUploads(
  { store, blobs, now }: Omit<Deps, 'log'>,
  isStopped = (): boolean => false,
): Promise<void> {
  await blobs.sweep()
  const before = new Date(Date.parse(now()) - hour).toISOString()
  while (!isStopped()) {
    const uploads = await store.uploads.claim(before, uploadBatch)
    const removed: UploadKey[] = []
    let failure: unknown
    for (const upload of uploads) {
      if (isStopped()) break
      try {
        await blobs.remove(upload.id)
        removed.push(upload)
      } catch (error) {
        failure = error
      }
    }
    if (removed.length > 0) await store.uploads.delete(removed)
    // Otherwise the next round would claim the same uploads again, without end.
    if (failure !== undefined) throw failure
    if (uploads.length === 0) return
  }
}
