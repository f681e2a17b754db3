import { expect } from 'vitest'
import { pathOf, routes } from '../../../src/wire/wire.ts'
import { bodyOf, created } from '../body.ts'
import { rowsOf } from '../row.ts'

/** What the service does, Authentication, Versioning: what holds for every operation. */
export const operationRows = [
  ...rowsOf('What the service does', {
    'generate creates a form, publishes it, and returns its identifier and public URL path': async (
      ground,
    ) => {
      const form = created(await ground.generate(bodyOf(ground)))
      expect(form).toEqual({ id: expect.stringMatching(/./), url: `/s/${form.id}` })
      expect(await ground.store.forms.get(form.id)).toMatchObject({
        environmentId: ground.ours.environmentId,
      })
    },
    'the responses of one form are read': async (ground) => {
      const formId = await ground.publish()
      const id = await ground.respond({ formId, second: 1 })
      expect(await ground.records({ formId })).toEqual([expect.objectContaining({ id, formId })])
    },
    'the responses of every form of an environment are read': async (ground) => {
      const ids = []
      for (const second of [1, 2]) ids.push(await ground.respond({ formId: await ground.publish(), second }))
      expect((await ground.records()).map(({ id }) => id).toSorted()).toEqual(ids.toSorted())
    },
    'bodies are JSON': async (ground) => {
      for (const { headers } of [await ground.generate(bodyOf(ground)), await ground.read()])
        expect(headers['content-type']).toBe('application/json; charset=utf-8')
    },
  }),
  ...rowsOf('Authentication', {
    'every operation requires the header x-api-key': async (ground) => {
      const path = pathOf(routes.generate, { environmentId: ground.ours.environmentId })
      const headers = { 'content-type': 'application/json' }
      const body = JSON.stringify(bodyOf(ground))
      expect((await ground.call({ method: 'POST', path, headers, body })).status).toBe(401)
      expect((await ground.call({ path: routes.responses })).status).toBe(401)
      const formId = await ground.publish()
      expect((await ground.call({ path: routes.responses, query: { formId } })).status).toBe(401)
    },
    'the header name is case-insensitive': async (ground) => {
      const headers = { 'X-Api-Key': ground.ours.apiKey }
      expect((await ground.call({ path: routes.responses, headers })).status).toBe(200)
    },
    'the environment-wide read returns the responses of the caller’s environment, and of no other': async (
      ground,
    ) => {
      const id = await ground.respond({ formId: await ground.publish(), second: 1 })
      expect((await ground.records()).map((record) => record.id)).toEqual([id])
      expect(await ground.records({}, ground.theirs)).toEqual([])
    },
    'no key reads the responses of a form of another environment': async (ground) => {
      const formId = await ground.publish()
      await ground.respond({ formId, second: 1 })
      expect((await ground.read({ formId }, ground.theirs)).status).toBe(404)
    },
    'no key makes a form in another environment': async (ground) => {
      const before = await ground.store.forms.list(ground.theirs.environmentId)
      const mixed = { ...ground.theirs, apiKey: ground.ours.apiKey }
      const body = { ...bodyOf(ground), sourceFormId: ground.theirs.sourceFormId }
      expect((await ground.generate(body, mixed)).status).toBe(404)
      expect(await ground.store.forms.list(ground.theirs.environmentId)).toEqual(before)
    },
  }),
  ...rowsOf('Versioning', {
    'paths carry the prefix /api/v1': async (ground) => {
      expect(routes.generate).toBe('/api/v1/environments/:environmentId/forms/generate')
      expect(routes.responses).toBe('/api/v1/responses')
      for (const path of [routes.responses, routes.generate])
        expect((await ground.call({ path: path.replace('/api/v1', '') })).status).toBe(404)
    },
    'version and componentShapeVersion hold a 2.0-style version string': async (ground) => {
      await ground.respond({ formId: await ground.publish(), second: 1 })
      const style = expect.stringMatching(/^\d+\.\d+$/)
      expect(await ground.records()).toEqual([
        expect.objectContaining({
          version: style,
          data: [
            expect.objectContaining({ response: expect.objectContaining({ componentShapeVersion: style }) }),
          ],
        }),
      ])
    },
  }),
]
