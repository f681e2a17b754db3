import { expect } from 'vitest'
import type { Ground } from '../ground.ts'
import { rowsOf } from '../row.ts'

/** Endpoints 2 and 3: both reads. */
export const responseRows = [
  ...rowsOf('Endpoint 2, parameters', {
    'formId chooses the form': async (ground) => {
      const [formId, other] = [await ground.publish(), await ground.publish()]
      const id = await ground.respond({ formId, second: 1 })
      await ground.respond({ formId: other, second: 2 })
      expect(await idsOf(ground, { formId })).toEqual([id])
    },
    'without formId the whole environment is read': async (ground) => {
      const [formId, other] = [await ground.publish(), await ground.publish()]
      const ids = [
        await ground.respond({ formId, second: 1 }),
        await ground.respond({ formId: other, second: 2 }),
      ]
      expect((await idsOf(ground, {})).toSorted()).toEqual(ids.toSorted())
    },
    'returnPartials is false when it is not given': async (ground) => {
      const { formId, complete } = await halfAndWhole(ground)
      expect(await idsOf(ground, { formId })).toEqual([complete])
    },
    'returnPartials=false gives only completed responses': async (ground) => {
      const { formId, complete } = await halfAndWhole(ground)
      expect(await idsOf(ground, { formId, returnPartials: 'false' })).toEqual([complete])
    },
    'returnPartials=true includes partial responses': async (ground) => {
      const { formId, complete, partial } = await halfAndWhole(ground)
      expect((await idsOf(ground, { formId, returnPartials: 'true' })).toSorted()).toEqual(
        [complete, partial].toSorted(),
      )
    },
  }),
  ...rowsOf('Endpoint 2, rules', {
    '1: success is status 200 with data': async (ground) => {
      const { status, body } = await ground.read({ formId: await ground.publish() })
      expect({ status, body }).toEqual({ status: 200, body: { data: [] } })
    },
    '2: at most 10 responses are returned, the 10 most recent': async (ground) => {
      const formId = await ground.publish()
      const ids = []
      for (let second = 1; second <= 25; second++) ids.push(await ground.respond({ formId, second }))
      expect(await idsOf(ground, { formId })).toEqual(ids.toReversed().slice(0, 10))
    },
    '2: partial responses that are left out take no place among the 10': async (ground) => {
      const formId = await ground.publish()
      const complete = await ground.respond({ formId, second: 1 })
      for (let second = 2; second <= 15; second++) await ground.respond({ formId, second, isFinished: false })
      expect(await idsOf(ground, { formId })).toEqual([complete])
      expect(await idsOf(ground, { formId, returnPartials: 'true' })).toHaveLength(10)
    },
    '3: the environment-wide read retrieves more than 10 responses of a form': async (ground) => {
      const formId = await ground.publish()
      for (let second = 1; second <= 25; second++) await ground.respond({ formId, second })
      expect((await ground.records()).filter((record) => record.formId === formId)).toHaveLength(25)
    },
  }),
  ...rowsOf('Endpoint 3', {
    '1: success is status 200 with the responses of every form': async (ground) => {
      for (let n = 1; n <= 3; n++) await ground.respond({ formId: await ground.publish(), second: n })
      const { status, body } = await ground.read()
      expect({ status, body }).toEqual({
        status: 200,
        body: { data: [expect.any(Object), expect.any(Object), expect.any(Object)] },
      })
    },
    '1: an environment without responses gives an empty list': async (ground) => {
      expect((await ground.read()).body).toEqual({ data: [] })
    },
    '2: by default only completed responses are returned': async (ground) => {
      const { complete } = await halfAndWhole(ground)
      expect(await idsOf(ground, {})).toEqual([complete])
    },
  }),
]

/** A form with a complete response and a newer partial one. */
async function halfAndWhole(ground: Ground): Promise<{ formId: string; complete: string; partial: string }> {
  const formId = await ground.publish()
  const complete = await ground.respond({ formId, second: 1 })
  const partial = await ground.respond({ formId, second: 2, isFinished: false })
  return { formId, complete, partial }
}

const idsOf = async (ground: Ground, query: Parameters<Ground['records']>[0]): Promise<string[]> =>
  (await ground.records(query)).map(({ id }) => id)
