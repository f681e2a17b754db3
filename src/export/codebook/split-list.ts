/** The texts of a list that was joined in one cell: the other way round of `joinList`. */
export function splitList(cell: string): readonly string[] {
  const texts: string[] = []
  let text = ''
  for (const [sign, escaped] of cell.matchAll(/\\([^])|; |[^]/g)) {
    if (sign === '; ') {
      texts.push(text)
      text = ''
    } else text += escaped ?? sign
  }
  return [...texts, text]
}
