/** The languages of pages: our texts in each, made from `languages/*.json`, and which way it is written. */
import ar from './languages/ar.json' with { type: 'json' }
import de from './languages/de.json' with { type: 'json' }
import en from './languages/en.json' with { type: 'json' }
import es from './languages/es.json' with { type: 'json' }
import fr from './languages/fr.json' with { type: 'json' }
import he from './languages/he.json' with { type: 'json' }
import ja from './languages/ja.json' with { type: 'json' }
import pt from './languages/pt.json' with { type: 'json' }
import { signatures, type NumberName } from './languages/signatures.ts'
import { dayIn } from './languages/locale.ts'

export { localeOf, writtenNumber } from './languages/locale.ts'

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
  let made = texts.get(file)
  if (!made) texts.set(file, (made = textsFrom(file)))
  return made
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
