/** How a person begins anew, or goes on with a response at another time or on another device. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Begun } from '../../form/response.ts'
import type { PublishedForm } from '../../form/form.ts'
import { attributes, html, type Html } from '../../html/html.ts'
import { formPath } from '../../wire/wire.ts'
import type { PageWorld } from '../world.ts'
import { sendPage, type Page } from './layout.ts'
import type { Submission } from './multipart-body.ts'
import { refusal } from './page-refusal.ts'
import { endingCss, refusalPage } from './plain-pages.ts'
import { saveWords } from '../languages/en.ts'
import {
  endSession,
  keepSession,
  linkTokenOf,
  sessionOfLink,
  tokenField,
  tokenOf,
  type Session,
} from './session.ts'

type FormRequest = FastifyRequest<{ Params: { readonly formId: string } }>

const anewPath = (formId: string): string => `${formPath(formId)}/anew`

/** Above a form that is opened at its own address while a response is under way, perhaps that of the person before. */
export function begunNotice(
  { id }: PublishedForm,
  { record, draft }: Begun,
  lastStep: number,
): Html | undefined {
  if (record.finished || record.data.length + draft.length === 0) return undefined
  const date = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(record.createdAt),
  )
  return html`
    <form class="notice" ${attributes({ method: 'post', action: anewPath(id) })}>
      <p role="status">${saveWords.begun(date)}</p>
      <div class="foot">
        <a ${attributes({ href: `${formPath(id)}?step=${lastStep + 1}` })}>${saveWords.goOn}</a>
        <button type="submit" class="plain">${saveWords.anew}</button>
      </div>
    </form>
  `
}

/** Answers `POST /anew`: the browser forgets the response, which stays as it is. */
export async function beginAnew(request: FormRequest, reply: FastifyReply): Promise<FastifyReply> {
  endSession(reply, request.params.formId)
  return reply.redirect(formPath(request.params.formId), 303)
}

type Linked = { readonly form: PublishedForm; readonly session: Session; readonly stepIndex: number }

/** The page with the address that leads to a response on another device. */
export function linkPage(
  { form, session, stepIndex }: Linked,
  request: FastifyRequest,
  world: PageWorld,
): Page {
  const origin = world.publicUrl ?? `${request.protocol}://${request.host}`
  const value = `${origin}${formPath(form.id)}?${tokenField}=${linkTokenOf(session, form.id, world)}`
  return plainPage(
    form,
    saveWords.otherDevice,
    html`
      <p class="lead">${saveWords.link}</p>
      <div class="field">
        <label for="link">${saveWords.linkLabel}</label>
        <input ${attributes({ id: 'link', type: 'url', readonly: true, value, autocomplete: 'off' })} />
      </div>
      ${session.isInCookie && html`<p><a class="button" ${attributes({ href: `${formPath(form.id)}?step=${stepIndex + 1}` })}>${saveWords.goOnHere}</a></p>`}
    `,
  )
}

/**
 * The page that such an address leads to. It asks, since the address may come from somebody who wants to read what this person types;
 * and it shows no answer.
 */
export function linkedPage(form: PublishedForm, token: string, world: PageWorld): Page {
  if (!sessionOfLink(token, form.id, world))
    return refusalPage(
      { status: 410, title: saveWords.linkOpened, sentence: saveWords.linkEnded },
      { formId: form.id },
    )
  return plainPage(
    form,
    saveWords.linkOpened,
    html`
      <p class="lead">${saveWords.linkAsks}</p>
      <form ${attributes({ method: 'post', action: `${formPath(form.id)}/resume` })}>
        <input ${attributes({ type: 'hidden', name: tokenField, value: token })} />
        <button type="submit">${saveWords.goOn}</button>
      </form>
    `,
  )
}

/** Answers `POST /resume`: the browser goes on with the response of a link. */
export async function resumeLink(
  request: FastifyRequest<{ Params: { readonly formId: string }; Body: Submission | undefined }>,
  reply: FastifyReply,
  world: PageWorld,
): Promise<FastifyReply> {
  const { formId } = request.params
  const form = await world.store.forms.get(formId)
  if (!form || form.deletedAt !== undefined) throw refusal('form-unknown')
  const token = request.body?.fields.get(tokenField)?.[0] ?? ''
  const session = sessionOfLink(token, formId, world)
  if (!session) return sendPage(reply, linkedPage(form, token, world))
  keepSession(reply, session, { formId, token: tokenOf(session, formId, world) })
  return reply.redirect(`${formPath(formId)}?step=${session.stepsDone + 1}`, 303)
}

const plainPage = (form: PublishedForm, title: string, content: Html): Page => ({
  status: 200,
  title: `${title} – ${form.name}`,
  style: form.style,
  about: form,
  rules: [endingCss],
  body: html`
    <div class="top"><p class="name" dir="auto">${form.name}</p></div>
    <div class="ending">
      <h1>${title}</h1>
      ${content}
    </div>
  `,
})
