import type { Sink } from '../format.ts'
import type { LineOptions, LinePlaces } from './line-layout.ts'
import { makeLines } from './lines.ts'
import { startKernel } from './memory.ts'

/**
 * Writes lines of CSV anew with their cells in other places, as they stand. `places` are by the cell's place in the old
 * line, from 0; old lines may be shorter.
 */
export async function moveCells(
  lines: AsyncIterable<Uint8Array>,
  places: LinePlaces,
  options: LineOptions & { readonly out: Sink },
): Promise<void> {
  const kernel = startKernel({ heldBy: () => 0, isFormula: () => false })
  const moved = makeLines(kernel, places, options)
  let rest = new Uint8Array(0)
  for await (const block of lines) {
    const span = await moved.load(rest.length === 0 ? block : joined(rest, block))
    const after = await moved.make('moveCells', span)
    rest = kernel.bytes().slice(after, span.end)
  }
  if (rest.length > 0) throw new Error('the last line does not end')
  await moved.end()
}

function joined(one: Uint8Array, other: Uint8Array): Uint8Array {
  const both = new Uint8Array(one.length + other.length)
  both.set(one)
  both.set(other, one.length)
  return both
}
