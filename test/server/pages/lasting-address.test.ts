import { describe, expect, test } from 'vitest'
import type { PublishedForm } from '../../../src/form/form.ts'
import { buildApp } from '../../../src/server/server.ts'
import { sharedPageServer, twoSteps } from '../../support/page-server.ts'
import { sampleEnvironment, sampleForm, sampleLabel } from '../../support/samples.ts'

const server = await sharedPageServer()
const { app, deps } = server
await deps.store.environments.create(sampleEnvironment('environment-2'))

let made = 0
/** A form at an address, of one spec. */
async function publish(address: string, more: Partial<PublishedForm> = {}): Promise<PublishedForm> {
  made++
  const form = sampleForm({
    id: `form-${made}`,
    address,
    createdAt: deps.now(),
    label: sampleLabel({ spec: `${address}.yaml` }),
    ...more,
  })
  expect(await deps.store.forms.create(form)).toBeUndefined()
  return form
}

/** A browser: cookies by name and path, each sent where its path is. */
function browser(headers: Readonly<Record<string, string>> = {}) {
  const jar = new Map<string, { readonly path: string; readonly pair: string }>()
  const keep = (set: string | readonly string[] | undefined): void => {
    for (const cookie of [set ?? []].flat()) {
      const [, pair = '', path = ''] = /^([^;]*);.*?Path=([^;]*)/.exec(cookie) ?? []
      const key = `${pair.split('=')[0]} ${path}`
      if (cookie.includes('Max-Age=0')) jar.delete(key)
      else jar.set(key, { path, pair })
    }
  }
  const ask = async (method: 'GET' | 'HEAD' | 'POST', url: string, payload?: string) => {
    const at = url.split('?')[0] ?? ''
    const sent = [...jar.values()].filter(({ path }) => at === path || at.startsWith(`${path}/`))
    const reply = await app.inject({
      method,
      url,
      payload,
      headers: {
        cookie: sent.map(({ pair }) => pair).join('; '),
        ...(payload !== undefined && { 'content-type': 'application/x-www-form-urlencoded' }),
        ...headers,
      },
    })
    keep(reply.headers['set-cookie'])
    return reply
  }
  const hidden = (page: string): [string, string][] =>
    Array.from(
      page.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g),
      ([, name = '', value = '']) => [name, value],
    )
  return {
    open: (url: string) => ask('GET', url),
    /** Where an address leads. */
    led: async (url: string): Promise<unknown> => (await ask('GET', url)).headers.location,
    ask,
    answer: async (form: PublishedForm, question: string): Promise<void> => {
      const { payload } = await ask('GET', `/s/${form.id}${question === 'question-b' ? '?step=2' : ''}`)
      const fields = new URLSearchParams([...hidden(payload), [`q.${question}`, 'Ada']])
      expect((await ask('POST', `/s/${form.id}`, fields.toString())).statusCode).toBe(303)
    },
  }
}

const led = (url: string): Promise<unknown> => browser().led(url)

describe('an address that stays', () => {
  test('leads to the newest form, and the whole query goes along', async () => {
    const first = await publish('feedback')
    expect(await led('/f/feedback')).toBe(`/s/${first.id}`)
    const second = await publish('feedback')
    const query = '?question-a=Ada%20B&lang=de&topics=a&topics=b%26c&x=%3F?'
    const reply = await browser().open(`/f/feedback${query}`)
    expect([reply.statusCode, reply.headers.location]).toEqual([302, `/s/${second.id}${query}`])
    expect(reply.headers['cache-control']).toBe('no-store')
    expect((await app.inject({ url: String(reply.headers.location) })).payload).toContain('value="Ada B"')
  })

  test('leads to a form that is open where there is one, and else to the newest', async () => {
    const [first, second, third] = [await publish('open'), await publish('open'), await publish('open')]
    await server.closeForm(third)
    expect(await led('/f/open')).toBe(`/s/${second.id}`)
    await server.deleteForm(second)
    expect(await led('/f/open')).toBe(`/s/${first.id}`)
    await server.closeForm(first)
    expect(await led('/f/open')).toBe(`/s/${third.id}`)
    await server.deleteForm(third)
    await server.deleteForm(first)
    expect((await browser().open('/f/open')).statusCode).toBe(404)
  })

  test('leads to a form that closed by itself, and not back to one that it replaced', async () => {
    await publish('season')
    const last = await publish('season', { settings: { closesAt: '2020-01-01T00:00:00Z' } })
    expect(await led('/f/season')).toBe(`/s/${last.id}`)
    expect((await app.inject({ url: `/s/${last.id}` })).statusCode).toBe(410)
  })

  test('that nobody has is the page of a form that is not there', async () => {
    const { payload: unknown } = await app.inject({ url: '/s/nothing' })
    for (const url of [
      '/f/nothing',
      '/f/environment-1/nothing',
      '/f/nothing/feedback',
      '/f/Feedback',
      '/f/%00',
      `/f/${'a'.repeat(5000)}`,
    ]) {
      const reply = await app.inject({ url })
      expect([url, reply.statusCode, reply.payload]).toEqual([url, 404, unknown])
    }
    expect((await app.inject({ url: '/f/nothing?lang=de' })).payload).toContain('lang="de"')
  })

  test('belongs to the environment that had it first, and to each below its id', async () => {
    const first = await publish('shared')
    const theirs = await publish('shared', { environmentId: 'environment-2' })
    expect(await led('/f/shared')).toBe(`/s/${first.id}`)
    expect(await led('/f/environment-1/shared')).toBe(`/s/${first.id}`)
    expect(await led('/f/environment-2/shared?a=1')).toBe(`/s/${theirs.id}?a=1`)
    await server.deleteForm(first)
    // Nobody who has the old link is led to the form of somebody else.
    expect((await app.inject({ url: '/f/shared' })).statusCode).toBe(404)
    expect(await led('/f/environment-2/shared')).toBe(`/s/${theirs.id}`)
  })

  test('stands in frames, answers HEAD, takes no posts, and is logged without its query', async () => {
    await publish('framed')
    const { headers } = await browser({ 'sec-fetch-dest': 'iframe', 'sec-fetch-site': 'cross-site' }).open(
      '/f/framed',
    )
    expect(headers).not.toHaveProperty('x-frame-options')
    expect(headers).not.toHaveProperty('content-security-policy')
    expect((await browser().ask('HEAD', '/f/framed')).statusCode).toBe(302)
    const posted = await browser().ask('POST', '/f/framed', 'a=b')
    expect([posted.statusCode, posted.headers.allow]).toEqual([405, 'GET, HEAD'])
    expect(await led('/f/framed/')).toMatch(/^\/s\//)
    const lines: string[] = []
    const logging = buildApp(
      { ...deps, log: ({ request }) => void lines.push(String(request?.route)) },
      { logsRequests: true },
    )
    await logging.inject({ url: '/f/framed?secret=1' })
    expect(lines).toEqual(['/f/:address'])
  })

  test('counts as a page where these have a limit', async () => {
    await publish('limited')
    const limited = buildApp(deps, { ratePerAddress: 2 })
    const statuses = []
    for (let n = 0; n < 3; n++) statuses.push((await limited.inject({ url: '/f/limited' })).statusCode)
    expect(statuses).toEqual([302, 302, 429])
  })
})

describe('somebody who has begun an older form', () => {
  test('is led back to it by the address, with or without the environment, until it is sent', async () => {
    const older = await publish('begun')
    const ada = browser()
    await ada.answer(older, 'question-a')
    const newer = await publish('begun')
    expect(await ada.led('/f/begun')).toBe(`/s/${older.id}`)
    expect(await ada.led('/f/environment-1/begun?x=1')).toBe(`/s/${older.id}?x=1`)
    expect(await led('/f/begun')).toBe(`/s/${newer.id}`)
    await ada.answer(older, 'question-b')
    expect(await ada.led('/f/begun')).toBe(`/s/${newer.id}`)
    expect((await server.responses(older)).map(({ finished }) => finished)).toEqual([true])
  })

  test('is led to the newest where the older one was only looked at, closed, deleted, erased or dropped', async () => {
    for (const end of ['looked at', 'closed', 'deleted', 'erased', 'dropped'] as const) {
      const address = `ended-${end.replace(' ', '-')}`
      const older = await publish(address)
      const ada = browser()
      if (end === 'looked at') await ada.open(`/s/${older.id}`)
      else await ada.answer(older, 'question-a')
      const newer = await publish(address)
      if (end === 'closed') await server.closeForm(older)
      if (end === 'deleted') await server.deleteForm(older)
      if (end === 'dropped') await ada.ask('POST', `/s/${older.id}/anew`, '')
      if (end === 'erased') {
        const [{ id } = { id: '' }] = await server.responses(older)
        await deps.store.responses.erase('environment-1', [{ formId: older.id, id }], deps.now())
      }
      expect([end, await ada.led(`/f/${address}`)]).toEqual([end, `/s/${newer.id}`])
    }
  })

  test('of another address, or with a forged cookie, is led to the newest', async () => {
    const [older, other] = [await publish('mine'), await publish('another')]
    const ada = browser()
    await ada.answer(older, 'question-a')
    expect(await ada.led('/f/another')).toBe(`/s/${other.id}`)
    const newer = await publish('mine')
    const { headers } = await app.inject({
      url: '/f/mine',
      headers: { cookie: `formctl-resume=${older.id}.1.9999999999.x` },
    })
    expect(headers.location).toBe(`/s/${newer.id}`)
  })

  test('keeps cookies for the pages of the form and for the address alone', async () => {
    const paths = async (form: PublishedForm): Promise<unknown> =>
      [(await app.inject({ url: `/s/${form.id}` })).headers['set-cookie'] ?? []]
        .flat()
        .map((set) => /Path=([^;]*)/.exec(set)?.[1])
    const form = await publish('paths')
    expect(await paths(form)).toEqual([`/s/${form.id}`, '/f/paths', '/f/environment-1/paths'])
    const plain = await server.publish(twoSteps)
    expect(await paths(plain)).toEqual([`/s/${plain.id}`])
  })
})
