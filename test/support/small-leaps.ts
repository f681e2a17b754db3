import type { LeapSizes } from '../../src/export/leap/pieces.ts'

/** Sizes with which two threads share a reply of some kilobytes. */
export const smallSizes: LeapSizes = {
  piece: 1500,
  block: 500,
  rest: 100,
  tail: 1500,
  out: 500,
  left: 100,
  calm: 100,
  window: 2000,
  begun: 100,
  uncached: Infinity,
  past: { piece: 1500, out: 500 },
}

/** A record with one answer, and what else it is to hold, as JSON that begins with a comma. */
export const smallRecord = (i: number, more = ''): string =>
  `{"id":"r${i}","createdAt":"2026-03-01T09:00:00.000Z","formId":"f","data":[{"questionId":"q","response":{"type":"ShortInput","headline":"Q","value":"a${i}"}}]${more}}`

export const replyOf = (records: readonly string[]): Buffer => Buffer.from(`{"data":[${records.join(',')}]}`)
