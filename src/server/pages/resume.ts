/** How a person begins anew, or goes on with a response at another time or on another device. */
import type { FastifyReply } from 'fastify'
import { finishedAt } from '../../form/draft.ts'
import type { Begun, ResponseRecord } from '../../form/response.ts'
import type { PublishedForm } from '../../form/form.ts'
import { attributes, hiddenInput, html, type Html } from '../../html/html.ts'
import { formPath } from '../../wire/wire.ts'
import type { PageWorld } from '../world.ts'
import { pageOf, pageTop, sendPage, type Page } from './layout.ts'
import { textsOf, timeText, writtenDay } from '../../form/languages.ts'
import { refusalText } from './page-refusal.ts'
import { endingCss, refusalPage } from './plain-pages.ts'
import { directionField } from '../components/next-button.ts'
import { stepAfterScreens } from './form-steps.ts'
import { showDirection } from './step-page.ts'
import { findForm, pageAddress, type FormCall } from './visited-form.ts'
import {
  endSession,
  keepSession,
  linkTokenOf,
  sessionOfLink,
  tokenField,
  tokenOf,
  type Session,
} from './session.ts'

/**
 * Above a form that is opened at its own address while a response is under way, or one that was finished is changed; perhaps that of
 * the person before.
 */
export function begunNotice(
  form: PublishedForm,
  { session, record, draft }: Begun & { readonly session: Session },
  lastStep: number,
): Html | undefined {
  if (session.isChange === true) return changeNotice(form, record)
  if (record.finished || record.data.length + draft.length === 0) return undefined
  const { saving } = textsOf(form.language)
  return html`
    <form class="notice" ${attributes({ method: 'post', action: pageAddress(form, { path: '/anew' }) })}>
      <p role="status">${saving.begun(writtenDay(record.createdAt, form.language))}</p>
      <div class="foot">
        <a ${attributes({ href: pageAddress(form, { query: `step=${lastStep + 1}` }) })}>${saving.goOn}</a>
        <button type="submit" class="plain">${saving.startAnew}</button>
      </div>
    </form>
  `
}

function changeNotice(form: PublishedForm, record: ResponseRecord): Html {
  const { after, page } = textsOf(form.language)
  return html`
    <form class="notice" ${attributes({ method: 'post', action: pageAddress(form, { path: '/anew' }) })}>
      <p role="status">${after.changing(timeText(finishedAt(record), form.language))}</p>
      <div class="foot"><button type="submit" class="plain">${page.fillInAnew}</button></div>
    </form>
  `
}

/** Answers `POST /anew`: the browser forgets the response, which stays as it is. */
export async function beginAnew({ request, reply, world }: FormCall): Promise<FastifyReply> {
  endSession(reply, request.params.formId)
  return reply.redirect(pageAddress(await findForm(request, world)), 303)
}

type Linked = { readonly form: PublishedForm; readonly session: Session; readonly stepIndex: number }

/** The page with the address that leads to a response on another device. */
export function linkPage({ form, session, stepIndex }: Linked, linking: Linking): Page {
  const { saving } = textsOf(form.language)
  const address = linkAddress(form, linkTokenOf(session, form.id, linking.world), linking)
  const step = pageAddress(form, { query: `step=${stepIndex + 1}` })
  return plainPage(
    form,
    saving.otherDevice,
    html`
      <p class="lead">${saving.link}</p>
      ${addressField(address, saving.linkLabel)}
      ${
        session.isInCookie
          ? html`<p><a class="button" ${attributes({ href: step })}>${saving.goOnHere}</a></p>`
          : html`<form ${attributes({ method: 'post', action: step })}>
              ${hiddenInput(tokenField, tokenOf(session, form.id, linking.world))}
              ${hiddenInput(directionField, showDirection)}
              <button type="submit">${saving.goOnHere}</button>
            </form>`
      }
    `,
  )
}

type Linking = Pick<FormCall, 'request' | 'world'>

/** The whole address of a link with a token. */
export const linkAddress = (form: PublishedForm, token: string, { request, world }: Linking): string =>
  `${world.publicUrl ?? `${request.protocol}://${request.host}`}${formPath(form.id)}?${tokenField}=${token}`

/** An address to copy. */
export const addressField = (value: string, label: string): Html => html`
  <div class="field">
    <label for="link">${label}</label>
    <input
      ${attributes({ id: 'link', type: 'url', dir: 'ltr', readonly: true, value, autocomplete: 'off' })}
    />
  </div>
`

/** Why a finished response is changed no more. */
export const changeEnded = (form: PublishedForm, sent?: Html): Page =>
  refusalPage(refusalText('change-ended', form.language), { form, sent })

/**
 * The page that such an address leads to. It asks, since the address may come from somebody who wants to read what this person types;
 * and it shows no answer.
 */
export function linkedPage(form: PublishedForm, token: string, world: PageWorld): Page {
  const { saving, after } = textsOf(form.language)
  const session = sessionOfLink(token, form.id, world)
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

/** Answers `POST /resume`: the browser goes on with the response of a link. */
export async function resumeLink({ request, reply, world }: FormCall): Promise<FastifyReply> {
  const form = await findForm(request, world)
  const formId = form.id
  const token = request.body?.fields.get(tokenField)?.[0] ?? ''
  const session = sessionOfLink(token, formId, world)
  if (!session) return sendPage(reply, linkedPage(form, token, world))
  return openLink(reply, session, { form, world })
}

/** Lets the browser go on with the response of a link: where it was left, or with the first step of one that is changed. */
export function openLink(
  reply: FastifyReply,
  session: Session,
  { form, world }: { readonly form: PublishedForm; readonly world: PageWorld },
): FastifyReply {
  keepSession(reply, session, { formId: form.id, token: tokenOf(session, form.id, world) })
  const query = session.isChange === true ? '' : `step=${stepAfterScreens(form, session.screensDone) + 1}`
  return reply.redirect(pageAddress(form, { query }), 303)
}

const plainPage = (form: PublishedForm, title: string, content: Html): Page =>
  pageOf(form, title, {
    rules: [endingCss],
    body: html`
      ${pageTop(form)}
      <div class="ending">
        <h1>${title}</h1>
        ${content}
      </div>
    `,
  })
