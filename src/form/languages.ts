import ar from './languages/ar.json' with { type: 'json' }
import de from './languages/de.json' with { type: 'json' }
import en from './languages/en.json' with { type: 'json' }
import es from './languages/es.json' with { type: 'json' }
import fr from './languages/fr.json' with { type: 'json' }
import he from './languages/he.json' with { type: 'json' }
import ja from './languages/ja.json' with { type: 'json' }
import pt from './languages/pt.json' with { type: 'json' }
import { dayIn } from './typed-values.ts'
import { getOrMake } from './value.ts'

/** The languages of pages: our texts in each, made from `languages/*.json`, and which way it is written. */

/** The texts of pages in one language: strings, and functions of the values in them. */
export type Texts = TextsOf<Omit<typeof en, 'counts'>, typeof signatures>

type TextsOf<File, Signature> = Signature extends Names
  ? (...values: ValuesOf<Signature>) => string
  : File extends string
    ? string
    : { readonly [K in keyof File]: TextsOf<File[K], K extends keyof Signature ? Signature[K] : undefined> }

type ValuesOf<N extends Names> = { [I in keyof N]: N[I] extends NumberName ? number : string }
type Names = readonly string[]
type Signatures = { readonly [key: string]: Names | Signatures }

/** A section of a file, or the forms of one text by plural category. */
type Section = { readonly [key: string]: string | Section }
type LanguageFile = Section & { readonly locale: string; readonly counts: Section }

/** The files by language, English first. */
const files: ReadonlyMap<string, LanguageFile> = new Map(Object.entries({ en, de, fr, es, pt, ja, ar, he }))
const texts = new Map<LanguageFile, Texts>()

/** The languages that our texts are written in. */
export const pageLanguages: readonly string[] = [...files.keys()]

/** Our texts in a language as BCP 47 names it; in English where we have none. */
export function textsOf(language = 'en'): Texts {
  const file = files.get(primary(language)) ?? en
  return getOrMake(texts, file, () => textsFrom(file))
}

const primary = (language: string): string => language.toLowerCase().split('-', 1)[0] ?? ''

type Value = string | number | undefined
type Writer = (values: readonly Value[]) => string

function textsFrom({ counts, ...sections }: LanguageFile): Texts {
  const { locale } = sections
  const isFromRight = directionOf(locale) === 'rtl'
  // Made when they are needed first: most programs use few texts of one language.
  let rules: Intl.PluralRules | undefined
  let numbers: Intl.NumberFormat | undefined

  function written(value: Value): string {
    if (typeof value !== 'number') return isFromRight ? `\u2068${value}\u2069` : String(value)
    numbers ??= new Intl.NumberFormat(locale, { numberingSystem: 'latn' })
    return numbers.format(value)
  }

  function compile(text: string | Section = '', names: Names): Writer {
    if (typeof text !== 'string') {
      const forms = new Map(Object.entries(text).map(([of, form]) => [of, compile(form, names)]))
      return (values) => {
        const [count] = values
        rules ??= new Intl.PluralRules(locale)
        const form = forms.get(`=${count}`) ?? forms.get(rules.select(Number(count))) ?? forms.get('other')
        return form?.(values) ?? ''
      }
    }
    const parts = text.replaceAll('#', `{${names[0]}}`).split(/[{}]/)
    const writers = parts.map((part, i): Writer => {
      if (i % 2 === 0) return () => part
      const [name = '', phrase] = part.split(':')
      const at = names.indexOf(name)
      if (phrase === undefined) return (values) => written(values[at])
      const write = compile(counts[phrase], ['count'])
      return (values) => write([values[at]])
    })
    return (values) => writers.map((write) => write(values)).join('')
  }

  const made = (section: Section, signed: Signatures): object =>
    Object.fromEntries(
      Object.entries(section).map(([key, text]) => {
        const signature = signed[key] ?? {}
        if (!isNames(signature)) return [key, typeof text === 'string' ? text : made(text, signature)]
        let write: Writer | undefined
        return [key, (...values: readonly Value[]) => (write ??= compile(text, signature))(values)]
      }),
    )

  // Tests compare every file with the English one and with the signatures.
  return made(sections, signatures) as Texts
}

const isNames = (signature: Names | Signatures): signature is Names => Array.isArray(signature)

/** A text that keeps its order in a sentence that is written from right to left: a number, an address, a date. */
export const fromLeft = (text: string): string => `\u2066${text}\u2069`

/** A day, ISO 8601, as people read it. */
export const writtenDay = (day: string, language?: string): string => dayIn(textsOf(language).locale, day)

/** A moment, ISO 8601, as people read it: in UTC, since nobody knows where they are. */
export const timeText = (time: string, language?: string): string =>
  `${new Intl.DateTimeFormat(textsOf(language).locale, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(new Date(time))} UTC`

const rightToLeft = new Set(['ar', 'ckb', 'dv', 'fa', 'he', 'ps', 'sd', 'ug', 'ur', 'yi'])

/** Which way a language is written. */
export const directionOf = (language = 'en'): 'ltr' | 'rtl' =>
  rightToLeft.has(primary(language)) ? 'rtl' : 'ltr'

/**
 * The values that the texts of `languages/*.json` take, in the order of their arguments. A text without a row here takes none and is used
 * as it stands: a script of the page fills in its `{n}`.
 *
 * How to write a text:
 * - `{name}` inserts a value. Numbers are written by the rules of the language, in the digits 0 to 9.
 * - An object has a form for each plural category of the language (CLDR), chosen by the first value; `#` inserts this number. `"=1"` is
 *   the form for exactly 1, in a language that has no category for it.
 * - `{name:phrase}` inserts a number of things, such as "3 characters", by a phrase of `counts`. Each language has the phrases there that
 *   its own sentences need: two for one noun where its case differs.
 * - In a language written from right to left, put `\u2066` and `\u2069` around what is written from the left: `\u2066PDF\u2069`,
 *   `\u2066{megabytes} MB\u2069`. A value that is not a number is isolated already.
 *
 * A new text stands in each language, and in a row here if it takes values. A new language is a file with the keys of `en.json`, an import
 * and a place in `files` (`languages.ts`). `test/form/languages.test.ts` lists the languages and says what a file lacks;
 * `docs/languages.md` names them.
 *
 * `locale` says how numbers and dates are written. `name` is the language's own name for itself. `page.error` stands before the title of
 * a page, and before a problem.
 */
export const signatures = {
  page: {
    step: ['at', 'of'],
    needCorrecting: ['count'],
    haveTwoVersions: ['count'],
  },
  /** What pages say about keeping answers. `changing` replaces `saved` while answers that were sent are changed. */
  saving: {
    begun: ['date'],
  },
  /** What thank-you pages offer: a copy of the answers, and an address that changes them for some days. */
  after: {
    sentAt: ['time'],
    changedAt: ['time'],
    outOf: ['value', 'highest'],
    changeUntil: ['time'],
    changing: ['time'],
  },
  /** What a field takes. `kinds` are words in the list of `accepted`. */
  hints: {
    addressMeant: ['address'],
    lengthBetween: ['least', 'most'],
    lengthAtMost: ['most'],
    lengthAtLeast: ['least'],
    files: ['count', 'megabytes'],
    accepted: ['kinds'],
    optionsBetween: ['least', 'most'],
    optionsExactly: ['most'],
    dateBetween: ['min', 'max'],
    timeBetween: ['min', 'max'],
  },
  /** What to do where an answer is required and there is none. */
  missing: {
    field: ['label'],
    row: ['row'],
    place: ['option'],
  },
  /** What is wrong with an answer, and how to mend it. */
  problems: {
    tooLong: ['length', 'most'],
    lengthAtLeast: ['least', 'length'],
    lengthAtMost: ['most', 'length'],
    personalEmail: ['domain'],
    number: ['example'],
    numberUnclear: ['example'],
    numberDigits: ['most'],
    numberBetween: ['min', 'max'],
    numberAtLeast: ['min'],
    numberAtMost: ['max'],
    numberStep: ['step'],
    numberStepFrom: ['step', 'from'],
    dateFrom: ['min'],
    dateTo: ['max'],
    timeFrom: ['min'],
    timeTo: ['max'],
    timeStep: ['minutes', 'from'],
    notAnOption: ['text'],
    optionsAtLeast: ['least'],
    optionsAtMost: ['most'],
    place: ['last'],
    placeTaken: ['place', 'option'],
    fileTooLarge: ['name', 'megabytes'],
    fileEmpty: ['name'],
    fileKind: ['name', 'kinds'],
    tooManyFiles: ['count', 'most'],
  },
  /** The page that says how accessible a form is. */
  accessibility: {
    checked: ['version'],
    contrastLight: ['text', 'shape'],
    contrastDark: ['text', 'shape'],
    calendar: ['host'],
    pictures: ['count'],
  },
  closedSince: ['time'],
} as const

/** The values that are numbers; all others are strings. */
type NumberName =
  | 'at'
  | 'count'
  | 'last'
  | 'least'
  | 'length'
  | 'megabytes'
  | 'minutes'
  | 'most'
  | 'of'
  | 'place'
