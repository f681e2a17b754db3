import { Failure } from '../failure/failure.ts'
import type { BodyFaults } from '../record/body-faults.ts'
import { readRecordLines } from '../record/record-lines.ts'
import { readRecords } from '../record/record-stream.ts'
import type { Records } from '../record/records.ts'
import type { Host } from '../cli/host.ts'
import type { Progress } from '../cli/responses/progress.ts'
import { openSaved } from './saved-bytes.ts'

/** What is said of a saved reply of that name. */
export function savedFaults(name: string): BodyFaults {
  const broken: BodyFaults['broken'] = (problem) => Failure.of('saved-reply-broken', { path: name, problem })
  return { broken, cutOff: (offset) => broken({ before: 'it ends too early, at ', at: { byte: offset } }) }
}

/**
 * Opens a saved reply, or JSON lines, packed or not, and looks at its first bytes; `-` is the standard input. Whoever opens
 * it closes it, since its records may not have been read.
 */
export async function openSavedReply(
  { stdin, files }: Pick<Host, 'stdin' | 'files'>,
  path: string,
  progress: Pick<Progress, 'countedBytes'>,
): Promise<{ readonly records: Records; readonly close: () => Promise<void> }> {
  const bytes = progress.countedBytes(path === '-' ? stdin.chunks() : files.stream(path))
  const faults = savedFaults(path === '-' ? 'The standard input' : path)
  const saved = await openSaved(bytes, path, faults)
  const read = saved.shape === 'lines' ? readRecordLines : readRecords
  return { records: read(saved.chunks, saved.faults), close: saved.close }
}
