import type { FastifyError, FastifyReply } from 'fastify'
import { fingerprintOf } from '../../form/response.ts'
import { logFailure } from '../log.ts'
import { retryAfterOf } from '../refusal.ts'
import type { PageDeps } from '../deps.ts'
import { closedText, refusalTextOf } from './refusal-pages.ts'
import { textsOf } from '../../form/languages.ts'
import { languageFor, type FormCall } from './request-form.ts'
import { saveStep, readPost, type SavedStep } from './post-step.ts'

/** The reply to the script of a page. `basis`: the new fingerprints of the answers that are stored as the page sent them. */
type AutosaveReply = {
  readonly state: SaveState
  readonly basis: Readonly<Record<string, string>>
  readonly text: string
}

type SaveState = 'saved' | 'conflict' | 'final' | 'closed' | 'gone' | 'too-large' | 'failed'

/** Answers `POST /save`: stores a step as it is while a person types. It never finishes the form, and leads nowhere. */
export async function autosave(call: FormCall): Promise<FastifyReply> {
  const { request, reply, deps } = call
  const posted = await readPost(request, deps)
  await deps.admit?.(request, posted.session)
  if (posted.form.deletedAt !== undefined) return send(reply, 'gone')
  // A new session means that the page's own has expired or was changed.
  if (closedText(posted.form, { isMeanwhile: true }, deps) || posted.session.isNew || posted.isOver)
    return send(reply, 'closed')
  if (posted.record?.finished) return send(reply, 'final')
  const savedStep = await saveStep({ ...posted, isAutosave: true }, call)
  const { outcome } = savedStep.saved
  const state = outcome === 'repeated' ? 'final' : outcome === 'full' ? 'saved' : outcome
  // The cookie stays unchanged: a late reply must not restore one that was dropped.
  const basis = state === 'saved' || state === 'conflict' ? basisAfter(savedStep) : {}
  const isDraft = state === 'saved' && posted.session.isChange === true
  return send(reply, state, { basis, text: isDraft ? 'changing' : state })
}

/** Without answers that another page changed: the next post of this page must not count as a change of those. */
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

/** Answers a failed autosave, for the script. */
export function answerSaveError(
  error: FastifyError & { readonly retryAfter?: number },
  { reply, deps }: { readonly reply: FastifyReply; readonly deps: PageDeps },
): FastifyReply {
  const { status } = refusalTextOf(error)
  if (status >= 500) logFailure(deps, reply, { status, error })
  const retryAfter = retryAfterOf(error)
  if (retryAfter !== undefined) reply.header('retry-after', retryAfter)
  reply.removeHeader('connection')
  return send(reply.status(status), status === 404 ? 'gone' : status === 413 ? 'too-large' : 'failed')
}

const send = (
  reply: FastifyReply,
  state: SaveState,
  {
    basis = {},
    text = state,
  }: { readonly basis?: AutosaveReply['basis']; readonly text?: SaveState | 'changing' } = {},
): FastifyReply =>
  reply
    .headers({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
    .send({ state, basis, text: textsOf(languageFor(reply.request)).saving[text] } satisfies AutosaveReply)
