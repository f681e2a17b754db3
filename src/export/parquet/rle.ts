import { appendVarint, reserve, type ByteBuffer } from '../../table/bytes.ts'

// The hybrid of run-length encoding and bit packing: runs of one value, and groups of eight values packed side by side.

/** The groups of eight packed values that share the header before them. */
type Packed = { header: number; groups: number }

// As many as a header of one byte can count, so that it can be written before they are known.
const mostGroups = 63
// Shorter runs are smaller among packed values.
const shortestRunOfLevels = 32
const shortestRun = 8

/** Adds definition levels behind their size: 1 for the `named` rows, which ascend, and 0 for the others. */
export function appendDefinitionLevels(
  buffer: ByteBuffer,
  named: Uint32Array,
  { count, rows }: { readonly count: number; readonly rows: number },
): void {
  reserve(buffer, 4)
  const begin = (buffer.at += 4)
  const packed: Packed = { header: 0, groups: 0 }
  let row = 0
  let next = 0
  while (row < rows) {
    const following = next < count ? (named[next] ?? rows) : rows
    const level = following === row ? 1 : 0
    const run = level === 1 ? runOfRows(named, next, count) : following - row
    if (run >= shortestRunOfLevels) {
      appendRun(buffer, packed, { value: level, run, width: 1 })
      row += run
      next += level * run
      continue
    }
    let bits = 0
    for (; next < count && (named[next] ?? 0) < row + 8; next++) bits |= 1 << ((named[next] ?? 0) - row)
    openGroup(buffer, packed, 1)
    buffer.bytes[buffer.at++] = bits
    row += 8
  }
  buffer.view.setUint32(begin - 4, buffer.at - begin, true)
}

/** Adds places in a dictionary, of `width` bits each, behind that width. */
export function appendIndices(buffer: ByteBuffer, indices: Uint32Array, width: number): void {
  const count = indices.length
  reserve(buffer, 1)
  buffer.bytes[buffer.at++] = width
  const packed: Packed = { header: 0, groups: 0 }
  let at = 0
  while (at < count) {
    const value = indices[at] ?? 0
    let run = 1
    while (at + run < count && indices[at + run] === value) run++
    if (run >= shortestRun) {
      appendRun(buffer, packed, { value, run, width })
      at += run
    } else {
      openGroup(buffer, packed, width)
      packGroup(buffer, indices, { at, end: Math.min(at + 8, count), width })
      at += 8
    }
  }
}

/** How many rows from there on are named without a gap. */
function runOfRows(named: Uint32Array, from: number, count: number): number {
  const first = named[from] ?? 0
  let end = from + 1
  while (end < count && named[end] === first + end - from) end++
  return end - from
}

function appendRun(
  buffer: ByteBuffer,
  packed: Packed,
  { value, run, width }: { readonly value: number; readonly run: number; readonly width: number },
): void {
  packed.groups = 0
  appendVarint(buffer, run * 2)
  reserve(buffer, 4)
  for (let bits = 0; bits < width; bits += 8) buffer.bytes[buffer.at++] = value >>> bits
}

function openGroup(buffer: ByteBuffer, packed: Packed, width: number): void {
  if (packed.groups === 0 || packed.groups === mostGroups) {
    reserve(buffer, 1 + mostGroups * width)
    packed.header = buffer.at++
    packed.groups = 0
  }
  packed.groups++
  buffer.bytes[packed.header] = packed.groups * 2 + 1
}

/** Eight values side by side, the first in the lowest bits, zeros where there are fewer. */
function packGroup(
  buffer: ByteBuffer,
  indices: Uint32Array,
  { at, end, width }: { readonly at: number; readonly end: number; readonly width: number },
): void {
  const { bytes } = buffer
  let bits = 0
  let held = 0
  for (let i = at; i < at + 8; i++) {
    if (i < end) bits |= (indices[i] ?? 0) << held
    // Indices have 16 bits at most, so that these fit beside the seven that may be left over.
    for (held += width; held >= 8; held -= 8) {
      bytes[buffer.at++] = bits
      bits >>>= 8
    }
  }
}
