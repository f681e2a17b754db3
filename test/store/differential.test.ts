import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fingerprintOf } from '../../src/form/response.ts'
import { openPostgresStore, openSqliteStore } from '../../src/store/open-store.ts'
import type { PageQuery, Store } from '../../src/store/store.ts'
import { isLong } from '../support/is-long.ts'
import { happens, luckOf, many, oneOf, times, type Luck } from '../support/luck.ts'
import { allNumbered, noPostgres, startPostgres, type TestPostgres } from '../support/postgres.ts'
import {
  at,
  sampleAnswer,
  sampleEnvironment,
  sampleForm,
  sampleKey,
  sampleReply,
  sampleFileSave,
  sampleSave,
  sampleTyped,
  sampleUpload,
} from '../support/samples.ts'
import { deterministicBytes, temporaryFolder } from '../support/test-host.ts'

const suite = noPostgres === undefined ? describe : describe.skip

/** Names that sort differently by bytes, by UTF-16 and as people sort them. */
const names = ['a', 'B', 'b', 'ä', 'z', '\u{ffee}', '🙂', 'a-1', 'a_1', 'A']

type Operation = { readonly words: string; readonly run: (store: Store) => Promise<unknown> }

suite(`SQLite and PostgreSQL${noPostgres === undefined ? '' : ` (skipped: ${noPostgres})`}`, () => {
  let postgres: TestPostgres
  beforeAll(async () => {
    postgres = await startPostgres()
  })
  afterAll(() => postgres.close())

  const count = isLong ? 10_000 : 1000

  test.each([1, 2])(
    `give the same answers to ${count} operations at random: seed %i`,
    async (seed) => {
      const url = await postgres.database()
      const sequencer = { term: 3000, busy: 1, idle: 20 }
      const [sqlite, postgresql] = [
        (await openSqliteStore(temporaryFolder(), deterministicBytes())).store,
        (await openPostgresStore(url, deterministicBytes(), { sequencer })).store,
      ]
      const luck = luckOf(seed)
      const done: string[] = []
      for (let n = 0; n < count; n++) {
        const { words, run } = operationOf(luck, n)
        done.push(words)
        if (/^(?:events|changes)/.test(words)) await allNumbered(postgres, url)
        const [one, other] = [await answerOf(run(sqlite)), await answerOf(run(postgresql))]
        expect(other, `operation ${n} of seed ${seed}: ${words}`).toEqual(one)
      }
      expect(new Set(done.map((words) => words.split(' ')[0])).size).toBeGreaterThan(15)
      await sqlite.close()
      await postgresql.close()
    },
    isLong ? 600_000 : 60_000,
  )
})

/** What a store answers; errors have words of their own engine. */
const answerOf = (work: Promise<unknown>): Promise<unknown> => work.then(plain, () => 'refused')

/** Bytes as text, and only what both engines say: a page by creation needs no number. */
function plain(answer: unknown): unknown {
  if (answer instanceof Uint8Array) return Buffer.from(answer).toString('latin1')
  if (Array.isArray(answer)) return answer.map(plain)
  if (typeof answer !== 'object' || answer === null) return answer
  return Object.fromEntries(Object.entries(answer).map(([name, value]) => [name, plain(value)]))
}

function operationOf(luck: Luck, n: number): Operation {
  const write = happens(luck, 0.6)
  const make = oneOf(luck, write ? writes : reads)
  return make(luck, n)
}

const environmentOf = (luck: Luck): string => oneOf(luck, ['environment-1', 'environment-1', 'environment-2'])
/** New ones come, since forms are closed and deleted. */
const formOf = (luck: Luck, n: number): string => `form-${Math.trunc(n / 500) * 3 + many(luck, 1, 6)}`
/** Ids are of one form, as the server makes them. */
const responseOf = (luck: Luck, formId: string): string => `${oneOf(luck, names)}${formId.slice(5)}`
/** Times go on, in steps that many operations share. */
const timeOf = (n: number): string => at(Math.trunc(n / 7))

const operation = (words: string, run: Operation['run']): Operation => ({ words, run })

type Make = (luck: Luck, n: number) => Operation

const save: Make = (luck, n) => {
  const [environmentId, formId] = [environmentOf(luck), formOf(luck, n)]
  const responseId = responseOf(luck, formId)
  const questionIds = oneOf(luck, [['question-a'], ['question-b'], ['question-a', 'question-b']])
  const values = questionIds.map(() => oneOf(luck, ['one', 'two', 'three', 'nul \0, lone \ud800, "quoted"']))
  const answers = questionIds.map((id, i) => sampleAnswer(id, values[i] ?? ''))
  const based = new Map(
    questionIds.map((id) => [id, fingerprintOf(responseId, id, [sampleAnswer(id, 'one')])]),
  )
  const given = {
    environmentId,
    formId,
    responseId,
    questionIds,
    answers,
    at: timeOf(n),
    isFinished: happens(luck, 0.2),
    ...(happens(luck, 0.4) && { basedOn: based }),
    ...(happens(luck, 0.5) && { writer: { page: oneOf(luck, ['p', 'q']), seq: many(luck, 1, 9) } }),
    ...(happens(luck, 0.3) && { typed: [sampleTyped('question-b', oneOf(luck, ['', 'ada@', 'nul \0 "']))] }),
    ...(happens(luck, 0.3) && { isAutosave: true }),
    ...(happens(luck, 0.5) && { changeableDays: 1 }),
  }
  return operation(`save ${JSON.stringify(given)}`, (store) => store.responses.save(sampleSave(given)))
}

/** An answer with a file, new or not, beside those of before or in their place. */
const saveFile: Make = (luck, n) => {
  const formId = formOf(luck, n)
  const upload = sampleUpload({
    environmentId: environmentOf(luck),
    id: `upload-${many(luck, 1, 9)}`,
    formId,
    responseId: responseOf(luck, formId),
  })
  const given = sampleFileSave(upload, { at: timeOf(n) })
  const { basedOn: _, ...replacing } = given
  const one = happens(luck, 0.5) ? given : replacing
  return operation(`file ${JSON.stringify(one)}`, (store) => store.responses.save(one))
}

/** Several saves at once: they are applied in their order. */
const saves: Make = (luck, n) => {
  const all = times(many(luck, 2, 8), () => save(luck, n))
  return operation(`saves ${all.map(({ words }) => words).join('; ')}`, (store) =>
    Promise.all(all.map(({ run }) => run(store))),
  )
}

const writes: readonly Make[] = [
  save,
  save,
  saves,
  saves,
  (luck) => {
    const id = environmentOf(luck)
    return operation(`environment ${id}`, (store) => store.environments.create(sampleEnvironment(id)))
  },
  (luck) => {
    const id = environmentOf(luck)
    return operation(`first ${id}`, (store) =>
      store.environments.createFirst(sampleEnvironment(id), { keys: [], forms: [] }),
    )
  },
  (luck, n) => {
    const key = sampleKey({
      id: `key-${many(luck, 1, 5)}`,
      environmentId: environmentOf(luck),
      createdAt: timeOf(n),
    })
    return operation(`key ${key.id}`, (store) => store.keys.create(key))
  },
  (luck, n) => {
    const id = `key-${many(luck, 1, 6)}`
    const act = oneOf(luck, ['revoke', 'expire', 'use'] as const)
    const time = act === 'expire' ? at(many(luck, 0, 100)) : timeOf(n)
    return operation(`${act} ${id} ${time}`, (store) => store.keys[act](id, time))
  },
  (luck, n) => {
    const form = sampleForm({
      id: formOf(luck, n),
      environmentId: environmentOf(luck),
      createdAt: timeOf(n),
      name: oneOf(luck, names),
    })
    const reply = sampleReply({
      key: oneOf(luck, ['k', 'l']),
      environmentId: form.environmentId,
      at: timeOf(n),
    })
    const keeping = happens(luck, 0.5) ? { reply, since: at(Math.trunc(n / 7) - 10) } : undefined
    return operation(`form ${form.id} ${keeping?.reply.key}`, (store) => store.forms.create(form, keeping))
  },
  (luck, n) => {
    const [id, act] = [formOf(luck, n), happens(luck, 0.1) ? 'delete' : 'close'] as const
    if (!happens(luck, 0.1)) return save(luck, n)
    return operation(`${act} ${id}`, (store) => store.forms[act](id, timeOf(n)))
  },
  (luck, n) => {
    const [environmentId, formId] = [environmentOf(luck), formOf(luck, n)]
    const keys = times(many(luck, 1, 3), () => ({ formId, id: responseOf(luck, formId) }))
    if (!happens(luck, 0.2)) return saves(luck, n)
    return operation(`erase ${environmentId} ${JSON.stringify(keys)}`, async (store) =>
      (await store.responses.erase(environmentId, keys, timeOf(n))).map(({ formId: form, id, uploads }) => [
        form,
        id,
        uploads.toSorted(),
      ]),
    )
  },
  (luck, n) => {
    const formId = formOf(luck, n)
    const upload = sampleUpload({
      environmentId: environmentOf(luck),
      id: `upload-${many(luck, 1, 9)}`,
      formId,
      responseId: responseOf(luck, formId),
      name: oneOf(luck, names),
      size: many(luck, 0, 9),
    })
    return operation(`upload ${upload.id}`, (store) => store.uploads.create([upload], timeOf(n)))
  },
  saveFile,
  saveFile,
  (luck, n) => {
    const [before, limit] = [at(Math.trunc(n / 7) - many(luck, 0, 20)), 20]
    if (happens(luck, 0.3))
      return operation(`claim ${before}`, async (store) =>
        (await store.uploads.claim(before, limit)).map(({ id }) => id).toSorted(),
      )
    const upload = { environmentId: environmentOf(luck), id: `upload-${many(luck, 1, 9)}` }
    return operation(`delete ${upload.id}`, (store) => store.uploads.delete([upload]))
  },
]

const reads: readonly Make[] = [
  () => operation('environments', (store) => store.environments.list()),
  (luck) => {
    const id = environmentOf(luck)
    return operation(`keys ${id}`, (store) => store.keys.list(id))
  },
  (luck) => {
    const hash = `hash of key-${many(luck, 1, 6)}`
    return operation(`hash ${hash}`, (store) => store.keys.byHash(hash))
  },
  (luck, n) => {
    const id = happens(luck, 0.1) ? 'form-1\0' : formOf(luck, n)
    return operation(`get-form ${id}`, (store) => store.forms.get(id))
  },
  (luck) => {
    const id = environmentOf(luck)
    return operation(`forms ${id}`, async (store) => [await store.forms.list(id), await store.forms.list(id)])
  },
  (luck, n) => {
    const [id, key] = [environmentOf(luck), oneOf(luck, ['k', 'l', 'm'])]
    return operation(`reply ${id} ${key}`, (store) => store.replies.get(id, key, at(Math.trunc(n / 7) - 10)))
  },
  (luck, n) => {
    const [id, formId] = [environmentOf(luck), formOf(luck, n)]
    const key = { formId, id: responseOf(luck, formId) }
    return operation(`get ${id} ${key.formId} ${key.id}`, (store) => store.responses.get(id, key))
  },
  (luck, n) => {
    const [id, formId] = [environmentOf(luck), formOf(luck, n)]
    const key = { formId, id: responseOf(luck, formId) }
    return operation(`begun ${id} ${key.formId} ${key.id}`, (store) => store.responses.getBegun(id, key))
  },
  (luck, n) => page(luck, n, 'creation'),
  (luck, n) => page(luck, n, 'creation'),
  (luck, n) => page(luck, n, 'change'),
  (luck) => {
    const [id, after, limit] = [environmentOf(luck), many(luck, 0, 50), many(luck, 1, 100)]
    return operation(`events ${id} ${after} ${limit}`, async (store) => [
      await store.events.last(id),
      await store.events.after(id, after, limit),
    ])
  },
  (luck) => {
    const [id, upload] = [environmentOf(luck), `upload-${many(luck, 1, 9)}`]
    return operation(`get-upload ${id} ${upload}`, (store) => store.uploads.get(id, upload))
  },
]

/** All pages of a query, one after the other. */
function page(luck: Luck, n: number, by: 'creation' | 'change'): Operation {
  const query = {
    environmentId: environmentOf(luck),
    ...(happens(luck, 0.5) && { formId: formOf(luck, n) }),
    withPartials: happens(luck, 0.6),
    limit: oneOf(luck, [1, 2, 5, 1000]),
    separator: oneOf(luck, [',', '\n'] as const),
  }
  return operation(`${by === 'change' ? 'changes' : 'page'} ${JSON.stringify(query)}`, async (store) => {
    const until = by === 'change' ? await store.events.last(query.environmentId) : 0
    const bodies: unknown[] = []
    let order: PageQuery['order'] = by === 'change' ? { by, after: 0, until } : { by }
    for (let more = true; more;) {
      const { body, count, last } = await store.responses.page({ ...query, order })
      bodies.push(count, Buffer.from(body).toString(), last)
      more = last !== undefined
      if (last) order = by === 'change' ? { by, after: last.seq, until } : { by, below: last }
    }
    return bodies
  })
}
