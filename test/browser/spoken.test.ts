import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { everyComponent, everyQuestion, everyRequired } from '../support/every-component.ts'
import { describePages } from '../support/in-browser.ts'
import type { ShortStep } from '../support/page-server.ts'
import { spokenIn } from '../support/spoken.ts'

const end: ShortStep = ['End', ['Header', { title: 'Thanks' }]]

describePages('What a screen reader is given', (site) => {
  const open = async (steps: readonly ShortStep[]): Promise<Page> =>
    site.open(await site.server.publish(steps), { elsewhere: '<p>Calendar</p>' })

  const golden = (name: string): string => `../../fixtures/spoken/${name}.txt`

  test('names each question, what it takes and what belongs to it', async () => {
    const page = await open([everyQuestion, end])
    await expect(await spokenIn(page)).toMatchFileSnapshot(golden('questions'))
  })

  test('says of each question that it is required, what is wrong and how to mend it, after a summary that has the focus', async () => {
    const page = await open([everyRequired, end])
    await Promise.all([page.waitForNavigation(), page.locator('button[value=next]').click()])
    await expect(await spokenIn(page)).toMatchFileSnapshot(golden('problems'))
  })

  test('leads from the first step to the last, with a calendar, and thanks', async () => {
    const [first, , , calendar, , , , last] = everyComponent
    const page = await open([first, calendar, last].filter((step) => step !== undefined))
    const steps: string[] = []
    for (let i = 0; i < 3; i += 1) {
      steps.push(await spokenIn(page))
      if (i < 2) await Promise.all([page.waitForNavigation(), page.locator('button[value=next]').click()])
    }
    await expect(steps.join('\n')).toMatchFileSnapshot(golden('steps'))
  })

  test('says which answer has two versions', async () => {
    const form = await site.server.publish([
      ['One', ['ShortInput', { question: 'Who?' }]],
      ['Two', ['LongInput', { question: 'Why?' }]],
    ])
    const context = await site.newContext()
    const [page, other] = [await context.newPage(), await context.newPage()]
    for (const one of [page, other]) await one.goto(`${site.base}/s/${form.id}`)
    for (const [one, text] of [
      [page, 'Ada'],
      [other, 'Grace'],
    ] as const) {
      // What is done in a tab behind another one takes seconds.
      await one.bringToFront()
      await one.getByLabel('Who?').fill(text)
      await Promise.all([one.waitForNavigation(), one.locator('button[value=next]').click()])
    }
    // The script of the page moves the focus once it has loaded.
    await other.locator('[role=alert]:focus').waitFor()
    await expect(await spokenIn(other)).toMatchFileSnapshot(golden('two-versions'))
  })
})
