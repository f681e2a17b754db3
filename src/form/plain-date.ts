/** Dates and times of day as people type them. The pages' scripts use it, too. */
import { plainText } from './plain-text.ts'

/** The parts of a date, each in a field of that name. */
export type DatePart = 'day' | 'month' | 'year'

export type TypedDate = {
  readonly parts: Readonly<Partial<Record<string, string>>>
  /** The field of all parts, where one holds a whole date: as it was pasted, or `''`. */
  readonly whole?: string
}

/** The parts of a date as they were typed; undefined where nothing was. `order`: that of the parts on the page. */
export function typedDate(
  textIn: (field: string) => string,
  order: readonly string[],
): TypedDate | undefined {
  const typed = ['', ...order]
    .map((field) => [field, plainText(textIn(field))] as const)
    .filter(([, text]) => text !== '')
  const [first, ...others] = typed
  if (!first) return undefined
  const [whole, text] = first
  const numbers = text.split(/\D+/).filter(Boolean)
  if (others.length > 0 || (whole !== '' && numbers.length !== 3)) return { parts: Object.fromEntries(typed) }
  // A link has no order of its own.
  const names = whole === '' || numbers[0]?.length === 4 ? ['year', 'month', 'day'] : order
  return { parts: Object.fromEntries(names.map((name, i) => [name, numbers[i]])), whole }
}

/** A date as YYYY-MM-DD. */
export const dayText = ({ year = '', month = '', day = '' }: TypedDate['parts']): string =>
  `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`

/** Whether a text is a day that exists, as YYYY-MM-DD. Nobody means a year before 1000: `26` was typed for `2026`. */
export function isDay(text: string): boolean {
  if (!/^[1-9]\d{3}-\d{2}-\d{2}$/.test(text)) return false
  const time = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}

/** Whether a text is a time of day, as HH:MM. */
export const isTimeOfDay = (text: string): boolean => /^(?:[01]\d|2[0-3]):[0-5]\d$/.test(text)

/** A time of day as HH:MM; undefined where a text is none. A number alone is none: `14h` or `2 pm` says that it is an hour. */
export function timeIn(text: string): string | undefined {
  const plain = plainText(text)
    .toLowerCase()
    .replace(/^(\d\d)(\d\d)$/, '$1:$2')
  const [, hours = '', minutes, half] =
    /^(\d{1,2})(?: ?[:.h時 ] ?(\d\d)?分?)?(?::00(?:\.0+)?)? ?(?:([ap])\.? ?m\.?)?$/.exec(plain) ?? []
  if (minutes === undefined && half === undefined && !/[h時]/.test(plain)) return undefined
  if (half !== undefined && (Number(hours) < 1 || Number(hours) > 12)) return undefined
  const hour = half === undefined ? Number(hours) : (Number(hours) % 12) + (half === 'p' ? 12 : 0)
  const time = `${String(hour).padStart(2, '0')}:${minutes ?? '00'}`
  return isTimeOfDay(time) ? time : undefined
}
