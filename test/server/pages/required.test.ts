import { describe, expect, test } from 'vitest'
import type { PublishedForm } from '../../../src/form/form.ts'
import { sharedPageServer, type ShortStep } from '../../support/page-server.ts'

const server = await sharedPageServer()

const required = { required: true }
const end: ShortStep = ['End', ['ShortInput', { question: 'Anything else?' }]]

const visit = server.visit

const valuesOf = async (form: PublishedForm) =>
  (await server.responses(form)).flatMap(({ data }) => data.map(({ response }) => response['value']))

describe('a required question', () => {
  const steps: readonly ShortStep[] = [
    ['Start', ['ShortInput', { question: 'Where?' }]],
    ['You', ['ShortInput', { question: 'Who?' }, required], ['ShortInput', { question: 'Why?' }]],
    end,
  ]

  test('is marked in its label and told to those who listen; optional ones are not marked', async () => {
    const { visitor } = await visit(steps)
    expect(visitor.text).not.toContain('(required)')
    await visitor.send({})
    expect(visitor.page).toMatch(/<label[^>]*>Who\? <span class="mark">\(required\)<\/span><\/label>/)
    expect(visitor.page.match(/aria-required="true"/g)).toHaveLength(1)
    expect(visitor.page).not.toMatch(/<input[^>]*\srequired/)
  })

  test('is not left by Next; the problem leads to the field, and other answers are kept', async () => {
    const { visitor, form } = await visit(steps)
    await visitor.send({})
    await visitor.send({ 'q.q1': ' ', 'q.q2': 'Because' })
    expect(visitor.text).toContain('One answer needs correcting Who? Enter an answer.')
    expect(visitor.page).toContain('<a href="#c0"><bdi>Who?</bdi> Enter an answer.</a>')
    expect(visitor.page).toMatch(/id="c0"[^>]*aria-describedby="c0-problem"[^>]*aria-invalid="true"/)
    expect(await valuesOf(form)).toEqual(['Because'])
    await visitor.send({ 'q.q1': 'Ada', 'q.q2': 'Because' })
    expect(visitor.text).toContain('Anything else?')
  })

  test('lets people go back, and takes the answer away that they cleared', async () => {
    const { visitor, form } = await visit(steps)
    await visitor.send({})
    await visitor.send({ 'q.q1': 'Ada' })
    await visitor.open('?step=2')
    await visitor.send({ 'q.q1': '', go: 'back' })
    expect(visitor.text).toContain('Where?')
    expect(await valuesOf(form)).toEqual([])
  })

  test.each([
    ['MultipleOptionsQuestion', { question: 'Which?', choices: ['a', 'b'] }, 'Choose an option.'],
    ['Dropdown', { question: 'Which?', options: ['a', 'b'] }, 'Choose an option.'],
    ['Dropdown', { question: 'Which?', options: ['a', 'b'], isMulti: true }, 'Choose an option.'],
    ['Rating', { question: 'How?' }, 'Choose a rating.'],
    ['Date', { question: 'When?' }, 'Enter a date.'],
    ['FileUploader', { question: 'What?' }, 'Choose a file.'],
    ['SchedulerScreen', { dataUrl: 'https://calendar.invalid/ada' }, 'Book a time, and tick the box.'],
    ['IdentityInfo', { fields: [{ key: 'city', label: 'City' }] }, 'Fill in “City”.'],
    ['Address', { question: 'Where?', fields: ['city'] }, 'Fill in the city.'],
    ['Consent', { text: 'I agree.' }, 'Tick this box to go on.'],
  ])(
    'of type %s is marked, and its problem leads to a field that is there',
    async (type, content, message) => {
      const { visitor } = await visit([['You', [type, content, required]], end])
      expect(visitor.text).toContain('(required)')
      await visitor.send({})
      expect(visitor.text).toContain(message)
      const [, target = ''] = /<a href="#([^"]*)">/.exec(visitor.page) ?? []
      expect(visitor.page).toContain(`id="${target}"`)
    },
  )

  test('for a password or files that were given before is answered', async () => {
    const { visitor } = await visit([
      ['You', ['PasswordInput', {}, required], ['FileUploader', {}, required]],
      end,
    ])
    await visitor.send({ 'q.q0': 'hunter2' }, [{ field: 'q.q1', name: 'a.txt', bytes: 'a' }])
    expect(visitor.text).toContain('Anything else?')
    await visitor.open('?step=1')
    await visitor.send({})
    expect(visitor.text).toContain('Anything else?')
  })

  test('for files is not answered once all are removed', async () => {
    const { visitor, form } = await visit([['You', ['FileUploader', {}, required]], end])
    await visitor.send({}, [{ field: 'q.q0', name: 'a.txt', bytes: 'a' }])
    const [record] = await server.responses(form)
    const files = record?.data[0]?.response['files']
    const [file] = Array.isArray(files) ? files : []
    await visitor.open('?step=1')
    const reply = await visitor.send({ 'q.q0.remove': String(file?.url) })
    expect([reply.statusCode, visitor.text]).toEqual([422, expect.stringContaining('Choose a file.')])
  })
})

test.each([
  ['Header', { title: 'Hello' }],
  ['Statement', { text: 'Read this.' }],
  ['Disclaimer', { text: 'Read this.' }],
  ['NextButton', {}],
  ['Hologram', {}],
])(
  'a required %s, which nobody can answer, does not keep a form from being finished',
  async (type, content) => {
    const { visitor, form } = await visit([
      ['Start', [type, content, required], ['ShortInput', { question: 'Who?' }]],
      end,
    ])
    await visitor.send({})
    await visitor.send({ 'q.q2': 'No' })
    expect(visitor.text).toContain('Thank you')
    expect((await server.responses(form)).map(({ finished }) => finished)).toEqual([true])
  },
)

describe('a description', () => {
  test.each([
    ['ShortInput', { question: 'Who?' }],
    ['MultipleOptionsQuestion', { question: 'Which?', choices: ['a'] }],
    ['Rating', { question: 'How?' }],
    ['Number', { question: 'How many?', unit: 'people' }],
    ['Matrix', { question: 'How?', rows: ['a'], columns: ['b'] }],
    ['IdentityInfo', { fields: [{ key: 'city', label: 'City' }] }],
    ['Address', { question: 'Where?' }],
    ['Consent', { text: 'I agree.' }],
  ])('of %s stands on the page once, tied to the field', async (type, content) => {
    const { visitor } = await visit([['You', [type, content, { description: 'Take your time.' }]], end])
    expect(visitor.text.match(/Take your time\./g)).toHaveLength(1)
    // A block of fields without a question has it as its name.
    expect(visitor.page).toMatch(
      type === 'IdentityInfo' ? /aria-labelledby="c0-description"/ : /aria-describedby="c0-description[" ]/,
    )
    expect(visitor.page).toContain('id="c0-description"')
  })
})

describe('the new fields', () => {
  test('a number is shown again as its language writes it, and read as it was', async () => {
    const { visitor, form } = await visit([['You', ['Number', { question: 'How many?' }]], end], {
      language: 'de',
    })
    await visitor.send({ 'q.q0': '1.234,567' })
    await visitor.open('?step=1')
    expect(visitor.page).toMatch(/value="1234,567"/)
    await visitor.send({ 'q.q0': '1234,567' })
    expect(await valuesOf(form)).toEqual([1234.567])
  })

  test.each([
    [{}, undefined],
    [{ min: -5, step: 1 }, undefined],
    [{ min: 0 }, 'decimal'],
    [{ min: 0, step: 1 }, 'numeric'],
  ])(
    'a number of %j can be typed on a phone, whose keys for numbers have no minus',
    async (content, keys) => {
      const { visitor } = await visit([['You', ['Number', { question: 'How many?', ...content }]], end])
      expect(/inputmode="([^"]*)"/.exec(visitor.page)?.[1]).toBe(keys)
    },
  )

  test('a default stands in the field at first, and not once it was cleared beside a problem', async () => {
    const { visitor } = await visit([
      [
        'You',
        ['ShortInput', { question: 'Who?', default: 'Ada' }],
        ['ShortInput', { question: 'Why?' }, required],
      ],
      end,
    ])
    expect(visitor.page).toMatch(/value="Ada"/)
    await visitor.send({ 'q.q0': '', 'q.q1': '' })
    expect(visitor.page).not.toMatch(/value="Ada"/)
  })

  test('a text with a longest length says it, and a script counts', async () => {
    const { visitor } = await visit([['You', ['LongInput', { question: 'Why?', maxLength: 80 }]], end])
    expect(visitor.text).toContain('At most 80 characters.')
    expect(visitor.page).toMatch(/<textarea[^>]*data-most="80"/)
    expect(visitor.page).toContain('<script>')
  })

  test('a rating is a group of radio buttons, whose ends say what they mean', async () => {
    const { visitor } = await visit([
      ['You', ['Rating', { question: 'How?', max: 4, lowLabel: 'Poor', highLabel: 'Good' }]],
      end,
    ])
    expect(visitor.page.match(/type="radio"[^>]*value="\d"/g)).toHaveLength(4)
    expect(visitor.page).toMatch(/type="radio" name="q.q0" value=""/)
    expect(visitor.page).toContain('aria-label="1, Poor"')
    expect(visitor.page).toContain('aria-label="4, Good"')
    await visitor.send({ 'q.q0': '3' })
    await visitor.open('?step=1')
    expect(visitor.page).toMatch(/value="3"\s+checked/)
  })

  test.each([
    ['en', ['day', 'month', 'year'], 'Day Month Year'],
    ['en-US', ['month', 'day', 'year'], 'Month Day Year'],
    ['de-AT', ['day', 'month', 'year'], 'Tag Monat Jahr'],
    ['fr', ['day', 'month', 'year'], 'Jour Mois Année'],
    ['es', ['day', 'month', 'year'], 'Día Mes Año'],
    ['pt', ['day', 'month', 'year'], 'Dia Mês Ano'],
    ['ja', ['year', 'month', 'day'], '年 月 日'],
    ['ar', ['day', 'month', 'year'], 'يوم الشهر السنة'],
    ['he', ['day', 'month', 'year'], 'יום חודש שנה'],
    ['fa', ['year', 'month', 'day'], 'سال ماه روز'],
  ])('the parts of a date stand in the order of %s', async (language, parts, names) => {
    const { visitor } = await server.visit([['You', ['Date', { question: '?', dateOfBirth: true }]], end], {
      language,
    })
    expect([...visitor.page.matchAll(/autocomplete="bday-(\w+)"/g)].map(([, part]) => part)).toEqual(parts)
    expect(visitor.text).toContain(names)
    await visitor.send({})
    await visitor.open('?step=1')
    await visitor.send({ 'q.q0.day': '31', 'q.q0.month': '02', 'q.q0.year': '2026' })
    expect(visitor.page).toContain('href="#c0-day"')
  })

  test('a phone number can have a list of country codes', async () => {
    const { visitor, form } = await visit([
      ['You', ['Phone', { question: 'Which?', includeDialCode: true, defaultCountry: 'GB' }]],
      end,
    ])
    expect(visitor.page).toMatch(/<option value="GB" selected>/)
    await visitor.send({ 'q.q0': '020 7946 0958', 'q.q0.country': 'GB' })
    expect(await valuesOf(form)).toEqual(['+442079460958'])
  })
})

describe('a required answer that is cleared', () => {
  const steps: readonly ShortStep[] = [
    ['You', ['ShortInput', { question: 'Name?' }], ['ShortInput', { question: 'Who?' }, required]],
    end,
  ]

  test.each(['next', 'back'])('is not stored any more, whichever way leads on: %s', async (go) => {
    const { visitor, form } = await visit([['First', ['ShortInput', { question: 'Why?' }]], ...steps])
    await visitor.send({ 'q.q0': 'Because', go: 'next' })
    await visitor.send({ 'q.q2': 'Ada', go: 'back' })
    await visitor.open('?step=2')
    expect(visitor.page).toContain('value="Ada"')
    await visitor.send({ 'q.q2': '', go })
    await visitor.open('?step=2')
    expect(visitor.page).not.toContain('value="Ada"')
    const [record] = await server.responses(form)
    expect(record?.data.map(({ response }) => response['value'])).toEqual(['Because'])
  })
})
