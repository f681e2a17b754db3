import { limits } from './limits.ts'
import type { PlacedFinding } from './placed.ts'
import { textFault } from './text-fault.ts'

/** The word on findings that are not told, since there are more than the most, at the last one that is. */
export function cutBehind({ path, line, column, endLine, endColumn }: PlacedFinding): PlacedFinding {
  const problem = `The file has more than ${limits.findings} findings`
  const { start: _, end: __, ...fault } = textFault('yaml-limit', { problem, isCut: true }, [0, 0, path])
  return { ...fault, line, column, endLine, endColumn }
}
