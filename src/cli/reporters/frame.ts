import { widthOf } from '../terminal/display-width.ts'

/** A stretch of one line, in UTF-16 units from 0. */
export type Stretch = { readonly from: number; readonly to: number }

/** A line as it is shown, and under it the blanks and the carets that mark a stretch of it. */
export type Framed = { readonly source: string; readonly blanks: string; readonly carets: string }

type Space = {
  /** Columns for the line; a longer one is cut around the stretch. */
  readonly width: number
  readonly plain: (text: string) => string
}

/** A line with a stretch of it marked. Tabs are shown as four blanks, wide characters get two carets. */
export function frame(line: string, { from, to }: Stretch, { width, plain }: Space): Framed {
  const show = (text: string): string => plain(text.replaceAll('\t', '    '))
  // A line may be a megabyte long: only what can be seen is worked on.
  const before = show(wellFormed(line.slice(Math.max(0, from - 2 * width), from)))
  const marked = show(wellFormed(line.slice(from, Math.min(to, from + 2 * width))))
  const after = show(wellFormed(line.slice(to, to + 2 * width)))
  const isWhole = from <= 2 * width && widthOf(before + marked + after) <= width
  // A third for what stands before, or all that what follows leaves free.
  const free = width - widthOf(marked) - widthOf(after)
  const head = isWhole ? before : end(before, Math.max(Math.floor(width / 3), free))
  const body = isWhole ? marked : start(marked, width - widthOf(head))
  const tail = isWhole ? after : start(after, width - widthOf(head) - widthOf(body))
  return {
    source: (head + body + tail).trimEnd(),
    blanks: ' '.repeat(widthOf(head)),
    carets: '^'.repeat(Math.max(1, widthOf(body))),
  }
}

// A cut may fall between the two halves of a character.
const wellFormed = (text: string): string =>
  text.replace(/^[\uDC00-\uDFFF]/, '').replace(/[\uD800-\uDBFF]$/, '')

function start(text: string, width: number): string {
  if (widthOf(text) <= width) return text
  return width < 1 ? '' : `${taken(Array.from(text), width - 1).join('')}…`
}

function end(text: string, width: number): string {
  if (widthOf(text) <= width) return text
  return `…${taken(Array.from(text).toReversed(), width - 1)
    .toReversed()
    .join('')}`
}

function taken(characters: readonly string[], width: number): string[] {
  const kept: string[] = []
  let used = 0
  for (const character of characters) {
    used += widthOf(character)
    if (used > width) break
    kept.push(character)
  }
  return kept
}
