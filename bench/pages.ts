/**
 * Measures what a browser has to fetch and to do before a person sees a form: our page beside the same form in SurveyJS and
 * in form-js. All three come from this machine, compressed, in turns, in one run of Chromium with its processor slowed down
 * four times. Ends with 1 where a bound is not kept. Ratios count, not figures.
 * The libraries are installed for the time of the run, or into the folder behind --peers, which is kept.
 * Usage: npm run bench:pages -- [--rounds 7] [--peers <folder>]
 */
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { parseArgs } from 'node:util'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import type { Browser } from 'playwright-core'
import { launch } from '../test/support/browser.ts'
import { pageServer } from '../test/support/page-server.ts'
import { installPeer, withPeers } from './peers.ts'
import { formJsForm, ourForm, surveyJsForm } from './pages/equal-forms.ts'

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '7' }, peers: { type: 'string' } },
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
  readonly requests: number
  /** Requests to other hosts. */
  readonly foreign: number
  /** Compressed bytes of documents, scripts and style sheets. */
  readonly bytes: Readonly<Record<'Document' | 'Script' | 'Stylesheet', number>>
}

async function look(browser: Browser, url: string): Promise<Seen> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  try {
    const page = await context.newPage()
    const devtools = await context.newCDPSession(page)
    await devtools.send('Network.enable')
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
    return { ...seen, requests: kinds.size, foreign, bytes }
  } finally {
    await context.close()
  }
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
await withPeers(async (peers) => {
  const ours = await pageServer()
  const form = await ours.publish(ourForm, { name: 'Application' })
  await ours.app.listen({ port: 0, host: '127.0.0.1' })
  const rivals = await serve(await rivalAssets(peers))
  const browser = await launch()
  const urls = {
    formctl: `http://127.0.0.1:${(ours.app.server.address() as AddressInfo).port}/s/${form.id}`,
    SurveyJS: `${rivals.base}/surveyjs`,
    'form-js': `${rivals.base}/form-js`,
  }
  try {
    for (let round = 0; round <= rounds; round += 1)
      for (const [name, url] of Object.entries(urls)) {
        const one = await look(browser, url)
        // The first round warms up.
        if (round > 0) seen.set(name, [...(seen.get(name) ?? []), one])
      }
  } finally {
    await browser.close()
    await ours.close()
    rivals.close()
  }
})

const kib = (bytes: number): string => `${(bytes / 1024).toFixed(1)} KiB`
const cells = (row: readonly string[]): string =>
  row.map((cell, i) => (i === 0 ? cell.padEnd(10) : cell.padStart(12))).join('')
console.log(cells(['', 'page', 'script', 'style', 'requests', 'elsewhere', 'LCP, ms', 'shift']))
for (const [name, all] of seen) {
  const [{ bytes, requests, foreign }] = all as [Seen]
  const [paint, shift] = [middle(all.map((one) => one.paint)), Math.max(...all.map((one) => one.shift))]
  console.log(
    cells([
      name,
      kib(bytes.Document),
      kib(bytes.Script),
      kib(bytes.Stylesheet),
      String(requests),
      String(foreign),
      paint.toFixed(0),
      shift.toFixed(3),
    ]),
  )
}
const paintOf = (name: string): number => middle((seen.get(name) ?? []).map(({ paint }) => paint))
const own = seen.get('formctl')?.[0]
const checks: readonly (readonly [string, number, boolean])[] = [
  [
    'SurveyJS, LCP of ours (≥ 3)',
    paintOf('SurveyJS') / paintOf('formctl'),
    paintOf('SurveyJS') >= 3 * paintOf('formctl'),
  ],
  [
    'our first page, KiB (≤ 14)',
    (own?.bytes.Document ?? Infinity) / 1024,
    (own?.bytes.Document ?? Infinity) <= 14 * 1024,
  ],
  ['our requests to other hosts (0)', own?.foreign ?? Infinity, own?.foreign === 0],
  ['our layout shift (0)', own?.shift ?? Infinity, own?.shift === 0],
]
for (const [what, figure, isMet] of checks) {
  console.log(`${what.padEnd(40)}${figure.toFixed(2).padStart(8)}   ${isMet ? 'met' : 'NOT MET'}`)
  if (!isMet) process.exitCode = 1
}
