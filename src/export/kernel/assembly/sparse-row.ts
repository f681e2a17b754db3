import { cellColumn, cellKind, cellLength, cellSize, cellText, firstCell } from './layout'
import { noteHeld } from './numbers'
import { out, outEnd, setOut } from './out'
import { copyBytes } from './scalars'
import { cells } from './values'

/** Writes the record's cells as a sparse row; false where it has no room. */
export function writeRow(): bool {
  let count: u32 = 0
  let size: u32 = 0
  for (let cell = firstCell; cell < cells; cell += cellSize) {
    if (cellKind(cell) == 0) continue
    count++
    size += cellLength(cell)
  }
  let head = out + 4
  let text = head + (count << 3)
  if (text + size + 32 > outEnd) return false
  store<u32>(out, count)
  for (let cell = firstCell; cell < cells; cell += cellSize) {
    noteHeld(cell)
    const kind = cellKind(cell)
    if (kind == 0) continue
    const length = cellLength(cell)
    store<u32>(head, (cellColumn(cell) << 3) | kind)
    store<u32>(head, length, 4)
    head += 8
    text = copyBytes(cellText(cell), length, text)
  }
  setOut(text, outEnd)
  return true
}
