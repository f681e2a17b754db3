import type { YAMLError } from 'yaml'
import type { SpecDocument } from './compose.ts'
import { limits } from './limits.ts'
import { structuralFault } from './structural-fault.ts'
import { textFault, type TextFault } from './text-fault.ts'
import type { Trace } from './trace.ts'

/** What the YAML of a document has wrong with it, and whether the rest of it can be relied on all the same. */
export type YamlFaults = { readonly faults: readonly TextFault[]; readonly isReliable: boolean }

/** The faults of a document's YAML, in the author's words: one for each cause, not one for each consequence. */
export function yamlFaults(document: SpecDocument, text: string, trace: Trace): YamlFaults {
  const warnings = document.warnings.slice(0, mostErrors).flatMap((warning) => warningOf(warning, text))
  const errors = document.errors.toSorted((a, b) => a.pos[0] - b.pos[0]).slice(0, mostErrors)
  const faults: TextFault[] = []
  for (const error of errors) {
    const local = localFault(error, text)
    faults.push(local ?? structuralFault(error, { text, trace, errors }))
    // Where the structure is broken, everything further on is a guess.
    if (!local) return { faults: [...warnings, ...faults], isReliable: false }
  }
  return { faults: [...warnings, ...faults], isReliable: true }
}

// One more than are told, so that it is said that there are more: a file of one megabyte can hold half a million.
const mostErrors = limits.findings + 1

function warningOf({ code, pos: [start, end] }: YAMLError, text: string): TextFault[] {
  const slice = text.slice(start, end)
  if (code === 'TAG_RESOLVE_FAILED') return [textFault('yaml-tag', { tag: slice }, [start, end])]
  if (code !== 'BAD_DIRECTIVE') return []
  const [directive = slice] = text.slice(start).split('\n', 1)
  return [textFault('yaml-directive', { directive }, [start, start + directive.length])]
}

/** A fault inside one scalar, which leaves the structure as it is. */
function localFault({ code, pos: [start] }: YAMLError, text: string): TextFault | undefined {
  if (code === 'BAD_SCALAR_START')
    return textFault('yaml-start', { character: text.charAt(start) }, [start, start + 1])
  if (code === 'BAD_DQ_ESCAPE')
    return textFault('yaml-escape', { escape: text.slice(start, start + 2) }, [start, start + 2])
  return undefined
}
