import { expect, test } from 'vitest'
import { sharedPageServer, type ShortStep } from '../../support/page-server.ts'

const server = await sharedPageServer()
const end: ShortStep = ['End', ['ShortInput', { question: 'Anything else?' }]]
const text =
  'See [our terms](https://example.com/t?a=1&b=2), [us](mailto:a@example.com) or [x](javascript:alert).'
const shown =
  /See <a href="https:\/\/example\.com\/t\?a=1&amp;b=2" target="_blank" rel="noopener noreferrer">our terms<\/a>, <a href="mailto:a@example\.com"[^>]*>us<\/a> or \[x\]\(javascript:alert\)\./

test('a mistake names a statement by its words, without the addresses of its links', async () => {
  const { visitor } = await server.visit([['One', ['Consent', { text }, { required: true }]], end])
  await visitor.send({ go: 'next' })
  expect(visitor.page).toMatch(/class="summary"[^]*See our terms, us or \[x\]/)
})

test.each<[string, object, object]>([
  ['Header', { title: 'T', subheading: text }, {}],
  ['Disclaimer', { text }, {}],
  ['Statement', { text }, {}],
  ['Consent', { text }, {}],
  ['MultipleOptionsQuestion', { question: 'Q?', choices: ['A'], subheading: text }, {}],
  ['ShortInput', { question: 'Q?' }, { description: text }],
  ['MultipleOptionsQuestion', { question: 'Q?', choices: ['A'] }, { description: text }],
  ['Matrix', { question: 'Q?', rows: ['A'], columns: ['B', 'C'] }, { description: text }],
  ['IdentityInfo', { fields: [{ key: 'city', label: 'City' }] }, { description: text }],
  ['SchedulerScreen', { schedulerName: 'cal', dataUrl: 'https://cal.com/ada' }, { description: text }],
])('links of the web and of mail work in long texts: %s %j %j', async (type, content, rest) => {
  const { visitor } = await server.visit([['One', [type, content, rest]], end])
  expect(visitor.page).toMatch(shown)
})
