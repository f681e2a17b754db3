import { expect, test } from 'vitest'
import { formsCall, generateCall, responsesCall, wellKnownCall } from '../../src/wire/wire.ts'
import { sampleLabel } from '../support/samples.ts'

const asked = { apiKey: 'k', environmentId: 'site/1', idempotencyKey: 'once' }

test('generate posts the form as JSON, with the API key and the key of the request in its headers', () => {
  const steps = [{ name: 'One', components: [{ type: 'Header', content: { title: 'Größe' } }] }]
  expect(generateCall(asked, { sourceFormId: 'src', name: 'A', steps })).toEqual({
    method: 'POST',
    path: '/api/v1/environments/site%2F1/forms/generate',
    query: {},
    headers: {
      accept: 'application/json',
      'x-api-key': 'k',
      'content-type': 'application/json',
      'idempotency-key': 'once',
    },
    body: JSON.stringify({ sourceFormId: 'src', name: 'A', steps }),
  })
})

test('the label of a form travels as ASCII, whatever its spec is called', () => {
  const label = sampleLabel({ spec: 'größe, 50%\r\n.yaml', row: '\ud800' })
  const call = generateCall({ ...asked, label }, { sourceFormId: 'src', name: 'A', steps: [] })
  const header = call.headers['form-label'] ?? ''
  expect(header).toMatch(/^[\x21-\x7e]+$/)
  expect(JSON.parse(decodeURIComponent(header))).toEqual(label)
})

test.each([
  ['one form', { formId: 'f', withPartials: false }, { formId: 'f' }],
  ['one form with partials', { formId: 'f', withPartials: true }, { formId: 'f', returnPartials: 'true' }],
  ['every form', { withPartials: false }, {}],
  ['every form with partials', { withPartials: true }, { returnPartials: 'true' }],
])('the responses of %s are asked for by their parameters only', (_, wanted, query) => {
  expect(responsesCall('k', wanted)).toEqual({
    method: 'GET',
    path: '/api/v1/responses',
    query,
    headers: { accept: 'application/json', 'x-api-key': 'k' },
  })
})

test('the list of forms names the environment', () => {
  expect(formsCall('k', 'e 1').path).toBe('/api/v1/environments/e%201/forms')
})

test('the question what a server can do carries no key', () => {
  expect(wellKnownCall.headers).toEqual({ accept: 'application/json' })
})
