import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Failure } from '../../src/failure/failure.ts'
import { openPostgresStore } from '../../src/store/open-store.ts'
import type { Store } from '../../src/store/store.ts'
import { allNumbered, noPostgres, startPostgres, type TestPostgres } from '../support/postgres.ts'
import { tlsDatabase } from '../support/proxies.ts'
import {
  at,
  sampleEnvironment,
  sampleForm,
  sampleKey,
  sampleLabel,
  sampleSave,
  sampleTyped,
} from '../support/samples.ts'
import { deterministicBytes } from '../support/test-host.ts'
import { storeSuite } from './store-suite.ts'

const suite = noPostgres === undefined ? describe : describe.skip

suite(`PostgreSQL${noPostgres === undefined ? '' : ` (skipped: ${noPostgres})`}`, () => {
  let postgres: TestPostgres
  beforeAll(async () => {
    postgres = await startPostgres()
  })
  afterAll(() => postgres.close())

  let url = ''
  const settled = (): Promise<void> => allNumbered(url)

  type Options = Parameters<typeof openPostgresStore>[2]

  const emptyStores =
    (wanted = '', options: Options = {}) =>
    async (): Promise<Store> => {
      url = await postgres.emptyStore(wanted, options)
      return (await openPostgresStore(url, deterministicBytes(), options)).store
    }

  storeSuite('PostgreSQL', emptyStores(), settled)

  const plain = {
    collates: false,
    hasSynchronousCommit: false,
    locksRows: false,
    hasUniqueBeyondDistribution: false,
  }

  storeSuite(
    'PostgreSQL with what other engines lack switched off',
    emptyStores(`template template0 locale_provider libc locale 'C'`, { profile: plain }),
    settled,
  )

  const open = (place: string, options = {}): ReturnType<typeof openPostgresStore> =>
    openPostgresStore(place, deterministicBytes(), options)

  const refusal = async (place: string): Promise<string> => {
    const failure = await open(place).then(
      () => undefined,
      (error: unknown) => error,
    )
    if (!(failure instanceof Failure)) throw failure
    return failure.message.replaceAll(/:\d+/g, ':<port>').replaceAll(/test_\d+/g, '<database>')
  }

  test('reopening keeps all: environment, key, form, response, change and the secret', async () => {
    const place = await postgres.database()
    const first = await open(place)
    await first.store.environments.create(sampleEnvironment('environment-1'))
    await first.store.keys.create(sampleKey({ id: 'key-1' }))
    await first.store.forms.create(sampleForm({ id: 'form-1' }))
    await first.store.responses.save(sampleSave({ responseId: 'response-1', isFinished: true }))
    await first.store.close()
    await first.store.close()
    const { store, secret } = await openPostgresStore(place, () => Uint8Array.of(9))
    expect(Buffer.from(secret)).toEqual(Buffer.from(first.secret))
    expect(secret).toHaveLength(32)
    await allNumbered(place)
    expect(await store.environments.list()).toEqual([sampleEnvironment('environment-1')])
    expect(await store.keys.byHash('hash of key-1')).toEqual(sampleKey({ id: 'key-1' }))
    expect(await store.forms.get('form-1')).toEqual(sampleForm({ id: 'form-1' }))
    expect(await store.events.last('environment-1')).toBe(2)
    await store.close()
  })

  test('eight that open one new database at once share one store with one secret', async () => {
    const place = await postgres.database()
    const opened = await Promise.all(
      Array.from({ length: 8 }, (_, n) => openPostgresStore(place, (count) => new Uint8Array(count).fill(n))),
    )
    expect(new Set(opened.map(({ secret }) => Buffer.from(secret).toString('hex'))).size).toBe(1)
    const made = await Promise.all(
      opened.map(({ store }, i) =>
        store.environments.createFirst(sampleEnvironment(`environment-${i}`), { keys: [], forms: [] }),
      ),
    )
    expect(made.filter((isFirst) => isFirst)).toHaveLength(1)
    for (const { store } of opened) await store.close()
  })

  test('of many servers that claim an address at once for forms of several specs, one gets it', async () => {
    const place = await postgres.database()
    const opened = await Promise.all(Array.from({ length: 5 }, () => open(place)))
    await opened[0]?.store.environments.create(sampleEnvironment('environment-1'))
    for (let round = 0; round < 5; round++) {
      const address = `address-${round}`
      const results = await Promise.all(
        opened.map(({ store }, n) => {
          const label = sampleLabel({ spec: `forms/${n}.yaml` })
          return store.forms.create(sampleForm({ id: `form-${round}-${n}`, address, label }))
        }),
      )
      const [winner, ...others] = (await opened[1]?.store.forms.atAddress(address)) ?? []
      expect(others).toEqual([])
      expect(results.filter((result) => result !== undefined)).toEqual(
        Array(4).fill(expect.objectContaining({ id: winner })),
      )
    }
    for (const { store } of opened) await store.close()
  })

  test('a start that ended between a step of the layout and its number is gone on with', async () => {
    const place = await postgres.database()
    await (await open(place)).store.close()
    await postgres.rows(
      place,
      'update layout set version = 3; drop table kept_replies; drop index keys_by_hash',
    )
    const { store } = await open(place)
    expect(await store.replies.get('environment-1', 'k', '')).toBeUndefined()
    await store.close()
  })

  test('uploads of a layout that did not know which ones are held all are', async () => {
    const place = await postgres.database()
    await (await open(place)).store.close()
    await postgres.rows(
      place,
      `update layout set version = 18; alter table uploads drop column unheld_at;
        insert into uploads values ('environment-1', 'upload-1', 'form-1', 'response-1', 'question-a', 'a.txt', '', 2, '')`,
    )
    for (const version of [18, 19]) {
      await postgres.rows(place, `update layout set version = ${version}`)
      const { store } = await open(place)
      expect(await store.uploads.get('environment-1', 'upload-1')).toMatchObject({ name: 'a.txt' })
      expect(await store.uploads.claim(at(1e6), 10)).toEqual([])
      await store.close()
    }
  })

  test('a layout that kept nothing beside the records keeps them, and what is typed from now on', async () => {
    const place = await postgres.database()
    const { store } = await open(place)
    await store.environments.create(sampleEnvironment('environment-1'))
    await store.forms.create(sampleForm({ id: 'form-1' }))
    await store.responses.save(sampleSave({ responseId: 'response-1' }))
    await store.close()
    await postgres.rows(place, 'update layout set version = 22; alter table responses drop column draft')
    for (const version of [22, 22]) {
      await postgres.rows(place, `update layout set version = ${version}`)
      const { store: now } = await open(place)
      const key = { formId: 'form-1', id: 'response-1' }
      expect(await now.responses.getBegun('environment-1', key)).toMatchObject({
        record: { id: 'response-1' },
      })
      const typed = [sampleTyped('question-b', 'ada@')]
      await now.responses.save(sampleSave({ responseId: 'response-1', typed }))
      expect((await now.responses.getBegun('environment-1', key))?.draft).toHaveLength(1)
      await now.close()
    }
  })

  describe('what cannot be used is refused with a reason, and without the password:', () => {
    const named = (what: string): string => what.replace('tester@', 'tester:secret@')

    test('a database that a newer formctl has written', async () => {
      const place = await postgres.database()
      await (await open(place)).store.close()
      await postgres.rows(place, 'update layout set version = 99')
      expect(await refusal(named(place))).toBe(
        'The database postgres://tester@127.0.0.1:<port>/<database> cannot be used: a newer formctl has written to it (layout 99; this one knows up to 32), so use that one.',
      )
    })

    test.for([
      [
        'synchronous_commit = off',
        'its synchronous_commit is off, so a power cut would lose saved responses; set it to on, for this database or its user',
      ],
      ['default_transaction_read_only = on', 'it can only be read here; name the primary server'],
    ] as const)('a database with %s', async ([setting, reason]) => {
      const place = await postgres.database()
      await postgres.rows(
        postgres.url('postgres'),
        `alter database ${place.split('/').at(-1)} set ${setting}`,
      )
      expect(await refusal(named(place))).toBe(
        `The database postgres://tester@127.0.0.1:<port>/<database> cannot be used: ${reason}.`,
      )
    })

    test('a database with tables of another program', async () => {
      const place = await postgres.database()
      await postgres.rows(place, 'create table keys (word text)')
      expect(await refusal(place)).toMatch(
        /a table of it belongs to another program; name a database of its own\.$/,
      )
    })

    test('a database of another encoding', async () => {
      const place = await postgres.database(
        `template template0 encoding 'LATIN1' locale_provider libc locale 'C'`,
      )
      expect(await refusal(place)).toMatch(
        /its encoding is LATIN1; make a database with the encoding UTF8\.$/,
      )
    })

    test.for([
      [
        'postgres://u:secret@127.0.0.1:1/x',
        'The database postgres://u@127.0.0.1:<port>/x cannot be used: it does not answer at 127.0.0.1:<port>.',
      ],
      [
        'postgres://u:secret@no-host.invalid/x',
        'The database postgres://u@no-host.invalid/x cannot be used: its host is not known.',
      ],
      [
        'mysql://u:secret@127.0.0.1/x',
        'The store is not a valid URL of PostgreSQL: give postgres://<user>@<host>/<database>.',
      ],
      [
        'postgres://u:secret@127.0.0.1/x?profile=oracle',
        'There is no profile oracle: choose one of postgres, cockroachdb, yugabytedb, citus.',
      ],
    ] as const)('%s', async ([place, message]) => {
      expect(await refusal(place)).toBe(message)
    })

    test('a database whose certificate is from an unknown authority', async () => {
      const { port, close } = await tlsDatabase()
      expect(await refusal(`postgres://u:secret@localhost:${port}/x?sslmode=verify-full`)).toBe(
        'The database postgres://u@localhost:<port>/x cannot be used: its certificate is from an authority that is not trusted here; add sslrootcert=/path/ca.crt to the options in its URL.',
      )
      await close()
    })

    test('a database that is not there', async () => {
      expect(await refusal(postgres.url('nowhere'))).toBe(
        'The database postgres://tester@127.0.0.1:<port>/nowhere cannot be used: there is no database of this name.',
      )
    })
  })
})
