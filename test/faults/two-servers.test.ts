/** Two servers on one database, which count together, and are killed and started again while people use them. */
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { formPath, keyHeader, pathOf, routes } from '../../src/wire/wire.ts'
import { audit, nothingWrong } from '../support/audit.ts'
import { isLong } from '../support/is-long.ts'
import { randomOf, many, times } from '../support/random.ts'
import { startPeople } from '../support/people.ts'
import { allNumbered, freePort, noPostgres, startPostgres, type TestPostgres } from '../support/postgres.ts'
import { startServer, type ServerProcess } from '../support/server-process.ts'
import { temporaryFolder } from '../support/test-host.ts'

const suite = noPostgres === undefined ? describe : describe.skip

suite(`Two servers on one database${noPostgres === undefined ? '' : ` (skipped: ${noPostgres})`}`, () => {
  let postgres: TestPostgres
  beforeAll(async () => {
    postgres = await startPostgres()
  })
  afterAll(() => postgres.close())

  test('the first start makes one environment and one key, however many start at once', async () => {
    const data = { folder: temporaryFolder(), store: await postgres.database() }
    const servers = times(3, () => startServer(data))
    const ready = await Promise.all(servers.map((server) => server.ready))
    expect(new Set(ready.map(({ environmentId }) => environmentId)).size).toBe(1)
    expect(new Set(ready.map(({ sourceFormId }) => sourceFormId)).size).toBe(1)
    expect(ready.filter(({ apiKey }) => apiKey !== undefined)).toHaveLength(1)
    const counted = await postgres.rows(
      data.store,
      'select (select count(*) from environments) as environments, (select count(*) from keys) as keys',
    )
    expect(counted).toEqual([{ environments: '1', keys: '1' }])
    await Promise.all(servers.map(({ kill }) => kill()))
  })

  test('hold each limit together', async () => {
    const url = await postgres.database()
    const limits = ['--rate-per-key', '40', '--rate-per-address', '60', '--upload-quota', '101']
    const ports = [await freePort(), await freePort()] as const
    const start = (port: number): ServerProcess =>
      startServer({ folder: temporaryFolder(), store: url }, { port, limits })
    const first = start(ports[0])
    const { environmentId, sourceFormId, apiKey = '' } = await first.ready
    const second = start(ports[1])
    await second.ready
    const at = (turn: number, path: string): string => `http://127.0.0.1:${ports[turn % 2]}${path}`
    /** Calls of both servers at once: how many were let in; the others are refused for the rest of the window. */
    const letIn = async (count: number, call: (turn: number) => Promise<Response>): Promise<number> => {
      const replies = await Promise.all(times(count, call))
      const refused = replies.filter(({ status }) => status === 429)
      for (const { headers } of refused) expect(headers.get('retry-after')).toMatch(/^[1-5]?\d$|^60$/)
      return count - refused.length
    }

    const steps = [
      { name: 'One', components: [{ type: 'FileUploader', content: { question: 'Files?' } }] },
      { name: 'Thanks', components: [{ type: 'Header', content: { title: 'Thank you' } }] },
    ]
    const made = await fetch(at(0, pathOf(routes.generate, { environmentId })), {
      method: 'POST',
      headers: { [keyHeader]: apiKey, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Files', sourceFormId, steps }),
    })
    const formId = /"id":"([^"]+)"/.exec(await made.text())?.[1] ?? ''
    const read = (key: string) => (turn: number) =>
      fetch(at(turn, pathOf(routes.responses, {})), { headers: { [keyHeader]: key } })
    expect(await letIn(100, read(apiKey))).toBe(39)

    // An upload is counted when it begins, wherever it does, and what did not come is given back.
    const upload = async (turn: number): Promise<Response> => {
      const body = new FormData()
      body.set('q.x', new File([new Uint8Array(2 * 1024 * 1024)], 'a'))
      return fetch(at(turn, formPath(formId)), { method: 'POST', body, redirect: 'manual' })
    }
    const socket = connect(ports[0], '127.0.0.1')
    const length = 100 * 1024 * 1024
    socket.write(
      `POST ${formPath(formId)} HTTP/1.1\r\nhost: x\r\ncontent-type: multipart/form-data; boundary=b\r\ncontent-length: ${length}\r\n\r\n`,
    )
    const reserved = async (): Promise<number> =>
      Number(
        (await postgres.rows(url, `select amount from limits where name like 'files %'`))[0]?.['amount'] ?? 0,
      )
    while ((await reserved()) < length) await sleep(10)
    const refused = await upload(1)
    expect([refused.status, Number(refused.headers.get('retry-after')) > 3500]).toEqual([503, true])
    expect((await upload(0)).status).toBe(503)
    socket.destroy()
    while ((await reserved()) === length) await sleep(10)
    expect(await reserved()).toBe(1024)
    expect((await upload(1)).status).toBeLessThan(500)

    // Of what was sent, only the upload that was taken counts for its address.
    expect(await letIn(100, (turn) => fetch(at(turn, formPath(formId))))).toBe(60 - 1)

    expect(await letIn(30, read('fctl_wrong'))).toBe(20)
    for (const turn of [0, 1]) expect((await read(apiKey)(turn)).status).toBe(429)
    await Promise.all([first.kill(), second.kill()])
  })

  test(
    'lose nothing and do nothing twice while they are killed',
    async () => {
      // Both keep uploaded files in one folder, as they would in one bucket.
      const data = { folder: temporaryFolder(), store: await postgres.database() }
      const ports = [await freePort(), await freePort()]
      const servers: ServerProcess[] = []
      const start = (which: number): ServerProcess =>
        (servers[which] = startServer(data, { port: ports[which] ?? 0 }))
      const { apiKey = '', url, ...rest } = await start(0).ready
      const second = await start(1).ready
      const site = { ...rest, urls: [url, second.url], apiKey }
      await using people = await startPeople(site, { count: 6, pause: isLong ? 50 : 0 })

      const random = randomOf(1)
      const end = performance.now() + (isLong ? 600_000 : 0)
      let kills = 0
      const { ledger } = people
      while (
        performance.now() < end ||
        [kills, ledger.saves, ledger.forms.size].some((figure) => figure < 4)
      ) {
        await sleep(many(random, 200, 700))
        const which = kills++ % 2
        await servers[which]?.kill()
        const server = start(which)
        // At times both are away.
        if (kills % 3 > 0) await server.ready
      }
      await people.stop()
      await Promise.all(servers.map(({ ready }) => ready))
      await allNumbered(data.store)

      const found = await audit(site, ledger)
      await Promise.all(servers.map(({ kill }) => kill()))
      expect({ ...found, surprises: ledger.surprises }).toEqual({ ...nothingWrong, surprises: [] })
      expect([kills, ledger.saves, ledger.forms.size].every((figure) => figure > 3)).toBe(true)
      if (isLong)
        console.log(`${kills} kills, ${ledger.saves} acknowledged saves, ${ledger.forms.size} forms`)
    },
    isLong ? 720_000 : 60_000,
  )
})
