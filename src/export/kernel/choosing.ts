import type { RecordChoice } from '../../record/records.ts'
import type { Kernel } from './memory.ts'
import type { Pairs } from './pairs.ts'
import type { Room } from './regions.ts'

type Telling = { readonly kernel: Kernel; readonly room: Room; readonly pairs: Pairs }

/** Tells a kernel which records are wanted. */
export function tellChoice({ kernel, room, pairs }: Telling, choice: RecordChoice): void {
  const { formIds, since, until, ids } = choice
  const { regions } = room
  regions.choosesForm = formIds === undefined ? 0 : 1
  regions.since = since === undefined ? 0 : put(kernel, boundOf(since))
  regions.until = until === undefined ? 0 : put(kernel, boundOf(until))
  if (ids !== undefined) {
    regions.ids = kernel.allocate(16)
    for (const id of ids) pairs.put(regions.ids, hashOf(kernel, id), 1)
  }
  room.tell()
}

/** A moment as a text that lies among instants, each of 24 bytes, as it lies among moments. */
function boundOf(moment: number): string {
  const text = new Date(moment).toISOString()
  // Years of more than four digits bear a sign.
  if (text.length === 24) return text
  return text.startsWith('-') ? '' : '~'
}

const encoder = new TextEncoder()

function put(kernel: Kernel, text: string): number {
  const at = kernel.allocate(24)
  encoder.encodeInto(text, kernel.bytes().subarray(at, at + 24))
  return at
}

function hashOf(kernel: Kernel, text: string): number {
  const bytes = encoder.encode(text)
  const at = kernel.allocate(bytes.length)
  kernel.bytes().set(bytes, at)
  return kernel.exports.hashText(at, bytes.length) >>> 0
}
