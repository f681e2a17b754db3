import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults, RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { Style } from '../../src/form/form.ts'
import { starterStyles } from '../../src/server/starter-forms.ts'
import { everyComponent, everyRequired } from '../support/every-component.ts'
import { describePages } from '../support/in-browser.ts'
import { isLong } from '../support/is-long.ts'
import { Visitor, type ShortStep } from '../support/page-server.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const everyRule: View['runOnly'] = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** Those rules whose outcome a style can change. */
const rulesOfLooks: View['runOnly'] = {
  type: 'rule',
  values: ['color-contrast', 'target-size', 'link-in-text-block', 'scrollable-region-focusable'],
}

type View = {
  readonly colorScheme: 'light' | 'dark'
  readonly width: number
  readonly runOnly: NonNullable<RunOptions['runOnly']>
}

/** Light and wide, dark and narrow; the long run crosses them. */
const viewsOfLooks: readonly View[] = [
  { colorScheme: 'light', width: 1280, runOnly: rulesOfLooks },
  { colorScheme: 'dark', width: 320, runOnly: rulesOfLooks },
  ...(isLong
    ? ([
        { colorScheme: 'light', width: 320, runOnly: rulesOfLooks },
        { colorScheme: 'dark', width: 1280, runOnly: rulesOfLooks },
      ] as const)
    : []),
]
const everyView = viewsOfLooks.map((view, i) => (i === 0 ? { ...view, runOnly: everyRule } : view))

const end: ShortStep = ['End', ['Header', { title: 'Thanks' }]]
const short: readonly ShortStep[] = [
  ['One', ['ShortInput', { question: 'Who?' }]],
  ['Two', ['LongInput', { question: 'Why?' }]],
  end,
]

describePages('axe', (site) => {
  async function newPage(): Promise<Page> {
    // A colour on its way to another is none that people read.
    const options = { bypassCSP: true, reducedMotion: 'reduce', elsewhere: '<p>Calendar</p>' } as const
    const context = await site.newContext(options)
    await context.addInitScript(axe)
    return context.newPage()
  }

  /** What axe finds on the page in each view: the rule and the elements. */
  async function look(
    page: Page,
    state: string,
    views: readonly View[] = everyView,
  ): Promise<readonly string[]> {
    // Hundreds of country codes would only take time.
    await page.evaluate("document.querySelectorAll('option:nth-child(n+4)').forEach((one) => one.remove())")
    const found: string[] = []
    for (const { colorScheme, width, runOnly } of views) {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height: 900 })
      // The frame of a calendar is its provider's.
      const options: RunOptions = { runOnly, iframes: false, resultTypes: ['violations'] }
      const { violations } = (await page.evaluate(
        `axe.run(document, ${JSON.stringify(options)})`,
      )) as AxeResults
      for (const { id, nodes } of violations)
        found.push(
          `${state}, ${colorScheme}, ${width} px: ${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`,
        )
    }
    return found
  }

  const next = async (page: Page): Promise<void> => {
    await page.locator('button[value=next]').click()
    await page.waitForLoadState()
  }

  /** The pages around the questions: every state that a form of two lines comes into. */
  async function aroundQuestions(style: Style): Promise<Readonly<Record<string, string>>> {
    const form = await site.server.publish(short, { style })
    const visitor = new Visitor(site.server.app, form)
    const shown: Record<string, string> = {}
    const show = (state: string, part: string): void => {
      expect(visitor.page).toContain(part)
      shown[state] = visitor.page
    }
    await visitor.open()
    const otherTab = { ...visitor.hidden(), writer: 'another' }
    await visitor.send({ 'q.q0': 'Ada', go: 'next' })
    await visitor.send({ ...otherTab, 'q.q0': 'Grace', go: 'next' })
    show('two versions', 'What was saved before')
    await visitor.open()
    show('begun before', 'class="notice')
    await visitor.send({ go: 'link' })
    show('the link to another device', 'Address of your answers')
    await visitor.open('?step=2')
    await visitor.send({ 'q.q1': 'It counts.', go: 'next' })
    show('the end', 'class="ending')
    await visitor.open()
    show('submitted before', 'Already submitted')
    await visitor.open('/accessibility')
    show('accessibility', 'ccessib')
    await site.server.deps.store.forms.close(form.id, site.server.deps.now())
    await visitor.open()
    show('closed', 'This form is closed')
    return shown
  }

  async function lookAround(
    page: Page,
    style: Style,
    { name = 'plain', views = everyView } = {},
  ): Promise<readonly string[]> {
    const found: string[] = []
    for (const [state, html] of Object.entries(await aroundQuestions(style))) {
      await page.setContent(html)
      found.push(...(await look(page, `${name}, ${state}`, views)))
    }
    return found
  }

  test('finds nothing on any component, empty, filled in or with problems', async () => {
    const form = await site.server.publish(everyComponent)
    const page = await newPage()
    const found: string[] = []
    await page.goto(`${site.base}/s/${form.id}`)
    for (let step = 1; (await page.locator('form').count()) > 0; step += 1) {
      found.push(...(await look(page, `step ${step}`)))
      await page.evaluate(`(${fillIn})('nobody')`)
      found.push(...(await look(page, `step ${step} filled in`, everyView.slice(1))))
      await next(page)
      if ((await page.locator('.summary').count()) === 0) continue
      found.push(...(await look(page, `step ${step} with problems`)))
      await page.evaluate(`(${fillIn})('')`)
      const name = page.locator('[autocomplete=given-name]')
      if (await name.isVisible()) await name.fill('Ada')
      await next(page)
      expect(step).toBeLessThan(9)
    }
    expect(await page.locator('h1').textContent()).toBe('That is all')
    expect(found).toEqual([])
  })

  test('finds nothing on the pages around the questions', async () => {
    expect(await lookAround(await newPage(), starterStyles.plain)).toEqual([])
  })

  test('finds nothing on a screen with one question', async () => {
    const form = await site.server.publish(
      [['One', ['Matrix', { question: 'How?', rows: ['A'], columns: ['B', 'C'] }]], end],
      { style: starterStyles.dawn },
    )
    const page = await newPage()
    await page.goto(`${site.base}/s/${form.id}`)
    expect(await look(page, 'one question')).toEqual([])
  })

  test('finds nothing in any style, with every question wrong and on the pages around', async () => {
    // One page for all, since axe takes long to load.
    const page = await newPage()
    const found: string[] = []
    for (const [name, style] of Object.entries<Style>(starterStyles)) {
      const form = await site.server.publish([everyRequired, end], {
        style: { ...style, layout: { ...style.layout, questions: 'step' } },
      })
      const visitor = new Visitor(site.server.app, form)
      await visitor.open()
      await visitor.send({ go: 'next' })
      await page.setContent(visitor.page)
      const asked = everyRequired.slice(1).filter(([type]) => type !== 'Statement' && type !== 'Disclaimer')
      expect(await page.locator('.problem').count()).toBeGreaterThanOrEqual(asked.length)
      found.push(...(await look(page, `${name}, problems`, viewsOfLooks)))
      // Those pages differ by card or page only; the long run looks at them in each style.
      if (isLong || name === 'warm' || name === 'dawn')
        found.push(...(await lookAround(page, style, { name, views: viewsOfLooks.slice(1) })))
    }
    expect(found).toEqual([])
  })
})

/** Runs in the page: fills each line with a text, and ticks all boxes or none. */
const fillIn = `(text) => {
  for (const field of document.querySelectorAll('form :is(input:not([type=hidden],[tabindex="-1"]), textarea)'))
    if (/checkbox|radio/.test(field.type)) field.checked = text !== ''
    else if (!/file|date|time/.test(field.type)) field.value = text
}`
