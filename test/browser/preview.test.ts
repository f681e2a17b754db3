import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Page } from 'playwright-core'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openSpec } from '../../src/cli/preview/open-preview.ts'
import { previewApp } from '../../src/server/preview/preview.ts'
import { contextOf } from '../support/command-context.ts'
import { describeBrowser, press } from '../support/in-browser.ts'
import { deterministicBytes } from '../support/test-host.ts'

const spec = `name: Survey
steps:
  - name: First
    components:
      - type: ShortInput
        content: { question: What? }
      - type: MultipleOptionsQuestion
        content: { question: How?, choices: [So, Otherwise] }
      - type: NextButton
        content: { buttonText: On }
  - name: Second
    components:
      - type: LongInput
        content: { question: Why? }
      - type: NextButton
        content: { buttonText: On }
  - name: Thanks
    components:
      - type: Header
        content: { title: Bye }
`

describeBrowser('A watched preview in Chromium', (chromium) => {
  let app: FastifyInstance
  let page: Page
  let complaints: string[]
  let write: (text: string) => void
  let stop: () => Promise<void>
  beforeEach(async () => {
    const { host, context } = contextOf({})
    const slow = { ...host, sleep: (milliseconds: number) => delay(milliseconds / 10) }
    const path = join(host.files.resolve(), 'a.yaml')
    write = (text) => writeFileSync(path, text)
    write(spec)
    const variables = { var: [], varFile: [] }
    const open = await openSpec(
      { file: 'a.yaml', look: 'plain', variables, target: undefined },
      { ...context, host: slow },
    )
    app = previewApp(open, {
      now: () => new Date().toISOString(),
      randomBytes: deterministicBytes(),
      secret: new Uint8Array(32),
      log: () => undefined,
    })
    await app.listen({ port: 0, host: '127.0.0.1' })
    const controller = new AbortController()
    const watching = open.watch(1, controller.signal)
    stop = async () => {
      controller.abort()
      await watching
      await app.close()
    }
    page = await chromium.browser.newPage()
    complaints = []
    page.on('console', (message) => {
      if (/content security policy/i.test(message.text())) complaints.push(message.text())
    })
    page.on('pageerror', (error) => complaints.push(String(error)))
    await page.goto(`http://127.0.0.1:${(app.server.address() as AddressInfo).port}`)
    await page.locator('.preview-bar[data-live=yes]').waitFor()
  })
  afterEach(async () => {
    await stop?.()
    if (complaints.length > 0) throw new Error(complaints.join('\n'))
  })

  test('follows the file, and keeps the step and what was typed', async () => {
    await page.getByLabel('What?').fill('Something')
    await page.getByLabel('Otherwise').check()
    write(spec.replace('What?', 'What now?'))
    await page.getByLabel('What now?').waitFor()
    expect(await page.getByLabel('What now?').inputValue()).toBe('Something')
    expect(await page.getByLabel('Otherwise').isChecked()).toBe(true)
    await press(page, 'On')
    await page.getByLabel('Why?').fill('Because')
    write(spec.replace('Why?', 'Why so?'))
    await page.getByLabel('Why so?').waitFor()
    expect(await page.getByLabel('Why so?').inputValue()).toBe('Because')
    await press(page, 'On')
    await page.getByRole('heading', { name: 'Bye' }).waitFor()
  })

  test('shows what is wrong while the spec is broken, then the same step again', async () => {
    await page.getByRole('link', { name: '2 Second' }).click()
    await page.getByLabel('Why?').waitFor()
    write(spec.replace('LongInput', 'Dropdown'))
    await page.getByRole('heading', { name: '1 error', exact: false, level: 1 }).waitFor()
    expect(await page.locator('mark').first().textContent()).toBe('content')
    write(spec)
    await page.getByLabel('Why?').waitFor()
  })

  test('shows warnings in its bar, which the keyboard opens', async () => {
    write(spec.replace('question: Why?', 'question: Why?, colour: red'))
    const summary = page.getByText('1 warning')
    await summary.waitFor()
    expect(await page.locator('.preview-bar mark').isVisible()).toBe(false)
    await summary.focus()
    await page.keyboard.press('Enter')
    expect(await page.locator('.preview-bar mark').textContent()).toBe('colour')
  })

  test('says when it has stopped', async () => {
    await stop()
    await page.locator('.preview-bar[data-live=no]').waitFor()
    stop = async () => undefined
    expect(await page.locator('.preview-bar').getAttribute('data-live')).toBe('no')
  })
})
