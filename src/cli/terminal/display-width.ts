/** The columns a text takes on a terminal. It must hold no control characters. */
export function widthOf(text: string): number {
  if (isNarrow.test(text)) return text.length
  let width = 0
  for (const { segment } of graphemesOf(text)) width += graphemeWidth(segment)
  return width
}

/** The width of the widest text; 0 for none. */
export function widestOf(texts: Iterable<string>): number {
  let widest = 0
  for (const text of texts) widest = Math.max(widest, widthOf(text))
  return widest
}

/** The text in lines of at most `width` columns, broken at spaces where possible, never inside a grapheme. */
export const wrap = (text: string, width: number): readonly string[] =>
  widthOf(text) <= width
    ? [text]
    : broken(text, { fits: (line) => widthOf(line) <= width, cutWord: (word) => cut(word, width) })

type Breaking = {
  readonly fits: (line: string) => boolean
  readonly cutWord: (word: string) => readonly string[]
}

/** A text in lines that fit, broken between words; a word that fits no line is cut. */
function broken(text: string, { fits, cutWord }: Breaking): readonly string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(/(?<= )(?! )/)) {
    if (fits(line + word.trimEnd())) line += word
    else {
      if (line !== '') lines.push(line.trimEnd())
      const pieces = fits(word.trimEnd()) ? [word] : cutWord(word)
      lines.push(...pieces.slice(0, -1))
      line = pieces.at(-1) ?? ''
    }
  }
  return [...lines, line.trimEnd()]
}

/** The start of the text and `…`, in at most `width` columns. */
export const shorten = (text: string, width: number): string =>
  `${cut(text, Math.max(1, width - 1))[0] ?? ''}…`

/** The text, shortened with `…` if it takes more than `width` columns. */
export const fitted = (text: string, width: number): string =>
  widthOf(text) <= width ? text : shorten(text, width)

/** The text in at most `most` lines of `width` columns; if there is more, the last one ends with `…`. */
export function firstLines(text: string, width: number, most: number): readonly string[] {
  const lines = wrap(text, width)
  if (lines.length <= most) return lines
  return [...lines.slice(0, most - 1), shorten(lines.slice(most - 1).join(' '), width)]
}

/** The text and blanks up to `width` columns. */
export const padded = (text: string, width: number): string =>
  text + ' '.repeat(Math.max(0, width - widthOf(text)))

function cut(text: string, width: number): readonly string[] {
  const pieces: string[] = []
  let [piece, used] = ['', 0]
  for (const { segment } of graphemesOf(text)) {
    const more = graphemeWidth(segment)
    if (used + more > width && piece !== '') {
      pieces.push(piece)
      piece = ''
      used = 0
    }
    piece += segment
    used += more
  }
  return [...pieces, piece]
}

// Made on first use: it costs milliseconds that most runs can save.
let segmenter: Intl.Segmenter | undefined
const graphemesOf = (text: string): Intl.Segments =>
  (segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' })).segment(text)

// ASCII and the Latin letters with accents: one column each, whatever follows.
const isNarrow = /^[ -~\u00A0-\u02FF…─-╿]*$/
const isZero = /^[\p{Mn}\p{Me}\p{Cf}\u1160-\u11FF]$/u
// Not \p{RGI_Emoji}, which takes 15 ms to compile: a sign drawn as an emoji by itself, or by what follows it.
const isEmoji = /^(?:\p{Emoji_Presentation}|\p{Emoji}[\uFE0F\p{Emoji_Modifier}])/u
// Wide and Fullwidth of Unicode's East Asian Width, in blocks; half-width forms stand outside.
const isWide =
  /^[\u1100-\u115F\u2329\u232A\u2E80-\u303E\u3041-\u3247\u3250-\uA4CF\uA960-\uA97C\uAC00-\uD7A3\uF900-\uFAFF\uFE10-\uFE19\uFE30-\uFE6F\uFF01-\uFF60\uFFE0-\uFFE6\u{16FE0}-\u{18DFF}\u{1AFF0}-\u{1B2FF}\u{1F200}-\u{1F2FF}\u{20000}-\u{3FFFD}]/u

function graphemeWidth(grapheme: string): number {
  if (isNarrow.test(grapheme)) return grapheme.length
  if (isEmoji.test(grapheme)) return 2
  // Terminals add up the letters of a cluster (Devanagari), as wcwidth does.
  let width = 0
  for (const letter of grapheme) width += isZero.test(letter) ? 0 : isWide.test(letter) ? 2 : 1
  return width
}

/**
 * Wraps lines at words, where a terminal would break inside them. Indented lines, which are aligned, and words that are too
 * wide by themselves, such as paths, stay as they are.
 */
export const fitLines = (text: string, columns: number): string =>
  text
    .split('\n')
    .map((line) => (line.startsWith(' ') || shownWidth(line) <= columns ? line : wordLines(line, columns)))
    .join('\n')

const colour = new RegExp(String.raw`\u001b\[\d{1,2}m`, 'g')
const shownWidth = (text: string): number => widthOf(text.replaceAll(colour, ''))

const wordLines = (text: string, columns: number): string =>
  broken(text, { fits: (line) => shownWidth(line) <= columns, cutWord: (word) => [word] }).join('\n')
