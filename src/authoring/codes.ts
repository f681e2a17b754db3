import { rules } from '../form/check.ts'
import type { Severity } from '../form/finding.ts'
import { nearest } from '../form/words.ts'
import { textFaults } from './faults.ts'

export type CodeFacts = {
  /** The severity if nobody sets another. */
  readonly severity: Severity
  readonly isRefused: boolean
  /** Whether it is a fault of the text, found before there is a form. */
  readonly isOfText: boolean
  readonly hasFix: boolean
}

export const refusedCode = 'refused'

/** Every code of a finding: rules of forms, faults of texts, and refusals of a service. */
export const codes: ReadonlyMap<string, CodeFacts> = new Map<string, CodeFacts>([
  ...Array.from(rules.values(), ({ code, severity, isRefused, hasFix }) => {
    return [code, { severity, isRefused, isOfText: false, hasFix }] as const
  }),
  ...Object.entries(textFaults).map(([code, { severity, hasFix }]) => {
    return [code, { severity, isRefused: severity === 'error', isOfText: true, hasFix }] as const
  }),
  [refusedCode, { severity: 'error', isRefused: true, isOfText: false, hasFix: false }],
])

/** Whether the severity of a code can be set, and its findings silenced. Not for errors that leave no form to check. */
export function maySet(code: string): boolean {
  const facts = codes.get(code)
  return facts !== undefined && code !== refusedCode && !(facts.isOfText && facts.severity === 'error')
}

/** Why no severity can be set for a code, as a sentence; undefined if one can. */
export function ruleProblem(code: string): string | undefined {
  if (maySet(code)) return undefined
  if (codes.has(code))
    return `"${code}" is always an error. There is no form before it is fixed: remove the line.`
  const name = code.length > 30 ? 'of that length' : `"${code}"`
  const near = nearest(code, [...codes.keys()].filter(maySet))
  return `there is no code ${name}. ${near ? `Did you mean ${near.word}?` : 'formctl explain lists them.'}`
}
