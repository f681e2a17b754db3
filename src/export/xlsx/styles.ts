import { xmlHead } from './text.ts'

const general = 'numFmtId="0" fontId="0"'
const bold = 'fontId="1" applyFont="1"'
const [milliseconds, seconds, boolean, day, decimals] = [164, 165, 166, 167, 168]

/** The most decimals that a number is shown with, as many as Excel keeps digits. */
export const mostDecimals = 15

const format = (id: number): string => `numFmtId="${id}" fontId="0" applyNumberFormat="1"`
// Text, also when somebody edits the cell: Excel looks at the prefix, LibreOffice at the format of texts.
const quoted = 'numFmtId="49" applyNumberFormat="1" quotePrefix="1"'

/** What is a style's own. */
const own = {
  plain: general,
  lines: general,
  quoted: `${quoted} fontId="0"`,
  header: `numFmtId="0" ${bold}`,
  quotedHeader: `${quoted} ${bold}`,
  wrappedHeader: `numFmtId="0" ${bold}`,
  quotedWrappedHeader: `${quoted} ${bold}`,
  milliseconds: format(milliseconds),
  seconds: format(seconds),
  // All digits. The general format shows only eleven.
  whole: format(1),
  // Without a format of their own, LibreOffice shows some of them as 1 and 0.
  boolean: format(boolean),
  day: format(day),
}

/** One a count of decimals, from 1 on; they follow on the others. */
const ofDecimals = Array.from(
  { length: mostDecimals },
  (_, i) => [decimals + i, `0.${'0'.repeat(i + 1)}`] as const,
)

const alignments: Readonly<Record<string, string>> = {
  // If a cell has several lines, the first one is visible.
  lines: 'vertical="top"',
  wrappedHeader: 'wrapText="1"',
  quotedWrappedHeader: 'wrapText="1"',
}

function styleOf([name, attributes]: readonly [string, string]): string {
  const alignment = alignments[name]
  return alignment === undefined
    ? `<xf ${attributes} fillId="0" borderId="0" xfId="0"/>`
    : `<xf ${attributes} fillId="0" borderId="0" xfId="0" applyAlignment="1"><alignment ${alignment}/></xf>`
}

/** The formats of cells: their numbers in the workbook's list. */
export const styles = Object.fromEntries(Object.keys(own).map((name, i) => [name, i])) as {
  // The keys of the list above are its own.
  readonly [Name in keyof typeof own]: number
}

/** The format of numbers with so many decimals, from 1 on. */
export const decimalsStyle = (count: number): number => Object.keys(own).length + count - 1

const numberFormats = [
  [milliseconds, 'yyyy\\-mm\\-dd\\ hh:mm:ss.000'],
  [seconds, 'yyyy\\-mm\\-dd\\ hh:mm:ss'],
  [boolean, '&quot;TRUE&quot;;&quot;TRUE&quot;;&quot;FALSE&quot;'],
  [day, 'yyyy\\-mm\\-dd'],
  ...ofDecimals,
] as const

const list = (name: string, entries: readonly string[]): string =>
  `<${name} count="${entries.length}">${entries.join('')}</${name}>`

const font = (weight: string): string =>
  `<font>${weight}<sz val="11"/><name val="Calibri"/><family val="2"/></font>`
const fill = (pattern: string): string => `<fill><patternFill patternType="${pattern}"/></fill>`

export const stylesPart = [
  `${xmlHead}<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">`,
  list(
    'numFmts',
    numberFormats.map(([id, code]) => `<numFmt numFmtId="${id}" formatCode="${code}"/>`),
  ),
  list('fonts', [font(''), font('<b/>')]),
  // Readers ask for the second, whether it is used or not.
  list('fills', [fill('none'), fill('gray125')]),
  list('borders', ['<border><left/><right/><top/><bottom/><diagonal/></border>']),
  list('cellStyleXfs', [`<xf ${general} fillId="0" borderId="0"/>`]),
  list(
    'cellXfs',
    [...Object.entries(own), ...ofDecimals.map(([id, code]) => [code, format(id)] as const)].map(styleOf),
  ),
  list('cellStyles', ['<cellStyle name="Normal" xfId="0" builtinId="0"/>']),
  '</styleSheet>',
].join('')
