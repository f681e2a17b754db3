/** The kind of a value in the contract's words: `a string`, `an array`. */
export function kindText(value: unknown): string {
  if (value === null || value === undefined) return 'empty'
  if (Array.isArray(value)) return 'an array'
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`
}

/** A value in quotes. A long text is cut. */
export function quote(value: unknown): string {
  if (typeof value === 'object' && value !== null) return kindText(value)
  return `"${shortened(String(value))}"`
}

/** A text in the quotes that it does not hold itself, so that it can be read without escapes. */
export const inQuotes = (text: string): string => (text.includes('"') ? `'${text}'` : `"${text}"`)

/** A text cut to so many characters, and never within one of two code units. */
export const shortened = (text: string, max = 60): string =>
  text.length > max ? `${text.slice(0, max - 1).replace(/[\uD800-\uDBFF]$/, '')}…` : text

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** A name followed by a sign, unless it ends with punctuation. */
export const withColon = (name: string, sign = ':'): string =>
  /[\p{Sentence_Terminal}:…]$/u.test(name.trim()) ? name.trim() : `${name.trim()}${sign}`

/** "a", "a and b", "a, b and c"; `last` is the word before the last one. */
export const listed = (words: readonly string[], last = 'and'): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1)}`

/** The key of a question, made of another text: `what_happened` of `what-happened`, `pet_name` of `petName`. */
export function keyFor(text: unknown): string {
  const words =
    String(text)
      .slice(0, 63)
      .normalize('NFD')
      .match(/[A-Z]?[a-z\d]+|[A-Z]+/g) ?? []
  const made = words.join('_').toLowerCase()
  return /^[a-z]/.test(made) ? made : 'job_title'
}

/** The word that was probably meant. */
export type Nearest = {
  readonly word: string
  /** Whether it is the same word in other capitals or another notation, so that it is taken without asking. */
  readonly isCertain: boolean
  /** Whether no other word is as near. */
  readonly isOnly?: boolean
}

/** Which of the known words was probably meant; undefined if none is similar. */
export function nearest(word: string, known: readonly string[]): Nearest | undefined {
  const plain = bare(word)
  // No known word is that long, and the cost of an edit distance grows with the length.
  if (plain.length === 0 || plain.length > 40) return undefined
  const letters = lettersOf(plain)
  const ranked = known
    .map((candidate) => ({ candidate, to: bare(candidate) }))
    .filter(({ candidate, to }) => Math.abs(to.length - plain.length) <= allowed(candidate))
    .filter(({ candidate, to }) => unshared(letters, lettersOf(to)) <= allowed(candidate))
    .map(({ candidate, to }) => ({ candidate, far: distance(plain, to), length: to.length }))
    // A word with no letter in common was not meant.
    .filter(({ candidate, far, length }) => far <= allowed(candidate) && far < length)
    .toSorted((a, b) => a.far - b.far || distance(word, a.candidate) - distance(word, b.candidate))
  const [best, second] = ranked
  if (best) {
    const isOnly = second === undefined || second.far > best.far
    return { word: best.candidate, isCertain: isOnly && noted(word) === noted(best.candidate), isOnly }
  }
  const longer = known.find((candidate) => isBeginning(plain, bare(candidate)))
  return longer === undefined ? undefined : { word: longer, isCertain: false }
}

/** `phone` for phoneNumber; `emial` for emailAddress. */
function isBeginning(plain: string, candidate: string): boolean {
  if (plain.length < 3) return false
  const start = candidate.slice(0, plain.length)
  if (plain.length < 5) return start === plain
  return unshared(lettersOf(plain), lettersOf(start)) <= 1 && distance(plain, start) <= 1
}

const bare = (word: string): string => word.toLowerCase().replaceAll(/[-_ ]/g, '')

// `source_form_id` and `SourceFormID` are one word in two notations; `1-5` and `15`, `-1` and `1` are not.
const noted = (word: string): string =>
  word
    .trim()
    .toLowerCase()
    .replaceAll(/(?<=\p{L})[-_ ](?=\p{L})/gu, '')

/** The letters of a word, one bit each; some letters share a bit. */
function lettersOf(word: string): number {
  let letters = 0
  for (let i = 0; i < word.length; i++) letters |= 1 << (word.charCodeAt(i) & 31)
  return letters
}

// Each letter that only one of two words has costs at least one edit. Counting them first spares most distances.
const unshared = (a: number, b: number): number => Math.max(bitsOf(a & ~b), bitsOf(b & ~a))

function bitsOf(letters: number): number {
  let count = 0
  for (let rest = letters; rest !== 0; rest &= rest - 1) count++
  return count
}

const allowed = (word: string): number => (word.length < 4 ? 1 : word.length < 8 ? 2 : 3)

/** Edit distance that counts a swap of neighbours as one edit: `setps` is one from `steps`. */
export function distance(a: string, b: string): number {
  let [before, last] = [[] as number[], Array.from({ length: b.length + 1 }, (_, j) => j)]
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      row[j] = Math.min(
        (last[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (last[j - 1] ?? 0) + cost,
        isSwap ? (before[j - 2] ?? 0) + 1 : Infinity,
      )
    }
    ;[before, last] = [last, row]
  }
  return last[b.length] ?? 0
}

/** The order of two texts by their UTF-16 code units. */
export const compareTexts = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
