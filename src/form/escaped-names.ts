/** JSON in which no name of a member has an escape, and by what stands in the place of some the names that are meant. */
export type Respelled = { readonly text: string; readonly names: ReadonlyMap<string, string> }

/**
 * Respells JSON in which names of members have escapes; undefined where none has. V8 takes such a name for another one that
 * it met before where that is the beginning of how it is spelled: "x\"" for x\ (seen with 13.6 and 14.6).
 */
export function respellNames(text: string): Respelled | undefined {
  const found = [...escapedNames(text)]
  if (found.length === 0) return undefined
  // What stands in the place of others must not hide that this is no JSON.
  JSON.parse(text)
  const mark = markBeside(text)
  const marks = new Map<string, string>()
  let [spelled, passed] = ['', 0]
  for (const { from, to } of found) {
    const name = JSON.parse(text.slice(from, to)) as string
    if (!marks.has(name)) marks.set(name, hasEscape(name) ? `${mark}${marks.size}` : name)
    spelled += `${text.slice(passed, from)}"${marks.get(name)}"`
    passed = to
  }
  const names = new Map(Array.from(marks, ([name, own]) => [own, name]))
  return { text: spelled + text.slice(passed), names }
}

const hasEscape = (name: string): boolean => JSON.stringify(name).includes('\\')

/** Something with which no text begins. */
function markBeside(text: string): string {
  let mark = '~'
  while (text.includes(`"${mark}`)) mark += '~'
  return mark
}

/** Where names with an escape stand, with their quotes. */
function* escapedNames(text: string): Iterable<{ readonly from: number; readonly to: number }> {
  let [from, quote] = [-1, -1]
  for (let at = text.indexOf('\\'); at >= 0;) {
    if (from < 0) from = text.lastIndexOf('"', at)
    if (quote < at + 2) quote = text.indexOf('"', at + 2)
    if (quote < 0) return
    at = text.indexOf('\\', at + 2)
    // The text goes on behind that quote.
    if (at >= 0 && at < quote) continue
    if (isColonBehind(text, quote)) yield { from, to: quote + 1 }
    from = -1
  }
}

function isColonBehind(text: string, quote: number): boolean {
  let at = quote + 1
  while (text.charCodeAt(at) <= 0x20) at++
  return text[at] === ':'
}
