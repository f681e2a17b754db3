/** A number to its last digit: `0.digits` times ten to `exponent`; no digits are zero. */
export type Decimal = { readonly isNegative: boolean; readonly digits: string; readonly exponent: number }

/**
 * A decimal number as JSON and people write it, blanks around it aside; undefined for all else. 007 is none: a zero at the
 * beginning means something, as in a post code, and would be lost.
 */
export function decimalOf(text: string): Decimal | undefined {
  const [, sign, whole = '', fraction = '', power = '0'] =
    /^\s*([+-]?)(0|[1-9]\d*)?(?:\.(\d+))?(?:[eE]([+-]?\d{1,9}))?\s*$/.exec(text) ?? []
  if (sign === undefined || whole + fraction === '') return undefined
  const all = whole + fraction
  const leading = all.length - all.replace(/^0+/, '').length
  const digits = all.replace(/^0+/, '').replace(/0+$/, '')
  if (digits === '') return { isNegative: false, digits, exponent: 0 }
  return { isNegative: sign === '-', digits, exponent: whole.length - leading + Number(power) }
}

/** Less than 0, 0, or more, as a is less than b, the same or more. */
export function compareDecimals(a: Decimal, b: Decimal): number {
  if (a.isNegative !== b.isNegative) return a.isNegative ? -1 : 1
  return a.isNegative ? compareSizes(b, a) : compareSizes(a, b)
}

function compareSizes(a: Decimal, b: Decimal): number {
  if (a.digits === '' || b.digits === '') return a.digits.length - b.digits.length
  if (a.exponent !== b.exponent) return a.exponent - b.exponent
  return a.digits === b.digits ? 0 : a.digits < b.digits ? -1 : 1
}
