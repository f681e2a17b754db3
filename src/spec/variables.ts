/** Values for the variables of specs that come from outside them. */
export type Variables = {
  readonly valueOf: (name: string) => string | undefined
  /** Names that have a value, to suggest one; the environment's are not among them. */
  readonly names: readonly string[]
  /** Whether all could be read; if not, that a variable has no value is no fault of the spec. */
  readonly isWhole: boolean
}

/** No variable from outside. */
export const noVariables: Variables = { valueOf: () => undefined, names: [], isWhole: true }

/** Whether a text can stand between `${` and `}`: a letter, then letters, digits, ".", "-" and "_". */
export const isVariableName = (text: string): boolean => wholeName.test(text)

/** What the environment calls a variable: FORMCTL_VAR_ and its name in capitals, other signs as "_". */
export const environmentName = (name: string): string =>
  `FORMCTL_VAR_${name.toUpperCase().replaceAll(/[^A-Z0-9_]/g, '_')}`

/** A `${name}` in a text, or a `${` that names nothing. */
export type Reference = {
  readonly start: number
  readonly end: number
  /** Absent where the syntax is wrong. */
  readonly name?: string
  /** The name that a wrong one was probably to be. */
  readonly meant?: string
}

/** A text with its variables filled in, and `$$` before a `{` made one `$`. What has no value stays as it is. */
export function fillText(
  text: string,
  valueOf: (reference: Reference, nth: number) => string | undefined,
): string {
  let [filled, at, nth] = ['', 0, 0]
  for (const { start, dollars, reference } of openingsIn(text)) {
    const value = reference && valueOf(reference, nth)
    filled += text.slice(at, start) + '$'.repeat(dollars >> 1)
    at = start + dollars
    if (value === undefined) filled += reference ? '$' : ''
    else {
      filled += value
      at = reference?.end ?? at
    }
    nth++
  }
  return at === 0 ? text : filled + text.slice(at)
}

/** A `{` with `$` before it. An odd number of them begins a variable; two stand for one, so `$${` begins none. */
export type Opening = {
  readonly start: number
  readonly dollars: number
  readonly reference?: Reference
}

/** Every `{` of a text that has a `$` before it, in order. */
export function* openingsIn(text: string): Iterable<Opening> {
  for (let brace = text.indexOf('{'); brace !== -1; brace = text.indexOf('{', brace + 1)) {
    let start = brace
    while (text.charAt(start - 1) === '$') start--
    const dollars = brace - start
    if (dollars % 2 === 1) yield { start, dollars, reference: referenceAt(text, brace - 1) }
    else if (dollars > 0) yield { start, dollars }
  }
}

/** How many openings a text has. */
export function openingCount(text: string): number {
  let count = 0
  for (let at = text.indexOf('${'); at !== -1; at = text.indexOf('${', at + 2)) count++
  return count
}

function referenceAt(text: string, start: number): Reference {
  named.lastIndex = start
  const name = named.exec(text)?.[1]
  if (name !== undefined) return { start, end: start + name.length + 3, name }
  // Up to its `}` where one follows soon on the line, so that the whole of it is seen.
  const [wrong = '${', inside, open] = malformed.exec(text.slice(start, start + 130)) ?? []
  const meant = inside?.trim() ?? open
  const guess = meant !== undefined && isVariableName(meant) ? { meant } : {}
  return { start, end: start + wrong.length, ...guess }
}

const name = String.raw`[\p{L}_][\p{L}\p{M}\p{N}_.\-]{0,99}`
const wholeName = new RegExp(`^${name}$`, 'u')
const named = new RegExp(String.raw`\$\{(${name})\}`, 'uy')
const malformed = new RegExp(String.raw`^\$\{([^{}\n]{0,120})\}|^\$\{ *(${name})`, 'u')
