/** The forms of a noun by number, `#` for the number: those that the language has, and `other`. */
type Forms = Partial<Record<Intl.LDMLPluralRule, string>> & { readonly other: string }

/** Writes numbers of things by the rules of a language, in the digits 0 to 9. */
export function countedIn(locale: string): (count: number, forms: Forms) => string {
  const rules = new Intl.PluralRules(locale)
  const numbers = new Intl.NumberFormat(locale, { numberingSystem: 'latn' })
  return (count, forms) => (forms[rules.select(count)] ?? forms.other).replaceAll('#', numbers.format(count))
}
