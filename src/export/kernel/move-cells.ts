import type { Sink } from '../format.ts'
import type { LineOptions, LinePlaces } from './line-layout.ts'
import { makeLines, type Span } from './lines.ts'
import type { Kernel } from './memory.ts'

/** How cells are moved, and by which kernel: one that has done its work will do. */
type Moving = LineOptions & { readonly kernel: Kernel; readonly out: Sink }

/**
 * Writes lines of CSV anew with their cells in other places, as they stand. `places` are by the cell's place in the old
 * line, from 0; old lines may be shorter.
 */
export async function moveCells(
  lines: AsyncIterable<Uint8Array>,
  places: LinePlaces,
  { kernel, ...options }: Moving,
): Promise<void> {
  const moved = makeLines(kernel, places, options)
  let rest: Span | undefined
  for await (const block of lines) {
    const { from, end } = await moved.load(block, rest)
    rest = { from: await moved.make('moveCells', { from, end }), end }
  }
  if (rest && rest.from < rest.end) throw new Error('the last line does not end')
  await moved.end()
}
