import { expect, test } from 'vitest'
import { fillIn } from '../../src/client/client.ts'
import { scriptedService } from '../support/scripted-service.ts'

const page = (step: number): { readonly body: string } => ({
  body: `<form method="post" action="/s/f"><input type="hidden" name="step" value="${step}"><input name="q.a"></form>`,
})

test.each([301, 302, 303, 307, 308])('a page that moved with %i is followed', async (status) => {
  const { service, calls } = scriptedService({ status, headers: { location: '/f/s?x=1' } }, page(0), {
    body: '',
  })
  await fillIn(service, '/s/f', [{ a: '1' }])
  expect(calls.map(({ method, path }) => `${method} ${path}`)).toEqual(['GET /s/f', 'GET /f/s', 'POST /s/f'])
})

test('a page that leads to itself is refused', async () => {
  const { service } = scriptedService({ status: 302, headers: { location: '/s/f' } })
  await expect(fillIn(service, '/s/f', [])).rejects.toMatchObject({ code: 'service-refused' })
})

test('a step that comes twice is refused', async () => {
  const { service } = scriptedService(page(0), page(1), page(0))
  await expect(fillIn(service, '/s/f', [{ a: '1' }, { a: '2' }, { a: '3' }])).rejects.toThrow(
    'step 0 comes again',
  )
})
