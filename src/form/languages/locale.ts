/** A language as `Intl` takes it: English where it is no language at all. */
export function localeOf(language = 'en'): string {
  try {
    return Intl.getCanonicalLocales(language)[0] ?? 'en'
  } catch {
    return 'en'
  }
}

/** A day, ISO 8601, as people read it. */
export const dayIn = (locale: string, day: string): string =>
  new Date(day).toLocaleDateString(locale, { dateStyle: 'long', timeZone: 'UTC' })

/** A number as its language writes it, without separators of thousands. */
export const writtenNumber = (number: number, language = 'en'): string =>
  new Intl.NumberFormat(localeOf(language), {
    maximumFractionDigits: 15,
    useGrouping: false,
    numberingSystem: 'latn',
  }).format(number)
