/** How every part begins. */
export const xmlHead = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'

/** The letters of a column, counted from 0. */
export function columnLetters(column: number): string {
  const last = String.fromCharCode(0x41 + (column % 26))
  return column < 26 ? last : columnLetters(Math.floor(column / 26) - 1) + last
}

/** A text in an attribute. */
export const attributeText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
