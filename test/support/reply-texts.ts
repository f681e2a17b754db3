import { happens, many, oneOf, times, type Random } from './random.ts'

// All of these are spelt as JSON.

const plainTexts = [
  '',
  'a',
  'Ada',
  'two words',
  'größe',
  '東京, 🙂',
  'a,b',
  'say "x"',
  'line\nbreak',
  '\r',
  '\t',
  'x;y\\z',
  '-5',
  '+49 30 12',
  '=1+1',
  '@SUM(A1)',
  '\u3000=1',
  '\u00ad+A1',
  '\u200b=1',
  '\uff1d1+1',
  "'=2",
  "'",
  'a much longer text that goes on beyond one block of sixteen bytes',
  'ünïcödé that is long, too: ÄÖÜäöüß and more of them',
  '\u007f',
  '\u{10ffff}',
  '0',
  '2026-03-01T09:00:00.000Z',
  ' lead',
].map((text) => JSON.stringify(text))

const oddTexts = [
  '"\\u0041\\u00e9\\u6771"',
  '"\\ud83d\\ude42"',
  '"\\ud83d"',
  '"\\ude42\\ud83d"',
  '"\\ud83d\\u0041"',
  '"\\ud83d\\ud83d\\ude42"',
  '"\\uDBFF\\uDFFF\\uD800\\uDC00"',
  '"\\/\\b\\f\\n\\r\\t\\"\\\\"',
  '"\\u0000\\u001f"',
  '"\\uFEFF=1"',
  '"\\u003d1+1"',
  '"\\ufeff"',
  '"\ufeff"',
]

/** What stands side by side in texts, so that each comes to stand at every place of a block of sixteen bytes. */
const plainPieces = [
  'a',
  'bc',
  ' ',
  'defghij',
  'klmnopqrstuvwxy',
  ';',
  ',',
  '0',
  "'",
  'é',
  '東',
  '🙂',
  '\u07ff',
]
const usualPieces = [...plainPieces, ...plainPieces, '\\n', '\\"', '\\\\', '\\t', '\\r', '\\u001f']
const oddPieces = [
  ...usualPieces,
  '\\u00e9',
  '\\ud83d\\ude42',
  '\\/',
  '\\u0041',
  '\\ud800',
  '\\udc00',
  '\\u005c',
]

/** A text; odd ones have escapes that are not needed, or halves of pairs. */
export function textOf(random: Random, isOdd: boolean): string {
  const kind = random()
  if (isOdd && kind < 0.06) return oneOf(random, oddTexts)
  if (kind < 0.7) return oneOf(random, plainTexts)
  const pieces = kind < 0.8 ? (isOdd ? oddPieces : usualPieces) : plainPieces
  let text = '"'
  for (let left = many(random, 1, 7); left > 0; left--) text += oneOf(random, pieces)
  return `${text}"`
}

const plainNumbers = ['0', '7', '-5', '12.5', '100', '123456789012345', '-0.25', '1e+21']
const oddNumbers = [
  '-0',
  '0.10',
  '1e400',
  '-1E400',
  '1E2',
  '9007199254740993',
  '9007199254740992',
  '1234567890123456',
  '-1.5e-7',
  '1.0',
  '-0.0',
  '0e0',
  '100000000000000000000',
  '1e-400',
]
const numbers = [...plainNumbers, ...oddNumbers]

const zeros = (random: Random, most: number): string =>
  '0'.repeat(happens(random, 0.5) ? many(random, 0, most) : 0)

/** A number in any spelling, of so many digits beside the zeros at its ends; a double holds the value of any 15. */
function spelledNumber(random: Random, mostDigits: number): string {
  const digits = times(many(random, 1, mostDigits), () => many(random, 0, 9)).join('')
  const point = many(random, 0, digits.length)
  const whole = digits.slice(0, point).replace(/^0+/, '') || '0'
  const fraction = (whole === '0' ? zeros(random, 9) : '') + digits.slice(point) + zeros(random, 6)
  const sign = happens(random, 0.8) ? '' : '-'
  const power = happens(random, 0.7) ? '' : oneOf(random, powers)
  return sign + whole + (fraction === '' ? '' : `.${fraction}`) + power
}

const powers = ['e1', 'E5', 'e+20', 'e-7', 'E-05', 'e00', 'e99', 'E-99', 'e120', 'e-150', 'E0000012']

/** A number of which a double holds the value, at times in another spelling than its own; odd ones are any at all. */
export function numberOf(random: Random, isOdd: boolean): string {
  if (isOdd && happens(random, 0.4)) return oneOf(random, numbers)
  if (isOdd && happens(random, 0.2)) return spelledNumber(random, 22)
  return happens(random, isOdd ? 0.9 : 0.3) ? spelledNumber(random, 15) : oneOf(random, plainNumbers)
}

const oddTimes = [
  '"2026-02-30T00:00:00.000Z"',
  '"2026-02-29T00:00:00.000Z"',
  '"2024-02-29T23:59:59.999Z"',
  '"1900-02-29T00:00:00.000Z"',
  '"2000-02-29T00:00:00.000Z"',
  '"2026-04-31T00:00:00.000Z"',
  '"2026-12-31T23:59:60.000Z"',
  '"2026-13-01T00:00:00.000Z"',
  '"2026-00-10T00:00:00.000Z"',
  '"2026-03-00T00:00:00.000Z"',
  '"0000-01-01T00:00:00.000Z"',
  '"2026-03-01"',
  '"2026-03-01T24:00:00.000Z"',
  '"2026-03-01T09:60:00.000Z"',
  '"2026-03-01t09:00:00.000Z"',
  '"2026-03-01T09:00:00.00AZ"',
  '"2026-03-01T09:00:00.000z"',
  '"2026-03-01T09:00:00Z"',
  '""',
  'null',
  '5',
  '"\\u0032026-03-01T09:00:00.000Z"',
  '"2026-03-01T09:00:00.000+01:00 and more text"',
  '"größe"',
]

/** A time, at times one that is none. */
export const timeOf = (random: Random, isOdd: boolean): string =>
  isOdd && happens(random, 0.06)
    ? oneOf(random, oddTimes)
    : `"2026-03-0${many(random, 1, 9)}T09:00:0${many(random, 0, 9)}.000Z"`
