/** Starting again, and continuing a response later or on another device. */
import type { FastifyReply } from 'fastify'
import { encode } from 'uqr'
import { finishedAt } from '../../form/draft.ts'
import { typeNamed } from '../../form/components.ts'
import { addressMeant } from '../../form/types/mistyped-email.ts'
import type { Begun, ResponseRecord } from '../../form/response.ts'
import type { PublishedForm } from '../../form/form.ts'
import { attributes, hiddenInput, html, type Html } from '../../html/html.ts'
import { formPath } from '../../wire/wire.ts'
import type { PageDeps } from '../deps.ts'
import { pageOf, pageTop, sendPage, type Page, pageAddress } from './layout.ts'
import { textsOf, timeText, writtenDay } from '../../form/languages.ts'
import { refusalText, endingCss, refusalPage } from './refusal-pages.ts'
import { directionField } from '../components/next-button.ts'
import { stepAfterScreens } from './form-steps.ts'
import { stepsOf } from '../../form/form-path.ts'
import { showDirection } from './step-page.ts'
import { findForm, type FormCall } from './visit.ts'
import {
  endSession,
  keepSession,
  linkTokenOf,
  sessionOfLink,
  tokenField,
  tokenOf,
  type Session,
} from './session.ts'

/** Where an address that was given on the step before looks mistyped: the one that was probably meant, and the way back. */
export function meantNotice(
  form: PublishedForm,
  { data }: ResponseRecord,
  before: number | undefined,
): Html | undefined {
  const asked = new Set(stepsOf(form).asking[before ?? -1]?.components.map(({ questionId }) => questionId))
  const meant = data
    .filter(({ questionId }) => asked.has(questionId))
    .flatMap(({ response }) =>
      (typeNamed(response.type)?.emailMembers ?? []).map((member) => response[member]),
    )
    .flatMap((address) => (typeof address === 'string' ? (addressMeant(address) ?? []) : []))[0]
  return meant === undefined || before === undefined
    ? undefined
    : html`<p class="notice" role="status">
        <a ${attributes({ href: pageAddress(form, { query: `step=${before + 1}` }) })}
          >${textsOf(form.language).hints.addressMeant(meant)}</a
        >
      </p>`
}

/**
 * The notice above a form that is opened at its own address while the browser has a response, perhaps of another person: one that was
 * begun, or a finished one that is changed.
 */
export function begunNotice(
  form: PublishedForm,
  { session, record, draft }: Begun & { readonly session: Session },
  lastStep: number,
): Html | undefined {
  const { saving, after, page } = textsOf(form.language)
  const action = { method: 'post', action: pageAddress(form, { path: '/anew' }) }
  if (session.isChange === true)
    return html`
      <form class="notice" ${attributes(action)}>
        <p role="status">${after.changing(timeText(finishedAt(record), form.language))}</p>
        <div class="foot"><button type="submit" class="plain">${page.fillInAnew}</button></div>
      </form>
    `
  if (record.finished || record.data.length + draft.length === 0) return undefined
  return html`
    <form class="notice" ${attributes(action)}>
      <p role="status">${saving.begun(writtenDay(record.createdAt, form.language))}</p>
      <div class="foot">
        <a ${attributes({ href: pageAddress(form, { query: `step=${lastStep + 1}` }) })}>${saving.goOn}</a>
        <button type="submit" class="plain">${saving.startAnew}</button>
      </div>
    </form>
  `
}

/** Answers `POST /anew`: the browser forgets the response, which stays stored. */
export async function beginAnew({ request, reply, deps }: FormCall): Promise<FastifyReply> {
  const form = await findForm(request, deps)
  endSession(reply, form)
  return reply.redirect(pageAddress(form), 303)
}

/** The page with the link to continue a response on another device. */
export function linkPage(
  form: PublishedForm,
  session: Session,
  stepIndex: number,
  call: RequestContext,
): Page {
  const { saving } = textsOf(form.language)
  const address = linkAddress(form, linkTokenOf(session, form.id, call.deps), call)
  const step = pageAddress(form, { query: `step=${stepIndex + 1}` })
  return plainPage(
    form,
    saving.otherDevice,
    html`
      <p class="lead">${saving.link}</p>
      ${addressField(address, form.language)} ${qrCode(address, saving.qr)}
      ${
        session.isInCookie
          ? html`<p><a class="button" ${attributes({ href: step })}>${saving.goOnHere}</a></p>`
          : html`<form ${attributes({ method: 'post', action: step })}>
              ${hiddenInput(tokenField, tokenOf(session, form.id, call.deps))}
              ${hiddenInput(directionField, showDirection)}
              <button type="submit">${saving.goOnHere}</button>
            </form>`
      }
    `,
  )
}

type RequestContext = Pick<FormCall, 'request' | 'deps'>

/** The absolute address of a link with a token. */
export const linkAddress = (form: PublishedForm, token: string, { request, deps }: RequestContext): string =>
  `${deps.publicUrl ?? `${request.protocol}://${request.host}`}${formPath(form.id)}?${tokenField}=${token}`

/** An address to copy. The button is shown by the script `copy`. */
export function addressField(value: string, language: string | undefined): Html {
  const { linkLabel, copyLink, copied } = textsOf(language).saving
  const own = { id: 'link', type: 'url', dir: 'ltr', readonly: true, value, autocomplete: 'off' }
  return html`
    <div class="field">
      <label for="link">${linkLabel}</label>
      <div class="copied">
        <input ${attributes(own)} />
        <button ${attributes({ type: 'button', 'aria-live': 'polite', hidden: true, 'data-copied': copied })}>
          ${copyLink}
        </button>
      </div>
    </div>
  `
}

/** A text as a QR code. It is black on white in every look, since cameras need that, and so are the four dots of margin. */
function qrCode(text: string, label: string): Html {
  const { data, size } = encode(text, { border: 4 })
  const dots = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  const own = { class: 'qr', viewBox: `0 0 ${size} ${size}`, role: 'img', 'aria-label': label }
  return html`<p class="hint">${label}</p>
    <svg ${attributes(own)}><path ${attributes({ d: dots.join('') })} /></svg>`
}

/** CSS of `addressField` and `qrCode`. */
export const linkCss = `
.copied{display:flex;gap:.6rem}
.copied button{flex:none}
[hidden]{display:none!important}
.qr{width:min(14rem,100%);justify-self:var(--align);background:#fff;shape-rendering:crispEdges;forced-color-adjust:none}
.qr path{fill:#000}
`

/** The page for a finished response that can no longer be changed. */
export const changeEnded = (form: PublishedForm, sent?: Html): Page =>
  refusalPage(refusalText('change-ended', form.language), { form, sent })

/**
 * The page of a link with a token. It asks first, since the link may come from somebody who wants to read what this person types, and it
 * shows no answers.
 */
export function linkedPage(form: PublishedForm, token: string, deps: PageDeps): Page {
  const { saving, after } = textsOf(form.language)
  const session = sessionOfLink(token, form.id, deps)
  if (!session)
    return refusalPage(
      { status: 410, title: saving.linkOpened, sentence: saving.linkEnded },
      { formId: form.id, language: form.language },
    )
  return plainPage(
    form,
    session.isChange === true ? after.change : saving.linkOpened,
    html`
      <p class="lead">${session.isChange === true ? after.changeAsks : saving.linkAsks}</p>
      <form ${attributes({ method: 'post', action: pageAddress(form, { path: '/resume' }) })}>
        ${hiddenInput(tokenField, token)}
        <button type="submit">${saving.goOn}</button>
      </form>
    `,
  )
}

/** Answers `POST /resume`: the browser continues the response of a link. */
export async function resumeLink({ request, reply, deps }: FormCall): Promise<FastifyReply> {
  const form = await findForm(request, deps)
  const token = request.body?.fields.get(tokenField)?.[0] ?? ''
  const session = sessionOfLink(token, form.id, deps)
  return session ? openLink(reply, session, form, deps) : sendPage(reply, linkedPage(form, token, deps))
}

/** Continues the response of a link: where it was left, or with the first step of one that is changed. */
export function openLink(
  reply: FastifyReply,
  session: Session,
  form: PublishedForm,
  deps: PageDeps,
): FastifyReply {
  keepSession(reply, session, { form, token: tokenOf(session, form.id, deps) })
  const query = session.isChange === true ? '' : `step=${stepAfterScreens(form, session.screensDone) + 1}`
  return reply.redirect(pageAddress(form, { query }), 303)
}

const plainPage = (form: PublishedForm, title: string, content: Html): Page =>
  pageOf(form, title, {
    rules: [endingCss, linkCss],
    scripts: ['copy'],
    body: html`
      ${pageTop(form)}
      <div class="ending">
        <h1>${title}</h1>
        ${content}
      </div>
    `,
  })
