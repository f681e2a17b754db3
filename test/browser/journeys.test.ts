/** Four people fill in one form side by side, with and without script, on a phone and a desk, while everything goes wrong. */
import type { CDPSession, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PublishedForm } from '../../src/form/form.ts'
import { filesOf, type ResponseRecord } from '../../src/form/response.ts'
import { arrive, describeBrowser, press } from '../support/in-browser.ts'
import { pageServer } from '../support/page-server.ts'
import { startServer, type ServerProcess } from '../support/server-process.ts'
import { startUnluckyProxy, type UnluckyProxy } from '../support/unlucky-proxy.ts'

type Person = { readonly name: string; readonly hasScript: boolean; readonly width: number }
type Visitor = Person & { readonly page: Page; readonly network: CDPSession }

const people: readonly Person[] = [true, false].flatMap((hasScript) =>
  [320, 1280].map((width) => ({ name: `Ada ${hasScript ? 'S' : 'N'}${width}`, hasScript, width })),
)

const slow = { offline: false, latency: 80, downloadThroughput: 100_000, uploadThroughput: 100_000 }

describeBrowser(
  'On a bad line',
  (chromium) => {
    let folder = ''
    let form: PublishedForm
    let server: ServerProcess
    let line: UnluckyProxy
    let visitors: readonly Visitor[]

    const start = async (): Promise<void> => {
      server = startServer({ folder })
      line.target = Number(new URL((await server.ready).url).port)
    }
    beforeAll(async () => {
      const setup = await pageServer()
      folder = setup.folder
      form = await setup.publish([
        [
          'You',
          [
            'IdentityInfo',
            {
              fields: [
                { key: 'fullName', label: 'Name' },
                { key: 'city', label: 'City' },
              ],
            },
          ],
          ['EmailForm', { question: 'Where?' }],
          ['NextButton'],
        ],
        [
          'Taste',
          ['Ranking', { question: 'What first?', options: ['Tea', 'Rum', 'Mud'] }],
          ['MultipleOptionsQuestion', { question: 'Which pet?', choices: ['Dog', 'Cat'] }],
          ['ShortInput', { question: 'Its name?' }, { visibleIf: { question: 'q4', is: 'Dog' } }],
          ['NextButton'],
        ],
        [
          'Proof',
          ['LongInput', { question: 'Why?' }],
          ['FileUploader', { question: 'What?' }],
          ['NextButton'],
        ],
        ['Last', ['ShortInput', { question: 'Else?' }], ['NextButton']],
        ['End', ['Header', { title: 'Bye' }]],
      ])
      await setup.close()
      line = await startUnluckyProxy()
      await start()
      visitors = await Promise.all(people.map(visit))
    })
    afterAll(async () => {
      await line?.close()
      await server?.kill()
    })

    async function visit(person: Person): Promise<Visitor> {
      const { hasScript, width } = person
      const viewport = { width, height: 700 }
      const context = await chromium.browser.newContext({ javaScriptEnabled: hasScript, viewport })
      const page = await context.newPage()
      const network = await context.newCDPSession(page)
      await network.send('Network.enable')
      await network.send('Network.emulateNetworkConditions', slow)
      return { ...person, page, network }
    }

    const everybody = (does: (visitor: Visitor) => Promise<void>) => Promise.all(visitors.map(does))
    const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true })
    const arriveAt = async (page: Page, title: string): Promise<void> => {
      await arrive(page, title)
      const { scrollWidth, clientWidth } = await page.locator('html').evaluate(widths)
      expect(scrollWidth).toBeLessThanOrEqual(clientWidth)
    }
    const isSaved = (page: Page, text: string) =>
      page
        .getByRole('status')
        .filter({ hasText: new RegExp(`^${text}`) })
        .waitFor()
    const valueOf = (page: Page, label: string) => page.getByLabel(label, { exact: true }).inputValue()
    /** Presses a button whose page never comes. */
    const pressInVain = async ({ page }: Visitor, name: string): Promise<void> => {
      await button(page, name).click({ noWaitAfter: true })
      // The browser's own page.
      await expect.poll(() => page.url()).toMatch(/^chrome-error:/)
    }

    test('a step waits for a server that is killed, in the page or on the way back to it', async () => {
      await everybody(async ({ name, page }) => {
        await page.goto(`http://127.0.0.1:${line.port}/s/${form.id}`)
        await arriveAt(page, 'You')
        await page.getByLabel('Name').fill(name)
        await page.getByLabel('City').fill('London')
      })
      await server.kill()
      await everybody(async (visitor) => {
        const { page, hasScript } = visitor
        await page.getByLabel('Where?').fill('ada@')
        if (!hasScript) return pressInVain(visitor, 'Next')
        await isSaved(page, 'Not saved yet')
        await press(page, 'Next')
      })
      await start()
      await everybody(async ({ name, page, hasScript }) => {
        if (!hasScript) {
          await page.goBack()
          await press(page, 'Next')
        }
        await page.getByRole('alert').waitFor()
        const typed = ['Name', 'City', 'Where?'].map((label) => page.getByLabel(label).inputValue())
        expect(await Promise.all(typed)).toEqual([name, 'London', 'ada@'])
        await page.getByLabel('Where?').fill('ada@example.com')
        await press(page, 'Next')
        await arriveAt(page, 'Taste')
      })
    })

    test('a step whose reply is lost is sent again from the way back, and counts once', async () => {
      await everybody(async ({ page, hasScript }) => {
        if (hasScript) await page.getByRole('button', { name: 'Move up: Mud' }).press('Enter')
        else
          for (const [place, option] of ['Tea', 'Mud', 'Rum'].entries())
            await page.getByLabel(option, { exact: true }).selectOption(String(place + 1))
        await page.getByLabel('Dog').check()
        await page.getByLabel('Its name?').fill('Rex')
      })
      line.fateOf = ({ method }) => (method === 'POST' ? 'lost' : 'passed')
      await everybody((visitor) => pressInVain(visitor, 'Next'))
      line.fateOf = () => 'passed'
      await everybody(async ({ page }) => {
        await page.goBack()
        await arriveAt(page, 'Taste')
        // A browser puts back what was typed once it has read the whole page, and the line is slow.
        await expect.poll(() => valueOf(page, 'Mud')).toBe('2')
        await expect.poll(() => valueOf(page, 'Its name?')).toBe('Rex')
        await press(page, 'Next')
        await arriveAt(page, 'Proof')
      })
    })

    test('a file is sent again by a page with script; without, the other answers are there still', async () => {
      const choose = ({ page }: Visitor) =>
        page
          .getByLabel('What?')
          .setInputFiles([{ name: 'why.txt', mimeType: 'text/plain', buffer: Buffer.alloc(90_000, 'a') }])
      await everybody(async (visitor) => {
        await visitor.page.getByLabel('Why?').fill('Because')
        await choose(visitor)
      })
      line.fateOf = ({ headers }) => (headers['content-type']?.startsWith('multipart/') ? 'cut' : 'passed')
      await everybody(async (visitor) => {
        if (!visitor.hasScript) return pressInVain(visitor, 'Next')
        await press(visitor.page, 'Next')
        await isSaved(visitor.page, 'Not saved yet')
      })
      line.fateOf = () => 'passed'
      const kept: string[] = []
      await everybody(async (visitor) => {
        const { page, hasScript } = visitor
        if (!hasScript) {
          await page.goBack()
          kept.push(await valueOf(page, 'Why?'))
          await choose(visitor)
          await press(page, 'Next')
        }
        await arriveAt(page, 'Last')
      })
      expect(kept).toEqual(['Because', 'Because'])
    })

    test('what was typed outlives the browser’s own ways back and forward, and a reload', async () => {
      await everybody(async ({ page, hasScript }) => {
        await page.getByLabel('Else?').fill('No')
        await page.goBack()
        await arriveAt(page, 'Proof')
        await page.getByLabel('Why?').fill('Because of it')
        await page.goForward()
        await arriveAt(page, 'Last')
        expect(await valueOf(page, 'Else?')).toBe('No')
        await page.getByLabel('Else?').fill('Nothing')
        // Without script only the browser knows of it, and a reload throws it away.
        if (hasScript) {
          await isSaved(page, 'Saved')
          await page.reload()
          await arriveAt(page, 'Last')
        }
        expect(await valueOf(page, 'Else?')).toBe('Nothing')
        await press(page, 'Back')
        await arriveAt(page, 'Proof')
      })
      await everybody(async ({ page }) => {
        await press(page, 'Next')
        await arriveAt(page, 'Last')
        expect(await valueOf(page, 'Else?')).toBe('Nothing')
      })
    })

    test('sent twice by a double click, or with its reply lost, a response is one and submitted', async () => {
      const [narrow, wide] = [320, 1280].map((width) => visitors.filter((visitor) => visitor.width === width))
      await Promise.all(
        (narrow ?? []).map(async ({ page }) => {
          await button(page, 'Submit').dblclick()
          await arriveAt(page, 'Bye')
        }),
      )
      line.fateOf = ({ method }) => (method === 'POST' ? 'lost' : 'passed')
      await Promise.all((wide ?? []).map((visitor) => pressInVain(visitor, 'Submit')))
      line.fateOf = () => 'passed'
      await Promise.all(
        (wide ?? []).map(async ({ page }) => {
          await page.goBack()
          await arriveAt(page, 'Already submitted')
        }),
      )
      await server.kill()
      const after = await pageServer(folder)
      const responses = await after.responses(form)
      await after.close()
      expect(responses.map(summaryOf).toSorted()).toEqual(
        people
          .map(({ name, hasScript }) =>
            JSON.stringify([
              true,
              [name, 'London'],
              'ada@example.com',
              ['Tea', 'Mud', 'Rum'],
              ['Dog'],
              'Rex',
              // Without script nothing tells the server of a text before a way that leaves the page unsent.
              hasScript ? 'Because of it' : 'Because',
              ['why.txt'],
              'Nothing',
            ]),
          )
          .toSorted(),
      )
    })
  },
  { contexts: 'file' },
)

const summaryOf = ({ finished, data }: ResponseRecord): string =>
  JSON.stringify([
    finished,
    ...data.map(({ response }) => {
      const { value, ranking, fullName, city, choices } = response
      if (fullName !== undefined) return [fullName, city]
      if (Array.isArray(choices))
        // The server stored them in this shape.
        return (choices as readonly { key: string; value: boolean }[]).flatMap((choice) =>
          choice.value ? [choice.key] : [],
        )
      return value ?? ranking ?? filesOf(response).map((file) => file.name)
    }),
  ])

const widths = ({ scrollWidth, clientWidth }: { scrollWidth: number; clientWidth: number }) => ({
  scrollWidth,
  clientWidth,
})
