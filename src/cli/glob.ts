/** Whether a word is a pattern of file names: it holds `*`, `?`, `[…]` or `{…,…}`. */
export const isGlob = (word: string): boolean => /[*?[]|\{[^{}]*,[^{}]*\}/.test(word)

/** The patterns that one with `{a,b}` stands for. Past `mostPatterns`, braces are left as they are. */
export function unbraced(pattern: string): readonly string[] {
  let patterns = [pattern]
  while (patterns.some((one) => braces.test(one))) {
    const more = patterns.flatMap((one) => {
      const [all, choices] = braces.exec(one) ?? []
      return all === undefined || choices === undefined
        ? [one]
        : choices.split(',').map((choice) => one.replace(all, () => choice))
    })
    if (more.length > mostPatterns) return patterns
    patterns = more
  }
  return patterns
}

const braces = /\{([^{}]*,[^{}]*)\}/
const mostPatterns = 256

/** Whether a file name fits one segment of a pattern. A leading dot is only met by a dot. */
export function fits(pattern: string, name: string): boolean {
  if (name.startsWith('.') && !pattern.startsWith('.')) return false
  const signs = signsOf(pattern)
  const characters = Array.from(name)
  // Back to the last star on each mismatch, never further: the cost is at most pattern times name.
  let [sign, at, star, mark] = [0, 0, -1, 0]
  while (at < characters.length) {
    const current = signs[sign]
    if (current === '*') {
      star = sign++
      mark = at
    } else if (current !== undefined && current(characters[at] ?? '')) {
      sign++
      at++
    } else if (star !== -1) {
      sign = star + 1
      at = ++mark
    } else return false
  }
  return signs.slice(sign).every((rest) => rest === '*')
}

type Sign = '*' | ((character: string) => boolean)

const signsOf = (pattern: string): readonly Sign[] =>
  Array.from(pattern.matchAll(/\[([!^]?)([^\]]+)\]|[^]/gu), ([all, not, set]): Sign => {
    if (all === '*') return '*'
    if (all === '?') return () => true
    if (set === undefined) return (character) => character === all
    return (character) => isIn(set, character) === (not === '')
  })

function isIn(set: string, character: string): boolean {
  const members = Array.from(set)
  for (let i = 0; i < members.length; i++) {
    const [from = '', dash, to] = members.slice(i, i + 3)
    if (dash === '-' && to !== undefined) {
      if (from <= character && character <= to) return true
      i += 2
    } else if (from === character) return true
  }
  return false
}
