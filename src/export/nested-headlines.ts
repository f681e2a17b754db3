import { hasMembers, isEntry } from './merge-entries.ts'
import { holding, type Columns } from './columns.ts'
import type { Collected } from './collected.ts'
import { keepHeadline } from './headlines.ts'
import { eachRow, type ReadRow } from './row-blocks.ts'
import { kinds } from './table.ts'

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/**
 * Keeps the headlines that questions have where their answers stand within other values, by which others may repeat these,
 * too. It reads the rows once more, and parses cells of JSON that tell a question.
 */
export async function keepNestedHeadlines({ columns, spool }: Collected): Promise<void> {
  if (columns.all.every(({ held }) => (held & holding.json) === 0)) return
  const known = new Map(Array.from(columns.questions(), (question) => [question.name, question]))
  const keep: Keep = (id, headline) => {
    const question = known.get(id)
    if (question && typeof headline === 'string' && headline !== '') keepHeadline(question, headline)
  }
  await eachRow(spool.blocks(), (row) => keepOfRow(row, columns, keep))
}

type Keep = (questionId: string, headline: unknown) => void

function keepOfRow({ cells, bytes }: ReadRow, columns: Columns, keep: Keep): void {
  for (let i = 0; i < cells.count; i++) {
    // A cell of no column carries the whole record.
    if (cells.kinds[i] !== kinds.json || columns.all[cells.columns[i] ?? 0] === undefined) continue
    const text = decoder.decode(bytes.subarray(cells.starts[i], cells.ends[i]))
    if (text.includes('"questionId"')) keepWithin(JSON.parse(text), keep)
  }
}

function keepWithin(value: unknown, keep: Keep): void {
  if (Array.isArray(value)) for (const part of value) keepWithin(part, keep)
  if (!hasMembers(value)) return
  const { questionId } = value
  if (typeof questionId === 'string') {
    keep(questionId, value['headline'])
    if (isEntry(value)) keep(questionId, value.response['headline'])
  }
  for (const name of Object.keys(value)) keepWithin(value[name], keep)
}
