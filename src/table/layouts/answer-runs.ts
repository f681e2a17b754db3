import type { Column } from '../columns.ts'
import { makeCells, type MadeCells } from '../rows/cell-buffer.ts'
import type { Shown } from '../table.ts'

/** What a column of a table of answers holds: something of the response, of the question, or of the answer. */
export type Part = { readonly holds: 'response'; readonly column: Column } | { readonly holds: Shown }

/** Columns side by side that change together: with every response, with every answer, or with every row of one. */
export type Run = {
  readonly of: 'response' | 'question' | 'row'
  readonly slots: readonly { readonly column: number; readonly part: Part }[]
  /** Its cells of the row that is being made. */
  cells: MadeCells
}

const questionParts: ReadonlySet<string> = new Set(['questionId', 'question', 'type', 'member'])
const responseParts: ReadonlySet<string> = new Set(['response', 'responseNumber'])

/** The runs of a row of these parts. */
export function runsOf(parts: readonly Part[]): readonly Run[] {
  const runs: (Run & { readonly slots: Run['slots'][number][] })[] = []
  for (const [column, part] of parts.entries()) {
    const of = questionParts.has(part.holds) ? 'question' : responseParts.has(part.holds) ? 'response' : 'row'
    const last = runs.at(-1)
    if (last?.of === of) last.slots.push({ column, part })
    else runs.push({ of, slots: [{ column, part }], cells: makeCells() })
  }
  return runs
}
