/** What a person typed or pasted where only its spelling counts: an address, a number, a code. The pages' scripts use it, too. */

/** A text without what nobody sees, and with the plain forms of what stands for others: full-width letters, no-break spaces, digits of any script, dashes. */
export const plainText = (text: string): string =>
  text
    .replaceAll(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '')
    // The time of `normalize` grows with the square of a run of marks, and no word has so many.
    .replaceAll(/\p{M}+/gu, (marks) => Array.from(marks).slice(0, 30).join(''))
    // Only digits: superscripts are none, as in 5².
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
