/** Two servers on one database, which are killed and started again while people use them. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPostgresStore } from '../../src/store/open-store.ts'
import { formPath, idempotencyHeader, keyHeader, pathOf, routes } from '../../src/wire/wire.ts'
import { builtProgram, inherited } from '../support/built-program.ts'
import { isLong } from '../support/is-long.ts'
import { luckOf, many, times } from '../support/luck.ts'
import { allNumbered, freePort, noPostgres, startPostgres, type TestPostgres } from '../support/postgres.ts'
import { storedRecords } from '../support/stored-records.ts'
import { temporaryFolder } from '../support/test-host.ts'

const suite = noPostgres === undefined ? describe : describe.skip

/** What a server says when it is ready. */
type Ready = { readonly environmentId: string; readonly sourceFormId: string; readonly apiKey?: string }

type Running = { readonly child: ChildProcess; readonly ready: Promise<Ready> }

suite(`Two servers on one database${noPostgres === undefined ? '' : ` (skipped: ${noPostgres})`}`, () => {
  let postgres: TestPostgres
  beforeAll(async () => {
    postgres = await startPostgres()
  })
  afterAll(() => postgres.close())

  const start = (url: string, port: number): Running => {
    const cwd = temporaryFolder()
    const words = [builtProgram, 'serve', '--port', String(port), '-o', 'json', '--upload-quota', '10000']
    const child = spawn(process.execPath, words, {
      cwd,
      env: { ...inherited, HOME: cwd, FORMCTL_STORE: url },
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    const line = once(child.stdout, 'data') as Promise<[Buffer]>
    const ended = once(child, 'exit').then(([status]) => {
      throw new Error(`a server ended with ${status} before it was ready`)
    })
    ended.catch(() => undefined)
    return { child, ready: Promise.race([line.then(([text]) => JSON.parse(text.toString())), ended]) }
  }

  const kill = async ({ child }: Running): Promise<void> => {
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }

  test('the first start makes one environment and one key, however many start at once', async () => {
    const url = await postgres.database()
    const servers = await Promise.all(times(3, async () => start(url, await freePort())))
    const ready = await Promise.all(servers.map((server) => server.ready))
    expect(new Set(ready.map(({ environmentId }) => environmentId)).size).toBe(1)
    expect(new Set(ready.map(({ sourceFormId }) => sourceFormId)).size).toBe(1)
    expect(ready.filter(({ apiKey }) => apiKey !== undefined)).toHaveLength(1)
    const counted = await postgres.rows(
      url,
      'select (select count(*) from environments) as environments, (select count(*) from keys) as keys',
    )
    expect(counted).toEqual([{ environments: '1', keys: '1' }])
    await Promise.all(servers.map(kill))
  })

  test(
    'lose nothing and do nothing twice while they are killed',
    async () => {
      const url = await postgres.database()
      const ports = [await freePort(), await freePort()]
      const servers = [start(url, ports[0] ?? 0)]
      const first = await servers[0]?.ready
      if (first?.apiKey === undefined) throw new Error('there is no first key')
      servers.push(start(url, ports[1] ?? 0))
      const { environmentId, sourceFormId, apiKey } = first
      const luck = luckOf(1)
      const end = performance.now() + (isLong ? 30_000 : 6000)
      let kills = 0
      const killing = (async () => {
        while (performance.now() < end) {
          await sleep(many(luck, 200, 700))
          const which = kills++ % 2
          const server = servers[which]
          if (!server) continue
          await kill(server)
          servers[which] = start(url, ports[which] ?? 0)
          // At times both are away.
          if (kills % 3 > 0) await servers[which].ready
        }
      })()

      let turn = 0
      /** Sends a request to one server after the other until one of them answers it. */
      const ask = async (path: string, init: RequestInit = {}): Promise<{ status: number; text: string }> => {
        for (;;) {
          const port = ports[turn++ % 2]
          try {
            const reply = await fetch(`http://127.0.0.1:${port}${path}`, {
              redirect: 'manual',
              signal: AbortSignal.timeout(10_000),
              ...init,
            })
            const text = await reply.text()
            const isBusy = reply.status === 409 && text.includes('being answered')
            if (reply.status < 500 && !isBusy) return { status: reply.status, text }
          } catch {
            // It is away; the other one may be there.
          }
          await sleep(10)
        }
      }

      const components = [
        { type: 'ShortInput', content: { question: 'Who?' } },
        { type: 'NextButton', content: {} },
      ]
      const steps = [
        { name: 'One', components },
        { name: 'Thanks', components: [{ type: 'Header', content: { title: 'Thank you' } }] },
      ]
      const generate = async (key: string): Promise<string> => {
        const { status, text } = await ask(pathOf(routes.generate, { environmentId }), {
          method: 'POST',
          headers: { [keyHeader]: apiKey, [idempotencyHeader]: key, 'content-type': 'application/json' },
          body: JSON.stringify({ name: key, sourceFormId, steps }),
        })
        expect([status, text]).toEqual([200, expect.stringContaining('"id"')])
        return /"id":"([^"]+)"/.exec(text)?.[1] ?? ''
      }
      const formId = await generate('the form')

      /** Publishes forms, each asked for three times. */
      const made = new Map<string, Set<string>>()
      const publisher = async (): Promise<void> => {
        for (let n = 0; performance.now() < end; n++) {
          const key = `form ${n}`
          made.set(key, new Set(await Promise.all(times(3, () => generate(key)))))
        }
      }

      /** Fills the form in, sends the page twice, and then another answer on the same page. */
      const acknowledged: string[] = []
      const person = async (name: string): Promise<void> => {
        for (let n = 0; performance.now() < end; n++) {
          const page = (await ask(formPath(formId))).text
          const hidden = Array.from(
            page.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g),
            ([, field = '', value = '']): [string, string] => [field, value],
          )
          const question = /name="(q\.[^"]+)"/.exec(page)?.[1] ?? ''
          const send = (answer: string) =>
            ask(formPath(formId), {
              method: 'POST',
              headers: { 'content-type': 'application/x-www-form-urlencoded' },
              body: String(new URLSearchParams([...hidden, [question, answer], ['go', 'next']])),
            })
          const answer = `${name} ${n}`
          const sent = await Promise.all([send(answer), send(answer)])
          for (const { text } of sent) expect(text).toContain('Thank you')
          acknowledged.push(answer)
          await send(`${answer}, changed`)
        }
      }
      await Promise.all([killing, publisher(), ...times(6, (n) => person(`person ${n}`))])
      await Promise.all(servers.map(kill))

      const { store } = await openPostgresStore(url, () => new Uint8Array(32))
      await allNumbered(postgres, url)
      const records = await storedRecords(store, { environmentId, formId, withPartials: true })
      const answers = records.map(({ data }) => String(data[0]?.response['value']))
      expect(records.every(({ finished }) => finished)).toBe(true)
      expect(answers.toSorted()).toEqual(acknowledged.toSorted())
      for (const ids of made.values()) expect(ids.size).toBe(1)
      const forms = await store.forms.list(environmentId)
      expect(forms.filter(({ name }) => name.startsWith('form '))).toHaveLength(made.size)
      const events = await store.events.after(environmentId, 0, 1_000_000)
      expect(events.map(({ seq }) => seq)).toEqual(events.map((_, i) => i + 1))
      const finished = events.filter(({ type }) => type === 'response.finished')
      expect(finished).toHaveLength(acknowledged.length)
      expect(new Set(finished.map(({ responseId }) => responseId)).size).toBe(acknowledged.length)
      expect([kills, acknowledged.length, made.size].every((figure) => figure > 3)).toBe(true)
      await store.close()
    },
    isLong ? 120_000 : 60_000,
  )
})
