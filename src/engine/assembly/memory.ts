// All memory belongs to this module: a heap that only grows at its end, from `__heap_base` on.
//
// The host asks for buffers with `allocate`. When a table fills up while records are read, `isMemoryLow` is set; the host then
// waits until nothing of the memory is being written to a file, and calls `makeSpace`, the only function that may move the
// memory. Until then, records that no longer fit are left to the host.
import { growNodes, growPairs } from './tree'
import { growCells } from './walk'

let heap: u32 = <u32>__heap_base

/** Whether some table has to grow before the next record is read. */
export let isMemoryLow: bool = true

export function markMemoryLow(): void {
  isMemoryLow = true
}

/** Zeroed bytes at a multiple of 16. The memory may move, so only the host and `makeSpace` may call it. */
export function allocate(size: u32): u32 {
  const at = (heap + 15) & ~15
  heap = at + size
  reach(heap)
  return at
}

/** The same without moving the memory; 0 if the memory would have to grow. */
export function allocateInPlace(size: u32): u32 {
  const at = (heap + 15) & ~15
  if (at + size > <u32>memory.size() << 16) {
    isMemoryLow = true
    return 0
  }
  heap = at + size
  return at
}

const spare: u32 = 256 * 1024

/** Makes space in every table that is filling up. */
export function makeSpace(): void {
  isMemoryLow = false
  growNodes()
  growPairs()
  growCells()
  reach(heap + spare)
}

function reach(end: u32): void {
  const have = <u32>memory.size() << 16
  if (end > have) memory.grow((end - have + 0xffff) >>> 16)
}
