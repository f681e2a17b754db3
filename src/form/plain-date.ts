/** Dates and times of day as people type them. The pages' scripts use it, too. */
import { plainText } from './plain-text.ts'

/** The parts of a date, each in a field of that name. */
export type DatePart = 'day' | 'month' | 'year'

export type TypedDate = {
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

/** The parts of a date as they were typed; undefined where nothing was. `order`: that of the parts on the page. */
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

/** Whether a text is a day that exists, as YYYY-MM-DD. Nobody means a year before 1000: `26` was typed for `2026`. */
export function isDay(text: string): boolean {
  if (!/^[1-9]\d{3}-\d{2}-\d{2}$/.test(text)) return false
  const time = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}

/** Whether a text is a time of day, as HH:MM. */
export const isTimeOfDay = (text: string): boolean => /^(?:[01]\d|2[0-3]):[0-5]\d$/.test(text)

/** The word for hours, as our languages write it. */
const hourWord = /(\d) ?(?:h|hs|hrs?|horas?|heures?|uhr|時)(?!\p{L}) ?/u

const timeShape =
  /^(\d{1,2})(?:(h)(?:(\d{1,2}) ?(?:min\.?|m|分))?|(?:h| ?[:.] ?| )(\d\d)(?::00(?:\.0+)?)?h?)? ?([ap]\.? ?m\.?|午[前後]|[صم])?$/

/**
 * A time of day as HH:MM; undefined where a text is none, or has anything in it that we cannot read. A number alone is none: `14h`,
 * `14 Uhr` or `2 pm` says that it is an hour.
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
