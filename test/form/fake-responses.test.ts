import { describe, expect, test } from 'vitest'
import { fakeResponse, type AskedForm } from '../../src/form/fake-responses.ts'
import type { ResponseRecord } from '../../src/form/response.ts'

const until = new Date('2026-03-31T23:59:59.999Z')

const ask = (
  key: string,
  type: string,
  content: object,
  beside: object = {},
): AskedForm['steps'][number]['components'][number] => ({
  questionId: key,
  type,
  content: { ...content },
  ...beside,
})

const form: AskedForm = {
  id: 'form-1',
  name: 'Survey',
  language: 'de',
  translations: { fr: { 'Wie alt?': 'Quel âge ?' } },
  steps: [
    {
      name: 'One',
      components: [
        ask('place', 'Dropdown', { options: ['A', 'B', 'C', 'D'], other: true }, { required: true }),
        ask('age', 'Number', { question: 'Wie alt?', min: 18, max: 99.5 }),
        ask('day', 'Date', { min: '2026-01-01', max: '2026-12-31' }),
      ],
    },
    {
      name: 'Two',
      components: [
        ask('stars', 'Rating', {}, { required: true }),
        ask('why', 'LongInput', { maxLength: 400 }, { visibleIf: { question: 'place', is: 'A' } }),
      ],
      next: [{ if: { question: 'place', is: 'B' }, to: 'last' }],
    },
    {
      name: 'Three',
      components: [
        ask('who', 'IdentityInfo', {
          fields: [
            { key: 'fullName', label: 'Name' },
            { key: 'emailAddress', label: 'Mail', required: true },
            { key: 'phoneNumber', label: 'Phone' },
          ],
        }),
      ],
    },
    { name: 'Four', key: 'last', components: [ask('yes', 'Consent', { text: 'Ja.' })] },
  ],
}

const made = (asked: AskedForm, count: number, seed = 7): readonly ResponseRecord[] =>
  Array.from({ length: count }, (_, i) => fakeResponse(asked, i, { seed, count, until, days: 30 }).record)

const answersTo = (records: readonly ResponseRecord[], id: string) =>
  records
    .flatMap(({ data }) => data.filter(({ questionId }) => questionId === id))
    .map(({ response }) => response)

const many = made(form, 2000)

test('the answers are the same for every form that asks the same, and the ids are not', () => {
  const [one, other] = [made(form, 20), made({ ...form, id: 'form-2' }, 20)]
  const answersOf = (records: readonly ResponseRecord[]) => records.map(({ data }) => data)
  expect(answersOf(other)).toEqual(answersOf(one))
  expect(other.map(({ id }) => id)).not.toEqual(one.map(({ id }) => id))
})

test('a seed decides all bytes, and each seed decides others', () => {
  expect(made(form, 20)).toEqual(made(structuredClone(form), 20))
  const ids = [7, 8].flatMap((seed) => made(form, 200, seed).map(({ id }) => id))
  expect(new Set([...ids, ...made({ ...form, id: 'form-2' }, 200).map(({ id }) => id)]).size).toBe(600)
})

test('every time is in the thirty days, newest first, and no answer comes before its response', () => {
  const created = many.map(({ createdAt }) => createdAt)
  expect(created).toEqual(created.toSorted().toReversed())
  expect(created.every((time) => time > '2026-03-01' && time <= until.toISOString())).toBe(true)
  const late = many.filter(
    ({ createdAt, dataUpdatedAt, updatedAt }) => dataUpdatedAt < createdAt || updatedAt > until.toISOString(),
  )
  expect(late).toEqual([])
  expect(new Set(created.map((time) => time.slice(0, 10))).size).toBeGreaterThan(25)
})

describe('the people', () => {
  test('leave more often at later steps, and most of them finish', () => {
    const finished = many.filter((one) => one.finished).length / many.length
    expect(finished).toBeGreaterThan(0.6)
    expect(finished).toBeLessThan(0.95)
    const ends = many.filter((one) => !one.finished).map(({ data }) => data.at(-1)?.questionId)
    expect(new Set(ends).size).toBeGreaterThan(3)
  })

  test('prefer one option, sometimes have their own, and rate high', () => {
    const places = answersTo(many, 'place')
    const shares = Map.groupBy(places, ({ selected }) => String(selected))
    const sizes = [...shares.values()].map((all) => all.length).toSorted((a, b) => b - a)
    expect([...shares.keys()].toSorted()).toEqual(['A', 'B', 'C', 'D', 'undefined'])
    expect(sizes[0]).toBeGreaterThan(2 * (sizes[2] ?? 0))
    expect(places.some(({ other }) => /\p{Script=Arabic}/u.test(String(other)))).toBe(true)
    const stars = answersTo(many, 'stars').map(({ value }) => Number(value))
    expect(stars.reduce((sum, one) => sum + one, 0) / stars.length).toBeGreaterThan(3.3)
    expect(new Set(stars).size).toBe(5)
  })

  test('skip optional questions, and no required one', () => {
    const skipped = (id: string): number => 1 - answersTo(many, id).length / many.length
    expect(skipped('age')).toBeGreaterThan(0.2)
    expect(skipped('age')).toBeLessThan(0.3)
    expect(skipped('place')).toBe(0)
    expect(
      answersTo(many, 'who').every(({ emailAddress }) =>
        /@example\.(com|org|net)$/.test(String(emailAddress)),
      ),
    ).toBe(true)
  })

  test('answer what their path asks, and nothing else', () => {
    const byPlace = Map.groupBy(many, ({ data }) => String(data[0]?.response['selected']))
    const asked = (place: string, id: string): number => answersTo(byPlace.get(place) ?? [], id).length
    expect([asked('A', 'why') > 0, asked('C', 'why')]).toEqual([true, 0])
    expect([asked('A', 'who') > 0, asked('B', 'who')]).toEqual([true, 0])
  })

  test('reach the bounds of what is asked', () => {
    const ages = answersTo(many, 'age').map(({ value }) => Number(value))
    expect([Math.min(...ages), Math.max(...ages)]).toEqual([18, 99])
    const days = answersTo(many, 'day')
      .map(({ value }) => String(value))
      .toSorted()
    expect([days[0], days.at(-1)]).toEqual(['2026-01-01', '2026-12-31'])
  })

  test('write texts that are hard on programs', () => {
    const texts = answersTo(
      made(
        { ...form, steps: [{ name: 'One', components: [ask('why', 'LongInput', { maxLength: 400 })] }] },
        2000,
      ),
      'why',
    ).map(({ value }) => String(value))
    expect(texts.some((text) => Array.from(text).length === 400)).toBe(true)
    for (const unusual of [/\n/, /^=/, /"/, /\p{Script=Hebrew}/u, /\p{Script=Han}/u, /\p{Emoji_Modifier}/u])
      expect(texts.filter((text) => unusual.test(text)).length).toBeGreaterThan(2)
  })

  test('read every language of the form, most of them its own', () => {
    const languages = Map.groupBy(many, ({ meta }) => meta['language'])
    expect(new Set(languages.keys())).toEqual(new Set(['de', 'fr']))
    expect(languages.get('de')?.length).toBeGreaterThan(1000)
    // So that tables have one column for all languages.
    expect(new Set(answersTo(many, 'age').map(({ headline }) => headline))).toEqual(new Set(['Wie alt?']))
  })

  test('have names, addresses and numbers that nobody has', () => {
    const people = answersTo(many, 'who')
    const phones = people.flatMap(({ phoneNumber }) => phoneNumber ?? [])
    expect(
      phones.every((one) =>
        /^(\+44 ?20 ?7946 ?0|\+1 ?202 ?555 ?01|\+49 ?30 ?23125|\+33 ?1 ?99 ?00)/.test(one as string),
      ),
    ).toBe(true)
    expect(
      people.every(
        ({ fullName }) =>
          fullName === undefined || /(Exempl|Sampl|Beispiel|Exampl)e?$/.test(fullName as string),
      ),
    ).toBe(true)
    expect(
      many.every(
        ({ id, personAttributes }) =>
          id.startsWith('synthetic') && personAttributes.ip?.startsWith('192.0.2.'),
      ),
    ).toBe(true)
  })
})

test.each([
  ['[A-Z]{2}-[0-9]{4}'],
  ['(yes|no)+,?'],
  ['[^@ ]{3,8}@(ourselves|others)\\.org'],
  ['\\p{Lu}\\p{Ll}{2,}'],
  ['\\d+([.,]\\d{1,2})?'],
  ['(?:Ä|Ö|Ü){3}'],
  ['\\w+\\s\\w+'],
  ['\\d{3}\\s\\d{3}'],
])('texts match the pattern %s', (pattern) => {
  const asked = {
    ...form,
    steps: [{ name: 'One', components: [ask('code', 'ShortInput', { pattern }, { required: true })] }],
  }
  const codes = answersTo(made(asked, 100), 'code').map(({ value }) => String(value))
  expect(codes.length).toBe(100)
  expect(codes.filter((code) => !new RegExp(`^(?:${pattern})$`, 'u').test(code))).toEqual([])
})

test.each([
  ['[A-Z]+', { minLength: 12 }],
  ['[A-Z0-9]{1,30}', { minLength: 20 }],
  ['[a-z]+-[a-z]+', { minLength: 14, maxLength: 14 }],
  ['x*', { minLength: 1, maxLength: 3 }],
])('texts match the pattern %s in the length %o', (pattern, { minLength, ...limits }) => {
  const asked = ask('code', 'ShortInput', { pattern, minLength, ...limits }, { required: true })
  const codes = answersTo(made({ ...form, steps: [{ name: 'One', components: [asked] }] }, 100), 'code')
  expect(Math.min(...codes.map(({ value }) => String(value).length))).toBeGreaterThanOrEqual(minLength)
})

test.each([
  ['Number', { min: 5, max: 5 }, [5]],
  ['Number', { max: 0 }, [0]],
  ['Number', { min: 0.1, max: 0.3, step: 0.1 }, [0.1, 0.2, 0.3]],
  ['Number', { min: 1234567890122, max: 1234567890123, step: 1 }, [1234567890122, 1234567890123]],
  ['Number', { min: 1, max: 10, step: 20 }, [1]],
  ['Number', { min: -100.1, max: -99.9, step: 0.1 }, [-100, -100.1, -99.9]],
  ['Date', { min: '2026-05-01', max: '2026-05-01' }, ['2026-05-01']],
  ['Time', { min: '23:59' }, ['23:59']],
  ['Time', { min: '10:00', max: '10:00', step: 30 }, ['10:00']],
  ['OpinionScale', { min: 0, max: 2 }, [0, 1, 2]],
  ['ShortInput', { minLength: 1, maxLength: 1, pattern: '[ab]+' }, ['a', 'b']],
])('a %s takes all of the narrow limits %o', (type, limits, values) => {
  const asked = ask('it', type, limits, { required: true })
  const answers = answersTo(made({ ...form, steps: [{ name: 'One', components: [asked] }] }, 200), 'it')
  expect(new Set(answers.map(({ value }) => value))).toEqual(new Set<unknown>(values))
})

test('numbers without a lower bound are on their step', () => {
  const asked = ask('it', 'Number', { max: -50, step: 200 }, { required: true })
  const answers = answersTo(made({ ...form, steps: [{ name: 'One', components: [asked] }] }, 100), 'it')
  expect(answers.filter(({ value }) => Number(value) % 200 !== 0 || Number(value) > -50)).toEqual([])
})

test('a question for files of other kinds is named', () => {
  const photo = ask('photo', 'FileUploader', { question: 'Photo?', accept: ['.png'] }, { required: true })
  expect(() => made({ ...form, steps: [{ name: 'One', components: [photo] }] }, 1)).toThrow(
    'No answer to "Photo?" could be made, because it takes no PDF, text or GIF file.',
  )
})

test('a question whose pattern no letter of ours matches is named', () => {
  const code = ask(
    'code',
    'ShortInput',
    { question: 'Your word?', pattern: '\\p{Script=Cyrillic}+' },
    { required: true },
  )
  expect(() => made({ ...form, steps: [{ name: 'One', components: [code] }] }, 1)).toThrow(
    'No answer to "Your word?" could be made',
  )
})
