/** Words of order that are no comparisons, with the ones that are; of those that begin alike, the longer ones come first. */
const orders: readonly (readonly [string, string])[] = [
  ['greater than or equal to', 'at least'],
  ['greater than or equal', 'at least'],
  ['less than or equal to', 'at most'],
  ['less than or equal', 'at most'],
  ['no less than', 'at least'],
  ['no more than', 'at most'],
  ['greater than', 'over'],
  ['larger than', 'over'],
  ['higher than', 'over'],
  ['later than', 'over'],
  ['more than', 'over'],
  ['earlier than', 'under'],
  ['smaller than', 'under'],
  ['lower than', 'under'],
  ['fewer than', 'under'],
  ['less than', 'under'],
  ['above', 'over'],
  ['below', 'under'],
  ['since', 'at least'],
  ['until', 'at most'],
  ['gte', 'at least'],
  ['lte', 'at most'],
  ['ge', 'at least'],
  ['le', 'at most'],
  ['gt', 'over'],
  ['lt', 'under'],
]

const known = ['at least', 'at most', 'over', 'under', 'after', 'before']

const opposites: ReadonlyMap<string, string> = new Map([
  ['over', 'at most'],
  ['after', 'at most'],
  ['under', 'at least'],
  ['before', 'at least'],
  ['at least', 'under'],
  ['at most', 'over'],
  ['>', 'at most'],
  ['<', 'at least'],
  ['>=', 'under'],
  ['<=', 'over'],
])

const alternatives = [...known, ...orders.map(([words]) => words)].join('|')
const comparedWith = new RegExp(`^(${alternatives})\\s+(.*)$`, 'is')

/** A comparison that may stand in a value, as `at least 18`; for `is not`, its opposite. */
export function orderIn(
  value: string,
  isNot: boolean,
): { readonly words: string; readonly with: string } | undefined {
  const [, words, rest = ''] = comparedWith.exec(value) ?? []
  if (words === undefined) return undefined
  const plain = words.toLowerCase()
  const meant = orders.find(([other]) => other === plain)?.[1] ?? plain
  return { words: isNot ? oppositeOf(meant) : meant, with: rest.trim() }
}

/** What holds just where this comparison of numbers does not; itself where there is none. */
const oppositeOf = (comparison: string): string => opposites.get(comparison) ?? comparison

/** `between 3 and 5` and its opposite, in comparisons that there are. */
export const betweenWords = (
  column: string,
  { least, most, isNot }: { readonly least: string; readonly most: string; readonly isNot: boolean },
): string =>
  isNot
    ? `${column} under ${least} or ${column} over ${most}`
    : `${column} at least ${least} and ${column} at most ${most}`

/** Conditions as other languages write them, and what to write here. */
const foreign: readonly (readonly [RegExp, (match: readonly string[]) => string | undefined])[] = [
  [
    new RegExp(`^\\s*(.+?)\\s+(not\\s+)?((?:${alternatives})\\s+.+?)\\s*$`, 'is'),
    ([, name, not, order = '']) => {
      const meant = orderIn(order, not !== undefined)
      return meant && `${name} ${meant.words} ${meant.with}`
    },
  ],
  [
    /^\s*(.+?)\s+(not\s+)?between\s+(.+?)\s+and\s+(.+?)\s*$/is,
    ([, name = '', not, least = '', most = '']) =>
      betweenWords(name, { least, most, isNot: not !== undefined }),
  ],
  [
    /^\s*(.+?)\s+from\s+(\S+)\s+to\s+(\S+)\s*$/is,
    ([, name = '', least = '', most = '']) => betweenWords(name, { least, most, isNot: false }),
  ],
  [
    /^\s*(.+?)\s+(?:not|does not|doesn['’]t)\s+(?:i?like|match(?:es)?|ha(?:s|ve)|includes?)\s+['"]?%?(.+?)%?['"]?\s*$/is,
    ([, name, part]) => `${name} does not contain ${part}`,
  ],
  [
    /^\s*(.+?)\s+(?:i?like|match(?:es)?|ha(?:s|ve)|includes?|(?:starts|begins|ends) with)\s+['"]?%?(.+?)%?['"]?\s*$/is,
    ([, name, part]) => `${name} contains ${part}`,
  ],
  [
    /^\s*(.+?)\s+(?:(?:not|is not|isn['’]t)\s+(?:null|blank|missing|unanswered)|exists|answered)\s*$/is,
    ([, name]) => `${name} is not empty`,
  ],
  [
    /^\s*(?!is\s)(.+?)\s+(?:(?:is|equals?|eq)\s+)?(?:null|empty|blank|missing|unanswered|not answered)\s*$/is,
    ([, name]) => `${name} is empty`,
  ],
  [
    /^\s*(.+?)\s+(?:ne|neq|not equals?(?: to)?|does not equal|doesn['’]t equal)\s+(.+?)\s*$/is,
    ([, name, value]) => `${name} is not ${value}`,
  ],
  [/^\s*(.+?)\s+(?:equals?(?: to)?|eq)\s+(.+?)\s*$/is, ([, name, value]) => `${name} is ${value}`],
]

/** What to write in place of a comparison that other languages know; undefined where it is none of these. */
export function meantBy(text: string): string | undefined {
  for (const [pattern, write] of foreign) {
    const match = pattern.exec(text)
    const meant = match && write(match)
    if (meant) return `Write ${meant}.`
  }
  return undefined
}

/** What to write for a name that ends with a `not` which belongs to the comparison behind it; undefined: it does not. */
export function notBehind(name: string, behind: string): string | undefined {
  if (/^not\s|^!\s*\(/i.test(name))
    return 'The word not stands behind the column: Age is not 7, Age not in (7, 8), Age is not empty.'
  const [, column] = /^(.+?)\s+(?:is\s+)?not$/is.exec(name) ?? []
  const [, words = '', value = ''] =
    /^\s*(is|==?|>=|<=|>|<|at least|at most|over|under|after|before)\s*(.*)$/is.exec(behind) ?? []
  if (column === undefined || words === '') return undefined
  const isEqual = /^(?:is|=)/i.test(words)
  return `Write ${column} ${isEqual ? 'is not' : oppositeOf(words.toLowerCase())} ${value.trim()}.`
}
