import { expect } from 'vitest'
import { pathOf, routes, type Query } from '../../../src/wire/wire.ts'
import { bodyOf, component, componentMade, contentPath, created, expectRefused } from '../body.ts'
import { generateCall, type Answered, type Ground } from '../ground.ts'
import { rowsOf } from '../row.ts'
import { storeFile } from '../../support/stored-files.ts'
import { hashKey } from '../../../src/server/keys.ts'
import { sampleKey, sampleLabel } from '../../support/samples.ts'
import { typeNames } from '../../../src/form/schema.ts'

/** What our server does where the contract is silent. */
export const choiceRows = [
  ...rowsOf('Our choice: component types', {
    'both names of the scheduling component are accepted, and kept as written': async (ground) => {
      for (const type of ['SchedulerScreen', 'Scheduler'])
        expect(
          await componentMade(ground, component(type, { url: 'https://calendar.example' })),
        ).toMatchObject({
          type,
          content: { dataUrl: 'https://calendar.example' },
        })
    },
    'any calendarType is accepted': async (ground) => {
      const content = { dataUrl: 'https://calendar.example', calendarType: 'sundial' }
      expect((await componentMade(ground, component('SchedulerScreen', content))).content).toEqual(content)
    },
    'the address of a calendar that is no whole web address is refused where it stands': async (ground) => {
      const addresses = { dataUrl: 'javascript:alert(1)', url: '//x', calendarUrl: 'https:foo' }
      for (const [key, address] of Object.entries(addresses))
        await expectRefused(ground, bodyOf(ground, component('Scheduler', { [key]: address })), [
          ['steps', 0, 'components', 0, 'content', key],
        ])
    },
    'a type that is not listed is refused, naming those that are': async (ground) => {
      const body = bodyOf(ground, component('Carousel', { question: 'Which one?' }))
      const path = ['steps', 0, 'components', 0, 'type']
      await expectRefused(ground, body, [path])
      const { body: reply } = await ground.generate(body)
      for (const type of typeNames) expect(JSON.stringify(reply)).toContain(type)
    },
    'what no page could hold is refused with one message, where it stands': async (ground) => {
      const ask = component('ShortInput', { question: 'Who?' })
      const listed = (n: number): object => ({ options: Array.from({ length: n }, (_, i) => `${i}`) })
      const onFirst = (...given: readonly unknown[]): object => bodyOf(ground, ...given)
      const [step] = [{ name: 'You', components: [ask] }]
      for (const [body, path] of [
        [{ ...bodyOf(ground), steps: Array(10_000).fill(step) }, ['steps']],
        [onFirst(...Array(13_000).fill(ask)), ['steps', 0, 'components']],
        [onFirst(component('Dropdown', { ...listed(100_000) })), [...contentPath(), 'options']],
        [onFirst(...Array(3).fill(component('Dropdown', { ...listed(1000) }))), ['steps', 0, 'components']],
      ] as const)
        await expectRefused(ground, body, [path])
      const most = component('Dropdown', { ...listed(1000) })
      created(await ground.generate(onFirst(most, most, ...Array(98).fill(component('Header', {})))))
      created(await ground.generate({ ...bodyOf(ground), steps: Array(100).fill(step) }))
    },
    'content keys that the tables do not name are accepted and kept': async (ground) => {
      const content = { question: 'Who?', placeholder: 'Anna', nested: { deep: [1, null, true] } }
      expect((await componentMade(ground, component('ShortInput', content))).content).toEqual(content)
    },
    'question, choices, title, text and label are not required': async (ground) => {
      const types = [
        'ShortInput',
        'LongInput',
        'MultipleOptionsQuestion',
        'Header',
        'Disclaimer',
        'NextButton',
      ]
      const components = types.map((type) => component(type, {}))
      created(await ground.generate(bodyOf(ground, ...components)))
    },
    'where a key and its other name are both there, the key counts': async (ground) => {
      const content = { options: ['main'], choices: ['alias'] }
      expect((await componentMade(ground, component('Dropdown', content))).content).toEqual({
        options: ['main'],
      })
    },
    'each component gets an identifier of its own in the form': async (ground) => {
      const components = ['Header', 'ShortInput', 'ShortInput', 'NextButton'].map((type) =>
        component(type, {}),
      )
      const { id } = created(await ground.generate(bodyOf(ground, ...components)))
      const form = await ground.store.forms.get(id)
      const ids = form?.steps.flatMap((step) => step.components.map(({ questionId }) => questionId)) ?? []
      expect(new Set(ids).size).toBe(5)
    },
  }),
  ...rowsOf('Our choice: what is not there', {
    'a deleted source form and one of another environment meet the same answer as none': async (ground) => {
      const deleted = await ground.publish()
      await ground.store.forms.delete(deleted, '2026-04-01T00:00:00.000Z')
      for (const sourceFormId of ['nowhere', deleted, ground.theirs.sourceFormId, ''])
        expect(await answer(ground.generate({ ...bodyOf(ground), sourceFormId }))).toEqual([
          404,
          { message: 'Source form not found' },
        ])
    },
    'an invalid body is told before the source form is looked up': async (ground) => {
      const body = { ...bodyOf(ground), sourceFormId: 'nowhere', name: 1 }
      expect((await ground.generate(body)).status).toBe(400)
    },
    'a key of another environment in the path meets the answer of an environment that is not there': async (
      ground,
    ) => {
      for (const environmentId of [ground.theirs.environmentId, 'nowhere'])
        expect(await answer(ground.generate('no body', { ...ground.ours, environmentId }))).toEqual([
          404,
          { message: 'Source form not found' },
        ])
    },
    'an unknown form and one of another environment are not found': async (ground) => {
      const formId = await ground.publish()
      for (const asked of [
        ground.read({ formId: 'nowhere' }),
        ground.read({ formId: '' }),
        ground.read({ formId }, ground.theirs),
      ])
        expect(await answer(asked)).toEqual([404, { message: 'Form not found' }])
    },
    'the responses of a deleted form stay readable': async (ground) => {
      const formId = await ground.publish()
      const id = await ground.respond({ formId, second: 1 })
      await ground.store.forms.delete(formId, '2026-04-01T00:00:00.000Z')
      const queries: readonly Query[] = [{ formId }, {}]
      for (const query of queries)
        expect(await ground.records(query)).toEqual([expect.objectContaining({ id })])
    },
  }),
  ...rowsOf('Our choice: keys', {
    'a missing, a wrong, a revoked and an expired key get 401 and one text': async (ground) => {
      await ground.store.keys.revoke(`key-${ground.theirs.environmentId}`, '2026-04-01T00:00:00.000Z')
      await ground.store.keys.create(
        sampleKey({
          id: `expired-${ground.ours.environmentId}`,
          environmentId: ground.ours.environmentId,
          hash: hashKey(`expired-${ground.ours.environmentId}`),
          expiresAt: '2026-03-01T09:00:00.000Z',
        }),
      )
      const answers = await Promise.all(
        [
          {},
          ...['wrong', `expired-${ground.ours.environmentId}`, ground.theirs.apiKey].map((key) => ({
            'x-api-key': key,
          })),
        ].map((headers) => answer(ground.call({ path: routes.responses, headers }))),
      )
      expect(answers).toEqual(
        answers.map(() => [
          401,
          { message: expect.stringContaining('The API key is missing, wrong, revoked or expired.') },
        ]),
      )
    },
    'a key without the scope of an operation gets 403 and a message that names the scope': async (ground) => {
      const { environmentId } = ground.ours
      const apiKey = `reader of ${environmentId}`
      await ground.store.keys.create(
        sampleKey({ id: apiKey, environmentId, hash: hashKey(apiKey), scopes: ['read'] }),
      )
      const reader = { ...ground.ours, apiKey }
      expect((await ground.read({}, reader)).status).toBe(200)
      expect(await answer(ground.generate(bodyOf(ground), reader))).toEqual([
        403,
        { message: expect.stringContaining('no scope generate') },
      ])
    },
    'a wrong key is told before anything else is looked at': async (ground) => {
      const nowhere = { ...ground.ours, apiKey: 'wrong', environmentId: 'nowhere' }
      expect((await ground.generate('no body', nowhere)).status).toBe(401)
      expect((await ground.read({ formId: 'nowhere', returnPartials: 'perhaps' }, nowhere)).status).toBe(401)
    },
  }),
  ...rowsOf('Our choice: reads', {
    'a returnPartials that is neither true nor false is refused in the shape of a 400': async (ground) => {
      for (const returnPartials of ['', 'yes', 'True'])
        expect(await answer(ground.read({ returnPartials }))).toEqual([
          400,
          {
            message: 'Invalid query parameters',
            errors: [{ message: expect.stringMatching(/true or false/), path: ['returnPartials'] }],
          },
        ])
    },
    'returnPartials holds for the environment-wide read too': async (ground) => {
      const formId = await ground.publish()
      const partial = await ground.respond({ formId, second: 1, isFinished: false })
      expect(await ground.records()).toEqual([])
      expect(await ground.records({ returnPartials: 'true' })).toEqual([
        expect.objectContaining({ id: partial }),
      ])
    },
    'both reads are newest first by createdAt, then by id downwards': async (ground) => {
      const formId = await ground.publish()
      const other = await ground.publish()
      for (const [responseId, second] of [
        ['b', 1],
        ['d', 2],
        ['a', 3],
        ['c', 2],
      ] as const)
        await ground.respond({ formId, second, responseId: `${responseId} of ${formId}` })
      await ground.respond({ formId: other, second: 2, responseId: `e of ${formId}` })
      const letters = async (query: Parameters<Ground['records']>[0]): Promise<string> =>
        (await ground.records(query)).map(({ id }) => id.charAt(0)).join('')
      expect(await letters({ formId })).toBe('adcb')
      expect(await letters({})).toBe('aedcb')
    },
    'an update does not move a response among the newest': async (ground) => {
      const formId = await ground.publish()
      const first = await ground.respond({ formId, second: 1, isFinished: false })
      const second = await ground.respond({ formId, second: 2 })
      await ground.respond({ formId, second: 9, responseId: first })
      expect((await ground.records({ formId })).map(({ id }) => id)).toEqual([second, first])
    },
    'the environment-wide read has no limit': async (ground) => {
      const formId = await ground.publish()
      const saves = Array.from({ length: 2_000 }, (_, second) => ground.respond({ formId, second }))
      const ids = await Promise.all(saves)
      expect((await ground.records()).map(({ id }) => id)).toEqual(ids.toReversed())
    },
    'status is 1 for a partial response, 2 for a complete one': async (ground) => {
      const formId = await ground.publish()
      await ground.respond({ formId, second: 1, isFinished: false })
      await ground.respond({ formId, second: 2 })
      const records = await ground.records({ formId, returnPartials: 'true' })
      expect(records.map(({ status, finished }) => [status, finished])).toEqual([
        [2, true],
        [1, false],
      ])
    },
  }),
  ...rowsOf('Our choice: extensions', {
    'DELETE erases responses for good, and says which': async (ground) => {
      const formId = await ground.publish()
      const [gone, kept] = [1, 2].map((second) => ground.respond({ formId, second }))
      const id = (await gone) ?? ''
      const erase = (): ReturnType<Ground['call']> =>
        ground.call({
          method: 'DELETE',
          path: pathOf(routes.environmentResponses, { environmentId: ground.ours.environmentId }),
          query: { id },
          headers: { 'x-api-key': ground.ours.apiKey },
        })
      expect(await answer(erase())).toEqual([200, { data: [{ id, formId, uploads: 0 }] }])
      expect(await answer(erase())).toEqual([200, { data: [] }])
      expect((await ground.records()).map((record) => record.id)).toEqual([await kept])
    },
    'what goes beyond the contract is announced, to everyone': async (ground) => {
      expect(await answer(ground.call({ path: routes.wellKnown }))).toEqual([
        200,
        {
          name: 'formctl',
          version: expect.stringMatching(/^\d+\.\d+\.\d+/),
          extensions: [
            'forms-list',
            'files',
            'returnPartials-all',
            'idempotency-key',
            'question-keys',
            'responses-paging',
            'response',
            'changes',
            'events-stream',
            'forms-manage',
            'erasure',
            'question-options',
            'conditions',
            'form-settings',
            'form-labels',
            'addresses',
          ],
          componentTypes: typeNames,
        },
      ])
    },
    'with a key, its environment and oldest form are announced, too': async (ground) => {
      const { apiKey, environmentId, sourceFormId } = ground.ours
      const read = (key: string): Promise<unknown> =>
        answer(ground.call({ path: routes.wellKnown, headers: { 'x-api-key': key } }))
      expect(await read(apiKey)).toMatchObject([200, { environmentId, sourceFormId }])
      const [status, body] = (await read('fctl_other')) as [number, object]
      expect([status, Object.keys(body)]).toEqual([200, ['name', 'version', 'extensions', 'componentTypes']])
    },
    'forms-list: the forms of the environment, oldest first, without deleted ones': async (ground) => {
      const { environmentId, sourceFormId, apiKey } = ground.ours
      const formId = await ground.publish({ createdAt: '2026-03-02T09:00:00.000Z' })
      const deleted = await ground.publish()
      await ground.store.forms.delete(deleted, '2026-04-01T00:00:00.000Z')
      await ground.respond({ formId, second: 1 })
      await ground.respond({ formId, second: 2, isFinished: false })
      const path = pathOf(routes.forms, { environmentId })
      expect(await answer(ground.call({ path, headers: { 'x-api-key': apiKey } }))).toEqual([
        200,
        {
          data: [
            expect.objectContaining({ id: sourceFormId, complete: 0, partial: 0 }),
            {
              id: formId,
              name: 'Contact',
              url: `/s/${formId}`,
              createdAt: '2026-03-02T09:00:00.000Z',
              complete: 1,
              partial: 1,
            },
          ],
        },
      ])
    },
    'question-keys: the key of a component is the id of its question': async (ground) => {
      const asked = component('ShortInput', { question: 'What do you do?' })
      expect(await componentMade(ground, { ...asked, key: 'job_title' })).toMatchObject({
        questionId: 'job_title',
      })
    },
    'question-keys: two equal keys in a form are refused': async (ground) => {
      const asked = { ...component('ShortInput', { question: 'What do you do?' }), key: 'job_title' }
      expect(await answer(ground.generate(bodyOf(ground, asked, asked)))).toMatchObject([
        400,
        { errors: [{ path: ['steps', 0, 'components', 1, 'key'] }] },
      ])
    },
    'idempotency-key: a request that comes again with its key makes no second form': async (ground) => {
      const call = keyedCall(ground, 'once')
      const [first, second] = [await ground.call(call), await ground.call(call)]
      expect(second.body).toEqual(first.body)
      expect([first, second].map(({ status, headers }) => [status, headers['idempotency-replayed']])).toEqual(
        [
          [200, undefined],
          [200, 'true'],
        ],
      )
      expect(await ground.store.forms.list(ground.ours.environmentId)).toHaveLength(2)
      expect((await ground.call(keyedCall(ground, 'twice'))).body).not.toEqual(first.body)
    },
    'idempotency-key: another body with the key of an earlier one is refused with 422': async (ground) => {
      await ground.call(keyedCall(ground, 'once'))
      const other = keyedCall(ground, 'once')
      expect(await answer(ground.call({ ...other, body: `${other.body} ` }))).toEqual([
        422,
        { message: expect.stringContaining('another body') },
      ])
    },
    'idempotency-key: of two requests at once with one key, one is answered': async (ground) => {
      const both = await Promise.all([1, 2].map(() => ground.call(keyedCall(ground, 'once'))))
      // Over a network the second may come when the first is done, and then has its reply.
      expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
        200,
        expect.toBeOneOf([200, 409]),
      ])
      expect(await ground.store.forms.list(ground.ours.environmentId)).toHaveLength(2)
    },
    'idempotency-key: a refusal is not kept': async (ground) => {
      const call = keyedCall(ground, 'once')
      const unready = { ...call, body: JSON.stringify({ ...bodyOf(ground), name: 7 }) }
      expect((await ground.call(unready)).status).toBe(400)
      expect((await ground.call(call)).status).toBe(200)
    },
    'idempotency-key: keys of two environments have nothing to do with one another': async (ground) => {
      const { theirs } = ground
      expect((await ground.call(keyedCall(ground, 'once'))).status).toBe(200)
      const call = generateCall({ ...bodyOf(ground), sourceFormId: theirs.sourceFormId }, theirs)
      const keyed = { ...call, headers: { ...call.headers, 'idempotency-key': 'once' } }
      expect((await ground.call(keyed)).headers['idempotency-replayed']).toBeUndefined()
      expect(await ground.store.forms.list(theirs.environmentId)).toHaveLength(2)
    },
    'idempotency-key: has 1 to 255 printable ASCII characters': async (ground) => {
      for (const [key, status] of [
        ['~'.repeat(255), 200],
        ['a', 200],
        ['', 400],
        ['~'.repeat(256), 400],
        ['clé', 400],
      ] as const)
        expect([key, (await ground.call(keyedCall(ground, key))).status]).toEqual([key, status])
    },
    'form-labels: what a form was made of stands in the list and with the form': async (ground) => {
      const { environmentId, apiKey } = ground.ours
      const label = sampleLabel({ project: 'größe', document: 3, row: 'a,b', replaces: 'clx1' })
      const call = labelledCall(ground, { ...label, later: 1 })
      const { id } = created(await ground.call(call))
      const read = async (path: string): Promise<unknown> =>
        (await ground.call({ path, headers: { 'x-api-key': apiKey } })).body
      expect(await read(pathOf(routes.forms, { environmentId }))).toMatchObject({ data: [{}, { id, label }] })
      const shown = (await read(pathOf(routes.form, { environmentId, formId: id }))) as { data: unknown }
      expect(shown.data).toMatchObject({ id, label })
      expect(JSON.stringify(shown)).not.toContain('later')
    },
    'form-labels: a label of another shape is refused, and makes no form': async (ground) => {
      const refused = [400, { errors: [{ path: ['form-label'] }] }]
      const call = labelledCall(ground, {})
      for (const text of [
        '',
        'forms/a.yaml',
        '%',
        '%ff',
        'null',
        '%7B%7D',
        JSON.stringify(sampleLabel({ spec: 'ä' })),
        encodeURIComponent(JSON.stringify({ ...sampleLabel(), document: 0 })),
        encodeURIComponent(JSON.stringify(sampleLabel({ row: 'x'.repeat(4096) }))),
      ])
        expect(
          await answer(ground.call({ ...call, headers: { ...call.headers, 'form-label': text } })),
        ).toMatchObject(refused)
      expect(await ground.store.forms.list(ground.ours.environmentId)).toHaveLength(1)
      const long = labelledCall(ground, sampleLabel({ row: 'ä'.repeat(1900) }))
      expect((await ground.call(long)).status).toBe(200)
    },
    'form-labels: with a label, an idempotency-key belongs to its content, not to the bytes of the body':
      async (ground) => {
        const send = async (text: string, label = sampleLabel()): Promise<Answered> => {
          const { headers, ...call } = labelledCall(ground, label)
          return ground.call({
            ...call,
            headers: { ...headers, 'idempotency-key': 'once' },
            body: `${text}${call.body}`,
          })
        }
        const made = await send('')
        expect(await send(' ')).toMatchObject({
          body: made.body,
          headers: { 'idempotency-replayed': 'true' },
        })
        expect((await send('', sampleLabel({ content: `sha256:${'1'.repeat(64)}` }))).status).toBe(422)
      },
    'form-labels: the reply of a form that was deleted is not repeated': async (ground) => {
      const call = labelledCall(ground, sampleLabel())
      const keyed = { ...call, headers: { ...call.headers, 'idempotency-key': 'once' } }
      const first = created(await ground.call(keyed))
      await ground.store.forms.delete(first.id, '2026-04-01T00:00:00.000Z')
      const second = await ground.call(keyed)
      expect(second.headers['idempotency-replayed']).toBeUndefined()
      expect(created(second).id).not.toBe(first.id)
      expect(await ground.call(keyed)).toMatchObject({ body: second.body })
      expect(await ground.store.forms.list(ground.ours.environmentId)).toHaveLength(2)
    },
    'addresses: a form has the path of its address, which leads to it with its query': async (ground) => {
      const { environmentId, apiKey } = ground.ours
      const address = `feedback-${environmentId}`
      const { id } = created(await ground.generate({ ...bodyOf(ground), address }))
      const headers = { 'x-api-key': apiKey }
      const form = pathOf(routes.form, { environmentId, formId: id })
      for (const path of [pathOf(routes.forms, { environmentId }), form])
        expect(JSON.stringify((await ground.call({ path, headers })).body)).toContain(
          `"address":"/f/${address}"`,
        )
      const led = await ground.call({ path: `/f/${address}`, query: { a: 'b c' } })
      expect([led.status, led.headers['location']]).toEqual([302, `/s/${id}?a=b+c`])
      expect((await ground.call({ path: `/f/${address}-2` })).status).toBe(404)
    },
    'addresses: an address is a word of small letters and digits, with hyphens between them': async (
      ground,
    ) => {
      for (const address of [
        '',
        'Feedback',
        'a b',
        'a/b',
        'ä',
        'a\n',
        '-',
        '-a',
        'a-',
        'a'.repeat(65),
        7,
        null,
      ])
        expect(await answer(ground.generate({ ...bodyOf(ground), address }))).toMatchObject([
          400,
          { errors: [{ path: ['address'] }] },
        ])
      for (const address of ['a', 'a-b--c', '2026', 'a'.repeat(64)])
        expect((await ground.generate({ ...bodyOf(ground), address })).status).toBe(200)
    },
    'addresses: the address of an open form of another spec is refused, naming that form': async (ground) => {
      const send = async (label: object): Promise<Answered> => {
        const call = labelledCall(ground, label)
        const body = JSON.stringify({ ...bodyOf(ground), address: 'survey' })
        return ground.call({
          ...call,
          body,
          headers: { ...call.headers, 'idempotency-key': JSON.stringify(label) },
        })
      }
      const { id } = created(await send(sampleLabel()))
      const other = sampleLabel({ spec: 'forms/other.yaml' })
      const message = `The address survey leads to form ${id}, made of forms/contact.yaml. Choose another one, or close that form.`
      const refusal = (sentence: string): object => ({
        message: 'Invalid request body',
        errors: [{ message: sentence, path: ['address'] }],
      })
      const refused = refusal(message)
      const renamed = refusal(
        `${message} If the spec was renamed, run formctl forms adopt forms/other.yaml ${id}.`,
      )
      expect(await send(other)).toMatchObject({ status: 400, body: renamed })
      expect(await answer(ground.generate({ ...bodyOf(ground), address: 'survey' }))).toEqual([400, refused])
      expect((await send({ ...other, replaces: id })).status).toBe(200)
      expect((await send({ ...other, content: `sha256:${'2'.repeat(64)}` })).status).toBe(200)
    },
    'forms-list: a key that only generates lists forms without their numbers, and reads nothing else': async (
      ground,
    ) => {
      const { environmentId } = ground.ours
      const formId = await ground.publish({ label: sampleLabel() })
      const apiKey = `generates-${environmentId}`
      const key = sampleKey({ id: apiKey, environmentId, hash: hashKey(apiKey), scopes: ['generate'] })
      await ground.store.keys.create(key)
      const read = (path: string, query: Query = {}): ReturnType<typeof answer> =>
        answer(ground.call({ path, query, headers: { 'x-api-key': apiKey } }))
      const forms = pathOf(routes.forms, { environmentId })
      const [status, { data }] = (await read(forms)) as [number, { data: readonly object[] }]
      expect([status, data[1]]).toMatchObject([200, { id: formId, label: sampleLabel() }])
      for (const form of data)
        expect(Object.keys(form)).not.toEqual(expect.arrayContaining(['complete', 'partial']))
      for (const [path, query] of [
        [pathOf(routes.form, { environmentId, formId }), {}],
        [routes.responses, { formId }],
        [routes.responses, {}],
        [routes.changes, {}],
      ] as const)
        expect((await read(path, query))[0]).toBe(403)
      await ground.store.keys.create({
        ...key,
        id: `manages-${environmentId}`,
        hash: hashKey('m' + apiKey),
        scopes: ['manage'],
      })
      expect((await ground.call({ path: forms, headers: { 'x-api-key': `m${apiKey}` } })).status).toBe(403)
    },
    'files: an uploaded file, for its environment only': async (ground) => {
      const { ours, theirs } = ground
      const fileId = `file of ${ours.environmentId}`
      const place = { environmentId: ours.environmentId, formId: await ground.publish() }
      await storeFile(ground, { id: fileId, ...place, contentType: 'application/json' }, '{"a":1}')
      const ask = (apiKey: string): ReturnType<typeof answer> =>
        answer(ground.call({ path: pathOf(routes.file, { fileId }), headers: { 'x-api-key': apiKey } }))
      expect(await ask(ours.apiKey)).toEqual([200, { a: 1 }])
      expect(await ask(theirs.apiKey)).toEqual([404, { message: 'File not found' }])
    },
  }),
  ...rowsOf('Our choice: sizes', {
    'a body of 1 MiB is taken, above it the answer is 413': async (ground) => {
      const call = generateCall(bodyOf(ground), ground.ours)
      const padded = (bytes: number): typeof call => ({ ...call, body: (call.body ?? '').padEnd(bytes, ' ') })
      expect((await ground.call(padded(1024 * 1024))).status).toBe(200)
      expect(await answer(ground.call(padded(1024 * 1024 + 1)))).toEqual([
        413,
        { message: expect.stringContaining('1 MiB') },
      ])
    },
  }),
]

const keyedCall = (ground: Ground, key: string): ReturnType<typeof generateCall> => {
  const call = generateCall(bodyOf(ground), ground.ours)
  return { ...call, headers: { ...call.headers, 'idempotency-key': key } }
}

const labelledCall = (ground: Ground, label: object): ReturnType<typeof generateCall> => {
  const call = generateCall(bodyOf(ground), ground.ours)
  return { ...call, headers: { ...call.headers, 'form-label': encodeURIComponent(JSON.stringify(label)) } }
}

const answer = async (asked: ReturnType<Ground['call']>): Promise<[number, unknown]> => {
  const { status, body } = await asked
  return [status, body]
}
