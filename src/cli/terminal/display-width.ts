/** The columns a text takes on a terminal. It must hold no control characters. */
export function widthOf(text: string): number {
  if (isNarrow.test(text)) return text.length
  if (isAllWide.test(text)) return text.length * 2
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

/** The text in lines of at most `width` columns, broken between words where possible, never inside a grapheme. */
export const wrap = (text: string, width: number): readonly string[] =>
  broken(text, width, (word) => cut(word, width))

/** The same, but a word that is too wide for a line, such as a path or a URL, stays whole. Colours take no columns. */
export const wrapWords = (text: string, width: number): readonly string[] =>
  broken(text, width, (word) => [word])

/** The width of the widest word of the texts, which is what `wrap` needs to keep all words whole. */
export function widestWord(texts: Iterable<string>): number {
  let widest = 0
  for (const text of texts)
    for (const word of wordsOf(text)) widest = Math.max(widest, widthOf(word.trimEnd()))
  return widest
}

/** A text in lines, broken between words; `cutWord` cuts the words that are wider than a line. */
function broken(
  text: string,
  width: number,
  cutWord: (word: string) => readonly string[],
): readonly string[] {
  if (shownWidth(text) <= width) return [text]
  const lines: string[] = []
  let line = ''
  let used = 0
  for (const word of wordsOf(text)) {
    const bare = word.trimEnd()
    const room = shownWidth(bare)
    if (used + room > width) {
      if (line !== '') lines.push(line.trimEnd())
      const pieces = room > width ? cutWord(bare) : [bare]
      lines.push(...pieces.slice(0, -1))
      line = `${pieces.at(-1) ?? ''}${word.slice(bare.length)}`
      used = shownWidth(line)
    } else {
      line += word
      used += shownWidth(word)
    }
  }
  return [...lines, line.trimEnd()]
}

/** The pieces that a line may end with: words with the blanks after them, and single letters of Chinese and Japanese. */
const wordsOf = (text: string): readonly string[] => text.split(between)

// A line never begins with a punctuation mark.
const between =
  /(?<= )(?! )|(?<=[\u3001-\u30FF\u3400-\u9FFF\uF900-\uFAFF\uFF01-\uFF60])(?=[\u3041-\u3096\u30A1-\u30FA\u3400-\u9FFF\uF900-\uFAFF])/

const colour = new RegExp(String.raw`\u001b\[\d{1,2}m`, 'g')
const shownWidth = (text: string): number => widthOf(text.replaceAll(colour, ''))

/** The start of the text and `…`, in at most `width` columns. */
export const shorten = (text: string, width: number): string =>
  width < 2 ? '…' : `${cut(text, width - 1)[0] ?? ''}…`

/** The text, shortened with `…` if it takes more than `width` columns. */
export const fitted = (text: string, width: number): string =>
  widthOf(text) <= width ? text : shorten(text, width)

/** The text in at most `maxLines` lines of `width` columns; if there is more, the last one ends with `…`. */
export function firstLines(text: string, width: number, maxLines: number): readonly string[] {
  const lines = wrap(text, width)
  if (lines.length <= maxLines) return lines
  return [...lines.slice(0, maxLines - 1), shorten(lines.slice(maxLines - 1).join(' '), width)]
}

/** Measuring megabytes takes seconds; --output json shows longer texts in full. */
export const maxShown = 3000

/** A label, and the lines beside it for a width; none leave the label out. */
export type LabelledLines = readonly [label: string, linesOf: (width: number) => readonly string[]]

/** Labels in a column of at most a third of the width, and beside each its lines. */
export function* labelledLines(
  rows: readonly LabelledLines[],
  { columns, paint }: { readonly columns: number; readonly paint?: (text: string) => string },
): Iterable<string> {
  const width = Math.min(widestOf(rows.map(([label]) => label)), Math.floor(columns / 3))
  for (const [label, linesOf] of rows) {
    const lines = linesOf(columns - width - 2)
    const labels = lines.length === 0 ? [] : wrap(label, width)
    for (let n = 0; n < Math.max(labels.length, lines.length); n++) {
      const shown = padded(labels[n] ?? '', width)
      yield `${paint?.(shown) ?? shown}  ${lines[n] ?? ''}`
    }
  }
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
// Chinese and Japanese text without combining marks: two columns each. By graphemes it takes thirty times as long.
const isAllWide = /^[\u3001-\u3029\u3041-\u3096\u30A0-\u30FF\u3400-\u9FFF\uFF01-\uFF60]*$/
const isZero = /^[\p{Mn}\p{Me}\p{Cf}\u1160-\u11FF]$/u
// A character that is an emoji by itself, or by the one after it. \p{RGI_Emoji} takes 15 ms to compile.
const isEmoji = /^(?:\p{Emoji_Presentation}|\p{Emoji}[\uFE0F\p{Emoji_Modifier}])/u
// Wide and Fullwidth of Unicode's East Asian Width, in blocks, without half-width forms.
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
 * Wraps lines at words, where a terminal would break inside them. Continued lines of indented ones are indented too, as far
 * as the second column of a list (`  new  contact.yaml`). Indented commands stay whole, as people copy them.
 */
export const fitLines = (text: string, columns: number): string =>
  text
    .split('\n')
    .map((line) => {
      if (/^ +(?:formctl|alias) /.test(line)) return line
      const [start = ''] = /^ +(?:\S+ {2,})?/.exec(line) ?? []
      const lines = wrapWords(line.slice(start.length), columns - start.length)
      return start + lines.join(`\n${' '.repeat(start.length)}`)
    })
    .join('\n')
