import type { ResponseRecord } from '../form/response.ts'
import { count } from '../failure/failure.ts'
import type { ErasureKey, Place, ResponseKey, ResponseQuery } from '../store/store.ts'
import { closingIn } from './form-closing.ts'
import { eraseResponses } from './erase.ts'
import { causeOf, type LogEntry } from './log.ts'
import type { World } from './world.ts'

/** After how many days responses are erased; absent: never. */
export type Retention = {
  /** Partial responses, since they were last updated. */
  readonly erasePartialsAfter?: number | undefined
  /** All responses of a form, since it was closed or deleted. */
  readonly eraseAfterClose?: number | undefined
}

type RetentionWorld = Pick<World, 'store' | 'blobs' | 'now' | 'log'>

/** Time as it passes. */
type Timing = {
  /** Repeats `work`; returns a function that stops it. */
  readonly every: (milliseconds: number, work: () => void) => () => void
  /** Lets others have their turn. */
  readonly pause: () => Promise<void>
}

const hour = 60 * 60 * 1000

/** Erases what is too old, now and then hourly. Several servers may do it at once. `stop` resolves when nothing runs any more. */
export function startRetention(
  world: RetentionWorld,
  retention: Retention,
  { every, pause }: Timing,
): { readonly stop: () => Promise<void> } {
  const { erasePartialsAfter, eraseAfterClose } = retention
  if (erasePartialsAfter === undefined && eraseAfterClose === undefined)
    return { stop: async () => undefined }
  let isStopped = false
  let running: Promise<void> | undefined
  const erase = eraserOf(world, retention, async () => {
    if (!isStopped) await pause()
    return isStopped
  })
  const run = (): void => {
    running ??= erase()
      .then((erased) => logErased(world, erased, retention))
      .catch((error: unknown) => {
        report(world, 'error', `retention failed, and is tried again in an hour: ${causeOf(error)}`)
      })
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

/** How many responses were erased. */
type Erased = { partials: number; ofForms: number }

const report = ({ log, now }: RetentionWorld, level: LogEntry['level'], message: string): void =>
  log({ time: now(), level, message })

function logErased(world: RetentionWorld, erased: Erased, retention: Retention): void {
  const { erasePartialsAfter = 0, eraseAfterClose = 0 } = retention
  const parts = [
    [erased.partials, 'partial response', `not updated for ${count(erasePartialsAfter, 'day')}`],
    [erased.ofForms, 'response', `of forms that ended ${count(eraseAfterClose, 'day')} ago`],
  ] as const
  const texts = parts.flatMap(([n, noun, why]) => (n === 0 ? [] : [`${count(n, noun)} ${why}`]))
  if (texts.length > 0) report(world, 'info', `retention erased ${texts.join(' and ')}`)
}

/** One run: what is too old in every environment. It ends early when a pause says so. */
function eraserOf(
  world: RetentionWorld,
  { erasePartialsAfter, eraseAfterClose }: Retention,
  isStopped: () => Promise<boolean>,
): () => Promise<Erased> {
  return async () => {
    const erased = { partials: 0, ofForms: 0 }
    const now = world.now()
    const before = (days: number): string => new Date(Date.parse(now) - days * 24 * hour).toISOString()
    for (const { id: environmentId } of await world.store.environments.list()) {
      const begun = { world, environmentId, now, erased, isStopped }
      const run: Run = { ...begun, timeOf: timesIn(begun) }
      if (erasePartialsAfter !== undefined) await erasePartials(run, before(erasePartialsAfter))
      if (eraseAfterClose !== undefined) await eraseOfForms(run, before(eraseAfterClose))
    }
    return erased
  }
}

type Run = {
  readonly world: RetentionWorld
  readonly environmentId: string
  readonly now: string
  readonly erased: Erased
  readonly isStopped: () => Promise<boolean>
  /** When a form or response last changed, if the time that it has is not in the future; else when that was at the latest. */
  readonly timeOf: (at: string, key: Partial<ResponseKey>) => Promise<string>
}

/**
 * A change has a time in the future if the clock was ahead when it was made. It was made before every change with a greater
 * number, so it counts as the first of them that has a possible time. Changes are read only if there is such a time.
 */
function timesIn({ world, environmentId, now, isStopped }: Omit<Run, 'timeOf'>): Run['timeOf'] {
  const read = async (): Promise<ReadonlyMap<string, string>> => {
    const times = new Map<string, string>()
    let [ahead, latest]: [string[], string] = [[], '']
    for (let after = 0, isMore = true; isMore;) {
      const events = await world.store.events.after(environmentId, after, mostEvents)
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
      isMore = events.length === mostEvents && !(await isStopped())
    }
    for (const key of ahead) times.set(key, now)
    return times
  }
  let times: ReturnType<typeof read> | undefined
  return async (at, { formId = '', id }) =>
    at > now ? ((await (times ??= read())).get(id === undefined ? formId : `${formId}/${id}`) ?? at) : at
}

const mostEvents = 500

/** So many at once that nobody waits. */
const step = 50

/** Those that were created before that time, and those that were created in the future, which are the newest. */
async function erasePartials(run: Run, before: string): Promise<void> {
  const { world, environmentId, now, erased } = run
  for (const below of [undefined, { createdAt: before, id: '' }])
    for await (const records of responses(run, { withPartials: 'only' }, below)) {
      const old: ErasureKey[] = []
      for (const { formId, id, updatedAt } of records)
        // The time goes along, as somebody may continue it at this moment.
        if ((await run.timeOf(updatedAt, { formId, id })) < before) old.push({ formId, id, updatedAt })
      erased.partials += (await eraseResponses(world, environmentId, old)).length
      if (!below && !records.some(({ createdAt }) => createdAt > now)) break
    }
}

/** Erases the responses of all forms that ended before that time. */
async function eraseOfForms(run: Run, before: string): Promise<void> {
  const { world, environmentId, erased, isStopped } = run
  const { forms } = world.store
  for (const { id, complete, partial } of await forms.list(environmentId, { withDeleted: true })) {
    if (complete + partial === 0) continue
    if (await isStopped()) return
    const form = await forms.get(id)
    const closing = form && (await closingIn(form, world))
    const ends = [closing?.since, form?.deletedAt].filter((at) => at !== undefined)
    const times = await Promise.all(ends.map((at) => run.timeOf(at, { formId: id })))
    if (!times.some((at) => at < before)) continue
    // Erasing frees places, and nobody shall take them.
    if (closing?.reason === 'limit') await forms.close(id, times[0] ?? closing.since)
    for await (const records of responses(run, { formId: id, withPartials: true })) {
      const keys = records.map(({ formId, id: responseId }) => ({ formId, id: responseId }))
      erased.ofForms += (await eraseResponses(world, environmentId, keys)).length
    }
  }
}

/** Responses, the newest first, in steps with a pause before each. */
async function* responses(
  { world: { store }, environmentId, isStopped }: Run,
  query: Omit<ResponseQuery, 'environmentId'>,
  from?: Place,
): AsyncIterable<readonly ResponseRecord[]> {
  for (let below = from, isMore = true; isMore;) {
    if (await isStopped()) return
    const order = { by: 'creation', ...(below && { below }) } as const
    const { body, last } = await store.responses.page({
      ...query,
      environmentId,
      order,
      limit: step,
      separator: ',',
    })
    // The store gives the JSON of records.
    yield JSON.parse(`[${Buffer.from(body).toString()}]`) as readonly ResponseRecord[]
    below = last
    isMore = last !== undefined
  }
}
