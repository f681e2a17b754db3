import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Style } from '../../../src/form/form.ts'
import { starterStyles } from '../../../src/server/starter-styles.ts'
import { everyComponent } from '../../support/every-component.ts'
import { pageServer, Visitor, type PageServer, type ShortStep } from '../../support/page-server.ts'

let server: PageServer
beforeEach(async () => void (server = await pageServer()))
afterEach(() => server.close())

/** The CSS of the first page of a form with these steps. */
async function cssOf(steps: readonly ShortStep[], style: Style = starterStyles.light): Promise<string> {
  const visitor = new Visitor(server.app, await server.publish(steps, { style }))
  await visitor.open()
  return /<style>(.*)<\/style>/s.exec(visitor.page)?.[1] ?? ''
}

const end: ShortStep = ['End', ['Header', { title: 'Thanks' }]]
const onOneStep: ShortStep = [
  'All',
  ...everyComponent.flatMap(([, ...components]) => components),
  ['Matrix', { question: 'How was it?', rows: ['Food', 'Talks'], columns: ['Good', 'Bad'] }],
  ['Ranking', { question: 'Which first?', options: ['A', 'B'] }],
  ['Rating', { question: 'Stars?' }],
  ['Number', { question: 'How far?', unit: 'km' }],
  ['LongInput', { question: 'Why?', maxLength: 90 }],
  ['MultipleOptionsQuestion', { question: 'Which?', choices: ['A'], other: true }],
]

test.each(Object.entries(starterStyles))(
  'a page with every component in the style %s has at most 5 KB of compressed CSS',
  async (_name, style) => {
    expect(gzipSync(await cssOf([onOneStep, end], style)).length).toBeLessThanOrEqual(5 * 1024)
  },
)

test('a page with one line to type in has the rules of no other component', async () => {
  const css = await cssOf([['One', ['ShortInput', { question: 'Name' }]], end])
  expect(css).not.toMatch(
    /\.matrix|\.ranking|\.cards|\.choice|\.point|\.files|\.phone|\.pair|[{}]select\{|[{}]textarea\{|iframe|\.summary \w|\.ending\{/,
  )
})

test('nothing in the CSS of a page speaks of left or right but the arrow of a list', async () => {
  const css = await cssOf([onOneStep, end])
  expect(css.replaceAll(/select[^{]*\{[^}]*\}/g, '')).not.toMatch(/\b(left|right)\b/)
})
