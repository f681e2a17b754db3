import type { ResponseRecord } from '../form/response.ts'
import { count } from '../failure/failure.ts'
import type { ResponseKey, StoredEvent } from '../store/store.ts'
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

/** The numbers of changes up to which all is done, so that an hour's run reads only what has become old since. */
type Progress = { partials: number; forms: number }

/** One run: what is too old in every environment. It ends early when a pause says so. */
function eraserOf(
  world: RetentionWorld,
  { erasePartialsAfter, eraseAfterClose }: Retention,
  isStopped: () => Promise<boolean>,
): () => Promise<Erased> {
  const progress = new Map<string, Progress>()
  const before = (days: number): string => new Date(Date.parse(world.now()) - days * 24 * hour).toISOString()
  return async () => {
    const erased = { partials: 0, ofForms: 0 }
    for (const { id } of await world.store.environments.list()) {
      const done = progress.get(id) ?? { partials: 0, forms: 0 }
      progress.set(id, done)
      const run: Run = { world, environmentId: id, done, erased, isStopped }
      if (erasePartialsAfter !== undefined) await erasePartials(run, before(erasePartialsAfter))
      if (eraseAfterClose !== undefined) await eraseOfForms(run, before(eraseAfterClose))
    }
    return erased
  }
}

type Run = {
  readonly world: RetentionWorld
  readonly environmentId: string
  readonly done: Progress
  readonly erased: Erased
  readonly isStopped: () => Promise<boolean>
}

/** So many at once that nobody waits. */
const step = 50

/** Responses in the order of their last change, so the first one that is young ends the run. */
async function erasePartials(
  { world, environmentId, done, erased, isStopped }: Run,
  before: string,
): Promise<void> {
  const { store } = world
  const until = await store.events.last(environmentId)
  while (done.partials < until && !(await isStopped())) {
    const { body, last } = await store.responses.page({
      environmentId,
      withPartials: true,
      order: { by: 'change', after: done.partials, until },
      limit: step,
      separator: '\n',
    })
    const lines = Buffer.from(body)
      .toString()
      .split('\n')
      .filter((line) => line !== '')
    // The store gives the JSON of records.
    const records = lines.map((line) => JSON.parse(line) as ResponseRecord)
    const old = records.filter(({ updatedAt }) => updatedAt < before)
    const keys = old
      .filter(({ finished }) => !finished)
      // Somebody may continue one at this moment.
      .map(({ formId, id, updatedAt }) => ({ formId, id, updatedAt }))
    erased.partials += (await eraseResponses(world, environmentId, keys)).length
    if (old.length < records.length) return
    done.partials = last?.seq ?? until
  }
}

const keyOf = ({ formId, id }: ResponseRecord): ResponseKey => ({ formId, id })

const mostEvents = 500

/** Forms in the order in which they ended. */
async function eraseOfForms(run: Run, before: string): Promise<void> {
  const { world, environmentId, done, isStopped } = run
  while (!(await isStopped())) {
    const events = await world.store.events.after(environmentId, done.forms, mostEvents)
    for (const event of events) {
      if (event.at >= before) return
      if (isEnd(event) && (await isEnded(run, event.formId, before)) && !(await eraseForm(run, event.formId)))
        return
      done.forms = event.seq
    }
    if (events.length < mostEvents) return
  }
}

const isEnd = ({ type }: StoredEvent): boolean => type === 'form.closed' || type === 'form.deleted'

async function isEnded({ world }: Run, formId: string, before: string): Promise<boolean> {
  const form = await world.store.forms.get(formId)
  return [form?.closedAt, form?.deletedAt].some((at) => at !== undefined && at < before)
}

/** False when it was stopped before all responses were erased. */
async function eraseForm({ world, environmentId, erased, isStopped }: Run, formId: string): Promise<boolean> {
  for (;;) {
    if (await isStopped()) return false
    const { body, count: found } = await world.store.responses.page({
      environmentId,
      formId,
      withPartials: true,
      order: { by: 'creation' },
      limit: step,
      separator: ',',
    })
    if (found === 0) return true
    const records = JSON.parse(`[${Buffer.from(body).toString()}]`) as readonly ResponseRecord[]
    erased.ofForms += (await eraseResponses(world, environmentId, records.map(keyOf))).length
  }
}
