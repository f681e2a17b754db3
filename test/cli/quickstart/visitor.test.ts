import { expect, test } from 'vitest'
import { readPage } from '../../../src/cli/commands/quickstart.ts'

test('a page is read by its labels, whichever way a label holds its control', () => {
  const page = readPage(`<main><form method="post" action="/s/x">
    <input type="hidden" name="step" value="2" />
    <label for="a">Tom &amp; Jo</label> <input id="a" name="q.a" type="text" />
    <label class="choice"
      ><input type="checkbox" name="q.b" value="One" /> <span>One</span></label
    ><label class="choice"><input type="radio" name="q.c" value="Two" />Two</label>
    <label for="nothing">Lost</label>
    <label for="d">Pick</label><select id="d" name="q.d"></select>
  </form></main>`)
  expect(page?.action).toBe('/s/x')
  expect(page?.hidden).toEqual([['step', '2']])
  expect([...(page?.controls ?? [])]).toEqual([
    ['Tom & Jo', { name: 'q.a' }],
    ['One', { name: 'q.b', value: 'One' }],
    ['Two', { name: 'q.c', value: 'Two' }],
    ['Pick', { name: 'q.d' }],
  ])
})

test('a page without a form is none', () => {
  expect(readPage('<main><h1>Thank you</h1></main>')).toBeUndefined()
})
