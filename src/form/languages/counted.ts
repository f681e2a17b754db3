/** The plural categories that each language of ours has (CLDR); `Intl.PluralRules` knows which numbers each of them is for. */
export const pluralCategories = {
  en: ['one', 'other'],
  de: ['one', 'other'],
  fr: ['one', 'many', 'other'],
  es: ['one', 'many', 'other'],
  pt: ['one', 'many', 'other'],
  ja: ['other'],
  ar: ['zero', 'one', 'two', 'few', 'many', 'other'],
  he: ['one', 'two', 'other'],
} as const satisfies Readonly<Record<string, readonly Intl.LDMLPluralRule[]>>

type OurLanguage = keyof typeof pluralCategories

/** What is said of a number of things in each category of a language, `#` for the number. */
type Forms<L extends OurLanguage> = Readonly<Record<(typeof pluralCategories)[L][number], string>> & {
  readonly other: string
}

/** Writes numbers, and numbers of things, by the rules of a language, in the digits 0 to 9. */
export function numbersIn<L extends OurLanguage>(language: L, locale: string = language) {
  // Made when they are needed first: most programs use one language of all.
  let rules: Intl.PluralRules | undefined
  let numbers: Intl.NumberFormat | undefined
  const written = (count: number): string =>
    (numbers ??= new Intl.NumberFormat(locale, { numberingSystem: 'latn' })).format(count)
  const counted = (count: number, forms: Forms<L>): string => {
    rules ??= new Intl.PluralRules(language)
    const byCategory: Partial<Record<Intl.LDMLPluralRule, string>> = forms
    return (byCategory[rules.select(count)] ?? forms.other).replaceAll('#', written(count))
  }
  return { written, counted }
}

/** A text that keeps its order in a sentence that is written from right to left: a number, an address, a date. */
export const fromLeft = (text: string | number): string => `\u2066${text}\u2069`

/** A text of unknown direction that does not change the order of the sentence around it. */
export const apart = (text: string): string => `\u2068${text}\u2069`
