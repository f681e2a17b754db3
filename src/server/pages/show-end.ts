/** What comes after a form: the thanks, and the answers that were sent. */
import type { FastifyReply } from 'fastify'
import { answersPage, isFresh } from './after.ts'
import { sendPage } from './layout.ts'
import { newerField } from './step-page.ts'
import { thankFor } from './step-reply.ts'
import { queryOf, visitOf } from './visit.ts'
import { pageAddress, type FormCall } from './visited-form.ts'

/** Answers `GET /done`: thanks the browser that submitted, and leads every other one to the form. */
export async function showEnd(call: FormCall): Promise<FastifyReply> {
  const { request, reply, world } = call
  const { form, record, isSubmitted } = await visitOf(request, world)
  if (record?.finished || isSubmitted || world.showsEverything)
    return thankFor(
      { form, record, isInCookie: true, hasNewer: queryOf(request)[newerField] !== undefined },
      call,
    )
  return reply.redirect(pageAddress(form), 303)
}

/** Answers `GET` and `POST /answers`: the answers that this person sent; everybody else is led to the form. */
export async function showAnswers({ request, reply, world }: FormCall): Promise<FastifyReply> {
  const { form, record } = await visitOf(request, world)
  if (form.settings?.offersCopy !== true || !record?.finished || !isFresh(record, world))
    return reply.redirect(pageAddress(form), 303)
  return sendPage(reply, answersPage({ form, record }))
}
