import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { launch, noBrowser } from '../support/browser.ts'
import { pageServer, type PageServer, type ShortStep } from '../support/page-server.ts'

const suite = noBrowser === undefined ? describe : describe.skip

suite(`A form in a frame of another site${noBrowser === undefined ? '' : ` (skipped: ${noBrowser})`}`, () => {
  let server: PageServer
  let browser: Browser
  let site: Server
  let host: string
  let page = ''
  const portOf = (of: Server): number => (of.address() as AddressInfo).port
  beforeAll(async () => {
    server = await pageServer()
    await server.app.listen({ port: 0, host: '127.0.0.1' })
    host = `http://127.0.0.1:${portOf(server.app.server)}`
    site = createServer((_request, reply) => {
      reply.writeHead(200, { 'content-type': 'text/html' }).end(page)
    })
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
    browser = await launch()
  })
  afterAll(async () => {
    await browser?.close()
    site?.close()
    await server?.close()
  })

  const twoSteps: readonly ShortStep[] = [
    ['You', ['ShortInput', { question: 'Who?' }]],
    ['Us', ['LongInput', { question: 'Why?' }], ['LongInput', { question: 'And?' }]],
  ]
  const embedded = async (sites: readonly string[], steps = twoSteps) => {
    const form = await server.publish(steps, { settings: { embedOn: [...sites] } })
    page = `<!doctype html><div data-formctl="${host}/s/${form.id}"></div>
      <script>
        window.seen = []
        for (const name of ['step', 'done'])
          addEventListener('formctl:' + name, ({ detail }) => seen.push(name + (detail ?? '')))
        addEventListener('message', ({ data, origin }) => seen.push(data.formctl === 'height' ? 'height from ' + origin : ''))
      </script>
      <script src="${host}/embed.js" async></script>`
    const tab = await browser.newPage()
    await tab.goto(`http://localhost:${portOf(site)}/`)
    const seen = (): Promise<string[]> => tab.evaluate('[...new Set(seen)].filter(Boolean)')
    const height = (): Promise<number> => tab.evaluate("document.querySelector('iframe').clientHeight")
    return { form, tab, seen, height }
  }

  test('is filled in to its end, sized to its content, and the site hears of each step', async () => {
    const { form, tab, seen, height } = await embedded([`http://localhost:${portOf(site)}`])
    const frame = tab.frameLocator('iframe')
    await frame.getByLabel('Who?').fill('Ada')
    await expect.poll(seen).toEqual(expect.arrayContaining([`height from ${host}`, 'step1']))
    const before = await height()
    await frame.getByRole('button', { name: 'Next', exact: true }).click()
    await frame.getByLabel('Why?').fill('Because')
    await expect.poll(height).toBeGreaterThan(before)
    await frame.getByRole('button', { name: 'Submit', exact: true }).click()
    await frame.getByRole('heading', { name: 'Thank you' }).waitFor()
    await expect.poll(seen).toEqual(expect.arrayContaining(['step1', 'step2', 'done']))
    expect((await server.responses(form)).map(({ finished }) => finished)).toEqual([true])
    await tab.close()
  })

  test('tells the site of the end also where the last step takes a file and the browser no cookies', async () => {
    const { form, tab, seen } = await embedded(
      [`http://localhost:${portOf(site)}`],
      [['You', ['FileUploader', { question: 'What?' }]]],
    )
    const frame = tab.frameLocator('iframe')
    await frame
      .getByLabel('What?')
      .setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('abc') })
    await frame.getByRole('button', { name: 'Submit', exact: true }).click()
    await frame.getByRole('heading', { name: 'Thank you' }).waitFor()
    await expect.poll(seen).toEqual(expect.arrayContaining(['step1', 'done']))
    expect((await server.responses(form)).map(({ finished }) => finished)).toEqual([true])
    await tab.close()
  })

  test('is not shown by a site that the form does not name, and tells it nothing', async () => {
    const { tab, seen } = await embedded(['https://www.example.com'])
    await tab.waitForTimeout(500)
    await expect.poll(() => tab.frames()[1]?.url()).toMatch(/^chrome-error:/)
    expect(await seen()).toEqual([])
    await tab.close()
  })
})
