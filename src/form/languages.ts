/** The languages of pages: the sentences of ours in each, and which way it is written. */
import { ar } from './languages/ar.ts'
import { de } from './languages/de.ts'
import { en, type Texts } from './languages/en.ts'
import { es } from './languages/es.ts'
import { fr } from './languages/fr.ts'
import { he } from './languages/he.ts'
import { ja } from './languages/ja.ts'
import { pt } from './languages/pt.ts'

export { fromLeft } from './languages/counted.ts'
export type { Texts } from './languages/en.ts'

/** The sentences by language, English first. */
const languages: ReadonlyMap<string, Texts> = new Map(Object.entries({ en, de, fr, es, pt, ja, ar, he }))

/** The languages that our sentences are written in. */
export const pageLanguages: readonly string[] = [...languages.keys()]

/** Our sentences in a language as BCP 47 names it; in English where we have none. */
export const textsOf = (language = 'en'): Texts => languages.get(primary(language)) ?? en

const primary = (language: string): string => language.toLowerCase().split('-', 1)[0] ?? ''

/** A moment, ISO 8601, as people read it: in UTC, since nobody knows where they are. */
export const timeText = (time: string, language?: string): string =>
  `${new Intl.DateTimeFormat(textsOf(language).locale, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(new Date(time))} UTC`

const rightToLeft = new Set(['ar', 'ckb', 'dv', 'fa', 'he', 'ps', 'sd', 'ug', 'ur', 'yi'])

/** Which way a language is written. */
export const directionOf = (language = 'en'): 'ltr' | 'rtl' =>
  rightToLeft.has(primary(language)) ? 'rtl' : 'ltr'

/** A language as `Intl` takes it: English where it is no language at all. */
export function localeOf(language = 'en'): string {
  try {
    return Intl.getCanonicalLocales(language)[0] ?? 'en'
  } catch {
    return 'en'
  }
}
