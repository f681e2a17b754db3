import { widthOf } from './display-width.ts'

/**
 * Lines for a terminal, broken between words where they are wider: it would break them within words. Lines that are
 * indented are left, since what stands in them is aligned, and so are words that are too wide by themselves, as paths.
 */
export const fitLines = (text: string, columns: number): string =>
  text
    .split('\n')
    .map((line) => (line.startsWith(' ') || shownWidth(line) <= columns ? line : fitLine(line, columns)))
    .join('\n')

const colour = new RegExp(String.raw`\u001b\[\d{1,2}m`, 'g')
const shownWidth = (text: string): number => widthOf(text.replaceAll(colour, ''))

function fitLine(text: string, columns: number): string {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(/(?<= )(?! )/)) {
    if (line !== '' && shownWidth(line + word.trimEnd()) > columns) {
      lines.push(line.trimEnd())
      line = ''
    }
    line += word
  }
  return [...lines, line].join('\n')
}
