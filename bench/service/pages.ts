/**
 * What a browser has to fetch and to do before a person sees a form: our page beside the same form in SurveyJS. Both
 * come compressed from this machine, in turns, in one Chromium whose processor is slowed down.
 */
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { arch, cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { AxeResults } from 'axe-core'
import type { Browser, Page } from 'playwright-core'
import { launch } from '../../test/support/browser.ts'
import { everyTypeAtOnce } from '../../test/support/every-component.ts'
import { pageServer, type ShortStep } from '../../test/support/page-server.ts'
import { lineOf, type Bound } from '../export/turns.ts'
import { installPeer } from '../peers.ts'

const slowedBy = 4

// The same application form for both: seven questions on the first page, and a second page.
const teams = ['Design', 'Engineering', 'Sales', 'Support']
const starts = ['At once', 'Within a month', 'Later']

const ourForm: readonly ShortStep[] = [
  [
    'About you',
    ['Header', { title: 'Apply to us', subheading: 'It takes two minutes.' }],
    ['ShortInput', { question: 'Full name' }],
    ['EmailForm', { question: 'E-mail address' }],
    ['ShortInput', { question: 'Where do you live?' }],
    ['Dropdown', { question: 'Which team?', options: teams }],
    ['MultipleOptionsQuestion', { question: 'When could you start?', choices: starts }],
    [
      'MultipleOptionsQuestion',
      { question: 'Which teams have you worked in?', choices: teams, isMulti: true },
    ],
    ['LongInput', { question: 'Why us?' }],
    ['NextButton', { buttonText: 'Next' }],
  ],
  [
    'Your work',
    ['LongInput', { question: 'What did you build last?' }],
    ['NextButton', { buttonText: 'Send' }],
  ],
]

const surveyJsForm = {
  title: 'Apply to us',
  description: 'It takes two minutes.',
  pages: [
    {
      elements: [
        { type: 'text', name: 'name', title: 'Full name' },
        { type: 'text', name: 'email', inputType: 'email', title: 'E-mail address' },
        { type: 'text', name: 'place', title: 'Where do you live?' },
        { type: 'dropdown', name: 'team', title: 'Which team?', choices: teams },
        { type: 'radiogroup', name: 'start', title: 'When could you start?', choices: starts },
        { type: 'checkbox', name: 'teams', title: 'Which teams have you worked in?', choices: teams },
        { type: 'comment', name: 'why', title: 'Why us?' },
      ],
    },
    { elements: [{ type: 'comment', name: 'built', title: 'What did you build last?' }] },
  ],
}

/** The page of the other library as its manual loads it, with the smallest files that it offers, compressed. */
async function serveSurveyJs(peers: string): Promise<{ readonly url: string; readonly close: () => void }> {
  const core = `${await installPeer('survey-core', peers)}/node_modules/survey-core`
  const ui = `${await installPeer('survey-js-ui', peers)}/node_modules/survey-js-ui`
  const files: Readonly<Record<string, string>> = {
    '/': `<!doctype html><html lang="en"><meta charset="utf-8"><title>Application</title><meta name="viewport" content="width=device-width, initial-scale=1"><link rel="stylesheet" href="/survey.css"><script src="/core.js"></script><script src="/ui.js"></script><div id="form"></div><script>new Survey.Model(${JSON.stringify(surveyJsForm)}).render(document.getElementById('form'))</script>`,
    '/survey.css': readFileSync(`${core}/survey-core.fontless.min.css`, 'utf8'),
    '/core.js': readFileSync(`${core}/survey.core.min.js`, 'utf8'),
    '/ui.js': readFileSync(`${ui}/survey-js-ui.min.js`, 'utf8'),
  }
  const packed = new Map(Object.entries(files).map(([path, text]) => [path, gzipSync(text)]))
  const typeOf = (path: string): string =>
    path.endsWith('.css') ? 'text/css' : path.endsWith('.js') ? 'text/javascript' : 'text/html'
  const server = createServer(({ url = '' }, reply) => {
    const body = packed.get(url)
    if (!body) return reply.writeHead(404).end()
    const type = `${typeOf(url)}; charset=utf-8`
    return reply.writeHead(200, { 'content-type': type, 'content-encoding': 'gzip' }).end(body)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return { url: `${baseOf(server.address())}/`, close: () => void server.close() }
}

// A server on a port has such an address.
const baseOf = (address: unknown): string => `http://127.0.0.1:${(address as AddressInfo).port}`

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
  /** Compressed bytes. */
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
    const { metrics } = await devtools.send('Performance.getMetrics')
    const busy = 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? NaN)
    return { ...seen, busy, axe: await violations(page), requests: kinds.size, foreign, bytes }
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

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

async function violations(page: Page): Promise<number> {
  await page.evaluate(axe)
  const options = { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'], iframes: false }
  const found = (await page.evaluate(`axe.run(document, ${JSON.stringify(options)})`)) as AxeResults
  return found.violations.reduce((sum, { nodes }) => sum + nodes.length, 0)
}

/** A server of ours with the form, and with a page of every component type. */
async function serveOurs() {
  const made = await pageServer()
  const form = await made.publish(ourForm, { name: 'Application' })
  const [, ...components] = everyTypeAtOnce
  // A calendar and pictures come from other hosts.
  const own = components.filter(
    ([type, content]) => !type.startsWith('Scheduler') && !(content && 'images' in content),
  )
  const every = await made.publish([
    ['All', ...own],
    ['End', ['Header', { title: 'Thanks' }]],
  ])
  await made.close()
  const { app, close } = await pageServer(made.folder)
  await app.listen({ port: 0, host: '127.0.0.1' })
  return { base: baseOf(app.server.address()), form: form.id, every: every.id, close }
}

type Looks = ReadonlyMap<string, readonly Seen[]>

async function takeLooks(peers: string, rounds: number): Promise<Looks> {
  const [ours, other, browser] = [await serveOurs(), await serveSurveyJs(peers), await launch()]
  const urls = {
    formctl: `${ours.base}/s/${ours.form}`,
    SurveyJS: other.url,
    'formctl, every type': `${ours.base}/s/${ours.every}`,
  }
  const seen = new Map<string, Seen[]>(Object.keys(urls).map((name) => [name, []]))
  try {
    for (let round = 0; round <= rounds; round += 1)
      for (const [name, url] of Object.entries(urls)) {
        const one = await look(browser, url)
        // The first round warms up.
        if (round > 0) seen.get(name)?.push(one)
      }
    return seen
  } finally {
    await browser.close()
    await ours.close()
    other.close()
  }
}

const middle = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? NaN

/** Measures the pages. `write`: whether bench/pages.md is renewed. */
export async function measurePages(
  peers: string,
  { rounds, write }: { readonly rounds: number; readonly write: boolean },
): Promise<readonly Bound[]> {
  const load = loadavg()[0] ?? NaN
  const looks = await takeLooks(peers, rounds)
  const own = looks.get('formctl')?.[0]
  const paintOf = (name: string): number => middle((looks.get(name) ?? []).map(({ paint }) => paint))
  const bounds: readonly Bound[] = [
    { what: 'LCP of SurveyJS, times ours', figure: paintOf('SurveyJS') / paintOf('formctl'), least: 3 },
    { what: 'our first page, KiB', figure: (own?.bytes.Document ?? NaN) / 1024, most: 14 },
    { what: 'our requests to other hosts', figure: own?.foreign ?? NaN, most: 0 },
    { what: 'our layout shift', figure: own?.shift ?? NaN, most: 0 },
  ]
  const table = tableOf(looks)
  console.log(table)
  const ending = bounds.map((bound) => `- ${lineOf(bound)}\n`).join('')
  if (write)
    writeFileSync(join(import.meta.dirname, '../pages.md'), `${opening(rounds, load)}\n${table}\n\n${ending}`)
  return bounds
}

function tableOf(looks: Looks): string {
  const kib = (bytes: number): string => `${(bytes / 1024).toFixed(1)} KiB`
  const rows = Array.from(looks, ([name, all]) => {
    const [first] = all
    if (first === undefined) return [name]
    const { bytes, requests, foreign } = first
    return [
      name,
      ...[bytes.Document, bytes.Script, bytes.Stylesheet].map(kib),
      ...[requests, foreign].map(String),
      ...(['paint', 'busy'] as const).map((key) => middle(all.map((one) => one[key])).toFixed(0)),
      Math.max(...all.map(({ shift }) => shift)).toFixed(3),
      String(first.axe),
    ]
  })
  const head = '|page|script|CSS|requests|to other hosts|LCP, ms|main thread, ms|layout shift|axe'.split('|')
  return [head, head.map((_, i) => (i === 0 ? '---' : '---:')), ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n')
}

/** What the page says before its table. */
const opening = (rounds: number, load: number): string => `# Pages measured
The first page of one application form, in Chromium with its processor slowed down ${slowedBy} times: ours, and the same form in
SurveyJS. Both come from the same machine, as gzip, in turns. The last row is a page of ours with every component type. Sizes are
those of the first load. Our page holds its CSS and its script.

"Main thread" is how long it was busy until the page was idle. "axe" counts places that break a rule of WCAG 2.2 A or AA.

Measured on ${new Date().toISOString().slice(0, 10)}: ${cpus().length} processors, ${arch()}, Node ${process.versions.node}, a load of ${load.toFixed(1)} before; medians of ${rounds}
rounds. Other machines give other figures; ratios change less. \`npm run bench:service -- --only pages --write\` renews this page.
`
