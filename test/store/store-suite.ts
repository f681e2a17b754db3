import type { FormLabel, PublishedForm } from '../../src/form/form.ts'
import * as fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { defaultStyle } from '../../src/form/style-tokens.ts'
import {
  type AnswerEntry,
  type ResponseRecord,
  fingerprintOf,
  type Save,
  type SaveOutcome,
  type SaveResult,
} from '../../src/form/response.ts'
import type {
  Delivery,
  EndedAttempt,
  Place,
  ResponsePage,
  ResponseQuery,
  Store,
  StoredEvent,
  WebhookLease,
} from '../../src/store/store.ts'
import {
  at,
  sampleAnswer,
  sampleEnvironment,
  sampleForm,
  sampleKey,
  sampleLabel,
  sampleReply,
  sampleFileSave,
  sampleSave,
  sampleTyped,
  sampleUpload,
  sampleWebhook,
} from '../support/samples.ts'
import { runs } from '../support/is-long.ts'
import { storedTexts } from '../support/stored-records.ts'

/**
 * What every store promises; `open` gives an empty one. `settled`: for a store that numbers changes after their writes,
 * resolves when all are numbered.
 */
export function storeSuite(
  name: string,
  open: () => Promise<Store>,
  settled: () => Promise<void> = async () => undefined,
): void {
  describe(`A store, ${name}:`, () => {
    let store: Store
    const everything: ResponseQuery = { environmentId: 'environment-1', withPartials: true }
    const ofForm: ResponseQuery = { ...everything, formId: 'form-1' }

    const finish = (responseId: string, second: number): Promise<unknown> =>
      store.responses.save(sampleSave({ responseId, at: at(second), isFinished: true }))
    /** The uploads that no answer has held since before that second. */
    const claimed = async (second: number): Promise<string[]> =>
      (await store.uploads.claim(at(second), 100)).map(({ id }) => id).toSorted()
    const idsOf = async (query: Limited): Promise<string[]> =>
      (await recordsOf(store, query)).map((record) => record.id)

    beforeEach(async () => {
      store = await open()
      await store.environments.create(sampleEnvironment('environment-1'))
      await store.forms.create(sampleForm({ id: 'form-1' }))
    })
    afterEach(() => store.close())

    describe('environments', () => {
      test('are listed oldest first', async () => {
        await store.environments.create({ id: 'environment-3', name: 'Third', createdAt: at(3) })
        await store.environments.create({ id: 'environment-2', name: 'Second', createdAt: at(2) })
        expect((await store.environments.list()).map(({ id }) => id)).toEqual([
          'environment-1',
          'environment-2',
          'environment-3',
        ])
      })

      test('start with the keys and forms that they are given', async () => {
        const key = sampleKey({ id: 'key-2', environmentId: 'environment-2' })
        const form = sampleForm({ id: 'form-2', environmentId: 'environment-2' })
        await store.environments.create(sampleEnvironment('environment-2'), { keys: [key], forms: [form] })
        expect(await store.keys.list('environment-2')).toEqual([key])
        expect(await store.forms.get('form-2')).toEqual(form)
      })

      test('are not made at all when a part of them cannot be', async () => {
        const contents = { keys: [], forms: [sampleForm({ id: 'form-1', environmentId: 'environment-2' })] }
        await expect(store.environments.create(sampleEnvironment('environment-2'), contents)).rejects.toThrow(
          Error,
        )
        expect((await store.environments.list()).map(({ id }) => id)).toEqual(['environment-1'])
      })

      test('are not made as the first one when there is one', async () => {
        const second = sampleEnvironment('environment-2')
        expect(await store.environments.createFirst(second, { keys: [], forms: [] })).toBe(false)
        expect((await store.environments.list()).map(({ id }) => id)).toEqual(['environment-1'])
      })
    })

    describe('keys', () => {
      test('are found by their hash, with all that is kept of them', async () => {
        await store.keys.create(sampleKey({ id: 'key-1' }))
        expect(await store.keys.byHash('hash of key-1')).toEqual(sampleKey({ id: 'key-1' }))
        expect(await store.keys.byHash('hash of key-2')).toBeUndefined()
      })

      test('are listed by environment, oldest first', async () => {
        await store.environments.create(sampleEnvironment('environment-2'))
        await store.keys.create(sampleKey({ id: 'key-3', createdAt: at(3) }))
        await store.keys.create(sampleKey({ id: 'key-1', createdAt: at(1) }))
        await store.keys.create(sampleKey({ id: 'key-2', environmentId: 'environment-2' }))
        expect((await store.keys.list('environment-1')).map(({ id }) => id)).toEqual(['key-1', 'key-3'])
      })

      test('are revoked once, stay in the list and tell when', async () => {
        await store.keys.create(sampleKey({ id: 'key-1' }))
        expect(await store.keys.revoke('key-1', at(5))).toBe(true)
        expect(await store.keys.revoke('key-1', at(6))).toBe(false)
        expect(await store.keys.revoke('key-2', at(6))).toBe(false)
        const revoked = sampleKey({ id: 'key-1', revokedAt: at(5) })
        expect(await store.keys.list('environment-1')).toEqual([revoked])
        expect(await store.keys.byHash('hash of key-1')).toEqual(revoked)
      })
    })

    describe('keys that end', () => {
      test('have scopes, an end and a last use', async () => {
        const key = sampleKey({ id: 'key-1', scopes: ['read'], expiresAt: at(50) })
        await store.keys.create(key)
        expect(await store.keys.byHash('hash of key-1')).toEqual(key)
        await store.keys.use('key-1', at(7))
        expect(await store.keys.expire('key-1', at(60))).toBe(true)
        expect(await store.keys.list('environment-1')).toEqual([{ ...key, usedAt: at(7) }])
        await store.keys.expire('key-1', at(40))
        expect(await store.keys.byHash('hash of key-1')).toMatchObject({ expiresAt: at(40) })
        await store.keys.revoke('key-1', at(8))
        expect(await store.keys.expire('key-1', at(30))).toBe(false)
        expect(await store.keys.expire('key-2', at(30))).toBe(false)
      })
    })

    describe('the look of a form', () => {
      const files = [
        { sha256: 'a'.repeat(64), bytes: new Uint8Array([0, 255, 137, 80]) },
        { sha256: 'b'.repeat(64), bytes: new Uint8Array() },
      ]
      const look = { ...defaultStyle, radius: 3, font: { file: 'a'.repeat(64), fallback: 'slab' } } as const

      test('is replaced with its files, and nothing else of the form', async () => {
        const before = await store.forms.get('form-1')
        expect(await store.forms.restyle('form-1', look, files)).toBe(true)
        expect(await store.forms.get('form-1')).toEqual({ ...before, style: look })
        for (const { sha256, bytes } of files)
          expect(new Uint8Array((await store.styleFiles.get(sha256)) ?? [1])).toEqual(bytes)
        expect(await store.styleFiles.get('c'.repeat(64))).toBeUndefined()
      })

      test('may name files that are there', async () => {
        await store.forms.restyle('form-1', look, files)
        expect(await store.forms.restyle('form-1', look, files)).toBe(true)
      })

      test('of no form is not kept', async () => {
        expect(await store.forms.restyle('form-9', look, [])).toBe(false)
      })

      test('is no event', async () => {
        await settled()
        const last = await store.events.last('environment-1')
        await store.forms.restyle('form-1', look, files)
        await settled()
        expect(await store.events.last('environment-1')).toBe(last)
      })
    })

    describe('the change sequence', () => {
      const changes = async (after = 0, limit = 100): Promise<string[]> => {
        await settled()
        return (await store.events.after('environment-1', after, limit)).map(
          ({ seq, type, formId, responseId, version }) => [seq, type, formId, responseId, version].join(' '),
        )
      }

      test('numbers every change of forms and responses, and nothing else', async () => {
        const save = (given: object): Promise<unknown> =>
          store.responses.save(sampleSave({ responseId: 'response-1', ...given }))
        await save({ at: at(1) })
        await save({ at: at(2), answers: [sampleAnswer('question-a', 'again')] })
        await save({ at: at(3), isFinished: true })
        await save({ at: at(4), isFinished: true })
        await store.keys.create(sampleKey({ id: 'key-1' }))
        await store.forms.close('form-1', at(5))
        await store.forms.close('form-1', at(5))
        await store.forms.delete('form-1', at(6))
        await store.responses.erase('environment-1', [{ formId: 'form-1', id: 'response-1' }], at(7))
        expect(await changes()).toEqual([
          '1 form.created form-1  1',
          '2 response.started form-1 response-1 1',
          '3 response.updated form-1 response-1 2',
          '4 response.finished form-1 response-1 3',
          '5 form.closed form-1  2',
          '6 form.deleted form-1  3',
          '7 response.erased form-1 response-1 4',
        ])
        expect(await changes(2, 2)).toEqual([
          '3 response.updated form-1 response-1 2',
          '4 response.finished form-1 response-1 3',
        ])
        expect(await store.events.last('environment-1')).toBe(7)
      })

      test('has no gap where a write fails among others', async () => {
        const ok = (n: number): Promise<unknown> => store.forms.create(sampleForm({ id: `form-${n}` }))
        const done = await Promise.allSettled([ok(2), ok(1), ok(3), ok(1), finish('response-1', 1), ok(4)])
        expect(done.map(({ status }) => status)).toEqual([
          'fulfilled',
          'rejected',
          'fulfilled',
          'rejected',
          'fulfilled',
          'fulfilled',
        ])
        await settled()
        const events = await store.events.after('environment-1', 0, 100)
        expect(events.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5])
        expect(new Set(events.map(({ formId }) => formId))).toEqual(
          new Set(['form-1', 'form-2', 'form-3', 'form-4']),
        )
      })

      test('is counted for each environment by itself', async () => {
        await store.environments.create(sampleEnvironment('environment-2'))
        await store.forms.create(sampleForm({ id: 'form-2', environmentId: 'environment-2' }))
        await settled()
        expect(await store.events.last('environment-1')).toBe(1)
        expect(await store.events.after('environment-2', 0, 9)).toMatchObject([{ seq: 1, formId: 'form-2' }])
      })

      test('is seen in order while many write', async () => {
        const seen: number[] = []
        const saves = Array.from({ length: 300 }, (_, n) => finish(`response-${n}`, n))
        while (seen.length < 301) {
          for (const { seq } of await store.events.after('environment-1', seen.at(-1) ?? 0, 50))
            seen.push(seq)
          await new Promise((resolve) => setTimeout(resolve, 1))
        }
        await Promise.all(saves)
        expect(seen).toEqual(Array.from({ length: 301 }, (_, n) => n + 1))
      })
    })

    describe('pages', () => {
      const page = { ...everything, separator: '\n' } as const

      test('end early where they have enough bytes, and go on from there', async () => {
        await Promise.all(Array.from({ length: 230 }, (_, n) => finish(`response-${n}`, n)))
        const order = { by: 'creation' } as const
        const all = await store.responses.page({ ...page, order, limit: 1000 })
        const some = await store.responses.page({ ...page, order, limit: 1000, maxBytes: 1 })
        expect([some.count < 230, some.last]).toEqual([true, expect.anything()])
        const below = some.last
        const rest = await store.responses.page({
          ...page,
          order: { ...order, ...(below && { below }) },
          limit: 1000,
        })
        expect([...idsIn(some), ...idsIn(rest)]).toEqual(idsIn(all))
      })

      test('by creation begin with the newest', async () => {
        for (let n = 0; n < 7; n++) {
          await finish(`response-${n}`, Math.trunc(n / 3))
          await store.responses.save(sampleSave({ responseId: `partial-${n}`, at: at(n) }))
        }
        for (const query of [
          everything,
          ofForm,
          { ...everything, withPartials: true },
          { ...ofForm, formId: 'none' },
        ])
          for (const limit of [1, 5, 100]) {
            const asked = { ...query, limit, separator: '\n' } as const
            const first = await store.responses.page({ ...asked, order: { by: 'creation' } })
            const newest = await store.responses.newest(asked)
            expect(newest).toBe(Buffer.from(first.body).toString())
          }
      })
      const idsIn = ({ body }: ResponsePage): string[] =>
        Buffer.from(body)
          .toString()
          .split('\n')
          .flatMap((line) => (line === '' ? [] : [JSON.parse(line).id]))

      test('by creation end with a place to go on from, and neither skip nor repeat', async () => {
        for (let n = 0; n < 7; n++) await finish(`response-${n}`, Math.trunc(n / 3))
        const seen: string[] = []
        let below: Place | undefined
        for (let n = 0; n === 0 || below; n++) {
          const order = { by: 'creation', ...(below && { below }) } as const
          const found = await store.responses.page({ ...page, order, limit: 2 })
          seen.push(...idsIn(found))
          below = found.last
          await finish(`later-${n}`, 100 + n)
        }
        expect(seen).toEqual([6, 5, 4, 3, 2, 1, 0].map((n) => `response-${n}`))
      })

      test('by change hold each response at its last change', async () => {
        for (let n = 0; n < 4; n++)
          await store.responses.save(sampleSave({ responseId: `response-${n}`, at: at(n) }))
        await finish('response-1', 9)
        await settled()
        const until = await store.events.last('environment-1')
        await finish('response-0', 10)
        const pageFrom = (after: number, withPartials = true) =>
          store.responses.page({ ...page, withPartials, order: { by: 'change', after, until }, limit: 2 })
        const first = await pageFrom(0)
        expect(idsIn(first)).toEqual(['response-2', 'response-3'])
        const second = await pageFrom(first.last?.seq ?? 0)
        expect(idsIn(second)).toEqual(['response-1'])
        expect(second.last).toBeUndefined()
        expect(idsIn(await pageFrom(0, false))).toEqual(['response-1'])
      })
    })

    describe('erasing', () => {
      const key = { formId: 'form-1', id: 'response-1' }
      const upload = sampleUpload({ id: 'upload-1' })

      test('removes answers and uploads for good', async () => {
        await store.uploads.create([upload], at(0))
        await store.responses.save(sampleFileSave(upload))
        await finish('response-2', 2)
        const other = { formId: 'form-1', id: 'response-9' }
        expect(await store.responses.erase('environment-1', [key, other], at(5))).toEqual([
          { ...key, uploads: ['upload-1'] },
        ])
        expect(await store.responses.erase('environment-1', [key], at(6))).toEqual([])
        // It is due at once.
        expect(await store.uploads.claim(at(0), 10)).toEqual([
          { environmentId: 'environment-1', id: 'upload-1' },
        ])
        expect(await store.responses.get('environment-1', key)).toBeUndefined()
        expect(await store.uploads.get('environment-1', 'upload-1')).toBeUndefined()
        expect(await idsOf(everything)).toEqual(['response-2'])
        expect(await store.forms.list('environment-1')).toMatchObject([{ complete: 1, partial: 0 }])
        const again = await store.responses.save(sampleSave({ responseId: 'response-1', at: at(7) }))
        expect(again.outcome).toBe('closed')
        expect(await store.responses.get('environment-1', key)).toBeUndefined()
      })

      test('if it was not updated since', async () => {
        await store.responses.save(sampleSave({ responseId: 'response-1', at: at(1) }))
        await finish('response-1', 2)
        const erase = (second: number) =>
          store.responses.erase('environment-1', [{ ...key, updatedAt: at(second) }], at(5))
        expect(await erase(1)).toEqual([])
        expect(await store.responses.get('environment-1', key)).toMatchObject({ finished: true })
        expect(await erase(2)).toEqual([{ ...key, uploads: [] }])
      })

      test('and closing let a late save hold none of its files, and take none from a response', async () => {
        const late = { ...upload, id: 'upload-2' }
        await store.uploads.create([upload], at(0))
        expect((await store.responses.save(sampleFileSave(upload))).outcome).toBe('saved')
        await store.forms.create(sampleForm({ id: 'form-2' }))
        await store.forms.close('form-1', at(2))
        await store.uploads.create([late], at(3))
        for (const each of [upload, late])
          expect((await store.responses.save(sampleFileSave(each))).outcome).toBe('closed')
        expect(await claimed(4)).toEqual(['upload-2'])
        await store.responses.erase('environment-1', [key], at(4))
        expect((await store.responses.save(sampleFileSave(upload))).outcome).toBe('closed')
        expect(await claimed(5)).toEqual(['upload-1', 'upload-2'])
      })

      test('leaves files alone that may be on their way', async () => {
        await finish('response-1', 1)
        await store.uploads.create([upload], at(3))
        expect(await store.responses.erase('environment-1', [key], at(4))).toEqual([{ ...key, uploads: [] }])
        expect([await claimed(3), await claimed(4)]).toEqual([[], ['upload-1']])
      })

      test('finds responses by their ids, whatever their form, and erased ones no more', async () => {
        await store.forms.create(sampleForm({ id: 'form-2' }))
        await store.responses.save(sampleSave({ responseId: 'response-2', formId: 'form-2' }))
        for (const [i, id] of ['response-1', 'response-3'].entries()) await finish(id, i)
        await store.forms.delete('form-2', at(4))
        const find = async (environmentId: string): Promise<readonly string[]> =>
          (await store.responses.find(environmentId, ['response-1', 'response-2', 'response-9']))
            .map(({ formId, id }) => `${formId} ${id}`)
            .toSorted()
        expect(await find('environment-1')).toEqual(['form-1 response-1', 'form-2 response-2'])
        expect(await find('environment-2')).toEqual([])
        await store.responses.erase('environment-1', [key], at(5))
        expect(await find('environment-1')).toEqual(['form-2 response-2'])
      })

      test('of another environment does nothing', async () => {
        await store.environments.create(sampleEnvironment('environment-2'))
        await finish('response-1', 1)
        expect(await store.responses.erase('environment-2', [key], at(5))).toEqual([])
        expect(await store.responses.get('environment-1', key)).toBeDefined()
      })
    })

    test.each(['close', 'delete'] as const)('a form takes no answers after %s', async (end) => {
      expect(await store.forms[end]('form-1', at(5))).toBe(true)
      expect(await store.forms[end]('form-1', at(6))).toBe(false)
      expect(await store.forms[end]('form-9', at(6))).toBe(false)
      expect((await store.responses.save(sampleSave({ responseId: 'response-1' }))).outcome).toBe('closed')
      expect(await store.forms.get('form-1')).toMatchObject(
        end === 'close' ? { closedAt: at(5) } : { deletedAt: at(5) },
      )
      expect(await idsOf(everything)).toEqual([])
    })

    describe('what is typed and is no answer yet', () => {
      const key = { formId: 'form-1', id: 'response-1' }
      const save = (given: object): Promise<SaveResult> =>
        store.responses.save(
          sampleSave({
            responseId: 'response-1',
            questionIds: [],
            answers: [],
            basedOn: new Map(),
            ...given,
          }),
        )
      const answer = (value: string, seq: number, page = 'p', basis = ''): Promise<SaveResult> =>
        save({
          questionIds: ['question-a'],
          answers: [sampleAnswer('question-a', value)],
          basedOn: new Map([['question-a', basis]]),
          writer: { page, seq },
        })
      const type = (value: string, seq = 1, page = 'p'): Promise<SaveResult> =>
        save({ typed: [sampleTyped('question-a', value)], writer: { page, seq } })
      const printOf = (value: string): string =>
        fingerprintOf('response-1', 'question-a', [sampleAnswer('question-a', value)])
      /** The text of the first question, and its answer. */
      const kept = async (): Promise<unknown[]> => {
        const begun = await store.responses.getBegun('environment-1', key)
        return [
          begun?.draft.flatMap(({ typed }) => typed?.fields.flatMap(([, values]) => values) ?? []).join(),
          begun?.record.data.map(({ response }) => response['value']).join(),
        ]
      }

      test('stays beside the record until an answer takes its place', async () => {
        await type('ada@')
        expect(await kept()).toEqual(['ada@', ''])
        expect(await store.responses.get('environment-1', key)).not.toHaveProperty('draft')
        await answer('ada@example.com', 2)
        expect(await kept()).toEqual(['', 'ada@example.com'])
        await type('nonsense', 3)
        expect(await kept()).toEqual(['nonsense', 'ada@example.com'])
      })

      test('goes when the response is finished or erased', async () => {
        for (const change of [
          () => save({ isFinished: true }),
          () => store.responses.erase('environment-1', [key], at(9)),
        ]) {
          await type('ada@')
          await change()
          expect((await store.responses.getBegun('environment-1', key))?.draft ?? []).toEqual([])
        }
      })

      test('is kept up to 64 KB', async () => {
        await save({
          typed: [sampleTyped('question-a', 'short'), sampleTyped('question-b', 'x'.repeat(65_536))],
        })
        expect(await kept()).toEqual(['short', ''])
      })

      test('does not change the response where its page sends it by itself', async () => {
        const { record } = await answer('one', 1)
        await save({ typed: [sampleTyped('question-b', 'ada@')], isAutosave: true, at: at(50) })
        expect(await store.responses.get('environment-1', key)).toEqual(record)
        await settled()
        expect(await store.events.after('environment-1', 0, 100)).toHaveLength(2)
        expect(await kept()).toEqual(['ada@', 'one'])
      })

      test.each([
        [
          'a later save of the same page overwrites',
          [
            ['one', 1],
            ['two', 2],
          ],
          'two',
        ],
        [
          'an earlier one that comes late does not',
          [
            ['two', 2],
            ['one', 1],
          ],
          'two',
        ],
        [
          'one that is repeated changes nothing',
          [
            ['one', 1],
            ['one', 1],
          ],
          'one',
        ],
        [
          'a late one of the page before does not',
          [
            ['one', 2],
            ['two', 1, 'q', 'one'],
            ['old', 1],
          ],
          'two',
        ],
        [
          'another page asks first',
          [
            ['one', 2],
            ['two', 1, 'q', 'none'],
          ],
          'one',
        ],
      ] as const)('has an order: %s', async (_claim, saves, expected) => {
        for (const [value, seq, page, basis] of saves) await answer(value, seq, page, basis && printOf(basis))
        expect(await kept()).toEqual(['', expected])
      })

      test('does not come back late, and does not cover the newer answer of another page', async () => {
        await answer('one', 2)
        await type('late', 1)
        await type('of an old tab', 1, 'q')
        expect(await kept()).toEqual(['', 'one'])
      })
    })

    describe('kept replies', () => {
      const reply = sampleReply({ key: 'k', at: at(10) })
      const create = (id: string, since = at(0), kept = reply): Promise<unknown> =>
        store.forms.create(sampleForm({ id }), { reply: kept, since })
      const ids = async (): Promise<string[]> => (await store.forms.list('environment-1')).map(({ id }) => id)

      test('are kept with the form that they tell of', async () => {
        expect(await create('form-2')).toBeUndefined()
        expect(await store.replies.get('environment-1', 'k', at(0))).toEqual(reply)
        expect(await ids()).toEqual(['form-1', 'form-2'])
      })

      test('are given in place of a second form of that key', async () => {
        await create('form-2')
        expect(await create('form-3', at(0), { ...reply, requestHash: 'another', body: '{}' })).toEqual(reply)
        expect(await ids()).toEqual(['form-1', 'form-2'])
      })

      test('are not kept when the form cannot be created', async () => {
        await expect(create('form-1')).rejects.toThrow(Error)
        expect(await store.replies.get('environment-1', 'k', at(0))).toBeUndefined()
      })

      test('belong to one environment', async () => {
        await store.environments.create(sampleEnvironment('environment-2'))
        await create('form-2')
        expect(await store.replies.get('environment-2', 'k', at(0))).toBeUndefined()
        const kept = { ...reply, environmentId: 'environment-2' }
        await store.forms.create(sampleForm({ id: 'form-3' }), { reply: kept, since: at(0) })
        expect(await ids()).toEqual(['form-1', 'form-2', 'form-3'])
      })

      test('are as good as gone when they are too old, and then their key is free', async () => {
        await create('form-2')
        expect(await store.replies.get('environment-1', 'k', at(10))).toEqual(reply)
        expect(await store.replies.get('environment-1', 'k', at(11))).toBeUndefined()
        expect(await create('form-3', at(11), { ...reply, at: at(12) })).toBeUndefined()
        expect(await ids()).toEqual(['form-1', 'form-2', 'form-3'])
      })

      test('go with the form that they name, and their key is free again, for one form', async () => {
        const named = {
          ...reply,
          body: '{"success":true,"result":{"form":{"id":"form-2","url":"/s/form-2"}}}',
        }
        await create('form-2', at(0), named)
        await create('form-3', at(0), sampleReply({ key: 'other', body: '{"id":"form-3"}', at: at(10) }))
        await store.forms.close('form-2', at(11))
        expect(await store.replies.get('environment-1', 'k', at(0))).toEqual(named)
        await store.forms.delete('form-2', at(12))
        expect(await store.replies.get('environment-1', 'k', at(0))).toBeUndefined()
        expect(await store.replies.get('environment-1', 'other', at(0))).toMatchObject({ key: 'other' })
        const again = await Promise.all(
          ['form-4', 'form-5'].map((id) => create(id, at(0), { ...reply, body: id })),
        )
        expect(again.filter((earlier) => earlier === undefined)).toHaveLength(1)
        expect(await ids()).toHaveLength(3)
      })

      test('that are too old are removed at the next one', async () => {
        await create('form-2')
        await create('form-3', at(11), sampleReply({ key: 'other', at: at(12) }))
        expect(await store.replies.get('environment-1', 'k', at(0))).toBeUndefined()
      })
    })

    describe('forms', () => {
      test('come back as they were created, unknown content and all', async () => {
        const form = sampleForm({ id: 'form-2', sourceFormId: 'form-1' })
        await store.forms.create(form)
        expect(await store.forms.get('form-2')).toEqual(form)
        expect(await store.forms.get('form-3')).toBeUndefined()
      })

      test('are listed by environment, oldest first, with their public path', async () => {
        await store.environments.create(sampleEnvironment('environment-2'))
        await store.forms.create(sampleForm({ id: 'form-3', name: 'Third', createdAt: at(3) }))
        await store.forms.create(sampleForm({ id: 'form-2', createdAt: at(2) }))
        await store.forms.create(sampleForm({ id: 'form-4', environmentId: 'environment-2' }))
        const listed = await store.forms.list('environment-1')
        expect(listed.map(({ id }) => id)).toEqual(['form-1', 'form-2', 'form-3'])
        const ofNone = { complete: 0, partial: 0 }
        expect(listed[2]).toEqual({
          id: 'form-3',
          name: 'Third',
          url: '/s/form-3',
          createdAt: at(3),
          ...ofNone,
        })
      })

      test('are listed with what they were made of', async () => {
        const label = sampleLabel({ document: 2, row: 'a\0 "ä', replaces: 'form-1' })
        await store.forms.create(sampleForm({ id: 'form-2', label }))
        const labels = async () => (await store.forms.list('environment-1')).map((form) => form.label)
        expect(await labels()).toEqual([undefined, label])
        await store.forms.restyle('form-2', sampleForm({ id: 'form-2' }).style, [])
        await store.forms.close('form-2', at(2))
        expect(await labels()).toEqual([undefined, label])
      })

      describe('with an address', () => {
        const place = (id: string, more: Partial<PublishedForm> = {}): Promise<unknown> =>
          store.forms.create(sampleForm({ id, address: 'feedback', label: sampleLabel(), ...more }))
        const other = sampleLabel({ spec: 'forms/other.yaml' })

        test('are found by it: the open ones first, then the newest; deleted ones never', async () => {
          for (const [n, id] of ['form-2', 'form-3', 'form-4', 'form-5'].entries())
            await place(id, { createdAt: at(Math.min(n, 2)) })
          await place('form-6', { address: 'another' })
          expect(await store.forms.atAddress('feedback')).toEqual(['form-5', 'form-4', 'form-3', 'form-2'])
          await store.forms.close('form-5', at(9))
          await store.forms.delete('form-3', at(9))
          expect(await store.forms.atAddress('feedback')).toEqual(['form-4', 'form-2', 'form-5'])
          expect(await store.forms.atAddress('feedback', 'environment-1')).toHaveLength(3)
          expect(await store.forms.atAddress('feedback', 'environment-2')).toEqual([])
          for (const address of ['', 'feed', 'Feedback', 'feedback ', '%', '\0'])
            expect(await store.forms.atAddress(address)).toEqual([])
          expect((await store.forms.get('form-4'))?.address).toBe('feedback')
        })

        test('are listed with the path that leads to them: short in the environment that had the address first', async () => {
          await store.environments.create(sampleEnvironment('environment-2'))
          await place('form-2', { environmentId: 'environment-2', createdAt: at(1) })
          await place('form-3', { createdAt: at(2) })
          await place('form-4', { createdAt: at(3), address: 'own' })
          const pathsIn = async (environmentId: string) =>
            (await store.forms.list(environmentId)).map(({ address }) => address)
          expect(await pathsIn('environment-1')).toEqual([undefined, '/f/environment-1/feedback', '/f/own'])
          expect(await pathsIn('environment-2')).toEqual(['/f/feedback'])
          expect(await store.forms.list('environment-1', { formId: 'form-4' })).toMatchObject([
            { address: '/f/own' },
          ])
          await store.forms.delete('form-2', at(4))
          expect(await pathsIn('environment-1')).toContain('/f/environment-1/feedback')
          expect(await store.forms.atAddress('feedback')).toEqual([])
          expect(await store.forms.atAddress('feedback', 'environment-1')).toEqual(['form-3'])
        })

        test('take it from a form of the same spec, and from the one that they replace', async () => {
          expect(await place('form-2', { label: sampleLabel({ document: 1 }) })).toBeUndefined()
          expect(await place('form-3')).toBeUndefined()
          const moved = { ...other, replaces: 'form-3' }
          expect(await place('form-4', { createdAt: at(1), label: moved })).toBeUndefined()
          expect(await place('form-5', { createdAt: at(2), label: other })).toBeUndefined()
        })

        test.each<[string, FormLabel | undefined]>([
          ['another spec', other],
          ['another project', sampleLabel({ project: 'b' })],
          ['another document', sampleLabel({ document: 2 })],
          ['another row', sampleLabel({ row: 'b' })],
          ['what replaces another form', { ...other, replaces: 'form-1' }],
          ['nothing that is known', undefined],
        ])('are not created where the newest open form is of another spec: %s', async (_, label) => {
          await place('form-2')
          const reply = sampleReply({ key: 'k', at: at(1) })
          const refused = store.forms.create(sampleForm({ id: 'form-3', address: 'feedback', label }), {
            reply,
            since: at(0),
          })
          expect(await refused).toEqual({ id: 'form-2', label: sampleLabel() })
          expect(await store.forms.get('form-3')).toBeUndefined()
          expect(await store.replies.get('environment-1', 'k', at(0))).toBeUndefined()
          await store.forms.close('form-2', at(2))
          expect(await place('form-3', { label })).toBeUndefined()
        })

        test('without a label hold it, too, against all but what replaces them', async () => {
          await place('form-2', { label: undefined })
          expect(await place('form-3', { label: undefined })).toEqual({ id: 'form-2' })
          expect(await place('form-3')).toEqual({ id: 'form-2' })
          expect(await place('form-3', { label: sampleLabel({ replaces: 'form-2' }) })).toBeUndefined()
        })

        test('have no rivals in other environments', async () => {
          await store.environments.create(sampleEnvironment('environment-2'))
          await place('form-2')
          expect(await place('form-3', { environmentId: 'environment-2', label: other })).toBeUndefined()
        })

        test('are given the stored reply of their request before they meet themselves', async () => {
          const reply = sampleReply({ key: 'k', at: at(1) })
          const create = (id: string): Promise<unknown> =>
            store.forms.create(sampleForm({ id, address: 'feedback' }), { reply, since: at(0) })
          expect(await create('form-2')).toBeUndefined()
          expect(await create('form-3')).toEqual(reply)
        })

        test('that claim it at once do not all get it', async () => {
          const specs = Array.from({ length: 8 }, (_, n) => sampleLabel({ spec: `forms/${n}.yaml` }))
          const results = await Promise.all(specs.map((label, n) => place(`form-${n + 2}`, { label })))
          expect(results.filter((result) => result === undefined)).toHaveLength(1)
          expect(await store.forms.atAddress('feedback')).toHaveLength(1)
        })
      })

      test('made at one moment are listed in the order in which they were made', async () => {
        for (const id of ['form-c', 'form-a', 'form-b']) await store.forms.create(sampleForm({ id }))
        expect((await store.forms.list('environment-1')).map(({ id }) => id)).toEqual([
          'form-1',
          'form-c',
          'form-a',
          'form-b',
        ])
      })

      test('are listed with how many complete and partial responses they have', async () => {
        await store.forms.create(sampleForm({ id: 'form-2', createdAt: at(1) }))
        await finish('response-1', 1)
        await finish('response-2', 2)
        await store.responses.save(sampleSave({ responseId: 'response-3' }))
        const counts = async (formId?: string) =>
          (await store.forms.list('environment-1', { ...(formId !== undefined && { formId }) })).map(
            (form) => [form.complete, form.partial],
          )
        expect(await counts()).toEqual([
          [2, 1],
          [0, 0],
        ])
        expect(await counts('form-1')).toEqual([[2, 1]])
        expect(await counts('form-9')).toEqual([])
      })

      test('once deleted tell when, leave the list, and keep their responses', async () => {
        await finish('response-1', 1)
        expect(await store.forms.delete('form-1', at(5))).toBe(true)
        expect(await store.forms.delete('form-1', at(6))).toBe(false)
        expect(await store.forms.delete('form-2', at(6))).toBe(false)
        expect(await store.forms.get('form-1')).toEqual(sampleForm({ id: 'form-1', deletedAt: at(5) }))
        expect(await store.forms.list('environment-1')).toEqual([])
        expect(await idsOf(ofForm)).toEqual(['response-1'])
      })
    })

    describe('saves', () => {
      const saveOf = (given: Partial<Save>): Save => sampleSave({ responseId: 'response-1', ...given })
      const outcomeOf = async (given: Partial<Save>): Promise<SaveOutcome> =>
        (await store.responses.save(saveOf(given))).outcome
      const valueOf = async (): Promise<unknown> =>
        (await store.responses.get('environment-1', { formId: 'form-1', id: 'response-1' }))?.data.map(
          (entry) => entry.response['value'],
        )

      test('make a response with all that the contract names', async () => {
        expect(await outcomeOf({ isFinished: true, at: at(7) })).toBe('saved')
        expect(await store.responses.get('environment-1', { formId: 'form-1', id: 'response-1' })).toEqual({
          id: 'response-1',
          createdAt: at(7),
          updatedAt: at(7),
          dataUpdatedAt: at(7),
          finished: true,
          status: 2,
          formId: 'form-1',
          version: '2.0',
          data: [sampleAnswer('question-a', 'hello')],
          meta: { leadId: 'lead-1' },
          personAttributes: { ip: '127.0.0.1', country: '', visitedForm: 1, completedForm: 1 },
        })
        expect(
          await store.responses.get('environment-1', { formId: 'form-2', id: 'response-1' }),
        ).toBeUndefined()
      })

      test('of one response at once are all counted, none lost', async () => {
        const questionIds = Array.from({ length: 20 }, (_, i) => `question-${i}`)
        await Promise.all(
          questionIds.map((id) =>
            store.responses.save(saveOf({ questionIds: [id], answers: [sampleAnswer(id, id)] })),
          ),
        )
        expect(
          (await store.responses.get('environment-1', { formId: 'form-1', id: 'response-1' }))?.data,
        ).toHaveLength(20)
      })

      test('after the last one change nothing: completing twice is one completion', async () => {
        await store.responses.save(saveOf({ isFinished: true, at: at(1) }))
        const finished = await store.responses.get('environment-1', { formId: 'form-1', id: 'response-1' })
        expect(await outcomeOf({ isFinished: true, at: at(2) })).toBe('repeated')
        expect(await outcomeOf({ at: at(3), answers: [] })).toBe('final')
        expect(await store.responses.get('environment-1', { formId: 'form-1', id: 'response-1' })).toEqual(
          finished,
        )
        expect((await store.forms.list('environment-1'))[0]).toMatchObject({ complete: 1, partial: 0 })
      })

      test('based on an older answer never overwrite a newer one, also when many come at once', async () => {
        const answer = (value: string) => [sampleAnswer('question-a', value)]
        const basedOn = new Map([['question-a', fingerprintOf('response-1', 'question-a', answer('hello'))]])
        await store.responses.save(saveOf({}))
        const results = await Promise.all(
          ['one', 'two', 'hello', 'three'].map((value) =>
            store.responses.save(saveOf({ basedOn, isFinished: value === 'two', answers: answer(value) })),
          ),
        )
        expect(results.map(({ outcome, conflicts }) => [outcome, conflicts])).toEqual([
          ['saved', []],
          ['conflict', ['question-a']],
          ['saved', []],
          ['conflict', ['question-a']],
        ])
        expect(results.map(({ record }) => record.data)).toEqual(results.map(() => answer('one')))
        expect(
          await store.responses.get('environment-1', { formId: 'form-1', id: 'response-1' }),
        ).toMatchObject({
          finished: false,
          data: answer('one'),
        })
      })

      describe('that change a finished response', () => {
        const key = { formId: 'form-1', id: 'response-1' }
        const day = 24 * 60 * 60
        const writer = (seq: number) => ({ page: 'p', seq })
        /** As a page sends it that was drawn with that answer. */
        const change = (value: string, given: Partial<Save> & { readonly drawnWith: string }) =>
          store.responses.save(
            saveOf({
              answers: [sampleAnswer('question-a', value)],
              basedOn: new Map([
                [
                  'question-a',
                  fingerprintOf('response-1', 'question-a', [sampleAnswer('question-a', given.drawnWith)]),
                ],
              ]),
              changeableDays: 2,
              ...given,
            }),
          )
        beforeEach(() => store.responses.save(saveOf({ isFinished: true, at: at(1) })))

        test('stay beside it until the last step is sent, and then update it', async () => {
          const before = await store.responses.get('environment-1', key)
          const draft = await change('better', { drawnWith: 'hello', at: at(2), isAutosave: true })
          expect(draft).toMatchObject({
            outcome: 'saved',
            record: { finished: false, data: [sampleAnswer('question-a', 'better')] },
          })
          expect(await store.responses.get('environment-1', key)).toEqual(before)
          const sent = await change('best', { drawnWith: 'better', at: at(3), isFinished: true })
          expect(sent.outcome).toBe('saved')
          expect(await store.responses.get('environment-1', key)).toEqual({
            ...before,
            updatedAt: at(3),
            dataUpdatedAt: at(3),
            data: [sampleAnswer('question-a', 'best')],
            meta: { leadId: 'lead-1', finishedAt: at(1) },
          })
          expect((await store.forms.list('environment-1'))[0]).toMatchObject({ complete: 1, partial: 0 })
          await settled()
          expect((await store.events.after('environment-1', 0, 100)).slice(1)).toMatchObject([
            { type: 'response.finished', version: 1 },
            { type: 'response.updated', version: 2, at: at(3) },
          ])
        })

        test('keep their days from the time when it was finished, however often it is changed', async () => {
          await change('two', { drawnWith: 'hello', at: at(day), isFinished: true })
          const last = { drawnWith: 'two', at: at(2 * day + 1), isFinished: true }
          expect((await change('three', last)).outcome).toBe('saved')
          const late = { drawnWith: 'three', at: at(2 * day + 2), isFinished: true }
          expect((await change('four', late)).outcome).toBe('final')
          expect(await valueOf()).toEqual(['three'])
        })

        test('are repeated by a second press, and a late save of their page overwrites nothing', async () => {
          const sent = { drawnWith: 'hello', at: at(3), isFinished: true, writer: writer(2) }
          await change('new', sent)
          expect((await change('new', { ...sent, at: at(4) })).outcome).toBe('repeated')
          await change('hello', { drawnWith: 'new', at: at(5), isAutosave: true, writer: writer(1) })
          expect((await store.responses.getBegun('environment-1', key))?.draft).not.toContainEqual(
            expect.objectContaining({ changed: expect.anything() }),
          )
          expect(await store.responses.get('environment-1', key)).toMatchObject({ updatedAt: at(3) })
        })

        test('never overwrite what another page sent meanwhile', async () => {
          await change('one', { drawnWith: 'hello', at: at(2), isFinished: true, writer: writer(1) })
          const other = { drawnWith: 'hello', at: at(3), isFinished: true, writer: { page: 'q', seq: 1 } }
          expect(await change('two', other)).toMatchObject({
            outcome: 'conflict',
            conflicts: ['question-a'],
          })
          expect(await valueOf()).toEqual(['one'])
        })

        test('are not counted by a limit, and end with the form', async () => {
          const sent = { drawnWith: 'hello', isFinished: true }
          expect((await change('one', { ...sent, at: at(2), limit: 1 })).outcome).toBe('saved')
          expect(
            (await store.responses.save(sampleSave({ responseId: 'response-2', isFinished: true, limit: 2 })))
              .outcome,
          ).toBe('saved')
          await store.forms.close('form-1', at(3))
          expect((await change('two', { ...sent, drawnWith: 'one', at: at(4) })).outcome).toBe('closed')
        })

        test('of files hold the new ones at once, and let go of those taken out when they are sent', async () => {
          const files = (...names: readonly string[]): AnswerEntry => ({
            questionId: 'question-b',
            response: {
              ...sampleAnswer('question-b', '').response,
              type: 'FileUploader',
              files: names.map((letter) => ({
                name: letter,
                size: 1,
                contentType: 'text/plain',
                url: `/files/${letter}`,
              })),
            },
          })
          const saveFiles = (names: readonly string[], given: Partial<Save>) =>
            store.responses.save(
              saveOf({
                responseId: 'response-2',
                questionIds: ['question-b'],
                answers: names.length === 0 ? [] : [files(...names)],
                basedOn: new Map(),
                changeableDays: 2,
                ...given,
              }),
            )
          await store.uploads.create(
            ['a', 'b', 'c'].map((id) => sampleUpload({ id, responseId: 'response-2' })),
            at(0),
          )
          await saveFiles(['a'], { isFinished: true, at: at(1) })
          await saveFiles(['b'], { removedFiles: ['/files/a'], at: at(2) })
          expect(await claimed(3)).toEqual(['c'])
          await saveFiles([], { isFinished: true, at: at(3) })
          expect(await claimed(3)).toEqual(['c'])
          expect(await claimed(4)).toEqual(['a', 'c'])
          expect(await store.responses.get('environment-1', { ...key, id: 'response-2' })).toMatchObject({
            finished: true,
            data: [files('b')],
          })
        })
      })

      describe('of files', () => {
        const file = (letter: string, size = 1) => ({
          name: letter,
          size,
          contentType: 'text/plain',
          url: `/files/${letter}`,
        })
        type Files = readonly ReturnType<typeof file>[]
        const ofFiles = (files: Files, questionId = 'question-a'): AnswerEntry => ({
          questionId,
          response: { ...sampleAnswer(questionId, '').response, type: 'FileUploader', files },
        })
        const saveFiles = (files: Files, given: Partial<Save> = {}) =>
          store.responses.save(
            saveOf({ answers: files.length === 0 ? [] : [ofFiles(files)], basedOn: new Map(), ...given }),
          )
        const names = async () => {
          const entry = (await store.responses.get('environment-1', { formId: 'form-1', id: 'response-1' }))
            ?.data[0]
          return (entry?.response['files'] as undefined | { name: string }[])?.map((each) => each.name)
        }
        const upload = (...ids: readonly string[]) =>
          store.uploads.create(
            ids.map((id) => sampleUpload({ id })),
            at(0),
          )
        const isHeld = async (id: string) => (await store.uploads.get('environment-1', id)) !== undefined

        test('join those that are stored, without those taken out', async () => {
          await upload('a', 'b', 'c', 'd')
          await saveFiles([file('a')])
          await Promise.all([
            saveFiles([file('b')]),
            saveFiles([file('c'), file('b')]),
            saveFiles([file('d')], { removedFiles: ['/files/a'] }),
          ])
          expect(await names()).toEqual(['b', 'c', 'd'])
          await saveFiles([], { removedFiles: ['/files/b'] })
          expect(await names()).toEqual(['c', 'd'])
          await saveFiles([], { removedFiles: ['/files/c', '/files/d'] })
          expect(await names()).toBe(undefined)
        })

        test('stay ten an answer, however many saves come at once', async () => {
          const four = (letter: string) => Array.from({ length: 4 }, (_, i) => `${letter}${i}`)
          const letters = ['a', 'b', 'c', 'd']
          await upload(...letters.flatMap(four))
          const results = await Promise.all(
            letters.map((letter) =>
              saveFiles(
                four(letter).map((id) => file(id)),
                { isFinished: letter === 'd' },
              ),
            ),
          )
          expect(await names()).toHaveLength(8)
          expect(results.map(({ fileProblems }) => fileProblems)).toEqual([
            [],
            [],
            ...[1, 2].map(() => [{ questionId: 'question-a', reason: 'too-many', count: 12, most: 10 }]),
          ])
          expect(results[3]?.record.finished).toBe(false)
        })

        test('stay 100 MiB a response, those of other answers counted', async () => {
          const large = 60 * 1024 * 1024
          await upload('x', 'a')
          await saveFiles([], {
            questionIds: ['question-b'],
            answers: [ofFiles([file('x', large)], 'question-b')],
          })
          const { fileProblems } = await saveFiles([file('a', large)])
          expect(fileProblems.map(({ reason }) => reason)).toEqual(['too-large'])
          expect(await names()).toEqual(['x'])
        })

        test('that are sent again, under another id, are there once', async () => {
          await upload('a_1', 'a_2', 'b_1', 'b_2')
          await saveFiles([file('a_1')])
          await saveFiles([file('a_2'), file('b_1'), file('b_2')], { isFinished: true })
          expect(await names()).toEqual(['a_1', 'b_2'])
          expect((await saveFiles([file('a_2')], { isFinished: true })).outcome).toBe('repeated')
          expect(await claimed(1)).toEqual(['a_2', 'b_1'])
        })

        test('can be claimed when no answer holds them any more, and no others', async () => {
          await upload('a', 'b', 'late')
          await store.uploads.create([sampleUpload({ id: 'other', responseId: 'response-2' })], at(0))
          await saveFiles([file('a'), file('b')])
          await saveFiles([file('other')], { responseId: 'response-2' })
          await saveFiles([], { removedFiles: ['/files/a', '/files/other'], at: at(5) })
          expect(await Promise.all(['a', 'b', 'other'].map(isHeld))).toEqual([false, true, true])
          expect(await claimed(5)).toEqual(['late'])
          expect(await claimed(6)).toEqual(['a', 'late'])
          await saveFiles([], { isFinished: true })
          expect((await saveFiles([file('late')])).outcome).toBe('final')
          expect(await isHeld('b')).toBe(true)
        })

        test('are never held once they are claimed: the save fails, and changes nothing', async () => {
          await upload('a', 'b')
          await saveFiles([file('a')])
          expect(await claimed(1)).toEqual(['b'])
          const others = [saveFiles([file('b')]), saveFiles([file('none')])].map((save) =>
            save.then(
              () => 'saved',
              () => 'refused',
            ),
          )
          expect(await Promise.all(others)).toEqual(['refused', 'refused'])
          expect(await names()).toEqual(['a'])
        })
      })

      test('of more than 1 MiB in one response are refused, and change nothing', async () => {
        const long = (questionId: string) => [sampleAnswer(questionId, 'x'.repeat(600_000))]
        expect(await outcomeOf({ answers: long('question-a') })).toBe('saved')
        const more = { questionIds: ['question-b'], answers: long('question-b') }
        expect(await outcomeOf(more)).toBe('too-large')
        expect(
          await store.responses.get('environment-1', { formId: 'form-1', id: 'response-1' }),
        ).toMatchObject({ data: long('question-a') })
        const first = {
          ...more,
          responseId: 'response-2',
          answers: [...long('question-b'), ...long('question-b')],
        }
        expect(await outcomeOf(first)).toBe('too-large')
        expect(
          await store.responses.get('environment-1', { formId: 'form-1', id: 'response-2' }),
        ).toBeUndefined()
      })

      test('keep any text as it was typed', async () => {
        const text = 'tab\t "quoted" \u0000 nul, line\nbreak, \u2028, 🙂, lone \ud800, ,{"id":"x"}'
        await store.responses.save(saveOf({ answers: [sampleAnswer('question-a', text)] }))
        expect(await valueOf()).toEqual([text])
        expect((await recordsOf(store, ofForm))[0]?.data[0]?.response['value']).toBe(text)
      })
    })

    describe('runs', () => {
      test('of nothing are none', async () => {
        expect(await runsOf(store, ofForm)).toEqual([])
        expect(await runsOf(store, { ...ofForm, formId: 'form-2' })).toEqual([])
      })

      test('come newest first, and by id downwards where times are equal', async () => {
        await finish('response-b', 2)
        await finish('response-d', 1)
        await finish('response-a', 2)
        await finish('response-c', 3)
        const expected = ['response-c', 'response-b', 'response-a', 'response-d']
        expect(await idsOf(ofForm)).toEqual(expected)
        expect(await idsOf(everything)).toEqual(expected)
      })

      test('stay ordered by creation when a response is saved again', async () => {
        await store.responses.save(sampleSave({ responseId: 'response-1', at: at(1) }))
        await finish('response-2', 2)
        await finish('response-1', 3)
        expect(await idsOf(ofForm)).toEqual(['response-2', 'response-1'])
      })

      test('hold partial responses only where they are asked for', async () => {
        await finish('response-1', 1)
        await store.responses.save(sampleSave({ responseId: 'response-2', at: at(2) }))
        await finish('response-3', 3)
        for (const query of [ofForm, everything]) {
          expect(await idsOf({ ...query, withPartials: true })).toEqual([
            'response-3',
            'response-2',
            'response-1',
          ])
          expect(await idsOf({ ...query, withPartials: false })).toEqual(['response-3', 'response-1'])
        }
      })

      test('with a limit are one run of the newest', async () => {
        for (let i = 0; i < 25; i++) await finish(`response-${String(i).padStart(2, '0')}`, i)
        await store.responses.save(sampleSave({ responseId: 'partial', at: at(99) }))
        const query = { ...ofForm, withPartials: false, limit: 10 }
        expect(await runsOf(store, query)).toHaveLength(1)
        expect(await idsOf(query)).toEqual(
          Array.from({ length: 10 }, (_, i) => `response-${String(24 - i).padStart(2, '0')}`),
        )
        expect((await idsOf({ ...query, withPartials: true }))[0]).toBe('partial')
      })

      test('with a limit are one run also where the records are large', async () => {
        const large = [sampleAnswer('question-a', 'x'.repeat(250_000))]
        for (let i = 0; i < 12; i++)
          await store.responses.save(sampleSave({ responseId: `response-${i}`, at: at(i), answers: large }))
        expect(await runsOf(store, { ...ofForm, limit: 10 })).toHaveLength(1)
        expect(await idsOf({ ...ofForm, limit: 10 })).toHaveLength(10)
      })

      test('never cross environments or forms', async () => {
        await store.environments.create(sampleEnvironment('environment-2'))
        await store.forms.create(sampleForm({ id: 'form-2', environmentId: 'environment-2' }))
        await store.forms.create(sampleForm({ id: 'form-3' }))
        await finish('response-1', 1)
        await store.responses.save(
          sampleSave({ responseId: 'response-2', environmentId: 'environment-2', formId: 'form-2' }),
        )
        await store.responses.save(sampleSave({ responseId: 'response-3', formId: 'form-3' }))
        expect(await idsOf(everything)).toEqual(['response-1', 'response-3'])
        expect(await idsOf(ofForm)).toEqual(['response-1'])
        expect(await idsOf({ ...ofForm, formId: 'form-2' })).toEqual([])
      })

      test('hold thousands of responses in runs of bounded size, each response once', async () => {
        // More than two pages.
        const many = 2500
        const saves = Array.from({ length: many }, (_, i) =>
          store.responses.save(sampleSave({ responseId: `response-${i}`, at: at(i), isFinished: i % 3 > 0 })),
        )
        await Promise.all(saves)
        const lengths = (await runsOf(store, everything)).map((run) => run.length)
        expect(Math.max(...lengths)).toBeLessThan(1024 * 1024)
        expect(lengths.length).toBeGreaterThan(2)
        expect(lengths.length).toBeLessThan(many / 50)
        expect(await idsOf(everything)).toEqual(
          Array.from({ length: many }, (_, i) => `response-${many - 1 - i}`),
        )
      })

      test('are whole and without repeats while responses are added and finished', async () => {
        // More than two pages.
        const first = 2500
        const ids = Array.from({ length: first }, (_, n) => n)
        await Promise.all(
          ids.map((n) => store.responses.save(sampleSave({ responseId: `response-${n}`, at: at(n) }))),
        )
        const seen: string[] = []
        let added = first
        for await (const run of storedTexts(store, ofForm)) {
          seen.push(...parse(run).map((record) => record.id))
          await finish(`response-${added}`, added)
          await finish(`response-${added - 200}`, added)
          added++
        }
        expect(added).toBeGreaterThan(first + 1)
        expect(seen).toEqual(ids.toReversed().map((n) => `response-${n}`))
      })

      test('may be left before their end', async () => {
        for (let i = 0; i < 3; i++) await finish(`response-${i}`, i)
        for await (const run of storedTexts(store, ofForm)) {
          expect(run).toContain('response-2')
          break
        }
        await finish('response-3', 3)
        expect(await idsOf(ofForm)).toHaveLength(4)
      })

      test('hold just the asked responses in order, whatever was saved', async () => {
        const saved = fc.record({
          id: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g'),
          formId: fc.constantFrom('form-1', 'form-2'),
          second: fc.integer({ min: 0, max: 4 }),
          isFinished: fc.boolean(),
        })
        let round = 0
        await store.forms.create(sampleForm({ id: 'form-2' }))
        await fc.assert(
          fc.asyncProperty(
            fc.array(saved, { maxLength: 30 }),
            fc.boolean(),
            fc.integer({ min: 1, max: 12 }),
            async (saves, withPartials, limit) => {
              // A round's responses are recognised by its number, since the store goes on from round to round.
              const tag = `${round++}-`
              const expected = new Map<string, { createdAt: string; id: string; finished: boolean }>()
              for (const { id, formId, second, isFinished } of saves) {
                const responseId = `${tag}${id}`
                await store.responses.save(sampleSave({ responseId, formId, at: at(second), isFinished }))
                if (formId === 'form-2') continue
                const before = expected.get(responseId)
                expected.set(responseId, {
                  createdAt: before?.createdAt ?? at(second),
                  id: responseId,
                  finished: before?.finished === true || isFinished,
                })
              }
              const wanted = [...expected.values()]
                .filter((each) => withPartials || each.finished)
                .toSorted(newestFirst)
                .map((each) => each.id)
              const query = { ...ofForm, withPartials }
              const all = await idsOf(query)
              expect(all.filter((id) => id.startsWith(tag))).toEqual(wanted)
              expect(await idsOf({ ...query, limit })).toEqual(all.slice(0, limit))
            },
          ),
          { numRuns: runs(80), seed: 1 },
        )
      })
    })

    describe('a limit of finished responses', () => {
      const limited = (responseId: string): Promise<SaveResult> =>
        store.responses.save(sampleSave({ responseId, isFinished: true, limit: 3 }))

      test('is met exactly by saves at once; the others are kept and not finished', async () => {
        await finish('response-0', 1)
        const ids = Array.from({ length: 20 }, (_, i) => `response-${i + 1}`)
        const outcomes = await Promise.all(ids.map(async (id) => (await limited(id)).outcome))
        expect([...outcomes].toSorted()).toEqual([
          ...Array.from({ length: 18 }, () => 'full'),
          'saved',
          'saved',
        ])
        expect(await store.forms.list('environment-1', { formId: 'form-1' })).toMatchObject([
          { complete: 3, partial: 18 },
        ])
        const again = ids[outcomes.indexOf('saved')] ?? ''
        expect((await limited(again)).outcome).toBe('repeated')
      })

      test('has a place again when a finished response is erased', async () => {
        for (const id of ['response-1', 'response-2', 'response-3', 'response-4']) await limited(id)
        await store.responses.erase('environment-1', [{ formId: 'form-1', id: 'response-2' }], at(9))
        expect((await limited('response-4')).outcome).toBe('saved')
      })

      test('is not asked for by a save that does not finish', async () => {
        await finish('response-1', 1)
        const { outcome } = await store.responses.save(sampleSave({ responseId: 'response-2', limit: 1 }))
        expect(outcome).toBe('saved')
      })
    })

    test('what a response begins with in its meta stays, and signs of programs are added to it', async () => {
      const save = (given: Partial<Save>) =>
        store.responses.save(sampleSave({ responseId: 'response-1', ...given }))
      await save({ meta: { campaign: 'spring', leadId: 'other' } })
      await save({ meta: { campaign: 'autumn' }, flags: ['honeypot'] })
      const { record } = await save({ flags: ['too-fast', 'honeypot'] })
      expect(record.meta).toEqual({
        campaign: 'spring',
        leadId: 'lead-1',
        flags: ['honeypot', 'too-fast'],
      })
    })

    describe('webhooks', () => {
      const key = { environmentId: 'environment-1', id: 'webhook-1' }
      const claim = (second: number, owner = 'owner-1') =>
        store.webhooks.claim({ ...key, owner }, { at: at(second), until: at(second + 60) })
      /** The lease, which is free. */
      const lease = async (second: number, owner = 'owner-1'): Promise<WebhookLease> => {
        expect(await claim(second, owner)).toBe(true)
        return { ...key, owner }
      }
      const event = (seq: number, responseId = 'response-1'): StoredEvent => ({
        environmentId: 'environment-1',
        seq,
        formId: 'form-1',
        responseId,
        type: 'response.updated',
        at: at(seq),
        version: seq,
      })
      const enqueue = (by: WebhookLease, events: readonly StoredEvent[], position = events.length) =>
        store.webhooks.enqueue(by, { until: at(60), position, events, at: at(10) })
      const due = async (second = 10, limit = 10): Promise<number[]> =>
        (await store.webhooks.due(key, at(second), limit)).map(({ seq }) => seq)
      /** Ends the attempt at the first delivery that is due. */
      const settle = async (by: WebhookLease, given: Partial<EndedAttempt> & { isAlive?: boolean } = {}) => {
        const [delivery] = await store.webhooks.due(key, at(100), 1)
        if (!delivery) throw new Error('nothing is due')
        const ended = { delivery, status: 'delivered', nextAt: at(11), outcome: '204', ...given } as const
        const { isAlive = ended.status === 'delivered' } = given
        return store.webhooks.settle(by, { until: at(60), isAlive, at: at(11), attempts: [ended] })
      }

      beforeEach(() => store.webhooks.create(sampleWebhook({ id: 'webhook-1' })))

      test('are listed oldest first, with all that is kept of them', async () => {
        await store.environments.create(sampleEnvironment('environment-2'))
        const other = sampleWebhook({
          id: 'webhook-0',
          environmentId: 'environment-2',
          formIds: ['form-1', 'form-2'],
          types: ['response.finished', 'form.closed'],
          payload: 'full',
          createdAt: at(9),
          position: 7,
        })
        await store.webhooks.create(other)
        expect(await store.webhooks.list()).toEqual([sampleWebhook({ id: 'webhook-1' }), other])
        expect(await store.webhooks.get({ environmentId: 'environment-2', id: 'webhook-0' })).toEqual(other)
        expect(await store.webhooks.get({ ...key, environmentId: 'environment-2' })).toBeUndefined()
      })

      test('sign with the secret before for a while', async () => {
        expect(await store.webhooks.rotate(key, 'whsec_new', at(50))).toBe(true)
        expect(await store.webhooks.get(key)).toMatchObject({
          secret: 'whsec_new',
          old: { secret: sampleWebhook({ id: '' }).secret, until: at(50) },
        })
        expect(await store.webhooks.rotate({ ...key, id: 'webhook-2' }, 'whsec_new', at(50))).toBe(false)
      })

      test('are disabled and enabled once, and what is pending begins again', async () => {
        const first = await lease(0)
        await enqueue(first, [event(1)])
        await settle(first, { status: 'pending', nextAt: at(90), outcome: 'status 500' })
        expect(await store.webhooks.get(key)).toMatchObject({ failingSince: at(11) })
        expect(await store.webhooks.disable(key, at(20), 'status 410')).toBe(true)
        expect(await store.webhooks.disable(key, at(21), 'other')).toBe(false)
        expect(await store.webhooks.get(key)).toMatchObject({
          disabled: { at: at(20), reason: 'status 410' },
        })
        expect(await claim(80)).toBe(false)
        expect(await store.webhooks.enable(key, at(30))).toBe(true)
        expect(await store.webhooks.enable(key, at(30))).toBe(false)
        expect(await store.webhooks.get(key)).toEqual(sampleWebhook({ id: 'webhook-1', position: 1 }))
        expect(await store.webhooks.due(key, at(30), 10)).toMatchObject([{ seq: 1, attempts: 0 }])
      })

      test('have one owner at a time', async () => {
        await lease(0)
        expect(await claim(59, 'owner-2')).toBe(false)
        const second = await lease(60, 'owner-2')
        expect(await claim(61, 'owner-3')).toBe(false)
        await store.webhooks.release(second)
        await lease(61, 'owner-3')
      })

      test('are ready while something is due or behind their position, and nobody has their lease', async () => {
        const ready = async (second: number): Promise<string[]> =>
          (await store.webhooks.ready(at(second))).map(({ id }) => id)
        await settled()
        const last = await store.events.last('environment-1')
        for (const [id, position] of [
          ['webhook-2', last],
          ['webhook-3', last - 1],
        ] as const)
          await store.webhooks.create(sampleWebhook({ id, position }))
        expect(await ready(0)).toEqual(['webhook-1', 'webhook-3'])
        const first = await lease(0)
        expect(await ready(59)).toEqual(['webhook-3'])
        expect(await ready(60)).toEqual(['webhook-1', 'webhook-3'])
        await store.webhooks.disable({ ...key, id: 'webhook-3' }, at(1), 'by hand')
        await enqueue(first, [event(1), event(2)], last)
        await store.webhooks.release(first)
        expect(await ready(9)).toEqual([])
        expect(await ready(10)).toEqual(['webhook-1'])
        // The second event of the response waits for the first one.
        await settle(await lease(10), { status: 'pending', nextAt: at(200), outcome: 'no reply' })
        await store.webhooks.release(first)
        expect(await ready(199)).toEqual([])
        expect(await ready(200)).toEqual(['webhook-1'])
        expect((await store.webhooks.ready(at(200)))[0]).toEqual(await store.webhooks.get(key))
      })

      test('get nothing from an owner whose lease is another one', async () => {
        const first = await lease(0)
        await enqueue(first, [event(1)])
        const second = await lease(60, 'owner-2')
        expect(await enqueue(first, [event(1), event(2)])).toBe(false)
        expect(await settle(first)).toBe(false)
        await store.webhooks.release(first)
        expect(await claim(61, 'owner-3')).toBe(false)
        expect(await store.webhooks.get(key)).toMatchObject({ position: 1 })
        expect(await due()).toEqual([1])
        expect(await settle(second)).toBe(true)
        expect(await due()).toEqual([])
      })

      test('get the events of a response one after another, and those of others meanwhile', async () => {
        const owner = await lease(0)
        await enqueue(owner, [event(1), event(2), event(3, 'response-2'), event(4, ''), event(5)])
        expect(await store.webhooks.pending(key)).toBe(5)
        expect(await due(9)).toEqual([])
        expect(await due()).toEqual([1, 3, 4])
        expect(await due(10, 2)).toEqual([1, 3])
        await settle(owner, { status: 'pending', nextAt: at(30), outcome: 'no reply' })
        expect(await due(29)).toEqual([3, 4])
        expect(await due(30)).toEqual([3, 4, 1])
        await store.webhooks.settle(owner, {
          until: at(60),
          isAlive: false,
          at: at(31),
          attempts: (await store.webhooks.due(key, at(30), 9)).map((delivery) => ({
            delivery,
            status: 'failed',
            nextAt: at(31),
            outcome: 'status 500',
          })),
        })
        expect(await due(31)).toEqual([2])
        expect(await store.webhooks.pending(key)).toBe(2)
        expect(await store.webhooks.replayFailed(key, at(40))).toBe(3)
        expect(await due(40)).toEqual([1, 3, 4])
        expect(await store.webhooks.replayFailed(key, at(40))).toBe(0)
      })

      test('get an event once, also if it is enqueued again', async () => {
        const owner = await lease(0)
        await enqueue(owner, [event(1)])
        await settle(owner)
        await enqueue(owner, [event(1), event(2)])
        expect(await due()).toEqual([2])
      })

      test('move on together with all deliveries or not at all', async () => {
        const owner = await lease(0)
        // A delivery without a form is none.
        const broken = { ...event(2), formId: null as never }
        await expect(enqueue(owner, [event(1), broken])).rejects.toThrow(Error)
        expect(await store.webhooks.get(key)).toMatchObject({ position: 0 })
        expect(await store.webhooks.pending(key)).toBe(0)
      })

      test('get again what is replayed, and an attempt from before that changes nothing', async () => {
        const owner = await lease(0)
        await enqueue(owner, [event(1)])
        await settle(owner, { status: 'pending', nextAt: at(12), outcome: 'status 500' })
        const [before] = await store.webhooks.due(key, at(12), 1)
        await store.webhooks.replay(key, [event(1), event(2)], at(20))
        expect(await due(19)).toEqual([])
        if (!before) throw new Error('nothing was due')
        await store.webhooks.settle(owner, {
          until: at(60),
          isAlive: true,
          at: at(13),
          attempts: [{ delivery: before, status: 'delivered', nextAt: at(13), outcome: '200' }],
        })
        expect(await store.webhooks.due(key, at(20), 9)).toMatchObject([{ seq: 1, attempts: 0 }])
      })

      test('have a log, newest attempts first, which is pruned without what is pending', async () => {
        const owner = await lease(0)
        await enqueue(owner, [event(1), event(2, 'response-2'), event(3, 'response-3')])
        await settle(owner)
        await settle(owner, { status: 'pending', nextAt: at(90), outcome: 'status 500' })
        expect(await store.webhooks.log(key, 2)).toEqual([
          { ...event(2, 'response-2'), ...ended('pending', at(90), 'status 500') },
          { ...event(1), ...ended('delivered', at(11), '204') },
        ])
        expect((await store.webhooks.log(key, 9)).map(({ seq }) => seq)).toEqual([2, 1, 3])
        expect(await store.webhooks.prune(key, at(11), 9)).toBe(0)
        expect(await store.webhooks.prune(key, at(12), 9)).toBe(1)
        expect((await store.webhooks.log(key, 9)).map(({ seq }) => seq)).toEqual([2, 3])
      })

      const ended = (status: Delivery['status'], nextAt: string, outcome: string) => ({
        status,
        attempts: 1,
        nextAt,
        triedAt: at(11),
        outcome,
      })
    })

    describe('uploads', () => {
      const upload = sampleUpload({ id: 'upload-1', name: 'a “letter”.pdf' })

      test('come back as they are once an answer holds them', async () => {
        await store.uploads.create([upload, { ...upload, id: 'upload-2' }], at(0))
        expect(await store.uploads.get('environment-1', 'upload-1')).toBeUndefined()
        await store.responses.save(sampleFileSave(upload))
        expect(await store.uploads.get('environment-1', 'upload-1')).toEqual(upload)
        expect(await store.uploads.get('environment-1', 'upload-2')).toBeUndefined()
        expect(await store.uploads.get('environment-2', 'upload-1')).toBeUndefined()
      })

      test('are created together or not at all', async () => {
        await store.uploads.create([upload], at(0))
        const others = [{ ...upload, id: 'upload-2' }, upload]
        await expect(store.uploads.create(others, at(0))).rejects.toThrow(Error)
        expect(await claimed(1)).toEqual(['upload-1'])
      })

      test('are claimed a few at a time, until they are deleted', async () => {
        const ids = ['a', 'b', 'c', 'd', 'e']
        await store.uploads.create(
          ids.map((id) => sampleUpload({ id })),
          at(0),
        )
        const seen: string[] = []
        for (let round = 0; round < 3; round++) {
          const some = await store.uploads.claim(at(1), 2)
          await store.uploads.delete(some)
          seen.push(...some.map(({ id }) => id))
        }
        expect(seen.toSorted()).toEqual(ids)
        expect(await claimed(1)).toEqual([])
      })

      test('are deleted only when they are claimed', async () => {
        await store.uploads.create([upload, { ...upload, id: 'upload-2' }], at(0))
        await store.responses.save(sampleFileSave(upload))
        const both = ['upload-1', 'upload-2'].map((id) => ({ environmentId: 'environment-1', id }))
        await store.uploads.delete(both)
        expect(await claimed(1)).toEqual(['upload-2'])
        await store.uploads.delete(both)
        expect(await claimed(1)).toEqual([])
        expect(await store.uploads.get('environment-1', 'upload-1')).toBeDefined()
      })
    })
  })
}

type Limited = ResponseQuery & { readonly limit?: number }

async function runsOf(store: Store, { limit, ...query }: Limited): Promise<string[]> {
  const order = { by: 'creation' } as const
  if (limit !== undefined) {
    const page = { ...query, order, limit, separator: ',' } as const
    return [Buffer.from((await store.responses.page(page)).body).toString()]
  }
  return Array.fromAsync(storedTexts(store, query))
}

const parse = (run: string): ResponseRecord[] => JSON.parse(`[${run}]`)

const recordsOf = async (store: Store, query: Limited): Promise<ResponseRecord[]> =>
  (await runsOf(store, query)).flatMap(parse)

type Placed = { readonly createdAt: string; readonly id: string }

const newestFirst = (a: Placed, b: Placed): number =>
  a.createdAt === b.createdAt ? (a.id < b.id ? 1 : -1) : a.createdAt < b.createdAt ? 1 : -1
