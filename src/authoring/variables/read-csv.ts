import { textFault, type TextFault } from '../faults.ts'

/** A record of a CSV text: its fields, their offsets, and its faults. */
export type CsvRecord = {
  readonly start: number
  readonly end: number
  readonly fields: readonly CsvField[]
  readonly faults: readonly TextFault[]
}

/** A field without its quotes. */
type CsvField = { readonly text: string; readonly start: number; readonly end: number }

type ReadField = CsvField & { readonly fault?: TextFault }

/** The records of a CSV text (RFC 4180) with a separator of one character. Empty lines are skipped. */
export function* recordsIn(text: string, separator: string): Iterable<CsvRecord> {
  let at = 0
  while (at < text.length) {
    const start = at
    const [fields, faults]: [CsvField[], TextFault[]] = [[], []]
    for (;;) {
      const { fault, ...field } = fieldAt(text, at, separator)
      fields.push(field)
      if (fault) faults.push(fault)
      at = field.end
      if (text.charAt(at) !== separator) break
      at++
    }
    const end = at
    if (text.charAt(at) === '\r') at++
    if (text.charAt(at) === '\n') at++
    if (end > start) yield { start, end, fields, faults }
  }
}

function fieldAt(text: string, start: number, separator: string): ReadField {
  if (text.charAt(start) === '"') return quotedAt(text, start, separator)
  const end = endOfField(text, start, separator)
  const field = { text: text.slice(start, end), start, end }
  const quote = field.text.indexOf('"')
  return quote === -1 ? field : { ...field, fault: quoteFault('inside', start + quote) }
}

function quotedAt(text: string, start: number, separator: string): ReadField {
  let close = text.indexOf('"', start + 1)
  // Two quotes stand for one.
  while (close !== -1 && text.charAt(close + 1) === '"') close = text.indexOf('"', close + 2)
  if (close === -1) return { text: '', start, end: text.length, fault: quoteFault('open', start) }
  const end = endOfField(text, close + 1, separator)
  const field = { text: text.slice(start + 1, close).replaceAll('""', '"'), start, end }
  return end === close + 1 ? field : { ...field, fault: quoteFault('behind', close + 1) }
}

function endOfField(text: string, start: number, separator: string): number {
  let end = start
  while (end < text.length && !isEnd(text.charAt(end), separator)) end++
  return end
}

const isEnd = (sign: string, separator: string): boolean =>
  sign === separator || sign === '\n' || sign === '\r'

const quoteFault = (kind: 'open' | 'behind' | 'inside', at: number): TextFault =>
  textFault('csv-quote', { kind }, [at, at + 1])
