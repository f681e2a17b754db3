import type { BrowserContextOptions, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { Style } from '../../src/form/form.ts'
import schema from '../../schemas/style.schema.json' with { type: 'json' }
import type { FontName } from '../../src/form/style-tokens.ts'
import { starterStyles } from '../../src/server/starter-forms.ts'
import { defaultStyle, styleCss } from '../../src/server/style.ts'
import { everyQuestion } from '../support/every-component.ts'
import { describePages } from '../support/in-browser.ts'
import type { ShortStep } from '../support/page-server.ts'

const fieldOf = (key: string) => ({ key, label: key, includeDialCode: key === 'phoneNumber' })
const end: ShortStep = ['End', ['Header', { title: 'Thanks' }]]

describePages('looks', (site) => {
  async function open(
    style: Style,
    options: BrowserContextOptions = {},
    first = everyQuestion,
    language = 'en',
  ): Promise<Page> {
    const form = await site.server.publish([first, end], { style, language })
    return site.open(form, options)
  }
  const onOnePage = (style: Style): Style => ({ ...style, layout: { ...style.layout, questions: 'step' } })

  test.each(Object.entries(starterStyles))(
    'the style %s has targets of 44 px, and needs no sideways scroll on 320 px, and at 200 % of 640 px',
    async (_name, style) => {
      const page = await open(onOnePage(style), { viewport: { width: 320, height: 640 } })
      const width = () => page.evaluate('document.documentElement.scrollWidth')
      expect(await width()).toBeLessThanOrEqual(320)
      expect(await page.evaluate(smallTargets)).toEqual([])
      const devtools = await page.context().newCDPSession(page)
      await devtools.send('Emulation.setDeviceMetricsOverride', zoomed)
      expect(await page.evaluate('devicePixelRatio')).toBe(2)
      expect(await width()).toBeLessThanOrEqual(320)
      const oneQuestion = await site.server.publish([everyQuestion, end], { style })
      await page.goto(`${site.base}/s/${oneQuestion.id}`)
      expect(await page.evaluate(smallTargets)).toEqual([])
    },
  )

  test('no font falls back to Times where its own family is missing', async () => {
    const page = await (await site.newContext()).newPage()
    await page.setContent(
      fontNames.map((name) => `<p style='font-family:${stackOf(name)}'>${name}</p>`).join(''),
    )
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('DOM.enable')
    await devtools.send('CSS.enable')
    const { root } = await devtools.send('DOM.getDocument')
    const { nodeIds } = await devtools.send('DOM.querySelectorAll', { nodeId: root.nodeId, selector: 'p' })
    expect(nodeIds).toHaveLength(fontNames.length)
    for (const nodeId of nodeIds) {
      const { fonts } = await devtools.send('CSS.getPlatformFontsForNode', { nodeId })
      expect(fonts.map(({ familyName }) => familyName).join()).not.toMatch(
        /Times|Liberation Serif|Nimbus Roman/,
      )
    }
  })

  test('every component on a page from the right, 320 or 1280 px wide, mirrors one from the left', async () => {
    const page = await open(starterStyles.plain, {}, [
      ...everyQuestion,
      ['Address', { question: 'Where?' }],
      ['Phone', { question: 'Which number?', includeDialCode: true }],
      ['Consent', { question: 'Terms', text: 'I agree.' }, { required: true }],
    ])
    await page.locator('button[value=next]').first().click()
    await page.waitForSelector('.summary')
    const placesFrom = (side: 'ltr' | 'rtl') => page.evaluate(`document.dir = '${side}'; ${startsOf}`)
    for (const width of [320, 1280]) {
      await page.setViewportSize({ width, height: 900 })
      const fromLeft = await placesFrom('ltr')
      expect(await placesFrom('rtl')).toEqual(fromLeft)
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width)
    }
  })

  test.each(['ar', 'he'])(
    'in %s, numbers and addresses are typed from the left, and all else as it is',
    async (language) => {
      const page = await open(
        starterStyles.plain,
        {},
        [
          'All',
          ['EmailForm', { question: '1' }],
          ['Phone', { question: '2', includeDialCode: true }],
          ['Number', { question: '3', unit: 'km' }],
          ['Number', { question: '4' }],
          ['IdentityInfo', { fields: ['workEmailAddress', 'websiteUrl', 'phoneNumber'].map(fieldOf) }],
          ['ShortInput', { question: '5' }],
        ],
        language,
      )
      expect(
        await page.evaluate('[document.documentElement.lang, getComputedStyle(document.body).direction]'),
      ).toEqual([language, 'rtl'])
      const typed = page.locator('form .field input:not([type=hidden])')
      expect(await typed.evaluateAll((fields) => fields.map((field) => field.getAttribute('dir')))).toEqual([
        ...Array.from({ length: 7 }, () => 'ltr'),
        'auto',
      ])
      expect(await page.locator('select option').nth(1).textContent()).toMatch(/\u2066\+\d+\u2069/)
    },
  )

  test.each(Object.entries({ plain: starterStyles.plain, signal: starterStyles.signal }))(
    'words of 200 letters fit on 320 px in the style %s, wherever they stand',
    async (_name, style) => {
      const long = 'w'.repeat(200)
      const list = [long, `${long}x`]
      const page = await open(onOnePage(style), { viewport: { width: 320, height: 640 } }, [
        long,
        ['Header', { title: long, subheading: long }],
        ['ShortInput', { question: long, maxLength: 9 }, { description: long }],
        ['Number', { question: long, unit: long, placeholder: long }],
        ['Rating', { question: long, lowLabel: long, highLabel: long }],
        ['OpinionScale', { question: long, lowLabel: long, highLabel: long }],
        ['Dropdown', { question: long, options: list, placeholder: long }],
        ['Dropdown', { question: long, options: list, isMulti: true, searchable: true }],
        ['MultipleOptionsQuestion', { question: long, choices: list, other: true, otherLabel: long }],
        ['GraphicOptions', { question: long, choices: list, columns: 4 }],
        ['Matrix', { question: long, rows: list, columns: list }],
        ['Ranking', { question: long, options: list }],
        ['IdentityInfo', { fields: [{ key: 'city', label: long }] }],
        ['Consent', { question: long, text: `[${long}](https://terms.invalid/)` }],
        ['FileUploader', { question: long }],
        ['NextButton', { buttonText: long }],
      ])
      const width = (): Promise<unknown> => page.evaluate('document.documentElement.scrollWidth')
      expect(await width()).toBe(320)
      await page.locator('input[type=text]').first().fill(long)
      await page
        .locator('input[type=file]')
        .setInputFiles([{ name: `${long}.txt`, mimeType: 'text/plain', buffer: Buffer.from('a') }])
      await page.locator('button[value=next]').click()
      await page.locator('.summary').waitFor()
      expect(await page.locator('.files').first().textContent()).toContain(long.slice(-100))
      expect(await width()).toBe(320)
      expect(await page.evaluate(smallTargets)).toEqual([])
      const spilling = await page.evaluate(spills)
      expect(spilling).toEqual([])
    },
  )

  test('nothing moves where a person asks for less motion', async () => {
    const page = await open(starterStyles.plain, { reducedMotion: 'reduce' })
    expect(await page.evaluate(moving)).toEqual([])
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    expect(await page.evaluate(moving)).not.toEqual([])
  })

  test('colours that a person forces leave every state to be told', async () => {
    const page = await open(starterStyles.terminal, { forcedColors: 'active' }, [
      'All',
      ['Dropdown', { question: 'Where?', options: ['A'] }],
    ])
    expect(await page.evaluate("getComputedStyle(document.querySelector('select')).appearance")).toBe('auto')
  })

  test('one question on the page itself stands in the middle of it, and moves only where motion is welcome', async () => {
    const page = await open(starterStyles.signal, { viewport: { width: 1000, height: 900 } }, [
      'One',
      ['ShortInput', { question: 'Who are you?' }],
    ])
    const { y, height } = (await page.locator('form').boundingBox()) ?? { y: 0, height: 0 }
    expect(Math.abs(y + height / 2 - 450)).toBeLessThan(120)
    expect(await page.content()).toContain('(prefers-reduced-motion:no-preference){@view-transition')
  })
})

const fontNames = schema.definitions.FontName.enum as readonly FontName[]

/** The families of a font as the pages name them. */
const stackOf = (font: FontName): string =>
  /--font:([^;]*)/.exec(styleCss({ ...defaultStyle, font }))?.[1] ?? ''

/** Half as many CSS pixels, each twice as large: what a browser shows at 200 %. */
const zoomed = { width: 320, height: 450, deviceScaleFactor: 2, mobile: false }

/** How far what people press is from where lines start. */
const startsOf = `[...document.querySelectorAll(
  '.top p,.summary a,label,legend,.problem,select,textarea,th,input:not([type=hidden]),button,.choice>span,.ends span'
)].filter((element) => element.offsetParent !== null && !element.closest('.visually-hidden')).map((element) => {
  const { left, right } = element.getBoundingClientRect()
  return Math.round(document.dir === 'rtl' ? innerWidth - right : left)
})`

/** What people press on a page that is lower or narrower than 44 px. */
const smallTargets = `[...document.querySelectorAll('button,select,input:not([type=hidden],[tabindex="-1"]),textarea,a')]
  .filter((element) => getComputedStyle(element).display !== 'inline' || element.localName !== 'a')
  .map((element) => element.closest('label') ?? element)
  .filter((element) => element.offsetParent !== null)
  .filter((element) => {
    const { width, height } = element.getBoundingClientRect()
    return Math.round(height) < 44 || Math.round(width) < 44
  })
  .map((element) => element.outerHTML.slice(0, 120))`

/** Texts that stand out of the page at its side. */
const spills = `[...document.querySelectorAll('main *')]
  .filter((element) => element.offsetParent !== null && !element.closest('.visually-hidden,select,[tabindex="-1"]') && element.children.length === 0)
  .filter((element) => element.getBoundingClientRect().right > innerWidth + 1)
  .map((element) => element.outerHTML.slice(0, 100))`

/** What changes little by little. */
const moving = `[...document.querySelectorAll('*')]
  .filter((element) => {
    const { transitionDuration, animationName } = getComputedStyle(element)
    return parseFloat(transitionDuration) > 0.001 || animationName !== 'none'
  })
  .map((element) => element.outerHTML.slice(0, 100))`
