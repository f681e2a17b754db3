// Who owns which memory. All of it belongs to this module: a heap that only grows at its end, from `__heap_base` on.
// The host asks for buffers with `allocate`. Tables that fill up while records are read are marked as tight; the host then
// waits until nothing of the memory is being written to a file, and calls `makeSpace`, the only place where the memory may
// be moved. Until then, what no longer fits goes the slow way.
import { growNodes } from './tree'
import { growCells } from './walk'
import { growPairs } from './tree'

let heap: u32 = <u32>__heap_base

/** Whether some table has to grow before the next record is read. */
export let isTight: bool = true

export function noteTight(): void {
  isTight = true
}

/** Bytes that are zero, at a multiple of 16. The memory may move: the host calls it, and what `makeSpace` calls. */
export function allocate(size: u32): u32 {
  const at = (heap + 15) & ~15
  heap = at + size
  reach(heap)
  return at
}

/** The same without moving the memory; 0 where it would have to. */
export function take(size: u32): u32 {
  const at = (heap + 15) & ~15
  if (at + size > <u32>memory.size() << 16) {
    isTight = true
    return 0
  }
  heap = at + size
  return at
}

const spare: u32 = 256 * 1024

/** Makes space in every table that is filling up. */
export function makeSpace(): void {
  isTight = false
  growNodes()
  growPairs()
  growCells()
  reach(heap + spare)
}

function reach(end: u32): void {
  const have = <u32>memory.size() << 16
  if (end > have) memory.grow((end - have + 0xffff) >>> 16)
}
