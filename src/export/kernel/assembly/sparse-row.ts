import { cellColumns, cellKinds, cellLengths, cellTexts } from './layout'
import { out, outEnd, setOut } from './out'
import { copyBytes } from './scalars'
import { cells } from './values'

/** Writes the record's cells as a sparse row; false where it has no room. */
export function writeRow(): bool {
  let count: u32 = 0
  let size: u32 = 0
  for (let i: u32 = 0; i < cells << 2; i += 4) {
    if (load<u32>(cellKinds + i) == 0) continue
    count++
    size += load<u32>(cellLengths + i)
  }
  let head = out + 4
  let text = head + (count << 3)
  if (text + size + 16 > outEnd) return false
  store<u32>(out, count)
  for (let i: u32 = 0; i < cells << 2; i += 4) {
    const kind = load<u32>(cellKinds + i)
    if (kind == 0) continue
    const length = load<u32>(cellLengths + i)
    store<u32>(head, (load<u32>(cellColumns + i) << 3) | kind)
    store<u32>(head, length, 4)
    head += 8
    text = copyBytes(load<u32>(cellTexts + i), length, text)
  }
  setOut(text, outEnd)
  return true
}
