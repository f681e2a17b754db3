import type { Finding } from '../form/finding.ts'
import type { Path } from '../form/path.ts'
import { commentFaults } from './comment-fault-table.ts'
import type { Definition } from './fault-definition.ts'
import { rowFaults } from './row-fault-table.ts'
import { variableFaults } from './variable-fault-table.ts'
import { yamlFaultTable } from './yaml-fault-table.ts'

/** A fault of the text, before it is a form: a finding with the stretch of the text that it means, as offsets. */
export type TextFault = Finding & { readonly start: number; readonly end: number }

/** The one table of faults of a text. */
export const textFaults = {
  ...yamlFaultTable,
  ...variableFaults,
  ...rowFaults,
  ...commentFaults,
} as const

/** A fault of a text, by name. */
export type TextFaultCode = keyof typeof textFaults
type ArgsOf<Code extends TextFaultCode> = Parameters<(typeof textFaults)[Code]['sentence']>[0]

/** The fault of that code at a stretch of the text, with its sentences filled in. */
export function textFault<Code extends TextFaultCode>(
  code: Code,
  args: ArgsOf<Code>,
  [start, end, path = []]: readonly [start: number, end: number, path?: Path],
): TextFault {
  // One entry takes just its own args; the union of all entries loses that tie.
  const definition = textFaults[code] as unknown as Definition<ArgsOf<Code>>
  const help = definition.help(args)
  return {
    code,
    severity: definition.severity,
    isRefused: definition.severity === 'error',
    path,
    at: 'value',
    message: definition.sentence(args),
    ...(help === undefined ? {} : { help }),
    start,
    end: Math.max(start, end),
  }
}
