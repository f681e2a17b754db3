import type { FastifyError, FastifyReply } from 'fastify'
import { fingerprintOf, type SaveResult } from '../../form/response.ts'
import { logFailure } from '../log.ts'
import { retryAfterOf } from '../refusal.ts'
import type { PageWorld } from '../world.ts'
import { closedText, refusalTextOf } from './page-refusal.ts'
import { textsOf } from '../../form/languages.ts'
import { languageFor, type FormCall } from './visited-form.ts'
import { saveStep, readPost, type SavedStep } from './post-step.ts'

/** What the script of a page learns. `basis`: the new fingerprints of answers that are stored as the page sent them. */
type AutosaveReply = {
  readonly state: SaveState
  readonly basis: Readonly<Record<string, string>>
  readonly text: string
}

type SaveState = 'saved' | 'conflict' | 'final' | 'closed' | 'gone' | 'too-large' | 'failed'

/** Answers `POST /save`: stores a step as it is while a person types. It never finishes the form, and leads nowhere. */
export async function autosave(call: FormCall): Promise<FastifyReply> {
  const { request, reply, world } = call
  const posted = await readPost(request, world)
  await world.admit?.(request, posted.session)
  if (posted.form.deletedAt !== undefined) return send(reply, 'gone')
  // A session that begins here is one that the page does not know of.
  if (closedText(posted.form, { isMeanwhile: true }, world) || posted.session.isNew || posted.isOver)
    return send(reply, 'closed')
  if (posted.record?.finished) return send(reply, 'final')
  const savedStep = await saveStep({ ...posted, isAutosave: true }, call)
  const state = stateOf(savedStep.saved)
  // The cookie stays as it is: a reply that comes late must not bring back one that was dropped.
  const basis = state === 'saved' || state === 'conflict' ? basisAfter(savedStep) : {}
  const isDraft = state === 'saved' && posted.session.isChange === true
  return send(reply, state, { basis, text: isDraft ? 'changing' : state })
}

const stateOf = ({ outcome }: SaveResult): SaveState =>
  outcome === 'repeated' ? 'final' : outcome === 'full' ? 'saved' : outcome

/** Not of an answer that another page changed: what this page sends next must not pass for a change of that one. */
function basisAfter({ reading, saved: { record } }: SavedStep): Readonly<Record<string, string>> {
  const prints = reading.questionIds.map((questionId) => ({
    questionId,
    sent: fingerprintOf(record.id, questionId, reading.answers),
    stored: fingerprintOf(record.id, questionId, record.data),
  }))
  return Object.fromEntries(
    prints
      .filter(({ sent, stored }) => sent === stored)
      .map(({ questionId, stored }) => [questionId, stored]),
  )
}

/** Answers a save that failed, in the form that its script reads. */
export function answerSaveError(
  error: FastifyError & { readonly retryAfter?: number },
  { reply, world }: { readonly reply: FastifyReply; readonly world: PageWorld },
): FastifyReply {
  const { status } = refusalTextOf(error)
  if (status >= 500) logFailure(world, reply, { status, error })
  const retryAfter = retryAfterOf(error)
  if (retryAfter !== undefined) reply.header('retry-after', retryAfter)
  reply.removeHeader('connection')
  return send(reply.status(status), status === 404 ? 'gone' : status === 413 ? 'too-large' : 'failed')
}

type Saying = Partial<Pick<AutosaveReply, 'basis'>> & { readonly text?: SaveState | 'changing' }

const send = (
  reply: FastifyReply,
  state: SaveState,
  { basis = {}, text = state }: Saying = {},
): FastifyReply =>
  reply
    .headers({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
    .send({ state, basis, text: textsOf(languageFor(reply.request)).saving[text] } satisfies AutosaveReply)
