import { describe, expect, test } from 'vitest'
import { directionOf, pageLanguages, textsOf } from '../../src/form/languages.ts'
import { pluralCategories } from '../../src/form/languages/counted.ts'
import { childOf, isKeyed } from '../../src/form/value.ts'

/** Every text and function of a table, by its path. */
function entriesIn(value: unknown, path = ''): readonly (readonly [string, unknown])[] {
  if (!isKeyed(value)) return [[path, value]]
  return Object.keys(value).flatMap((key) =>
    entriesIn(childOf(value, key), path === '' ? key : `${path}.${key}`),
  )
}

const english = new Map(entriesIn(textsOf('en')))
const others = pageLanguages.filter((language) => language !== 'en')

/** What a function of a table says of these arguments, or a text itself. */
const said = (value: unknown, given: readonly unknown[]): string =>
  typeof value === 'function' ? String(Reflect.apply(value, undefined, given)) : String(value)

/** Arguments that no sentence has by itself, for functions of words and for functions of numbers. */
const words = ['§a§', '§b§']
const numbers = [613, 617]

/** The arguments that a function puts into its sentence, of those that it takes. */
function usedBy(value: unknown): string {
  if (typeof value !== 'function') return ''
  // Not every one takes words where others take numbers: what is written is compared with the English one only.
  const texts = [
    said(value, words),
    said(value, numbers),
    said(value, [613, '§b§']),
    said(value, ['§a§', 617]),
  ]
  return texts
    .map((text) => [...words, ...numbers].filter((one) => text.includes(String(one))).join())
    .join(' | ')
}

test('there are eight languages, the two from the right among them', () => {
  expect(pageLanguages).toEqual(['en', 'de', 'fr', 'es', 'pt', 'ja', 'ar', 'he'])
  expect(pageLanguages.filter((language) => directionOf(language) === 'rtl')).toEqual(['ar', 'he'])
})

test.each(pageLanguages)('%s: the plural forms are those of its language', (language) => {
  const { pluralCategories: known } = new Intl.PluralRules(language).resolvedOptions()
  expect([...(childOf(pluralCategories, language) as readonly string[])].toSorted()).toEqual(known.toSorted())
})

test.each(pageLanguages)('%s: numbers and dates have a locale of it, with the digits 0 to 9', (language) => {
  const { locale } = textsOf(language)
  expect(new Intl.Locale(locale).language).toBe(language)
  expect(new Intl.DateTimeFormat(locale, { dateStyle: 'long' }).format(new Date('2026-05-31'))).toMatch(
    /2026/,
  )
})

// At most 10 files of 10 MiB: no question alone reaches the 100 MiB that a response may have.
test.each(pageLanguages)('%s: the hint of an upload names no total', (language) => {
  const hint = textsOf(language).hints.files(3, 2)
  expect(hint).toContain('3')
  expect(hint).not.toContain('100')
})

/** What a language rightly writes as English does. */
const same: Readonly<Record<string, readonly string[]>> = {
  es: ['page.error'],
}

describe.each(others)('%s', (language) => {
  const texts = new Map(entriesIn(textsOf(language)))

  test('has each text, and no other', () => {
    expect([...texts.keys()]).toEqual([...english.keys()])
    for (const [path, value] of texts) expect([path, typeof value]).toEqual([path, typeof english.get(path)])
  })

  test('leaves nothing in English', () => {
    const left = [...texts].filter(([path, value]) =>
      [words, numbers, [1, 1]].some((given) => said(value, given) === said(english.get(path), given)),
    )
    expect(left.map(([path]) => path)).toEqual(same[language] ?? [])
  })

  test('says what it is given, wherever English does', () => {
    for (const [path, value] of texts) {
      expect([path, usedBy(value)]).toEqual([path, usedBy(english.get(path))])
      expect([path, said(value, []).includes('{n}')]).toEqual([
        path,
        said(english.get(path), []).includes('{n}'),
      ])
    }
  })

  test('says numbers of every plural form', () => {
    for (const [path, value] of texts)
      for (const count of [0, 1, 2, 3, 11, 20, 100, 103, 1_000_000])
        expect([path, said(value, [count, count])]).toEqual([path, expect.not.stringMatching(/#|undefined/)])
  })

  test('ends sentences where English does', () => {
    const isSentence = (text: string): boolean => /[.:。：]\u2069?$/.test(text)
    const differing = [...texts].filter(
      ([path, value]) => isSentence(said(value, words)) !== isSentence(said(english.get(path), words)),
    )
    // A stop would look like one of the dots in a list of file types.
    const isApart = ['ja', 'ar', 'he'].includes(language)
    expect(differing.map(([path]) => path)).toEqual(isApart ? ['hints.accepted'] : [])
    for (const [path, value] of texts)
      expect([path, said(value, words)]).toEqual([path, expect.not.stringMatching(/^\s|\s$| {2}/)])
  })
})

test.each([
  ['ar', /\p{Script=Arabic}/u],
  ['he', /\p{Script=Hebrew}/u],
  ['ja', /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u],
])('%s is written in its own letters', (language, letter) => {
  const { locale: _, ...texts } = textsOf(language)
  for (const [path, value] of entriesIn(texts))
    expect([path, said(value, words)]).toEqual([path, expect.stringMatching(letter)])
})

test.each(['ar', 'he'])('%s: what is written from the left keeps its order', (language) => {
  const { problems } = textsOf(language)
  const examples = [
    problems.phoneLike,
    problems.date,
    problems.time,
    problems.numberBetween('-5', '-1.5'),
    problems.dateFrom('2026-01-01'),
    problems.fileKind('a.exe', '.pdf, .png'),
  ]
  for (const sentence of examples)
    // Outside of isolates nothing from the left has a sign beside its digits.
    expect(sentence.replaceAll(/[\u2066\u2068][^\u2069]*\u2069/g, '')).not.toMatch(/[+.-]?\d+[-.:]\d|\+\d/)
})

test.each([
  ['de', 1, 'Eine Antwort muss berichtigt werden'],
  ['de', 2, '2 Antworten müssen berichtigt werden'],
  ['fr', 2, '2 réponses sont à corriger'],
  ['fr', 1_000_000, '1 000 000 de réponses sont à corriger'],
  ['ja', 1, '修正が必要な回答が 1 件あります'],
  ['ar', 2, 'إجابتان تحتاجان إلى تصحيح'],
  ['ar', 3, '3 إجابات تحتاج إلى تصحيح'],
  ['ar', 11, '11 إجابة تحتاج إلى تصحيح'],
  ['he', 1, 'יש לתקן תשובה אחת'],
  ['he', 2, 'יש לתקן שתי תשובות'],
  ['he', 3, 'יש לתקן 3 תשובות'],
])('%s counts %s by its own rules', (language, count, sentence) => {
  expect(textsOf(language).page.needCorrecting(count).replaceAll(/\s/g, ' ')).toBe(sentence)
})

test('a language that we do not have is English, whatever its name', () => {
  for (const language of ['tlh', 'constructor', '__proto__', ''])
    expect(textsOf(language).name).toBe('English')
  expect(textsOf('pt-BR').name).toBe('Português')
  expect(textsOf('DE').name).toBe('Deutsch')
})
