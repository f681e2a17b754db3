import { lineAround } from './line-around.ts'
import type { Edit } from './placed.ts'
import type { TextFault, TextFaultCode } from './text-fault.ts'

/** Edits of a text that might be what its author meant; none of them adds or removes a line. */
export type Repair = readonly Edit[]

/** What might be meant where a fault breaks the structure of a document, the likeliest first. */
export function repairsOf(fault: TextFault, text: string): readonly Repair[] {
  const ways: Partial<Record<string, Ways>> = waysByCode
  return ways[fault.code]?.(fault, text) ?? []
}

type Ways = (fault: TextFault, text: string) => readonly Repair[]

const waysByCode: Partial<Record<TextFaultCode, Ways>> = {
  'yaml-tab': spaces,
  'yaml-quote': closedQuote,
  'yaml-bracket': closedBracket,
  'yaml-colon': (fault, text) => [inQuotes(fault, text), behindFirstWord(fault, text)],
  'yaml-dash': ({ start, end }, text) =>
    text.charAt(start) === '-' ? [[insert(end, ' ')]] : [[{ start, end, text: '-' }]],
  'yaml-space': plainSpaces,
  'yaml-start': (fault, text) => [inQuotes(fault, text)],
  'yaml-comma': ({ start, end }) => [
    [insert(start, ', ')],
    [insert(start, ': ')],
    [{ start, end, text: '' }],
  ],
  'yaml-comment': ({ start }) => [[{ start, end: start + 2, text: '# ' }]],
  'yaml-conflict': (fault, text) => [firstVersion(fault, text)],
  'yaml-indent': otherColumns,
  'yaml-syntax': withoutRest,
}

const insert = (at: number, text: string): Edit => ({ start: at, end: at, text })

/** The line as a comment: what it says is unknown, and what follows it may still be read. */
export function withoutLine({ start: offset }: TextFault, text: string): Repair {
  const { start, indent } = lineAround(text, offset)
  return [{ start, end: start + indent.length, text: `${' '.repeat(indent.length)}# ` }]
}

/** The marks and the second of two versions as comments. */
function firstVersion({ start }: TextFault, text: string): Repair {
  const edits: Edit[] = []
  let isSecond = true
  for (let at = start; at < text.length; at = endOfLine(text, at) + 1) {
    const line = text.slice(at, endOfLine(text, at))
    isSecond ||= line.startsWith('=======')
    if (isSecond) edits.push(insert(at, '# '))
    if (line.startsWith('>>>>>>>')) return edits
    if (line.startsWith('<<<<<<<')) isSecond = false
  }
  // A mark alone: nobody knows what else belongs to it.
  return edits.slice(0, 1)
}

// Editors show a tab as two, four or eight columns, and their authors align by that.
function spaces({ start }: TextFault, text: string): readonly Repair[] {
  const line = lineAround(text, start)
  const tabbed = (width: number): string => line.indent.replaceAll('\t', ' '.repeat(width))
  const indents = [2, 4, 8, 6].map(tabbed).concat(columnsAbove(text, line.start).map((n) => ' '.repeat(n)))
  const whole = [2, 4, 8].map((width) => everyTab(text, width))
  const isAlone = whole[0]?.length === 1
  const own = indents.map((indent) => [
    { start: line.start, end: line.start + line.indent.length, text: indent },
  ])
  return isAlone ? own : [...whole, ...own]
}

const everyTab = (text: string, width: number): Repair =>
  Array.from(text.matchAll(/^ *\t[ \t]*(?=[^\s])/gm), ({ 0: indent, index }) => ({
    start: index,
    end: index + indent.length,
    text: indent.replaceAll('\t', ' '.repeat(width)),
  }))

function plainSpaces({ start, end }: TextFault, text: string): readonly Repair[] {
  const [run = ''] = /^[^\S\n]*/.exec(text.slice(start, endOfLine(text, start))) ?? []
  const whole = { start, end: Math.max(end, start + run.length) }
  return [[{ ...whole, text: ' '.repeat(whole.end - start) }], [{ ...whole, text: '' }]]
}

function closedQuote({ start }: TextFault, text: string): readonly Repair[] {
  const quote = text.charAt(start)
  const end = endOfLine(text, start)
  const line = text.slice(start, end)
  const ends = [/[,\]}]/.exec(line)?.index, line.search(/[\]}, ]*$/), line.search(/ #/), line.length]
  return ends.filter((at) => at !== undefined && at > 0).map((at) => [insert(start + (at ?? 0), quote)])
}

function closedBracket({ start }: TextFault, text: string): readonly Repair[] {
  const repairs: Repair[] = []
  let at = endOfLine(text, start)
  for (let line = 0; line < 4 && at <= text.length; line++) {
    const signs = missingSigns(text.slice(start, at))
    const comment = /(^|\s)#.*$/.exec(text.slice(text.lastIndexOf('\n', at - 1) + 1, at))
    const end = at - (comment?.[0].length ?? 0)
    if (signs !== '') repairs.push([insert(end, signs)])
    at = endOfLine(text, at + 1)
  }
  return repairs
}

/** What closes the brackets that a stretch leaves open; quotes in it are not looked at. */
function missingSigns(stretch: string): string {
  const open: string[] = []
  for (const sign of stretch) {
    if (sign === '[') open.push(']')
    else if (sign === '{') open.push('}')
    else if (sign === open.at(-1)) open.pop()
  }
  return open.toReversed().join('')
}

function inQuotes({ start }: TextFault, text: string): Repair {
  const end = endOfLine(text, start)
  return [{ start, end, text: JSON.stringify(text.slice(start, end)) }]
}

function behindFirstWord({ start }: TextFault, text: string): Repair {
  const [, word = ''] = /^- *(?=\S)|^(\S*)/.exec(text.slice(start, endOfLine(text, start))) ?? []
  return [insert(start + word.length, ':')]
}

/** The line, with what hangs on it or alone, moved to each column where a line above begins. */
function otherColumns({ start }: TextFault, text: string): readonly Repair[] {
  const line = lineAround(text, start)
  const columns = columnsAbove(text, line.start).filter((column) => column !== line.indent.length)
  const together = columns.map((column) => moved(text, line, column))
  // What hangs on it may stand right already.
  const alone = together.flatMap((repair) => (repair.length > 1 ? [repair.slice(0, 1)] : []))
  return [...together, ...alone]
}

function moved(text: string, { start, indent }: { start: number; indent: string }, column: number): Repair {
  const edits: Edit[] = []
  for (let at = start; at < text.length; at = endOfLine(text, at) + 1) {
    const line = lineAround(text, at)
    const isBlank = endOfLine(text, at) === at
    if (at !== start && !isBlank && line.indent.length <= indent.length) break
    const width = column + line.indent.length - indent.length
    if (!isBlank) edits.push({ start: at, end: at + line.indent.length, text: ' '.repeat(width) })
  }
  return edits
}

/** The columns where the lines right above begin, from 0, and where what hangs on them would; nearest first. */
function columnsAbove(text: string, start: number): readonly number[] {
  const columns: number[] = []
  for (let at = start; at > 0 && columns.length < 40;) {
    const line = lineAround(text, at - 1)
    const [dash = ''] = /^- */.exec(text.slice(line.start + line.indent.length)) ?? []
    if (line.start + line.indent.length < at - 1) {
      columns.push(line.indent.length + dash.length, line.indent.length)
      if (columns.length === 2) columns.push(line.indent.length + dash.length + 2)
    }
    at = line.start
  }
  return [...new Set(columns)]
}

/** A quote inside a text in quotes, written as one that does not end it; or the line without what cannot stand there. */
function withoutRest({ start }: TextFault, text: string): readonly Repair[] {
  const at = start - 1
  const quote = text.charAt(at)
  const inside = quote === "'" ? [[insert(at, "'")]] : quote === '"' ? [[insert(at, '\\')]] : []
  return [...inside, [{ start, end: endOfLine(text, start), text: '' }]]
}

function endOfLine(text: string, offset: number): number {
  const newline = text.indexOf('\n', offset)
  const end = newline === -1 ? text.length : newline
  return text.charAt(end - 1) === '\r' ? end - 1 : end
}
