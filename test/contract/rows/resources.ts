import { expect } from 'vitest'
import { bodyOf, created, formMade } from '../body.ts'
import type { Ground } from '../ground.ts'
import { rowsOf } from '../row.ts'

const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/)

/** Resources and their fields, States and transitions. */
export const resourceRows = [
  ...rowsOf('Environment', {
    'environmentId appears in the path of generate, in which the form is created': async (ground) => {
      const mine = created(await ground.generate(bodyOf(ground)))
      const body = { ...bodyOf(ground), sourceFormId: ground.theirs.sourceFormId }
      const other = created(await ground.generate(body, ground.theirs))
      expect(await ground.store.forms.get(mine.id)).toMatchObject({
        environmentId: ground.ours.environmentId,
      })
      expect(await ground.store.forms.get(other.id)).toMatchObject({
        environmentId: ground.theirs.environmentId,
      })
    },
  }),
  ...rowsOf('Form', {
    'id is unique': async (ground) => {
      const forms = await Promise.all([1, 2, 3].map(() => ground.generate(bodyOf(ground))))
      expect(new Set(forms.map((form) => created(form).id)).size).toBe(3)
    },
    'url is the public path, shaped /s/<form_id>': async (ground) => {
      const { id, url } = created(await ground.generate(bodyOf(ground)))
      expect(url).toBe(`/s/${id}`)
    },
    'fonts, colours, backgrounds, component styles and layout are kept as inherited': async (ground) => {
      const source = await ground.store.forms.get(ground.ours.sourceFormId)
      const form = await formMade(ground, await ground.generate(bodyOf(ground)))
      expect(form.style).toEqual(source?.style)
      await ground.store.forms.delete(ground.ours.sourceFormId, '2026-04-01T00:00:00.000Z')
      expect((await ground.store.forms.get(form.id))?.style).toEqual(source?.style)
    },
  }),
  ...rowsOf('Step definition', {
    'name is kept as the display name of the step': async (ground) => {
      const form = await formMade(ground, await ground.generate(bodyOf(ground)))
      expect(form.steps.map(({ name }) => name)).toEqual(['You', 'Us'])
    },
  }),
  ...rowsOf('Response record', {
    'every field is there, and of its type': async (ground) => {
      await respondOnce(ground)
      expect(await ground.records()).toEqual([
        {
          id: expect.any(String),
          createdAt: time,
          updatedAt: time,
          dataUpdatedAt: time,
          finished: expect.any(Boolean),
          status: expect.any(Number),
          formId: expect.any(String),
          version: expect.any(String),
          data: expect.any(Array),
          meta: { leadId: expect.any(String) },
          personAttributes: {
            ip: expect.any(String),
            country: expect.any(String),
            visitedForm: expect.any(Number),
            completedForm: expect.any(Number),
          },
        },
      ])
    },
    'id is unique': async (ground) => {
      const formId = await ground.publish()
      for (const second of [1, 2, 3]) await ground.respond({ formId, second })
      const ids = (await ground.records({ formId })).map(({ id }) => id)
      expect(new Set(ids).size).toBe(3)
    },
    'createdAt is the time of creation, updatedAt that of the last update': async (ground) => {
      const formId = await ground.publish()
      const responseId = await ground.respond({ formId, second: 1, isFinished: false })
      await ground.respond({ formId, second: 5, responseId })
      expect(await ground.records({ formId })).toEqual([
        expect.objectContaining({
          createdAt: '2026-03-01T09:00:01.000Z',
          updatedAt: '2026-03-01T09:00:05.000Z',
        }),
      ])
    },
    'dataUpdatedAt is the time of the last update of the answers': async (ground) => {
      const formId = await ground.publish()
      const responseId = await ground.respond({ formId, second: 1, isFinished: false })
      await ground.respond({ formId, second: 5, responseId, questionIds: [], answers: [] })
      expect(await ground.records({ formId })).toEqual([
        expect.objectContaining({ dataUpdatedAt: '2026-03-01T09:00:01.000Z' }),
      ])
    },
    'finished is true when complete, false when partial': async (ground) => {
      const formId = await ground.publish()
      await ground.respond({ formId, second: 1, responseId: `partial of ${formId}`, isFinished: false })
      await ground.respond({ formId, second: 2, responseId: `complete of ${formId}`, isFinished: true })
      const records = await ground.records({ formId, returnPartials: 'true' })
      expect(records.map(({ id, finished }) => [id.split(' ')[0], finished])).toEqual([
        ['complete', true],
        ['partial', false],
      ])
    },
    'formId is the form that the response belongs to': async (ground) => {
      const formId = await respondOnce(ground)
      expect(await ground.records()).toEqual([expect.objectContaining({ formId })])
    },
    'data holds one entry per answered question': async (ground) => {
      const formId = await ground.publish()
      await ground.respond({ formId, second: 1, questionIds: ['question-a', 'question-b'] })
      const [record] = await ground.records({ formId })
      expect(record?.data.map(({ questionId }) => questionId)).toEqual(['question-a'])
    },
  }),
  ...rowsOf('Answer entry', {
    'questionId names the question; response carries type, headline and componentShapeVersion': async (
      ground,
    ) => {
      await respondOnce(ground)
      const [record] = await ground.records()
      expect(record?.data).toEqual([
        {
          questionId: expect.any(String),
          response: expect.objectContaining({
            type: 'ShortInput',
            headline: expect.any(String),
            componentShapeVersion: expect.any(String),
          }),
        },
      ])
    },
  }),
  ...rowsOf('States and transitions', {
    'a form is published by its creation': async (ground) => {
      const form = await formMade(ground, await ground.generate(bodyOf(ground)))
      expect(form.deletedAt).toBeUndefined()
      const listed = await ground.store.forms.list(ground.ours.environmentId)
      expect(listed.map(({ id }) => id)).toContain(form.id)
    },
    'a deleted form cannot be used as a source form': async (ground) => {
      await ground.store.forms.delete(ground.ours.sourceFormId, '2026-04-01T00:00:00.000Z')
      expect((await ground.generate(bodyOf(ground))).status).toBe(404)
    },
    'a generated form may itself be a source form': async (ground) => {
      const first = await formMade(ground, await ground.generate(bodyOf(ground)))
      const answered = await ground.generate({ ...bodyOf(ground), sourceFormId: first.id })
      expect((await formMade(ground, answered)).style).toEqual(first.style)
    },
  }),
]

async function respondOnce(ground: Ground): Promise<string> {
  const formId = await ground.publish()
  await ground.respond({ formId, second: 1 })
  return formId
}
