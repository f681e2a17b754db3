import type { Sink } from '../format.ts'
import type { LineOptions, LinePlaces } from './line-layout.ts'
import { makeLines, type Span } from './lines.ts'
import { startKernel, type KernelHost } from './memory.ts'

/** All that a kernel asks that moves cells: nothing. */
export const movingHost: KernelHost = { heldBy: () => 0, isFormula: () => false }

/**
 * Writes lines of CSV anew with their cells in other places, as they stand. `places` are by the cell's place in the old
 * line, from 0; old lines may be shorter.
 */
export async function moveCells(
  lines: AsyncIterable<Uint8Array>,
  places: LinePlaces,
  options: LineOptions & { readonly out: Sink },
): Promise<void> {
  const kernel = startKernel(movingHost)
  const moved = makeLines(kernel, places, options)
  let rest: Span | undefined
  for await (const block of lines) {
    const { from, end } = await moved.load(block, rest)
    rest = { from: await moved.make('moveCells', { from, end }), end }
  }
  if (rest && rest.from < rest.end) throw new Error('the last line does not end')
  await moved.end()
}
