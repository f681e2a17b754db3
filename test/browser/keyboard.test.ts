import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { checkSpec } from '../../src/authoring/check-spec.ts'
import { specOfTemplate, templateNames } from '../../src/authoring/new-spec.ts'
import type { Form, PublishedForm } from '../../src/form/form.ts'
import { publishedParts } from '../../src/form/components.ts'
import { starterStyles } from '../../src/server/starter-forms.ts'
import { everyComponent } from '../support/every-component.ts'
import { describePages } from '../support/in-browser.ts'
import { isLong } from '../support/is-long.ts'

describePages('The keyboard alone', (site) => {
  /** Fills in a whole form; gives each stop without a visible focus. */
  async function complete(form: PublishedForm, javaScriptEnabled: boolean): Promise<readonly string[]> {
    const context = await site.newContext({
      javaScriptEnabled,
      locale: 'en-US',
      elsewhere: '<p>Calendar</p>',
    })
    const page = await context.newPage()
    // A person would choose a file in a dialogue of the system.
    page.on('filechooser', (chooser) => void chooser.setFiles(picture))
    await page.goto(`${site.base}/s/${form.id}`)
    const unseen: string[] = []
    for (let step = 0; (await page.locator('form').count()) > 0; step += 1) {
      unseen.push(...(await fillInStep(page)))
      await Promise.all([page.waitForEvent('load'), page.keyboard.press('Enter')])
      const problems = await page.locator('.summary').allTextContents()
      expect(problems).toEqual([])
      expect(step).toBeLessThan(12)
    }
    const [record] = await site.server.responses(form)
    expect(record?.finished).toBe(true)
    return unseen
  }

  describe.each([
    ['with scripts', true],
    ['without scripts', false],
  ])('%s', (_name, javaScriptEnabled) => {
    // Without scripts the form of every component stands for the templates; the long run completes them, too.
    test.each(javaScriptEnabled || isLong ? templateNames : [])(
      'completes the template %s, and always shows what has the focus',
      async (template) => {
        const { textWith } = specOfTemplate(template, template)
        const [spec] = checkSpec(Buffer.from(textWith({ schema: 's.json', file: 'f.yaml' }))).forms
        if (!spec) throw new Error(`no form in the template ${template}`)
        const form = await site.server.publish([], { style: starterStyles.plain })
        let id = 0
        // The test of templates proves that each is a form.
        const { steps } = publishedParts(spec.value as Form, ({ key }) => key ?? `q${id++}`)
        const own = { ...form, id: `${template}${javaScriptEnabled}`, steps }
        await site.server.deps.store.forms.create(own)
        expect(await complete(own, javaScriptEnabled)).toEqual([])
      },
    )

    test('completes a form of every component, and always shows what has the focus', async () => {
      expect(await complete(await site.server.publish(everyComponent), javaScriptEnabled)).toEqual([])
    })
  })

  test('shows what has the focus in every style', async () => {
    const unseen: string[] = []
    const page = await (await site.newContext()).newPage()
    for (const [name, style] of Object.entries(starterStyles)) {
      const form = await site.server.publish(
        [['One', ['ShortInput', { question: 'Who?' }], ['Rating', { question: 'How?' }]]],
        {
          style: { ...style, layout: { ...style.layout, questions: 'step' } },
        },
      )
      await page.goto(`${site.base}/s/${form.id}`)
      unseen.push(...(await fillInStep(page)).map((stop) => `${name}: ${stop}`))
    }
    expect(unseen).toEqual([])
  })
})

const picture = {
  name: 'a.png',
  mimeType: 'image/png',
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
}

/** What has the focus, as the page knows it. */
type Stop = {
  readonly tag: string
  readonly type: string
  readonly value: string
  readonly keys: string
  /** Whether its group has an answer already. */
  readonly isAnswered: boolean
  /** Its place in a ranking, from 1; 0 outside of one. */
  readonly place: number
  readonly isShown: boolean
  readonly isNext: boolean
  readonly html: string
}

/** Runs in the page. The focus may be drawn on the label around a box, or as the line below a field. */
const readStop = `(() => {
  const one = document.activeElement
  const drawn = (element) => {
    const style = element && getComputedStyle(element)
    return style && ((style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2 && !/, 0\\)$/.test(style.outlineColor)) || (one.matches('input,select,textarea') && element === one && style.boxShadow !== 'none' && style.boxShadow !== ''))
  }
  const box = one.getBoundingClientRect()
  const list = one.closest('li')
  const group = one.name && [...document.getElementsByName(one.name)]
  return {
    tag: one.tagName,
    type: one.type ?? '',
    value: one.value ?? '',
    keys: [one.inputMode, one.autocomplete, one.closest('fieldset')?.querySelector('legend')?.textContent, one.labels?.[0]?.textContent].join(' ').trim(),
    isAnswered: group ? group.some((other) => other.checked) : false,
    place: list && one.closest('.ranking') ? [...list.parentElement.children].indexOf(list) + 1 : 0,
    isShown: drawn(one) || drawn(one.closest('label')),
    isNext: one.matches('button[value=next]'),
    html: one.outerHTML.slice(0, 100) + (box.bottom < 0 || box.top > innerHeight ? ' OUTSIDE' : ''),
  }
})()`

const stopOf = async (page: Page): Promise<Stop> => (await page.evaluate(readStop)) as Stop

/** Goes by Tab from the start of a page to the button that leads on, and answers on the way; gives the stops whose focus is not seen. */
async function fillInStep(page: Page): Promise<readonly string[]> {
  const unseen: string[] = []
  let last: Stop | undefined
  for (let presses = 0; presses < 200 && last?.isNext !== true; presses += 1) {
    await page.keyboard.press('Tab')
    const stop = await stopOf(page)
    last = stop
    const isOfPage = stop.tag !== 'IFRAME' && stop.tag !== 'BODY'
    if (isOfPage && (!stop.isShown || stop.html.endsWith('OUTSIDE'))) unseen.push(stop.html)
    await answer(page, stop)
  }
  await page.keyboard.press('Shift+Tab')
  expect((await stopOf(page)).isNext).toBe(false)
  await page.keyboard.press('Tab')
  expect((await stopOf(page)).isNext).toBe(true)
  return unseen
}

async function answer(page: Page, { tag, type, value, keys, isAnswered, place }: Stop): Promise<void> {
  if (tag === 'TEXTAREA') await page.keyboard.type('It counts.')
  else if (tag === 'SELECT' && value === '')
    for (let i = 0; i < Math.max(place, 1); i += 1) await page.keyboard.press('ArrowDown')
  else if (tag !== 'INPUT') return
  else if (type === 'radio' || type === 'checkbox') {
    if (!isAnswered) await page.keyboard.press('Space')
  } else if (type === 'file') {
    await Promise.all([page.waitForEvent('filechooser'), page.keyboard.press('Enter')])
    await expect.poll(() => page.locator('input[type=file]:focus').inputValue()).not.toBe('')
  } else if (type !== 'search' && value === '') await page.keyboard.type(textFor(type, keys))
}

function textFor(type: string, keys: string): string {
  if (type === 'email') return 'ada@lovelace.example'
  if (type === 'url') return 'https://lovelace.example/'
  if (type === 'tel') return '+44 20 7946 0958'
  if (keys.endsWith('Year')) return '2026'
  if (keys.endsWith('Month')) return keys.includes('When was it?') ? '2' : '12'
  if (keys.endsWith('Day')) return '24'
  if (/time|arrive/i.test(keys)) return '6 pm'
  if (/numeric|decimal/.test(keys)) return /hours/i.test(keys) ? '20' : '2'
  if (/order number/i.test(keys)) return 'AB123456'
  return 'Ada'
}
