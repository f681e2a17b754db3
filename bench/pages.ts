/**
 * Measures what a browser has to fetch and to do before a person sees a form: our page beside the same form in SurveyJS and
 * in form-js. All three come from this machine, compressed, in turns, in one run of Chromium with its processor slowed down
 * four times; and what a page of ours costs the server. Ends with 1 where a bound is not kept. Ratios count, not figures.
 * The libraries are installed for the time of the run, or into the folder behind --peers, which is kept. --write renews
 * docs/pages-measured.md.
 * Usage: npm run bench:pages -- [--rounds 7] [--peers <folder>] [--write]
 */
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { arch, cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { gzipSync } from 'node:zlib'
import type { AxeResults } from 'axe-core'
import { build } from 'esbuild'
import type { Browser, CDPSession, Page } from 'playwright-core'
import { launch } from '../test/support/browser.ts'
import { everyTypeAtOnce } from '../test/support/every-component.ts'
import { pageServer } from '../test/support/page-server.ts'
import { installPeer, withPeers } from './peers.ts'
import { isKept, lineOf, type Bound } from './export/turns.ts'
import { pageCost } from './pages/cost.ts'
import { formJsForm, ourForm, surveyJsForm } from './pages/equal-forms.ts'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '7' },
    peers: { type: 'string' },
    write: { type: 'boolean' },
  },
})
const rounds = Number(values.rounds)
const slowedBy = 4

type Asset = { readonly type: string; readonly body: string | Buffer }

const element = 'text/html; charset=utf-8'
const script = 'text/javascript; charset=utf-8'
const sheet = 'text/css; charset=utf-8'

const head =
  '<!doctype html><html lang="en"><meta charset="utf-8"><title>Application</title><meta name="viewport" content="width=device-width, initial-scale=1">'

/** The pages of the two libraries as their manuals load them, with the smallest files that they offer. */
async function rivalAssets(peers: string): Promise<ReadonlyMap<string, Asset>> {
  const [core, ui, viewerHome] = [
    await installPeer('survey-core', peers),
    await installPeer('survey-js-ui', peers),
    await installPeer('@bpmn-io/form-js-viewer', peers),
  ]
  const viewer = await build({
    stdin: {
      contents: `import { createForm } from '@bpmn-io/form-js-viewer'
createForm({ container: document.querySelector('#form'), schema: ${JSON.stringify(formJsForm)} })`,
      resolveDir: viewerHome,
    },
    bundle: true,
    minify: true,
    format: 'iife',
    write: false,
  })
  const file = (home: string, path: string): string => readFileSync(`${home}/node_modules/${path}`, 'utf8')
  return new Map([
    [
      '/surveyjs',
      {
        type: element,
        body: `${head}<link rel="stylesheet" href="/survey.css"><script src="/survey-core.js"></script><script src="/survey-ui.js"></script><div id="form"></div><script>new Survey.Model(${JSON.stringify(surveyJsForm)}).render(document.getElementById('form'))</script>`,
      },
    ],
    ['/survey.css', { type: sheet, body: file(core, 'survey-core/survey-core.fontless.min.css') }],
    ['/survey-core.js', { type: script, body: file(core, 'survey-core/survey.core.min.js') }],
    ['/survey-ui.js', { type: script, body: file(ui, 'survey-js-ui/survey-js-ui.min.js') }],
    [
      '/form-js',
      {
        type: element,
        body: `${head}<link rel="stylesheet" href="/form-js.css"><div id="form"></div><script src="/form-js.js"></script>`,
      },
    ],
    [
      '/form-js.css',
      { type: sheet, body: file(viewerHome, '@bpmn-io/form-js-viewer/dist/assets/form-js.css') },
    ],
    ['/form-js.js', { type: script, body: viewer.outputFiles[0]?.text ?? '' }],
  ])
}

/** A server that sends each asset compressed. */
async function serve(assets: ReadonlyMap<string, Asset>): Promise<{ base: string; close: () => void }> {
  const packed = new Map([...assets].map(([path, { type, body }]) => [path, { type, body: gzipSync(body) }]))
  const server = createServer(({ url = '' }, reply) => {
    const asset = packed.get(url)
    if (!asset) return reply.writeHead(404).end()
    return reply.writeHead(200, { 'content-type': asset.type, 'content-encoding': 'gzip' }).end(asset.body)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => void server.close(),
  }
}

type Seen = {
  /** Milliseconds to the largest contentful paint. */
  readonly paint: number
  /** Cumulative layout shift. */
  readonly shift: number
  /** Milliseconds that the main thread was busy until the page was idle. */
  readonly busy: number
  /** What axe finds of WCAG 2.2 A and AA: places. */
  readonly axe: number
  readonly requests: number
  /** Requests to other hosts. */
  readonly foreign: number
  /** Compressed bytes of documents, scripts and style sheets. */
  readonly bytes: Readonly<Record<'Document' | 'Script' | 'Stylesheet', number>>
}

async function look(browser: Browser, url: string): Promise<Seen> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, bypassCSP: true })
  try {
    const page = await context.newPage()
    const devtools = await context.newCDPSession(page)
    await devtools.send('Network.enable')
    await devtools.send('Performance.enable')
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowedBy })
    const kinds = new Map<string, string>()
    const bytes = { Document: 0, Script: 0, Stylesheet: 0 }
    let foreign = 0
    devtools.on('Network.responseReceived', ({ requestId, type, response }) => {
      kinds.set(requestId, type)
      if (!response.url.startsWith(new URL(url).origin)) foreign += 1
    })
    devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      const kind = kinds.get(requestId)
      if (kind === 'Document' || kind === 'Script' || kind === 'Stylesheet') bytes[kind] += encodedDataLength
    })
    await page.goto(url, { waitUntil: 'networkidle' })
    await page.waitForSelector('input:not([type=hidden])')
    const seen = await page.evaluate(paintAndShift)
    const busy = await busyTime(devtools)
    return { ...seen, busy, axe: await violations(page), requests: kinds.size, foreign, bytes }
  } finally {
    await context.close()
  }
}

async function busyTime(devtools: CDPSession): Promise<number> {
  const { metrics } = await devtools.send('Performance.getMetrics')
  return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? NaN)
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

async function violations(page: Page): Promise<number> {
  await page.evaluate(axe)
  const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
  const options = { runOnly: rules, iframes: false }
  const found = (await page.evaluate(`axe.run(document, ${JSON.stringify(options)})`)) as AxeResults
  return found.violations.reduce((sum, { nodes }) => sum + nodes.length, 0)
}

// Runs in the page.
const paintAndShift = `new Promise((resolve) => {
  let paint = 0, shift = 0
  new PerformanceObserver((list) => { for (const entry of list.getEntries()) paint = entry.startTime })
    .observe({ type: 'largest-contentful-paint', buffered: true })
  new PerformanceObserver((list) => { for (const entry of list.getEntries()) shift += entry.value })
    .observe({ type: 'layout-shift', buffered: true })
  setTimeout(() => resolve({ paint, shift }), 300)
})` as unknown as () => Promise<Pick<Seen, 'paint' | 'shift'>>

const middle = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0

const seen = new Map<string, Seen[]>()
const load = loadavg()[0] ?? NaN
const cost = await withPeers(async (peers) => {
  const made = await pageServer()
  const form = await made.publish(ourForm, { name: 'Application' })
  const [, ...components] = everyTypeAtOnce
  // A calendar and pictures come from other hosts.
  const own = components.filter(
    ([type, content]) => !type.startsWith('Scheduler') && !(content && 'images' in content),
  )
  const large = await made.publish([
    ['All', ...own],
    ['End', ['Header', { title: 'Thanks' }]],
  ])
  await made.close()
  const ours = await pageServer(made.folder)
  await ours.app.listen({ port: 0, host: '127.0.0.1' })
  const base = `http://127.0.0.1:${(ours.app.server.address() as AddressInfo).port}`
  const rivals = await serve(await rivalAssets(peers))
  const browser = await launch()
  const urls = {
    formctl: `${base}/s/${form.id}`,
    SurveyJS: `${rivals.base}/surveyjs`,
    'form-js': `${rivals.base}/form-js`,
    'formctl, every type': `${base}/s/${large.id}`,
  }
  try {
    for (let round = 0; round <= rounds; round += 1)
      for (const [name, url] of Object.entries(urls)) {
        const one = await look(browser, url)
        // The first round warms up.
        if (round > 0) seen.set(name, [...(seen.get(name) ?? []), one])
      }
    return await pageCost(urls.formctl, 41)
  } finally {
    await browser.close()
    await ours.close()
    rivals.close()
  }
})

const kib = (bytes: number): string => `${(bytes / 1024).toFixed(1)} KiB`
const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
const lines: string[] = [
  row([
    '',
    'page',
    'script',
    'CSS',
    'requests',
    'to other hosts',
    'LCP, ms',
    'main thread, ms',
    'layout shift',
    'axe',
  ]),
  row(['---', ...Array.from({ length: 9 }, () => '---:')]),
]
for (const [name, all] of seen) {
  const [{ bytes, requests, foreign, axe: found }] = all as [Seen]
  lines.push(
    row([
      name,
      kib(bytes.Document),
      kib(bytes.Script),
      kib(bytes.Stylesheet),
      String(requests),
      String(foreign),
      middle(all.map(({ paint }) => paint)).toFixed(0),
      middle(all.map(({ busy }) => busy)).toFixed(0),
      Math.max(...all.map(({ shift }) => shift)).toFixed(3),
      String(found),
    ]),
  )
}
const paintOf = (name: string): number => middle((seen.get(name) ?? []).map(({ paint }) => paint))
const own = seen.get('formctl')?.[0]
const bounds: readonly Bound[] = [
  { what: 'LCP of SurveyJS, times ours', figure: paintOf('SurveyJS') / paintOf('formctl'), least: 3 },
  { what: 'our first page, KiB', figure: (own?.bytes.Document ?? Infinity) / 1024, most: 14 },
  { what: 'our requests to other hosts', figure: own?.foreign ?? Infinity, most: 0 },
  { what: 'our layout shift', figure: own?.shift ?? Infinity, most: 0 },
  {
    what: 'CPU time of our page on the server, times node:http with the same bytes',
    figure: cost.ratio,
    most: 3,
  },
]
lines.push('', ...bounds.map((bound) => `- ${lineOf(bound)}`))
for (const line of lines) console.log(line)
if (!bounds.every(isKept)) process.exitCode = 1
if (values.write === true)
  writeFileSync(join(import.meta.dirname, '../docs/pages-measured.md'), `${opening()}\n${lines.join('\n')}\n`)

/** What the page says before its table. */
function opening(): string {
  const day = new Date().toISOString().slice(0, 10)
  return `# Pages measured
The first page of one application form, in Chromium with its processor slowed down ${slowedBy} times: ours, and the same form in
SurveyJS and in form-js, which has no pages and shows the second one, too. All come from the same machine, as gzip, in turns. The last
row is a page of ours with every component type. Sizes are those of the first load. Our page holds its CSS and its script.

"Main thread" is how long it was busy until the page was idle. "axe" counts places that break a rule of WCAG 2.2 A or AA.

Measured on ${day}: ${cpus().length} processors, ${arch()}, Node ${process.versions.node}, a load of ${load.toFixed(1)} before; medians of ${rounds}
rounds. Other machines give other figures; ratios change less. \`npm run bench:pages -- --write\` renews this page.
`
}
