import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fingerprintOf } from '../../src/form/response.ts'
import { openPostgresStore, openSqliteStore } from '../../src/store/open-store.ts'
import type { PageQuery, Store } from '../../src/store/store.ts'
import { isLong } from '../support/is-long.ts'
import { happens, randomOf, many, oneOf, times, type Random } from '../support/random.ts'
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
      const random = randomOf(seed)
      const done: string[] = []
      for (let n = 0; n < count; n++) {
        const { words, run } = operationOf(random, n)
        done.push(words)
        if (/^(?:events|changes)/.test(words)) await allNumbered(url)
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

function operationOf(random: Random, n: number): Operation {
  const write = happens(random, 0.6)
  const make = oneOf(random, write ? writes : reads)
  return make(random, n)
}

const environmentOf = (random: Random): string =>
  oneOf(random, ['environment-1', 'environment-1', 'environment-2'])
/** New ones come, since forms are closed and deleted. */
const formOf = (random: Random, n: number): string => `form-${Math.trunc(n / 500) * 3 + many(random, 1, 6)}`
/** Ids are of one form, as the server makes them. */
const responseOf = (random: Random, formId: string): string => `${oneOf(random, names)}${formId.slice(5)}`
/** Times go on, in steps that many operations share. */
const timeOf = (n: number): string => at(Math.trunc(n / 7))

const operation = (words: string, run: Operation['run']): Operation => ({ words, run })

type Make = (random: Random, n: number) => Operation

const save: Make = (random, n) => {
  const [environmentId, formId] = [environmentOf(random), formOf(random, n)]
  const responseId = responseOf(random, formId)
  const questionIds = oneOf(random, [['question-a'], ['question-b'], ['question-a', 'question-b']])
  const values = questionIds.map(() =>
    oneOf(random, ['one', 'two', 'three', 'nul \0, lone \ud800, "quoted"']),
  )
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
    isFinished: happens(random, 0.2),
    ...(happens(random, 0.4) && { basedOn: based }),
    ...(happens(random, 0.5) && { writer: { page: oneOf(random, ['p', 'q']), seq: many(random, 1, 9) } }),
    ...(happens(random, 0.3) && {
      typed: [sampleTyped('question-b', oneOf(random, ['', 'ada@', 'nul \0 "']))],
    }),
    ...(happens(random, 0.3) && { isAutosave: true }),
    ...(happens(random, 0.5) && { changeableDays: 1 }),
  }
  return operation(`save ${JSON.stringify(given)}`, (store) => store.responses.save(sampleSave(given)))
}

/** An answer with a file, new or not, beside those of before or in their place. */
const saveFile: Make = (random, n) => {
  const formId = formOf(random, n)
  const upload = sampleUpload({
    environmentId: environmentOf(random),
    id: `upload-${many(random, 1, 9)}`,
    formId,
    responseId: responseOf(random, formId),
  })
  const given = sampleFileSave(upload, { at: timeOf(n) })
  const { basedOn: _, ...replacing } = given
  const one = happens(random, 0.5) ? given : replacing
  return operation(`file ${JSON.stringify(one)}`, (store) => store.responses.save(one))
}

/** Several saves at once: they are applied in their order. */
const saves: Make = (random, n) => {
  const all = times(many(random, 2, 8), () => save(random, n))
  return operation(`saves ${all.map(({ words }) => words).join('; ')}`, (store) =>
    Promise.all(all.map(({ run }) => run(store))),
  )
}

const writes: readonly Make[] = [
  save,
  save,
  saves,
  saves,
  (random) => {
    const id = environmentOf(random)
    return operation(`environment ${id}`, (store) => store.environments.create(sampleEnvironment(id)))
  },
  (random) => {
    const id = environmentOf(random)
    return operation(`first ${id}`, (store) =>
      store.environments.createFirst(sampleEnvironment(id), { keys: [], forms: [] }),
    )
  },
  (random, n) => {
    const key = sampleKey({
      id: `key-${many(random, 1, 5)}`,
      environmentId: environmentOf(random),
      createdAt: timeOf(n),
    })
    return operation(`key ${key.id}`, (store) => store.keys.create(key))
  },
  (random, n) => {
    const id = `key-${many(random, 1, 6)}`
    const act = oneOf(random, ['revoke', 'expire', 'use'] as const)
    const time = act === 'expire' ? at(many(random, 0, 100)) : timeOf(n)
    return operation(`${act} ${id} ${time}`, (store) => store.keys[act](id, time))
  },
  (random, n) => {
    const form = sampleForm({
      id: formOf(random, n),
      environmentId: environmentOf(random),
      createdAt: timeOf(n),
      name: oneOf(random, names),
    })
    const reply = sampleReply({
      key: oneOf(random, ['k', 'l']),
      environmentId: form.environmentId,
      at: timeOf(n),
    })
    const keeping = happens(random, 0.5) ? { reply, since: at(Math.trunc(n / 7) - 10) } : undefined
    return operation(`form ${form.id} ${keeping?.reply.key}`, (store) => store.forms.create(form, keeping))
  },
  (random, n) => {
    const [id, act] = [formOf(random, n), happens(random, 0.1) ? 'delete' : 'close'] as const
    if (!happens(random, 0.1)) return save(random, n)
    return operation(`${act} ${id}`, (store) => store.forms[act](id, timeOf(n)))
  },
  (random, n) => {
    const [environmentId, formId] = [environmentOf(random), formOf(random, n)]
    const keys = times(many(random, 1, 3), () => ({ formId, id: responseOf(random, formId) }))
    if (!happens(random, 0.2)) return saves(random, n)
    return operation(`erase ${environmentId} ${JSON.stringify(keys)}`, async (store) =>
      (await store.responses.erase(environmentId, keys, timeOf(n))).map(({ formId: form, id, uploads }) => [
        form,
        id,
        uploads.toSorted(),
      ]),
    )
  },
  (random, n) => {
    const formId = formOf(random, n)
    const upload = sampleUpload({
      environmentId: environmentOf(random),
      id: `upload-${many(random, 1, 9)}`,
      formId,
      responseId: responseOf(random, formId),
      name: oneOf(random, names),
      size: many(random, 0, 9),
    })
    return operation(`upload ${upload.id}`, (store) => store.uploads.create([upload], timeOf(n)))
  },
  saveFile,
  saveFile,
  (random, n) => {
    const [before, limit] = [at(Math.trunc(n / 7) - many(random, 0, 20)), 20]
    if (happens(random, 0.3))
      return operation(`claim ${before}`, async (store) =>
        (await store.uploads.claim(before, limit)).map(({ id }) => id).toSorted(),
      )
    const upload = { environmentId: environmentOf(random), id: `upload-${many(random, 1, 9)}` }
    return operation(`delete ${upload.id}`, (store) => store.uploads.delete([upload]))
  },
]

const reads: readonly Make[] = [
  () => operation('environments', (store) => store.environments.list()),
  (random) => {
    const id = environmentOf(random)
    return operation(`keys ${id}`, (store) => store.keys.list(id))
  },
  (random) => {
    const hash = `hash of key-${many(random, 1, 6)}`
    return operation(`hash ${hash}`, (store) => store.keys.byHash(hash))
  },
  (random, n) => {
    const id = happens(random, 0.1) ? 'form-1\0' : formOf(random, n)
    return operation(`get-form ${id}`, (store) => store.forms.get(id))
  },
  (random) => {
    const id = environmentOf(random)
    return operation(`forms ${id}`, async (store) => [await store.forms.list(id), await store.forms.list(id)])
  },
  (random, n) => {
    const [id, key] = [environmentOf(random), oneOf(random, ['k', 'l', 'm'])]
    return operation(`reply ${id} ${key}`, (store) => store.replies.get(id, key, at(Math.trunc(n / 7) - 10)))
  },
  (random, n) => {
    const [id, formId] = [environmentOf(random), formOf(random, n)]
    const key = { formId, id: responseOf(random, formId) }
    return operation(`get ${id} ${key.formId} ${key.id}`, (store) => store.responses.get(id, key))
  },
  (random, n) => {
    const [id, formId] = [environmentOf(random), formOf(random, n)]
    const key = { formId, id: responseOf(random, formId) }
    return operation(`begun ${id} ${key.formId} ${key.id}`, (store) => store.responses.getBegun(id, key))
  },
  (random, n) => page(random, n, 'creation'),
  (random, n) => page(random, n, 'creation'),
  (random, n) => page(random, n, 'change'),
  (random) => {
    const [id, after, limit] = [environmentOf(random), many(random, 0, 50), many(random, 1, 100)]
    return operation(`events ${id} ${after} ${limit}`, async (store) => [
      await store.events.last(id),
      await store.events.after(id, after, limit),
    ])
  },
  (random) => {
    const [id, upload] = [environmentOf(random), `upload-${many(random, 1, 9)}`]
    return operation(`get-upload ${id} ${upload}`, (store) => store.uploads.get(id, upload))
  },
]

/** All pages of a query, one after the other. */
function page(random: Random, n: number, by: 'creation' | 'change'): Operation {
  const query = {
    environmentId: environmentOf(random),
    ...(happens(random, 0.5) && { formId: formOf(random, n) }),
    withPartials: happens(random, 0.6),
    limit: oneOf(random, [1, 2, 5, 1000]),
    separator: oneOf(random, [',', '\n'] as const),
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
