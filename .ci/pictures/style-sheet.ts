/** Draws every component type in each look of the starter forms, side by side, into docs/images/styles.png. */
import type { AddressInfo } from 'node:net'
import type { Browser } from 'playwright-core'
import { starterForms } from '../../src/server/starter-forms.ts'
import { pageServer, type ShortStep } from '../../test/support/page-server.ts'
import { mainTypeNames } from '../../src/form/schema.ts'
import { shownExample } from '../spec-reference.ts'

/** The width of a page in px, and how much of it is left in the picture. */
const [width, scale] = [560, 0.4]

/** The header first: it is the heading of the page. */
const types = mainTypeNames.toSorted((a, b) => Number(b === 'Header') - Number(a === 'Header'))

export async function drawStyles(browser: Browser, path: string): Promise<void> {
  const server = await pageServer()
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = server.app.server.address() as AddressInfo
  const steps: readonly ShortStep[] = [
    ['All', ...types.map((type) => [type, shownExample(type)] as const)],
    ['End', ['Header', { title: 'Thank you' }]],
  ]
  const pages: string[] = []
  for (const { name, style } of starterForms('environment-1', { ...server.deps, createdAt: '' })) {
    const layout = { ...style.layout, questions: 'step' } as const
    const form = await server.publish(steps, { name, style: { ...style, layout } })
    const page = await browser.newPage({
      viewport: { width, height: 4600 },
      deviceScaleFactor: scale,
      bypassCSP: true,
    })
    await page.route('https://calendar.example.com/**', (route) => route.fulfill({ body: '' }))
    await page.goto(`http://127.0.0.1:${port}/s/${form.id}`)
    await page.addStyleTag({ content: 'iframe{height:5rem}' })
    const { height = 0 } = (await page.locator('main').boundingBox()) ?? {}
    await page.setViewportSize({ width, height: Math.ceil(height) })
    pages.push((await page.screenshot()).toString('base64'))
    await page.close()
  }
  await server.close()
  const sheet = await browser.newPage({ viewport: { width: width * scale * pages.length, height: 10 } })
  await sheet.setContent(
    `<style>body{margin:0;display:flex;align-items:start}</style>${pages.map((png) => `<img src="data:image/png;base64,${png}">`).join('')}`,
  )
  await sheet.screenshot({ path, fullPage: true })
  await sheet.close()
}
