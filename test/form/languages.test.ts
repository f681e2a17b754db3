import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { directionOf, pageLanguages, textsOf, signatures } from '../../src/form/languages.ts'
import { childOf, isObject, type JsonObject } from '../../src/form/value.ts'

/** Every text and function of a table, by its path. */
function entriesIn(value: unknown, path = ''): readonly (readonly [string, unknown])[] {
  if (!isObject(value)) return [[path, value]]
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

test('there are eight languages, two of them written from right to left', () => {
  expect(pageLanguages).toEqual(['en', 'de', 'fr', 'es', 'pt', 'ja', 'ar', 'he'])
  expect(pageLanguages.filter((language) => directionOf(language) === 'rtl')).toEqual(['ar', 'he'])
})

const folder = join(import.meta.dirname, '../../src/form/languages')
const fileOf = (language: string): JsonObject =>
  JSON.parse(readFileSync(join(folder, `${language}.json`), 'utf8')) as JsonObject

/** The names of the values of each text that takes some, by its path. */
const namesByPath = new Map(entriesIn(signatures).map(([path, names]) => [path, names as readonly string[]]))

/** The texts of a file or a section, forms of one number together, by path. */
function textsIn(section: JsonObject, path = ''): readonly (readonly [string, unknown])[] {
  return Object.entries(section).flatMap(([key, text]) => {
    const at = path === '' ? key : `${path}.${key}`
    if (at === 'counts') return []
    return isObject(text) && !namesByPath.has(at) ? textsIn(text, at) : [[at, text] as const]
  })
}

/** What is wrong with a file of texts, compared with the English one and with the signatures. */
function faultsOf(file: JsonObject, englishFile = fileOf('en')): readonly string[] {
  const locale = String(file['locale'])
  const texts = new Map(textsIn(file))
  const wanted = new Map([...textsIn(englishFile), ...[...namesByPath].map(([path]) => [path, ''] as const)])
  const phrases = Object.entries(file['counts'] as JsonObject)
  const used = Array.from(JSON.stringify(file).matchAll(/\{\w+:(\w+)\}/g), ([, phrase = '']) => phrase)
  return [
    ...[...wanted.keys()].filter((path) => !texts.has(path)).map((path) => `${path} is missing`),
    ...[...texts.keys()].filter((path) => !wanted.has(path)).map((path) => `${path} is unknown`),
    ...used.filter((name) => !phrases.some(([phrase]) => phrase === name)).map((name) => `no phrase ${name}`),
    ...phrases.filter(([phrase]) => !used.includes(phrase)).map(([phrase]) => `phrase ${phrase} is unused`),
    ...[...texts].flatMap(([path, text]) => {
      // A script of the page fills these in.
      const raw = String(wanted.get(path)).includes('{n}') ? ['n'] : []
      return faultsOfText(path, text, namesByPath.get(path) ?? raw, locale)
    }),
    ...phrases.flatMap(([phrase, forms]) => faultsOfText(`counts.${phrase}`, forms, ['count'], locale)),
  ]
}

function faultsOfText(
  path: string,
  text: unknown,
  names: readonly string[],
  locale: string,
): readonly string[] {
  const faults: string[] = []
  const { pluralCategories } = new Intl.PluralRules(locale).resolvedOptions()
  const forms = isObject(text) ? Object.entries(text) : [['', text] as const]
  const categories = forms.map(([category]) => category).filter((category) => !/^(?:=\d+)?$/.test(category))
  if (isObject(text) && new Set(categories).symmetricDifference(new Set(pluralCategories)).size > 0)
    faults.push(`${path} has forms for ${categories.join()}`)
  for (const [category, form] of forms) {
    const at = category === '' ? path : `${path}.${category}`
    const number = category === '' ? '#' : names[0]
    const placeholders = Array.from(
      String(form).matchAll(/\{([^{}:]*)[^{}]*\}|#/g),
      ([, name]) => name ?? number,
    )
    // One answer, two answers: the number is a word there.
    const used = new Set(isOfOneNumber(category, locale) ? [...placeholders, number] : placeholders)
    if (used.symmetricDifference(new Set(names)).size > 0)
      faults.push(`${at} has {${placeholders.join('}{')}}, not {${names.join('}{')}}`)
    if (!areIsolatesClosed(String(form))) faults.push(`${at} has an isolate that is not closed, or not open`)
  }
  return faults
}

/** Whether a form is of one number only, 0 aside. */
function isOfOneNumber(category: string, locale: string): boolean {
  const rules = new Intl.PluralRules(locale)
  const some = [1, 2, 3, 4, 11, 12, 100, 101, 1_000_000, 2_000_000]
  return category !== '' && some.filter((count) => rules.select(count) === category).length < 2
}

function areIsolatesClosed(text: string): boolean {
  let depth = 0
  for (const sign of text.match(/[\u2066-\u2069]/g) ?? []) {
    depth += sign === '\u2069' ? -1 : 1
    if (depth < 0) return false
  }
  return depth === 0
}

test.each(pageLanguages)('%s: its file has the texts of English, with their values', (language) => {
  expect(faultsOf(fileOf(language))).toEqual([])
})

test('each file is one of the languages', () => {
  const files = readdirSync(folder).filter((file) => file.endsWith('.json'))
  expect(files.toSorted()).toEqual(pageLanguages.map((language) => `${language}.json`).toSorted())
})

describe('what is wrong with a file is found:', () => {
  /** A copy of the German file with one text that is another, or none. */
  function altered(path: string, text?: unknown): JsonObject {
    const alter = (section: unknown, [key = '', ...rest]: readonly string[]): JsonObject => {
      const { [key]: former, ...kept } = isObject(section) ? section : {}
      if (rest.length > 0) return { ...kept, [key]: alter(former, rest) }
      return text === undefined ? kept : { ...kept, [key]: text }
    }
    return alter(fileOf('de'), path.split('.'))
  }
  const one = 'Eine Antwort'

  test.each([
    ['page.next', undefined, 'page.next is missing'],
    ['page.step', undefined, 'page.step is missing'],
    ['page.nexxt', 'Weiter', 'page.nexxt is unknown'],
    ['page.step', 'Schritt {at}', 'page.step has {at}, not {at}{of}'],
    ['page.step', 'Schritt {at} von {off}', 'page.step has {at}{off}, not {at}{of}'],
    ['page.step', 'Schritt # von {of}', 'page.step has {#}{of}, not {at}{of}'],
    ['page.next', 'Weiter {at}', 'page.next has {at}, not {}'],
    ['words.found', 'gefunden', 'words.found has {}, not {n}'],
    ['page.needCorrecting', { other: '# Antworten' }, 'page.needCorrecting has forms for other'],
    ['page.needCorrecting', { one, few: '#', other: '#' }, 'page.needCorrecting has forms for one,few,other'],
    ['page.needCorrecting', { one, other: 'Antworten' }, 'page.needCorrecting.other has {}, not {count}'],
    [
      'hints.files',
      { one: 'Eine', other: '# mit {megabytes}' },
      'hints.files.one has {}, not {count}{megabytes}',
    ],
    ['problems.optionsAtLeast', '{least:auswahl}', 'no phrase auswahl'],
    ['counts.options', undefined, 'no phrase options'],
    ['counts.words', { one: '# Wort', other: '# Wörter' }, 'phrase words is unused'],
    ['counts.options', { other: '# Optionen' }, 'counts.options has forms for other'],
    ['counts.options', { one: '#', other: 'viele' }, 'counts.options.other has {}, not {count}'],
    ['page.next', '\u2066PDF', 'page.next has an isolate that is not closed, or not open'],
    ['page.next', '\u2069PDF\u2066', 'page.next has an isolate that is not closed, or not open'],
  ])('%s as %j', (path, text, fault) => {
    expect(faultsOf(altered(path, text))).toContain(fault)
  })

  test('a signature of a text that English does not have', () => {
    const { closedSince: _, ...rest } = fileOf('en')
    expect(faultsOf(rest, rest)).toEqual(['closedSince is missing'])
  })
})

test.each([
  ['en', '1,234', 'a'],
  ['de', '1.234', 'a'],
  ['fr', '1\u202f234', 'a'],
  ['ar', '1,234', '\u2068a\u2069'],
  ['he', '1,234', '\u2068a\u2069'],
])('%s: a number is %j, and another value stands as %j', (language, number, value) => {
  const { page, problems } = textsOf(language)
  expect(page.step(1, 1234)).toContain(number)
  expect(problems.placeTaken(2, 'a')).toContain(value)
  expect(problems.placeTaken(1234, '{count}#')).toContain('{count}#')
})

test('a plural form that means one number may leave out the number', () => {
  const { hints } = textsOf('ja')
  expect([hints.files(1, 10), hints.files(2, 10)]).toEqual([
    'ファイル 1 件、10 MB まで。',
    'ファイルは 2 件まで、1 件につき 10 MB まで。',
  ])
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

  test('has exactly the texts of English', () => {
    expect([...texts.keys()]).toEqual([...english.keys()])
    for (const [path, value] of texts) expect([path, typeof value]).toEqual([path, typeof english.get(path)])
  })

  test('leaves nothing in English', () => {
    const left = [...texts].filter(([path, value]) =>
      [words, numbers, [1, 1]].some((given) => said(value, given) === said(english.get(path), given)),
    )
    expect(left.map(([path]) => path)).toEqual(same[language] ?? [])
  })

  test('uses the same values as English in each text', () => {
    for (const [path, value] of texts) {
      expect([path, usedBy(value)]).toEqual([path, usedBy(english.get(path))])
      expect([path, said(value, []).includes('{n}')]).toEqual([
        path,
        said(english.get(path), []).includes('{n}'),
      ])
    }
  })

  test('has every plural form of its numbers', () => {
    for (const [path, value] of texts)
      for (const count of [0, 1, 2, 3, 11, 20, 100, 103, 1_000_000])
        expect([path, said(value, [count, count])]).toEqual([path, expect.not.stringMatching(/#|undefined/)])
  })

  test('ends a text with a full stop where English does', () => {
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

test('an unknown language falls back to English', () => {
  for (const language of ['tlh', 'constructor', '__proto__', ''])
    expect(textsOf(language).name).toBe('English')
  expect(textsOf('pt-BR').name).toBe('Português')
  expect(textsOf('DE').name).toBe('Deutsch')
})
