/** Dates, times, numbers and other values as people type and read them. The pages' scripts use it, too. */

/** The parts of a date, each in a field of that name. */
export type DatePart = 'day' | 'month' | 'year'

type TypedDate = {
  readonly parts: Readonly<Partial<Record<string, string>>>
  /** The field of all parts, where one holds a whole date: as it was pasted, or `''`. */
  readonly whole?: string
}

/** A whole date: three numbers, with what stands between them in dates. Words could mean anything. */
const wholeDate = /^(\d+)(?: ?[-./,年] ?| )(\d+)(?: ?[-./,月] ?| )(\d+) ?[.日]?$/

/** What follows each part in Japanese; in other languages it is a dot: `31. 5. 2026`. */
const partMarks: Readonly<Record<string, string>> = { day: '日', month: '月', year: '年' }

/** A part of a date without its mark. */
function partIn(field: string, text: string): string {
  const plain = plainText(text)
  const [end = '', digit = '', mark] = /(\d) ?([.日月年])$/.exec(plain) ?? []
  return mark === '.' || (mark !== undefined && mark === partMarks[field])
    ? plain.slice(0, -end.length) + digit
    : plain
}

/** The parts of a date as they were typed; undefined if nothing was. `order`: that of the parts on the page. */
export function typedDate(
  textIn: (field: string) => string,
  order: readonly string[],
): TypedDate | undefined {
  const typed = ['', ...order]
    .map((field) => [field, partIn(field, textIn(field))] as const)
    .filter(([, text]) => text !== '')
  const [first, ...others] = typed
  if (!first) return undefined
  const [whole, text] = first
  const numbers = wholeDate.exec(text)?.slice(1)
  if (others.length > 0 || (whole !== '' && !numbers)) return { parts: Object.fromEntries(typed) }
  if (!numbers) return { parts: { day: text }, whole }
  // A link has no order of its own.
  const names = whole === '' || numbers[0]?.length === 4 ? ['year', 'month', 'day'] : order
  return { parts: Object.fromEntries(names.map((name, i) => [name, numbers[i]])), whole }
}

/** A date as YYYY-MM-DD. */
export const dayText = ({ year = '', month = '', day = '' }: TypedDate['parts']): string =>
  `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`

/** The size of a file as people read it. */
export function sizeText(bytes: number, locale: string): string {
  const [unit, size] =
    bytes < 2 ** 20 ? ['kilobyte', Math.ceil(bytes / 2 ** 10)] : ['megabyte', bytes / 2 ** 20]
  const how = { style: 'unit', unit, maximumFractionDigits: 1, numberingSystem: 'latn' } as const
  return new Intl.NumberFormat(locale, how).format(size)
}

/** Whether a text is a day that exists, as YYYY-MM-DD. Nobody means a year before 1000: `26` was typed for `2026`. */
export function isDay(text: string): boolean {
  if (!/^[1-9]\d{3}-\d{2}-\d{2}$/.test(text)) return false
  const time = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}

/** A day in milliseconds. */
export const dayLength = 86_400_000

/** The day that comes so many days after a day or time, as YYYY-MM-DD. */
export const dayAfter = (time: string, days: number): string =>
  new Date(Date.parse(time) + days * dayLength).toISOString().slice(0, 10)

/** Whether a text is a time of day, as HH:MM. */
export const isTimeOfDay = (text: string): boolean => /^(?:[01]\d|2[0-3]):[0-5]\d$/.test(text)

/** The word for hours, as our languages write it. */
const hourWord = /(\d) ?(?:h|hs|hrs?|horas?|heures?|uhr|時)(?!\p{L}) ?/u

const timeShape =
  /^(\d{1,2})(?:(h)(?:(\d{1,2}) ?(?:min\.?|m|分))?|(?:h| ?[:.] ?| )(\d\d)(?::00(?:\.0+)?)?h?)? ?([ap]\.? ?m\.?|午[前後]|[صم])?$/

/**
 * A time of day as HH:MM; undefined for any text that we cannot read completely. A number alone is not a time: `14h`, `14 Uhr` or
 * `2 pm` says that it is an hour.
 */
export function timeIn(text: string): string | undefined {
  const plain = plainText(text)
    .toLowerCase()
    .replace(/^(?:at|um|à|às|as|a las?) (?=\d)/, '')
    .replace(/^(午[前後]) ?(.+)$/, '$2 $1')
    .replace(hourWord, '$1h')
    .replace(/^(\d\d)(\d\d)(?=h?$)/, '$1:$2')
  const [, hours = '', hour, short, minutes = short?.padStart(2, '0'), half] = timeShape.exec(plain) ?? []
  if (minutes === undefined && half === undefined && hour === undefined) return undefined
  if (half !== undefined && (Number(hours) > 12 || (Number(hours) < 1 && !half.startsWith('午'))))
    return undefined
  const isLate = half !== undefined && /[p後م]/.test(half)
  const whole = half === undefined ? Number(hours) : (Number(hours) % 12) + (isLate ? 12 : 0)
  const time = `${String(whole).padStart(2, '0')}:${minutes ?? '00'}`
  return isTimeOfDay(time) ? time : undefined
}

/**
 * A number that a person typed, as JSON writes it: with the separators of a language, or those of any other where they can mean only
 * one thing. `undefined`: it is not a number; `unclear`: it can be read in two ways. The pages' scripts use it, too.
 */
export function plainNumber(text: string, locale: string): string | undefined {
  const [, sign = '', digits = ''] = /^([+-]?)([\d., ]*)$/.exec(plainOf(text)) ?? []
  if (!/\d/.test(digits)) return undefined
  const number = wholeAndFraction(digits, separatorsOf(locale))
  return number === undefined ? 'unclear' : `${sign === '-' ? '-' : ''}${number}`
}

/** A text with plain digits, signs and spaces. */
const plainOf = (text: string): string =>
  plainText(text)
    .replace('٫', '.')
    .replaceAll('٬', ',')
    .replaceAll(/[\s'’]+/g, ' ')
    .replace(/^([+-]) /, '$1')
    .trim()

type Separators = { readonly decimal: string; readonly group: string }

/** Digits as a JSON number; undefined if they are ambiguous or invalid. */
function wholeAndFraction(digits: string, separators: Separators): string | undefined {
  const decimal = decimalIn(digits, separators)
  if (decimal === undefined) return undefined
  const at = decimal === '' ? digits.length : digits.lastIndexOf(decimal)
  const [whole, fraction] = [digits.slice(0, at), digits.slice(at + 1)]
  const isGrouped = /^\d*$|^\d{1,3}(?:(?:\.\d{3})+|(?:,\d{3})+|(?: \d{3})+)$|^\d{1,2}(?:,\d\d)+,\d{3}$/.test(
    whole,
  )
  if (!isGrouped || !/^\d*$/.test(fraction)) return undefined
  const plain = whole.replaceAll(/\D/g, '')
  return `${plain === '' ? '0' : plain}${fraction === '' ? '' : `.${fraction}`}`
}

/** The decimal separator of a text; '' if it has none, undefined if it is ambiguous. */
function decimalIn(digits: string, { decimal, group }: Separators): string | undefined {
  const marks = digits.match(/[.,]/g) ?? []
  const last = marks.at(-1)
  if (last === undefined) return ''
  if (new Set(marks).size > 1) return marks.filter((mark) => mark === last).length === 1 ? last : undefined
  if (marks.length > 1) return ''
  // A single mark can only separate thousands in a number like 1.234 or 12,345; in 0.500 or 1.5 it is the decimal separator.
  if (!/^[1-9]\d{0,2}[.,]\d{3}$/.test(digits)) return last
  if (last === decimal) return last
  return last === group ? '' : undefined
}

function separatorsOf(locale: string): Separators {
  const numbers = new Intl.NumberFormat(locale, { numberingSystem: 'latn' })
  const parts = numbers.formatToParts(-1_234_567.8)
  const separator = (type: string): string => parts.find((part) => part.type === type)?.value ?? ''
  return { decimal: separator('decimal'), group: separator('group') }
}

/** A text without invisible characters, with plain forms for full-width letters, no-break spaces, digits of any script, and dashes. */
export const plainText = (text: string): string =>
  text
    .replaceAll(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '')
    // The time of `normalize` grows with the square of a run of marks, and no word has so many.
    .replaceAll(/\p{M}+/gu, (marks) => Array.from(marks).slice(0, 30).join(''))
    // Not superscripts, as in 5².
    .replaceAll(/\P{No}+/gu, (run) => run.normalize('NFKC'))
    .replaceAll(/[\u2010-\u2015\u2212]/g, '-')
    .replaceAll('。', '.')
    .replaceAll(/(?!\d)\p{Nd}/gu, (digit) => String(digitValue(digit.codePointAt(0) ?? 0)))
    .replaceAll(/\s+/g, ' ')
    .trim()

/** Unicode has the ten digits of each script in a row. */
function digitValue(code: number): number {
  let before = 0
  while (/\p{Nd}/u.test(String.fromCodePoint(code - before - 1))) before += 1
  return before % 10
}

/** A language for `Intl`; English if it is not a valid language. */
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
