import { setTimeout as delay } from 'node:timers/promises'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe } from 'vitest'
import type { PublishedForm } from '../../src/form/form.ts'
import { launch, noBrowser } from './browser.ts'
import { pageServer, type PageServer } from './page-server.ts'

/** What exists while tests run; not yet while they are described. */
type Chromium = { readonly browser: Browser }

type ContextOptions = BrowserContextOptions & {
  /** What each address of another site shows; without it, other sites are not there. */
  readonly elsewhere?: string
}

type Site = Chromium & {
  readonly server: PageServer
  /** Where it listens: `http://127.0.0.1:1234`. */
  readonly base: string
  readonly newContext: (options?: ContextOptions) => Promise<BrowserContext>
  /** A page of a form, in a context of its own. */
  readonly open: (
    form: Pick<PublishedForm, 'id'>,
    options?: ContextOptions & { readonly path?: string },
  ) => Promise<Page>
}

type BrowserOptions = {
  /** How long a context lives. */
  readonly contexts?: 'test' | 'file'
  /** Whether it is Chromium with windows, where the headless shell is not enough. */
  readonly isFullChromium?: boolean
}

/** Describes what needs Chromium, and starts one for all the tests. They are skipped where there is none. */
export function describeBrowser(
  title: string,
  tests: (chromium: Chromium) => void,
  { contexts = 'test', isFullChromium = false }: BrowserOptions = {},
): void {
  const reason = noBrowser === undefined ? '' : ` (skipped: ${noBrowser})`
  describe.skipIf(noBrowser !== undefined)(`${title}${reason}`, () => {
    let browser: Browser
    beforeAll(async () => {
      browser = await launch({ isFullChromium })
    })
    if (contexts === 'test')
      afterEach(async () => {
        if (await closeContexts(browser)) return
        await browser.close()
        browser = await launch({ isFullChromium })
      })
    afterAll(() => browser?.close())
    tests({
      get browser() {
        return browser
      },
    })
  })
}

/** Describes pages in Chromium, and starts a server for all the tests. A context lives as long as its test. */
export function describePages(
  title: string,
  tests: (site: Site) => void,
  options?: Pick<BrowserOptions, 'isFullChromium'>,
): void {
  const describeSite = (chromium: Chromium): void => {
    let server: PageServer
    let base: string
    beforeAll(async () => {
      server = await pageServer()
      base = await server.app.listen({ port: 0, host: '127.0.0.1' })
    })
    afterAll(() => server?.close())

    const newContext: Site['newContext'] = async ({ elsewhere, ...more } = {}) => {
      const context = await chromium.browser.newContext(more)
      if (elsewhere !== undefined)
        await context.route(
          (url) => url.origin !== base,
          (route) => route.fulfill({ contentType: 'text/html', body: elsewhere }),
        )
      return context
    }
    tests({
      get browser() {
        return chromium.browser
      },
      get server() {
        return server
      },
      get base() {
        return base
      },
      newContext,
      async open(form, { path = '', ...more } = {}) {
        const page = await (await newContext(more)).newPage()
        await page.goto(`${base}/s/${form.id}${path}`)
        return page
      },
    })
  }
  describeBrowser(title, describeSite, options)
}

/** Presses a button, and waits until the page that it leads to is loaded: to leave a page in the middle of that has failed, or hung. */
export async function press(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).click()
  await page.waitForLoadState()
}

/** Waits until the page with that title is there, and loaded. */
export async function arrive(page: Page, title: string): Promise<void> {
  await page.getByRole('heading', { level: 1, name: title }).waitFor()
  await page.waitForLoadState()
}

/** How many milliseconds closing may take. A browser that needs longer is closed as a whole, which Playwright kills in the end. */
const closingGuard = 30_000

/**
 * Closes all contexts, since a page that is left open goes on working. Their pages give up where they were going first: Chromium has
 * hung, rarely, when a context was closed in the middle of that. Gives whether they were closed in time.
 */
async function closeContexts(browser: Browser): Promise<boolean> {
  const closing = browser.contexts().map(async (context) => {
    await Promise.all(context.pages().map((page) => page.goto('about:blank').catch(() => undefined)))
    await context.close()
    return true
  })
  const guard = new AbortController()
  const late = delay(closingGuard, [false], { signal: guard.signal }).catch(() => [false])
  const closed = await Promise.race([Promise.all(closing).catch(() => [false]), late])
  guard.abort()
  return closed.every(Boolean)
}
