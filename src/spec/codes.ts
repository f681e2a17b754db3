import type { Severity } from '../form/finding.ts'
import { rules } from '../form/rules/index.ts'
import { textFaults } from './text-fault.ts'

/** What holds for every finding of a code. */
export type CodeFacts = {
  /** Its severity where nobody sets another. */
  readonly severity: Severity
  readonly isRefused: boolean
  /** Whether it is a fault of the text, before there is a form. */
  readonly isOfText: boolean
  /** Whether some of its findings can be meant in one way only, and are mended by a machine when asked. */
  readonly hasFix: boolean
}

/** The code of what only a service finds. */
export const refusedCode = 'refused'

/** Every code of a finding: rules of forms, faults of texts, and what only a service finds. */
export const codes: ReadonlyMap<string, CodeFacts> = new Map<string, CodeFacts>([
  ...Array.from(rules.values(), ({ code, severity, isRefused, hasFix }) =>
    fact(code, { severity, isRefused, hasFix }),
  ),
  ...Object.entries(textFaults).map(([code, { severity }]) =>
    fact(code, { severity, isRefused: severity === 'error', isOfText: true }),
  ),
  fact(refusedCode, { severity: 'error', isRefused: true }),
])

function fact(
  code: string,
  {
    isOfText = false,
    hasFix = false,
    ...facts
  }: Pick<CodeFacts, 'severity' | 'isRefused'> & Partial<CodeFacts>,
): [string, CodeFacts] {
  return [code, { ...facts, isOfText, hasFix }]
}

/** Whether the severity of a code can be set, and its findings silenced: not where no form is left to check. */
export function maySet(code: string): boolean {
  const facts = codes.get(code)
  return facts !== undefined && code !== refusedCode && !(facts.isOfText && facts.severity === 'error')
}
