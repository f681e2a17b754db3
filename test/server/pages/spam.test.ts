import { expect, test } from 'vitest'
import { signToken } from '../../../src/server/pages/session.ts'
import { sharedPageServer, twoSteps } from '../../support/page-server.ts'

const server = await sharedPageServer()

/** The flags of a response to two steps, with so many seconds before each step is sent. */
async function flagsAfter(
  seconds: readonly number[],
  { fields = {}, takesCookies = true }: { fields?: Record<string, string>; takesCookies?: boolean } = {},
): Promise<unknown> {
  const form = await server.publish(twoSteps)
  const visitor = server.visitor(form, { takesCookies })
  await visitor.open()
  for (const [i, wait] of seconds.entries()) {
    server.wait(wait)
    await visitor.send({ ...fields, [`q.q${i}`]: 'Ada' })
  }
  const [record] = await server.responses(form)
  expect(record?.finished).toBe(true)
  return record?.meta['flags']
}

// The clock moves on by a second when it is asked, a few times in a request.
test.each([
  ['slowly', [30, 30], {}, undefined],
  ['slowly in its first step', [30, 0], {}, undefined],
  ['slowly in its last step', [-8, 30], {}, undefined],
  ['at once', [-9, -9], {}, ['too-fast']],
  ['at once without cookies', [-9, -9], { takesCookies: false }, ['too-fast']],
  ['into the hidden field', [30, 30], { fields: { website: 'https://example.com' } }, ['honeypot']],
  ['with both signs', [-9, -9], { fields: { website: 'x' } }, ['honeypot', 'too-fast']],
])('a response that is filled in %s is kept, with its flags', async (...[, seconds, options, flags]) => {
  expect(await flagsAfter(seconds, options)).toEqual(flags)
})

test('a response that no page came before was too fast', async () => {
  const form = await server.publish([['A', ['ShortInput']]])
  await server.visitor(form).post({ 'q.q0': 'Ada' })
  expect(await server.responses(form)).toMatchObject([{ finished: true, meta: { flags: ['too-fast'] } }])
})

test('a token of an earlier version, which says no time, is good and no sign of a program', async () => {
  const form = await server.publish([['A', ['ShortInput']]])
  const scope = { formId: form.id, secret: server.deps.secret, now: server.deps.now() }
  const resume = signToken({ responseId: 'response-1', screensDone: 0 }, scope)
  await server.visitor(form).post({ resume, 'q.q0': 'Ada' })
  const [record] = await server.responses(form)
  expect([record?.id, record?.meta['flags']]).toEqual(['response-1', undefined])
})

test('the hidden field is outside of what people see, reach and hear', async () => {
  const visitor = server.visitor(await server.publish(twoSteps))
  await visitor.open()
  expect(visitor.page).toMatch(
    /<div class="visually-hidden" aria-hidden="true">\s*<label\s*>Leave this field empty <input name="website" tabindex="-1" autocomplete="off"/,
  )
})
