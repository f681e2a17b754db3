/** Reads records out of bytes: the replies of a service, and lines of JSON. */
export { placeOfByte, replyFaults, type BodyFaults, type TextPlace } from './body-faults.ts'
export { growingBytes } from './record-cutter.ts'
export { readRecordLines } from './record-lines.ts'
export { readRecords } from './record-stream.ts'
