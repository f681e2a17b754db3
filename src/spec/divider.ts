import { isKeyed } from '../form/value.ts'
import type { OpenDocument } from './open-document.ts'
import { textFault, type TextFault } from './text-fault.ts'

/** For each document that only goes on with the form above it: the line `---` between the two. */
export function dividerFaults(
  documents: readonly OpenDocument[],
  text: string,
): readonly (TextFault | undefined)[] {
  let form: OpenDocument | undefined
  return documents.map((document) => {
    const fault = form && goesOn(form, document) ? faultAbove(document, text) : undefined
    if (!fault) form = document
    return fault
  })
}

/** Entries behind a list of steps, or steps behind a name. */
function goesOn(before: OpenDocument, after: OpenDocument): boolean {
  const [head, rest] = [before.reading.value, after.reading.value]
  if (!before.isWhole || !after.isWhole || !isKeyed(head)) return false
  if (Array.isArray(rest)) return Array.isArray(head['steps'])
  return isKeyed(rest) && 'name' in head && !('steps' in head) && 'steps' in rest && !('name' in rest)
}

function faultAbove({ root }: OpenDocument, text: string): TextFault | undefined {
  const start = text.lastIndexOf('\n---', root?.range?.[0] ?? 0) + 1
  return start === 0 ? undefined : textFault('yaml-divider', {}, [start, start + 3])
}
