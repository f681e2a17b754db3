import { expect, test } from 'vitest'
import type { Condition, PublishedForm } from '../../../src/form/form.ts'
import { textOf } from '../../../src/html/html.ts'
import { mapPage } from '../../../src/server/preview/preview-pages.ts'
import { defaultStyle } from '../../../src/server/style.ts'

const formWith = (steps: PublishedForm['steps']): PublishedForm => ({
  id: '1',
  environmentId: 'preview',
  name: 'Survey',
  createdAt: '',
  style: defaultStyle,
  steps,
})

const said = (form: PublishedForm): string =>
  textOf(mapPage(form).body)
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&quot;', '"')
    .replaceAll(/\s+/g, ' ')

test.each<[Condition, string]>([
  [{ question: 'team', is: 'Sales' }, 'team is "Sales"'],
  [{ question: 'team', isNot: 'Sales' }, 'team is not "Sales"'],
  [{ question: 'team', in: ['Sales', 7] }, 'team is one of "Sales", 7'],
  [{ question: 'team', contains: 'Sal' }, 'team contains "Sal"'],
  [{ question: 'hours', over: 6 }, 'hours is over 6'],
  [{ question: 'hours', under: 7 }, 'hours is under 7'],
  [{ question: 'team', answered: true }, 'team is answered'],
  [{ question: 'team', answered: false }, 'team is not answered'],
  [
    {
      any: [
        { question: 'a', is: 1 },
        {
          all: [
            { question: 'b', is: 2 },
            { question: 'c', is: 3 },
          ],
        },
      ],
    },
    '(a is 1 or (b is 2 and c is 3))',
  ],
])('a map says %j as “%s”', (visibleIf, words) => {
  const component = { questionId: 'why', type: 'LongInput', content: {} }
  const text = said(
    formWith([
      { name: 'One', components: [{ ...component, visibleIf }] },
      { name: 'Two', visibleIf, components: [component] },
      { name: 'Three', key: 'three', next: [{ if: visibleIf, to: 'three' }], components: [component] },
    ]),
  )
  expect(text).toContain(`why is shown if ${words}.`)
  expect(text).toContain(`Shown if ${words}.`)
  expect(text).toContain(`Leads to Three if ${words}.`)
})
