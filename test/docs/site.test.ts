import { execFileSync, execSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, posix } from 'node:path'
import type { AxeResults } from 'axe-core'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { addressOf, navigationOf } from '../../.ci/site/pages.ts'
import { describeBrowser } from '../support/in-browser.ts'
import { isLong } from '../support/is-long.ts'
import { temporaryFolder } from '../support/test-host.ts'

const root = join(import.meta.dirname, '../..')
const site = temporaryFolder()
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** `npm run docs`, but into a folder of the test. */
beforeAll(() => {
  writeFileSync(join(site, 'former.html'), 'A page that is gone.')
  execSync(manifest.scripts.docs.replaceAll('out/site', site), {
    cwd: root,
    env: { ...process.env, PATH: `${join(root, 'node_modules/.bin')}:${process.env['PATH']}` },
  })
})

const read = (page: string): string => readFileSync(join(site, page), 'utf8')
const pagesOfSite = (): readonly string[] =>
  readdirSync(site, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.html'))

/** The text of a page without the blocks of code, in which links are examples. */
const proseOf = (page: string): string => read(page).replaceAll(/<pre[\s\S]*?<\/pre>/g, '')
const addressesIn = (page: string): readonly string[] =>
  Array.from(proseOf(page).matchAll(/ (?:href|src)="([^"]*)"/g), ([, to = '']) => to)

describe('the site', () => {
  test('has every page of docs/', () => {
    const pages = execFileSync('git', ['ls-files', 'docs'], { cwd: root, encoding: 'utf8' })
      .split('\n')
      .filter((file) => file.endsWith('.md'))
    expect(pages.length).toBeGreaterThan(150)
    expect(pages.map(addressOf).filter((page) => !existsSync(join(site, page)))).toEqual([])
  })

  test('has no link to a page, anchor, picture or file that is not there', () => {
    const anchors = new Map(
      pagesOfSite().map((page) => [
        page,
        new Set(Array.from(read(page).matchAll(/ id="([^"]*)"/g), ([, id]) => id)),
      ]),
    )
    const isThere = (page: string, to: string): boolean => {
      const [path = '', anchor] = to.split('#')
      const target = path === '' ? page : posix.join(posix.dirname(page), path)
      return (
        existsSync(join(site, target)) && (anchor === undefined || anchors.get(target)?.has(anchor) === true)
      )
    }
    const dead = pagesOfSite().flatMap((page) =>
      addressesIn(page)
        .filter((to) => !/^(?:https?|data):/.test(to) && !isThere(page, to))
        .map((to) => `${page}: ${to}`),
    )
    expect(dead).toEqual([])
  })

  test('has the list of pages for agents, whose links lead to pages of the site', () => {
    const links = Array.from(read('llms.txt').matchAll(/\]\(([^)#]*)/g), ([, to = '']) => to)
    expect(links.length).toBeGreaterThan(50)
    expect(links.filter((to) => !existsSync(join(site, to)))).toEqual([])
  })

  test('has only the elements of its pages: none was made of a word such as <file> in the text', () => {
    const names = pagesOfSite().flatMap((page) =>
      Array.from(read(page).matchAll(/<([a-z][\w-]*)/g), ([, name]) => name),
    )
    const frame =
      'html head meta title link script body header button nav main pagefind-modal-trigger pagefind-modal'
    const prose = 'h1 h2 h3 p a ul ol li div span strong em code pre img table thead tbody tr th td'
    expect(new Set(names)).toEqual(new Set(`${frame} ${prose}`.split(' ')))
  })

  test('has no page of a former build', () => {
    expect(existsSync(join(site, 'former.html'))).toBe(false)
  })

  test('has the navigation of docs/README.md on every page', () => {
    const groups = navigationOf(readFileSync(join(root, 'docs/README.md'), 'utf8'))
    expect(groups.map(({ title }) => title)).toContain('Looking things up')
    const count = groups.flatMap((group) => group.links).length
    expect(count).toBeGreaterThan(40)
    const links = /<nav[^]*<\/nav>/
    const counts = pagesOfSite().map((page) => links.exec(read(page))?.[0].match(/<a href="[^#]/g)?.length)
    expect(new Set(counts)).toEqual(new Set([count]))
  })
})

describeBrowser('the site in a browser', (chromium) => {
  const requests: string[] = []
  const server = createServer(({ url = '/' }, reply) => {
    const path = join(site, new URL(url, 'http://site.test').pathname)
    if (!existsSync(path)) return reply.writeHead(404).end()
    const types: Readonly<Record<string, string>> = {
      '.html': 'text/html',
      '.css': 'text/css',
      '.js': 'text/javascript',
    }
    return reply.writeHead(200, { 'content-type': types[extname(path)] ?? '' }).end(readFileSync(path))
  })
  let base: string
  beforeAll(async () => {
    await once(server.listen(0, '127.0.0.1'), 'listening')
    // A server that listens has a port.
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterAll(() => void server.close())

  /** A page of the site, in a browser that reaches no other host. */
  async function open(
    address: string,
    options: Parameters<typeof chromium.browser.newContext>[0],
  ): Promise<Page> {
    const context: BrowserContext = await chromium.browser.newContext({ reducedMotion: 'reduce', ...options })
    await context.route(
      (url) => url.origin !== base,
      (route) => {
        requests.push(route.request().url())
        return route.abort()
      },
    )
    const page = await context.newPage()
    await page.goto(`${base}/${address}`)
    return page
  }

  test.each([
    ['partial', 'Choosing responses'],
    ['--redact', 'Privacy and redaction'],
    ['E-mail', 'Spec reference'],
  ])('the search finds %s in %s', async (words, title) => {
    const page = await open('commands/forms-apply.html', {})
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog').getByRole('searchbox').fill(words)
    await page.getByRole('dialog').getByRole('link', { name: title, exact: true }).first().click()
    await page.getByRole('heading', { level: 1, name: title }).waitFor()
    expect(requests).toEqual([])
  })

  // All in the long run: it takes a minute. These have the longest words, tables and lines of code.
  const widest = ['index', 'spec', 'troubleshooting', 'machine-output', 'commands', 'repository/bench/pages']
  test('no page is wider than a phone', async () => {
    const page = await open('index.html', { viewport: { width: 360, height: 740 }, javaScriptEnabled: false })
    const wide: string[] = []
    for (const address of isLong ? pagesOfSite() : widest.map((name) => `${name}.html`)) {
      await page.goto(`${base}/${address}`)
      if ((await page.evaluate('document.documentElement.scrollWidth')) !== 360) wide.push(address)
    }
    expect(wide).toEqual([])
  })

  test('without script, the contents open over the page of a phone', async () => {
    const page = await open('index.html', { viewport: { width: 360, height: 740 }, javaScriptEnabled: false })
    await page.getByRole('button', { name: 'Contents' }).click()
    await page.getByRole('navigation').getByRole('link', { name: 'Exit codes' }).click()
    await page.getByRole('heading', { level: 1, name: 'Exit codes' }).waitFor()
    expect(page.url()).toBe(`${base}/exit-codes.html`)
  })

  test.each([
    ['light', 1280],
    ['dark', 360],
  ] as const)('axe finds nothing on a %s page of %i pixels', async (colorScheme, width) => {
    const page = await open('index.html', { colorScheme, viewport: { width, height: 900 } })
    // One page each way; the long run crosses them.
    for (const address of isLong
      ? ['index.html', 'exporting.html']
      : [width < 500 ? 'index.html' : 'exporting.html']) {
      await page.goto(`${base}/${address}`)
      await page.evaluate(axe)
      // axe is a script of the page now.
      const { violations } = (await page.evaluate('axe.run()')) as AxeResults
      expect(violations.map(({ id, nodes }) => `${address}: ${id} ${String(nodes[0]?.target)}`)).toEqual([])
    }
    expect(requests).toEqual([])
  })
})
