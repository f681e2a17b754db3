/**
 * Draws the pictures of the guide from the program itself, into docs/images/: pages as Chromium shows them, and what the
 * program prints to a terminal. Run `npm run pictures` after pages or outputs have changed.
 */
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import type { Browser } from 'playwright-core'
import { stringify } from 'yaml'
import { launch } from '../test/support/browser.ts'
import { withoutProgress } from '../test/support/built-program.ts'
import { drawStyles } from './pictures/style-sheet.ts'
import { terminalPicture } from './pictures/terminal.ts'
import { mainTypeNames } from '../src/form/schema.ts'
import { pictureOf, shownExample } from './spec-reference.ts'

const root = resolve(import.meta.dirname, '..')
const images = join(root, 'docs/images')
const folder = mkdtempSync(join(tmpdir(), 'formctl-pictures-'))
const program = [join(root, 'bin/formctl.js')]
const env = { ...process.env, HOME: folder, XDG_CONFIG_HOME: folder, XDG_STATE_HOME: folder, COLUMNS: '80' }

/** What a command prints to a terminal, with its colours. */
function printed(words: readonly string[]): string {
  const { stdout, stderr } = spawnSync(process.execPath, [...program, ...words, '--color', 'always'], {
    cwd: folder,
    env,
    encoding: 'utf8',
  })
  return stdout + withoutProgress(stderr)
}

/** The address of a service that runs until the program ends. */
async function serve(): Promise<{ readonly url: string; readonly stop: () => void }> {
  const child = spawn(
    process.execPath,
    [...program, 'serve', '--data', '.formctl', '--port', '0', '-o', 'json'],
    { cwd: folder, env, stdio: ['ignore', 'pipe', 'inherit'] },
  )
  for await (const line of createInterface({ input: child.stdout })) {
    const { url } = JSON.parse(line) as { readonly url: string }
    return { url, stop: () => child.kill() }
  }
  throw new Error('the service did not start')
}

function generate(spec: string): string {
  const said = execFileSync(
    process.execPath,
    [...program, 'forms', 'generate', spec, '-o', 'json', '--quiet'],
    { cwd: folder, env, encoding: 'utf8' },
  )
  const { forms } = JSON.parse(said) as { readonly forms: readonly { readonly url: string }[] }
  return forms[0]?.url ?? ''
}

mkdirSync(images, { recursive: true })
cpSync(join(root, 'docs/examples'), folder, { recursive: true })
writeFileSync(
  join(folder, 'broken.yaml'),
  readFileSync(join(folder, 'feedback.yaml'), 'utf8')
    .replace('type: Dropdown', 'type: Dropdwon')
    .replace('fullName', 'fulName'),
)
writeFileSync(
  join(folder, 'components.yaml'),
  stringify({
    name: 'Components',
    steps: [
      {
        name: 'All',
        components: mainTypeNames.map((type) => ({ type, content: shownExample(type) })),
      },
      { name: 'Thanks', components: [{ type: 'Header', content: { title: 'Thank you' } }] },
    ],
  }),
)
try {
  const commands = [
    ['forms', 'validate', 'broken.yaml'],
    ['responses', 'export', '--from', 'responses.json', '--columns', 'country,What did you like?'],
  ]
  writeFileSync(
    join(images, 'terminal.svg'),
    terminalPicture(
      commands.map((words) => ({
        command: `formctl ${words.map(quoted).join(' ')}`,
        output: printed(words),
      })),
    ),
  )
  const path = generate('feedback.yaml')
  const { url, stop } = await serve()
  const browser = await launch()
  try {
    const page = await browser.newPage({ viewport: { width: 640, height: 720 }, deviceScaleFactor: 1.5 })
    await page.goto(url + path)
    await page.screenshot({ path: join(images, 'page.png'), fullPage: true })
    printed(['forms', 'new', 'survey.yaml', '--name', 'Customer survey'])
    await page.setViewportSize({ width: 560, height: 640 })
    await page.goto(url + generate('survey.yaml'))
    await page.screenshot({ path: join(images, 'survey.png') })
    await drawComponents(browser, url + generate('components.yaml'))
    await drawStyles(browser, join(images, 'styles.png'))
  } finally {
    await browser.close()
    stop()
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}

/** Draws each component type alone, from the example that docs/spec.md shows. */
async function drawComponents(browser: Browser, address: string): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 600, height: 1000 }, bypassCSP: true })
  await page.route('https://calendar.example.com/**', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: '<body style="font:16px sans-serif;color:#555;text-align:center;padding:48px 0">The calendar of your provider',
    }),
  )
  await page.goto(address)
  const style = mainTypeNames.map((type) => `.${type}{padding:16px;background:var(--background)}`).join('')
  await page.addStyleTag({
    content: `${style} form{padding-bottom:32px} .buttons,.heading{margin:0} iframe{height:140px}`,
  })
  // A frame is painted later than the page around it; a click waits until it is there.
  await page.frameLocator('iframe').getByText('calendar').click()
  for (const type of mainTypeNames)
    await page.locator(`form > .${type}`).screenshot({ path: join(root, 'docs', pictureOf(type)) })
}

function quoted(word: string): string {
  return /[^\w./,-]/.test(word) ? `"${word}"` : word
}
