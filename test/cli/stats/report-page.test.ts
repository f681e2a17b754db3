import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { launch, noBrowser } from '../../support/browser.ts'
import { runInProcess, temporaryFolder } from '../../support/test-host.ts'

const hostile = `"'><img src=x onerror=alert(1)><script src="https://evil.example/x.js"></script>&\u202ehttps://evil.example/`

/** Responses in which everything that can be a text is hostile. */
const records = [true, false].flatMap((finished, n) =>
  [`form ${hostile}`, 'g'].map((formId) => ({
    id: `${hostile}${n}`,
    formId,
    createdAt: `2026-03-0${n + 1}T09:00:00.000Z`,
    dataUpdatedAt: `2026-03-0${n + 1}T09:03:00.000Z`,
    finished,
    data: [
      ['value', hostile],
      ['selected', [hostile, 'Plain']],
      ['choices', [{ key: hostile, value: true, index: 0 }]],
      [hostile, 4 + n],
      ['value', finished],
    ].map(([member, value], i) => ({
      questionId: `${hostile}${i}`,
      response: { type: hostile, headline: hostile, componentShapeVersion: '2.0', [member as string]: value },
    })),
  })),
)

/** The page of a report of records, and where it lies. */
async function reportOf(given: readonly object[], words: readonly string[] = []): Promise<[string, string]> {
  const cwd = temporaryFolder()
  writeFileSync(join(cwd, 'reply.json'), JSON.stringify({ data: given }))
  const argv = ['responses', 'stats', '--from', 'reply.json', '--report', 'report.html', ...words]
  const { exit, stderr } = await runInProcess({ argv, cwd })
  if (exit !== 0) throw new Error(stderr)
  return [readFileSync(join(cwd, 'report.html'), 'utf8'), join(cwd, 'report.html')]
}

describe('the page of a report', () => {
  test('holds no markup of others, and refers to nothing outside', async () => {
    const [page] = await reportOf(records, ['--title', hostile])
    expect(page).toContain('&lt;script src=&quot;https://evil.example')
    expect(page).not.toMatch(/<(script|img|link|iframe|object|embed|base|form)\b/i)
    const tags = page.match(/<[^>]*>/g) ?? []
    expect(tags.filter((tag) => /\s(on\w+|style)=/i.test(tag))).toEqual([])
    const addresses = tags.flatMap(
      (tag) => tag.match(/\b(?:src|href|action|data|srcset|poster)="[^"]*"/g) ?? [],
    )
    expect(addresses).toEqual(['href="#f1"', 'href="#f2"'])
    expect(tags.filter((tag) => tag.includes('//'))).toEqual([])
    expect(/<style>([^<]*)/.exec(page)?.[1]).not.toMatch(/url\(|@import|\/\//)
    expect(/<title>([^<]*)/.exec(page)?.[1]).not.toContain('\u202e')
  })

  test('may run and load nothing but its own style', async () => {
    const [page] = await reportOf(records)
    const css = /<style>([^<]*)<\/style>/.exec(page)?.[1] ?? ''
    const hash = createHash('sha256').update(css).digest('base64')
    const policy = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(page)?.[1]
    expect(policy?.replaceAll('&#39;', "'")).toBe(
      `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'`,
    )
  })

  test('is HTML with a language, one first heading, landmarks, and headings that leave out no level', async () => {
    for (const given of [records, records.slice(0, 1), []]) {
      const [page] = await reportOf(given)
      expect(page).toMatch(/^<!doctype html>\s*<html lang="en">/)
      for (const landmark of ['header', 'main', 'footer'])
        expect(page).toMatch(new RegExp(`<${landmark}[ >]`))
      const levels = [...page.matchAll(/<h(\d)/g)].map(([, level]) => Number(level))
      expect(levels.filter((level) => level === 1)).toEqual([1])
      for (const [i, level] of levels.entries()) expect(level - (levels[i - 1] ?? 0)).toBeLessThanOrEqual(1)
      const ids = [...page.matchAll(/\sid="([^"]*)"/g)].map(([, id]) => id)
      expect(new Set(ids).size).toBe(ids.length)
      const named = [...page.matchAll(/aria-labelledby="([^"]*)"/g)].flatMap(([, names = '']) =>
        names.split(' '),
      )
      expect(named.filter((name) => !ids.includes(name))).toEqual([])
      // A section with a name is a landmark; more than one a form would be noise.
      expect(page.match(/<section[^>]*aria-labelledby/g)?.length ?? 0).toBe(given === records ? 2 : 0)
      for (const [tag] of page.matchAll(/<svg[^>]*>/g)) expect(tag).toMatch(/aria-hidden="true"|role="img"/)
    }
  })

  test('says what was read, and what cannot be known', async () => {
    const [page] = await reportOf(records.filter(({ finished }) => finished))
    expect(page).toContain('from the saved reply reply.json')
    expect(page).toContain('The saved reply holds no response that was begun and not finished.')
    expect(page).toContain('not known')
  })
})

const suite = noBrowser === undefined ? describe : describe.skip

suite(`the page in Chromium${noBrowser === undefined ? '' : ` (skipped: ${noBrowser})`}`, () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launch()
  })
  afterAll(() => browser?.close())

  /** The page, and what it asked for or complained of. */
  async function open(width: number): Promise<{ page: Page; complaints: readonly string[] }> {
    const [, path] = await reportOf(records)
    const context = await browser.newContext({ viewport: { width, height: 800 } })
    const page = await context.newPage()
    const complaints: string[] = []
    page.on('console', (message) => complaints.push(message.text()))
    page.on('dialog', (dialog) => complaints.push(dialog.message()))
    page.on('request', (request) => {
      if (!request.url().startsWith('file:')) complaints.push(request.url())
    })
    await page.goto(pathToFileURL(path).href)
    return { page, complaints }
  }

  test.each([320, 390, 1200])(
    '%d wide asks for nothing, complains of nothing and needs no scrolling aside',
    async (width) => {
      const { page, complaints } = await open(width)
      expect(complaints).toEqual([])
      expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0)
      expect(await page.getByRole('table').count()).toBeGreaterThan(3)
      await page.context().close()
    },
  )

  test('on paper shows the table that the screen folds up', async () => {
    const { page } = await open(1000)
    const table = page.getByRole('table', { name: 'Responses by day' }).first()
    expect(await table.isVisible()).toBe(false)
    await page.emulateMedia({ media: 'print' })
    expect(await table.isVisible()).toBe(true)
    await page.context().close()
  })
})
