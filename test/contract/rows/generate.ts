import { expect } from 'vitest'
import type { Path } from '../../../src/form/value.ts'
import { defaultStyle } from '../../../src/server/style.ts'
import { sampleForm } from '../../support/samples.ts'
import { bodyOf, component, contentPath, created, expectRefused, formMade, without } from '../body.ts'
import { generateCall, type Ground } from '../ground.ts'
import { rowsOf, type Row } from '../row.ts'

/** A body spoilt at one place is refused for that place and no other. */
const refuses =
  (path: Path, spoil: (body: Record<string, unknown>, ground: Ground) => unknown): Row['prove'] =>
  (ground) =>
    expectRefused(ground, spoil(bodyOf(ground), ground), [path])

/** The body with its first step put in place of the usual one. */
const withStep =
  (step: unknown): Parameters<typeof refuses>[1] =>
  (body) => ({ ...body, steps: [step, ...(body['steps'] as unknown[]).slice(1)] })

const ok = component('ShortInput', { question: 'Who?' })

/** Endpoint 1, its errors and its limits. */
export const generateRows = [
  ...rowsOf('Endpoint 1, body', {
    'sourceFormId is required': refuses(['sourceFormId'], (body) => without(body, 'sourceFormId')),
    'sourceFormId is a string': refuses(['sourceFormId'], (body) => ({ ...body, sourceFormId: 7 })),
    'name is required': refuses(['name'], (body) => without(body, 'name')),
    'name is a string': refuses(['name'], (body) => ({ ...body, name: ['Contact'] })),
    'name is kept as the display name of the new form': async (ground) => {
      const name = 'Ünïcode & <b>"quotes"</b> 🙂'
      const form = await formMade(ground, await ground.generate({ ...bodyOf(ground), name }))
      expect(form.name).toBe(name)
    },
    'steps is required': refuses(['steps'], (body) => without(body, 'steps')),
    'steps is an array': refuses(['steps'], (body) => ({ ...body, steps: { 0: {}, 1: {} } })),
    'a step is an object': refuses(['steps', 0], withStep('You')),
    'steps[].name is required': refuses(['steps', 0, 'name'], withStep({ components: [ok] })),
    'steps[].name is a string': refuses(['steps', 0, 'name'], withStep({ name: 1, components: [ok] })),
    'steps[].components is required': refuses(['steps', 0, 'components'], withStep({ name: 'You' })),
    'steps[].components is an array': refuses(
      ['steps', 0, 'components'],
      withStep({ name: 'You', components: ok }),
    ),
    'a component is an object': refuses(
      ['steps', 0, 'components', 0],
      withStep({ name: 'You', components: [null] }),
    ),
    'steps[].components[].type is required': refuses(
      ['steps', 0, 'components', 0, 'type'],
      withStep({ name: 'You', components: [without(ok, 'type')] }),
    ),
    'steps[].components[].type is a string': refuses(
      ['steps', 0, 'components', 0, 'type'],
      withStep({ name: 'You', components: [{ ...ok, type: 5 }] }),
    ),
    'steps[].components[].content is required': refuses(
      ['steps', 0, 'components', 0, 'content'],
      withStep({ name: 'You', components: [without(ok, 'content')] }),
    ),
    'steps[].components[].content is an object': refuses(
      ['steps', 0, 'components', 0, 'content'],
      withStep({ name: 'You', components: [{ ...ok, content: 'Who?' }] }),
    ),
    'the body is an object': (ground) => expectRefused(ground, [bodyOf(ground)], [[]]),
    'Content-Type is set to JSON': async (ground) => {
      const given = generateCall(bodyOf(ground), ground.ours)
      const headers = { 'x-api-key': ground.ours.apiKey }
      const json = (type: string): typeof given => ({
        ...given,
        headers: { ...headers, 'content-type': type },
      })
      expect((await ground.call(json('application/json; charset=utf-8'))).status).toBe(200)
      expect((await ground.call(json('text/plain'))).status).toBe(415)
    },
    'steps and components are kept in their order': async (ground) => {
      const texts = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l']
      const components = texts.map((question) => component('LongInput', { question }))
      const steps = texts.map((name) => ({ name, components }))
      const form = await formMade(ground, await ground.generate({ ...bodyOf(ground), steps }))
      expect(form.steps.map((step) => step.name)).toEqual(texts)
      for (const step of form.steps)
        expect(step.components.map(({ content }) => content['question'])).toEqual(texts)
    },
  }),
  ...rowsOf('Endpoint 1, rules', {
    '1: the source form must exist': async (ground) => {
      expect((await ground.generate({ ...bodyOf(ground), sourceFormId: 'nowhere' })).status).toBe(404)
    },
    '1: the source form must belong to the environment in the path': async (ground) => {
      const sourceFormId = ground.theirs.sourceFormId
      expect((await ground.generate({ ...bodyOf(ground), sourceFormId })).status).toBe(404)
    },
    '1: the source form must not be deleted': async (ground) => {
      const id = await ground.publish()
      created(await ground.generate({ ...bodyOf(ground), sourceFormId: id }))
      await ground.store.forms.delete(id, '2026-04-01T00:00:00.000Z')
      expect((await ground.generate({ ...bodyOf(ground), sourceFormId: id })).status).toBe(404)
    },
    '2: the new form inherits all visual settings': async (ground) => {
      const { style: plain } = sampleForm({ id: '' })
      const style = {
        ...plain,
        colors: { ...plain.colors, accent: '#123456', background: '#fedcba' },
        font: 'serif',
        radius: 17,
        layout: { ...plain.layout, align: 'center', frame: 'page' },
        dark: { background: '#101010' },
        headingFont: { file: 'a'.repeat(64), fallback: 'slab' },
        components: { Dropdown: { accent: '#abcdef', accentText: '#000000', radius: 3 } },
      } as const
      const sourceFormId = await ground.publish({ style })
      const form = await formMade(ground, await ground.generate({ ...bodyOf(ground), sourceFormId }))
      expect(form.style).toEqual(style)
    },
    '2: its name, steps and components are not inherited': async (ground) => {
      const form = await formMade(ground, await ground.generate(bodyOf(ground)))
      expect({ name: form.name, steps: form.steps.length }).toEqual({ name: 'Contact', steps: 2 })
      expect(JSON.stringify(form.steps)).not.toContain('question-a')
    },
    '3: a component type without style in the source form receives default styling': async (ground) => {
      const { style } = sampleForm({ id: '' })
      const sourceFormId = await ground.publish({ style: { ...style, components: {} } })
      const body = { ...bodyOf(ground, component('Header', { title: 'Hello' })), sourceFormId }
      const form = await formMade(ground, await ground.generate(body))
      expect(form.style).toEqual({ ...style, components: {} })
    },
    '3: a source form that has lost its style gives the default one': async (ground) => {
      // As an older or foreign store may hold it; no form that we make is without.
      const sourceFormId = await ground.publish({ style: {} as typeof defaultStyle })
      const form = await formMade(ground, await ground.generate({ ...bodyOf(ground), sourceFormId }))
      expect(form.style).toEqual(defaultStyle)
    },
    '4: one call creates and publishes': async (ground) => {
      const before = await ground.store.forms.list(ground.ours.environmentId)
      const { id } = created(await ground.generate(bodyOf(ground)))
      const after = await ground.store.forms.list(ground.ours.environmentId)
      expect(after.map((form) => form.id)).toEqual([...before.map((form) => form.id), id])
    },
    '5: success is status 200': async (ground) => {
      expect((await ground.generate(bodyOf(ground))).status).toBe(200)
    },
  }),
  ...rowsOf('Endpoint 1, success body', {
    'success tells whether the form was created; result holds form with id and url': async (ground) => {
      const { body } = await ground.generate(bodyOf(ground))
      const [, { id } = { id: '' }] = await ground.store.forms.list(ground.ours.environmentId)
      expect(body).toEqual({ success: true, result: { form: { id, url: `/s/${id}` } } })
    },
  }),
  ...rowsOf('Errors', {
    '400: an invalid body gives the message and where each fault is': async (ground) => {
      const { status, body } = await ground.generate(bodyOf(ground, component('SchedulerScreen', {})))
      expect({ status, body }).toEqual({
        status: 400,
        body: {
          message: 'Invalid request body',
          errors: [
            { message: 'SchedulerScreen needs one of dataUrl, url, calendarUrl.', path: contentPath() },
          ],
        },
      })
    },
    '400: a path is strings and integers, from the root to the fault': (ground) =>
      expectRefused(
        ground,
        {
          ...bodyOf(ground),
          steps: [
            { name: 'You', components: [ok] },
            { name: 'Us', components: [ok, component('Dropdown', { options: ['a', 1] })] },
          ],
        },
        [['steps', 1, 'components', 1, 'content', 'options', 1]],
      ),
    '400: every fault is named, in the order of the body': (ground) =>
      expectRefused(
        ground,
        { sourceFormId: 1, name: 2, steps: [{ name: 3, components: [] }, { components: [ok] }] },
        [['sourceFormId'], ['name'], ['steps', 0, 'name'], ['steps', 0, 'components'], ['steps', 1, 'name']],
      ),
    '404: a source form that does not exist gives the message': async (ground) => {
      const { status, body } = await ground.generate({ ...bodyOf(ground), sourceFormId: 'nowhere' })
      expect({ status, body }).toEqual({ status: 404, body: { message: 'Source form not found' } })
    },
  }),
  ...rowsOf('Limits', {
    'generate needs at least 2 steps': async (ground) => {
      const [first] = bodyOf(ground)['steps'] as unknown[]
      await expectRefused(ground, { ...bodyOf(ground), steps: [] }, [['steps']])
      await expectRefused(ground, { ...bodyOf(ground), steps: [first] }, [['steps']])
      created(await ground.generate({ ...bodyOf(ground), steps: [first, first] }))
    },
    'a step needs at least 1 component': refuses(
      ['steps', 0, 'components'],
      withStep({ name: 'You', components: [] }),
    ),
    'a Dropdown needs at least 1 option': async (ground) => {
      const dropdown = (options: readonly string[]): unknown =>
        bodyOf(ground, component('Dropdown', { options }))
      await expectRefused(ground, dropdown([]), [contentPath('options')])
      created(await ground.generate(dropdown(['One'])))
    },
    'a read with formId gives 10 responses, the most recent': async (ground) => {
      const formId = await ground.publish()
      for (let second = 1; second <= 12; second++) await ground.respond({ formId, second })
      const times = (await ground.records({ formId })).map(({ createdAt }) => createdAt.slice(17, 19))
      expect(times).toEqual(['12', '11', '10', '09', '08', '07', '06', '05', '04', '03'])
    },
  }),
]
