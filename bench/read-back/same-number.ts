/**
 * Whether a number that a reader found is the one of the source: the same to its last digit, in whatever spelling. A
 * spreadsheet's is its value, `|` and what its cell shows: as many decimals as came, where these are not the number's own.
 */
export function isSameNumber(found: string, wanted: string): boolean {
  const [value = '', shown] = found.split('|')
  const double = Number(value)
  if (double !== Number(wanted) || !Number.isFinite(double) || !isSameDecimal(String(double), wanted))
    return false
  const isRespelt = String(double) !== wanted && /^-?\d+\.\d+$/.test(wanted)
  return shown === undefined || !isRespelt || shown === (double === 0 ? wanted.replace('-', '') : wanted)
}

/** Whether a whole number of 64 bits, as a reader found it, is the one of the source. */
export const isSameInteger = (found: string, wanted: string): boolean =>
  isInt64(wanted) && BigInt(wanted) === BigInt(found)

/** Whether a number is a whole one of 64 bits, spelt by digits alone. */
export const isInt64 = (text: string): boolean =>
  /^(?:0|-?[1-9]\d*)$/.test(text) && BigInt.asIntN(64, BigInt(text)) === BigInt(text)

/** Whether two texts are the same number; neither is far from the range of doubles, unless it is zero. */
function isSameDecimal(a: string, b: string): boolean {
  const [first, second] = [partsOf(a), partsOf(b)]
  if (first.digits === 0n || second.digits === 0n) return first.digits === second.digits
  const least = Math.min(first.power, second.power)
  return scaled(first, least) === scaled(second, least)
}

type Parts = { readonly digits: bigint; readonly power: number }

function partsOf(text: string): Parts {
  const [, whole = '', fraction = '', power = '0'] = /^-?(\d+)(?:\.(\d+))?(?:e(.+))?$/i.exec(text) ?? []
  return { digits: BigInt(whole + fraction), power: Number(power) - fraction.length }
}

const scaled = ({ digits, power }: Parts, least: number): bigint => digits * 10n ** BigInt(power - least)
