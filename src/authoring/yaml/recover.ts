import { visit } from 'yaml'
import { check } from '../../form/check.ts'
import { placed, textFault, type TextFault } from '../faults.ts'
import { readDocuments, type Documents, type YamlDocument } from './document.ts'
import { applyEdits, lineAround, type Edit, type PlacedFinding } from './lines.ts'

/** A text that could be read on after it broke, with as many lines as before. */
export type Recovery = Documents & {
  /** The faults that broke it, where they stand in the author's text. */
  readonly broken: readonly PlacedFinding[]
}

const maxFaults = 200
/** About a quarter of a second; a hundred times the size of a usual spec. */
const maxCharacters = 400_000

/**
 * Reads on after each fault that breaks the structure of a document, so that one run finds all faults. It tries what
 * may have been meant: a repair of the faulty lines counts only if the text can then be read to a place further down.
 * Where no repair works, the fault stays the last one of its document.
 */
export function recover(broken: Documents): Recovery {
  const faults: PlacedFinding[] = []
  const changedLines = new Set<number>()
  let now = broken
  /** The line of the last fault that no repair mends. */
  let stuckLine = 0
  const budget = { characters: maxCharacters }
  const readAgain: ReadAgain = (text) => {
    budget.characters -= text.length
    const read = budget.characters < 0 ? undefined : readDocuments(text)
    return read === undefined || 'start' in read ? undefined : read
  }
  while (faults.length < maxFaults && budget.characters > 0) {
    const fault = breakBelow(now, stuckLine)
    if (!fault) break
    const repairs = repairsByCode[fault.code]?.(fault, now.text) ?? []
    const fallback = repairs.length === 0 ? [] : [commentedOut(fault, now.text)]
    const attempt = { fault, stuckLine, changedLines, readAgain }
    const best = bestOf(repairs, now, attempt) ?? bestOf(fallback, now, attempt)
    if (best) {
      faults.push(...best.faults)
      for (const line of best.lines) changedLines.add(line)
      now = best.documents
    } else stuckLine = lineOf(now, fault)
  }
  return { ...now, documents: withChangedLines(now, changedLines), broken: faults }
}

/** Reads a changed text; undefined past the budget or another limit. */
type ReadAgain = (text: string) => Documents | undefined

/** Gives each document the changed lines within it; those above it count as its own. */
function withChangedLines(
  { documents, lines }: Documents,
  changedLines: ReadonlySet<number>,
): readonly YamlDocument[] {
  let above = 0
  return documents.map((document, i) => {
    const from = above
    const [start = 0, , end = start] = document.root?.range ?? []
    above = i === documents.length - 1 ? Infinity : lines.rangeOf(end, end).line
    const own = [...changedLines].filter((line) => from < line && line <= above)
    return { ...document, changedLines: new Set(own) }
  })
}

const lineOf = ({ lines }: Documents, { start }: TextFault): number => lines.rangeOf(start, start).line

/** The first structural fault below a line. */
const breakBelow = (read: Documents, line: number): TextFault | undefined =>
  read.documents.flatMap((it) => it.breaks ?? []).find((it) => lineOf(read, it) > line)

type Repair = readonly Edit[]

/** A repair that worked: the text read again, and the faults that it mends in the lines that it changed. */
type RepairResult = {
  readonly documents: Documents
  readonly faults: readonly PlacedFinding[]
  readonly lines: readonly number[]
}

/**
 * The best repair: one that leads to the end of the text, or else to a visible fault, or else furthest down. Among
 * equals, the one whose form has the fewest findings.
 */
function bestOf(
  repairs: readonly Repair[],
  before: Documents,
  {
    fault,
    stuckLine,
    changedLines,
    readAgain,
  }: {
    readonly fault: TextFault
    readonly stuckLine: number
    readonly changedLines: ReadonlySet<number>
    readonly readAgain: ReadAgain
  },
): RepairResult | undefined {
  const { lines } = before
  let best: (RepairResult & { readonly reach: number; readonly findings: number }) | undefined
  for (const edits of repairs) {
    const changed = edits.map(({ start }) => lines.rangeOf(start, start).line)
    if (changed.some((line) => changedLines.has(line))) continue
    const documents = readAgain(applyEdits(before.text, edits))
    if (!documents) break
    const next = breakBelow(documents, stuckLine)
    const stop = next ? lineOf(documents, next) : Infinity
    const isVisible = next !== undefined && visible.has(next.code)
    // On the next line, only a fault with a visible character is more than a consequence.
    if (next && stop <= Math.max(lineOf(before, fault), ...changed) + (isVisible ? 0 : 1)) continue
    const reach = isVisible ? stop + documents.text.length : stop
    const findings = findingCount(documents)
    if (best && (best.reach > reach || (best.reach === reach && best.findings <= findings))) continue
    const faults = [fault, ...furtherTabs(fault, edits, documents)].map((it) => placed(it, lines))
    best = { documents, faults, lines: changed, reach, findings }
    if (!next && findings === 0) break
  }
  return best
}

const visible = new Set([
  'yaml-tab',
  'yaml-quote',
  'yaml-bracket',
  'yaml-dash',
  'yaml-space',
  'yaml-comment',
  'yaml-start',
])

const findingCount = ({ documents }: Documents): number =>
  documents.reduce(
    (sum, { reading, isWhole }) => sum + reading.faults.length + (isWhole ? check(reading.value).length : 0),
    0,
  )

/** If a repair replaced all tabs at once: the faults of the other lines. A block text may hold tabs. */
function furtherTabs(fault: TextFault, repair: Repair, { documents, text }: Documents): readonly TextFault[] {
  if (fault.code !== 'yaml-tab' || repair.length === 1) return []
  const texts: (readonly [number, number])[] = []
  for (const { root } of documents)
    if (root)
      visit(root, {
        Scalar: (_, { type, range }) => {
          if (type?.startsWith('BLOCK') && range) texts.push([range[0], range[1]])
        },
      })
  let shift = 0
  return repair.flatMap(({ start, end, text: spaces }) => {
    const at = start + shift
    shift += spaces.length - (end - start)
    const isText = texts.some(([from, to]) => from <= at && at < to)
    const isSame = start <= fault.start && fault.start <= end
    return isText || isSame || text === '' ? [] : [textFault('yaml-tab', {}, [start, end])]
  })
}

/** The repairs to try for a fault, the likeliest first. */
const repairsByCode: Partial<Record<string, (fault: TextFault, text: string) => readonly Repair[]>> = {
  'yaml-tab': replaceTabs,
  'yaml-quote': closeQuote,
  'yaml-bracket': closeBracket,
  'yaml-colon': (fault, text) => [putInQuotes(fault, text), colonAfterFirstWord(fault, text)],
  'yaml-dash': ({ start, end }, text) =>
    text.charAt(start) === '-' ? [[insert(end, ' ')]] : [[{ start, end, text: '-' }]],
  'yaml-space': replaceSpaces,
  'yaml-start': (fault, text) => [putInQuotes(fault, text)],
  'yaml-comma': ({ start, end }) => [
    [insert(start, ', ')],
    [insert(start, ': ')],
    [{ start, end, text: '' }],
  ],
  'yaml-comment': ({ start }) => [[{ start, end: start + 2, text: '# ' }]],
  'yaml-conflict': (fault, text) => [keepFirstVersion(fault, text)],
  'yaml-indent': moveToOtherColumns,
  'yaml-syntax': dropRest,
}

const insert = (at: number, text: string): Edit => ({ start: at, end: at, text })

/** Makes the line a comment: its meaning is unknown, but what follows may still be read. */
function commentedOut({ start: offset }: TextFault, text: string): Repair {
  const { start, indent } = lineAround(text, offset)
  return [{ start, end: start + indent.length, text: `${' '.repeat(indent.length)}# ` }]
}

/** Makes comments of the conflict marks and of the second version. */
function keepFirstVersion({ start }: TextFault, text: string): Repair {
  const edits: Edit[] = []
  let isSecond = true
  for (let at = start; at < text.length; at = endOfLine(text, at) + 1) {
    const line = text.slice(at, endOfLine(text, at))
    isSecond ||= line.startsWith('=======')
    if (isSecond) edits.push(insert(at, '# '))
    if (line.startsWith('>>>>>>>')) return edits
    if (line.startsWith('<<<<<<<')) isSecond = false
  }
  // A lone mark: nobody knows what else belongs to it.
  return edits.slice(0, 1)
}

// Editors show a tab as two, four or eight columns, and authors align by that.
function replaceTabs({ start }: TextFault, text: string): readonly Repair[] {
  const line = lineAround(text, start)
  const [run = ''] = /^[\t ]+/.exec(text.slice(start, endOfLine(text, start))) ?? []
  // After a dash.
  if (start > line.start + line.indent.length)
    return [' ', '   '].map((spaces) => [{ start, end: start + run.length, text: spaces }])
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

function replaceSpaces({ start, end }: TextFault, text: string): readonly Repair[] {
  const [run = ''] = /^[^\S\n]*/.exec(text.slice(start, endOfLine(text, start))) ?? []
  const whole = { start, end: Math.max(end, start + run.length) }
  const line = lineAround(text, start)
  const isHead = line.start + line.indent.length >= start
  // A wide space takes two columns; what looks empty may take none.
  const widths = [whole.end - start, 0, 1, 2 * (whole.end - start)]
  const columns = isHead ? columnsAbove(text, line.start).map((column) => column - (start - line.start)) : []
  return [...widths, ...columns.filter((width) => width >= 0)].map((width) => [
    { ...whole, text: ' '.repeat(width) },
  ])
}

function closeQuote({ start }: TextFault, text: string): readonly Repair[] {
  const quote = text.charAt(start)
  const end = endOfLine(text, start)
  const line = text.slice(start, end)
  const ends = [
    /[,\]}]/.exec(line)?.index,
    line.search(/(?<![\]}, ])[\]}, ]*$/),
    line.search(/ #/),
    line.length,
  ]
  return ends.filter((at) => at !== undefined && at > 0).map((at) => [insert(start + (at ?? 0), quote)])
}

function closeBracket({ start }: TextFault, text: string): readonly Repair[] {
  const repairs: Repair[] = []
  let at = endOfLine(text, start)
  for (let line = 0; line < 4 && at <= text.length; line++) {
    const signs = missingSigns(text.slice(start, at))
    const comment = /(^|\s)#.*$/s.exec(text.slice(text.lastIndexOf('\n', at - 1) + 1, at))
    const end = at - (comment?.[0].length ?? 0)
    if (signs !== '') repairs.push([insert(end, signs)])
    at = endOfLine(text, at + 1)
  }
  return repairs
}

/** The brackets that a stretch leaves open, closed. Quotes are ignored. */
function missingSigns(stretch: string): string {
  const open: string[] = []
  for (const sign of stretch) {
    if (sign === '[') open.push(']')
    else if (sign === '{') open.push('}')
    else if (sign === open.at(-1)) open.pop()
  }
  return open.toReversed().join('')
}

function putInQuotes({ start }: TextFault, text: string): Repair {
  const end = endOfLine(text, start)
  return [{ start, end, text: JSON.stringify(text.slice(start, end)) }]
}

function colonAfterFirstWord({ start }: TextFault, text: string): Repair {
  const [, word = ''] = /^- *(?=\S)|^(\S*)/.exec(text.slice(start, endOfLine(text, start))) ?? []
  return [insert(start + word.length, ':')]
}

/** Moves the line, with its children or alone, to each column where a line above begins. */
function moveToOtherColumns({ start }: TextFault, text: string): readonly Repair[] {
  const line = lineAround(text, start)
  const columns = columnsAbove(text, line.start).filter((column) => column !== line.indent.length)
  const together = columns.map((column) => moved(text, line, column))
  // Its children may stand right already.
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

/** The columns, from 0, where the lines above and their children begin; nearest first. */
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

/** Escapes a quote inside a quoted text, or drops the rest of the line. */
function dropRest({ start }: TextFault, text: string): readonly Repair[] {
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
